"""Templates to text. Whatever a text holds, it reaches the page as text: escaped, with controls spelled out.

Jinja escapes every value; only addresses of the web become links; the page's policy lets nothing run but its own
script and style, told by their hashes; and that script never makes markup of text.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from twicetold.counted import counted
from twicetold.terminal import visible

SHORT = 200  # characters


@cache
def environment() -> Environment:
    """The templates of this folder, with the filters they use."""
    made = Environment(
        loader=PackageLoader("twicetold", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"short": short, "counted": counted, "date": date}
    return made


def has(name: str) -> bool:
    """Whether this folder has such a file."""
    return files("twicetold.report").joinpath(name).is_file()


def inlined(name: str) -> Markup:
    """A file of this folder, as it stands, for the page's own style and script."""
    return Markup(files("twicetold.report").joinpath(name).read_text(encoding="utf-8"))


def policy(script: str, style: str) -> str:
    """Nothing is fetched, and only these two run."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def short(text: str, most: int = SHORT) -> str:
    """`("Lake Orrin", 4)` -> `Lake…`"""
    return text if len(text) <= most else f"{text[:most]}…"


def date(timestamp: str) -> str:
    """The day of an ISO 8601 time; anything else as it is."""
    day = timestamp[:10]
    return day if len(timestamp) > 10 and timestamp[10] == "T" else short(timestamp, 40)


def _seen(value: Any) -> Any:
    return visible(value) if type(value) is str else value


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
