"""Parameters of requests, from the address or from a JSON object, checked by the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

from starlette.requests import Request

from twicetold.serve.bodies import check_id
from twicetold.serve.limits import Limits
from twicetold.serve.problems import Problem

_MOST_FIELDS = 20
DEFAULT_MATCHES = 10
DEFAULT_EVENTS = 100
DEFAULT_TEXTS = 100
MOST_EVENT_NUMBER = (1 << 63) - 1
MOST_CLUSTER_NAME = 10**18 - 1


def read_address(request: Request, names: frozenset[str]) -> dict[str, str]:
    """The parameters of an address, each once and of these names."""
    query = request.scope["query_string"]
    try:
        text = query.decode("ascii")
        fields = parse_qsl(
            text, keep_blank_values=True, strict_parsing=bool(text), errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        hint = "write `name=value&name=value`, in UTF-8 with %XX"
        raise Problem(400, "the parameters of the address cannot be read", hint) from None
    found = dict(fields)
    if len(found) != len(fields):
        raise Problem(400, "a parameter is given twice", "give each once")
    check_names(found, names)
    return found


def check_names(given: Mapping[str, Any], names: frozenset[str]) -> None:
    for name in given:
        if name not in names:
            known = ", ".join(f"`{each}`" for each in sorted(names)) or "none"
            raise Problem(400, f"there is no parameter `{name[:100]}`", f"there are: {known}")


def read_object(value: Any, names: frozenset[str]) -> dict[str, Any]:
    """The fields of a JSON object."""
    if not isinstance(value, dict):
        raise Problem(400, "the body is not a JSON object", "send an object, such as {}")
    check_names(value, names)
    return value


def read_path_id(request: Request, before: str) -> str:
    """The rest of a path as it was meant: whatever it holds, it is only the name of something."""
    raw: bytes = request.scope["raw_path"]
    try:
        given = unquote_to_bytes(raw[len(before) :]).decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(400, "the id is not UTF-8", "write it in UTF-8 with %XX") from None
    return given


def get_text(given: Mapping[str, Any], limits: Limits) -> str:
    text = given.get("text")
    if not isinstance(text, str):
        raise Problem(400, "`text` must be a string", "give the text to look for")
    if len(text) > limits.text_characters:
        most = f"{limits.text_characters:,}"
        raise Problem(400, f"`text` must have at most {most} characters, not {len(text):,}", "ask for its parts")
    # Half of a surrogate pair, which JSON can spell and UTF-8 cannot.
    return text.encode("utf-8", "replace").decode("utf-8")


def get_number(given: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = given.get(name, default)
    if isinstance(value, str) and value.isascii() and value.removeprefix("-").isdigit() and len(value) < 20:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        shown = str(value)[:100]
        raise Problem(400, f"`{name}` must be a whole number from {least:,} to {most:,}, not {shown}", "")
    return value


def get_switch(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name, False)
    if isinstance(value, str) and value in ("true", "false"):
        value = value == "true"
    if not isinstance(value, bool):
        raise Problem(400, f"`{name}` must be true or false", "")
    return value


def get_ids(given: Mapping[str, Any], limits: Limits) -> list[str]:
    ids = given.get("ids")
    if not isinstance(ids, list) or not 1 <= len(ids) <= limits.ids:
        raise Problem(400, f"`ids` must be a list of 1 to {limits.ids:,} strings", "send more in several requests")
    return [require_id(each, limits) for each in ids]


def require_id(given: Any, limits: Limits) -> str:
    try:
        return check_id(given, limits)
    except ValueError as error:
        raise Problem(400, str(error), "give the id that the document was added with") from None
