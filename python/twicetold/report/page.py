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

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from twicetold.text.plurals import format_count, format_share
from twicetold.text.terminal import escape_controls
from twicetold.views.words import cut_words

SHORT_CHARACTERS = 200  # characters of a value or a name
EXCERPT_CHARACTERS = 80  # characters of a title, or of a text that stands for one
OWN_PACKAGE = "twicetold.report"


@cache
def load_templates(package: str) -> Environment:
    """The templates in the folder `templates` of a job's package, and those of every page, with their filters."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(OWN_PACKAGE)]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escape_controls,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"sort_keys": False}  # columns of the CSV in the order of the template
    made.filters |= {"breakable": make_breakable}
    made.filters |= {"short": shorten_text, "counted": format_count, "share": format_share, "date": format_date}
    return made


def read_page_files(package: str, suffix: str) -> Markup:
    """The style or script of a page: the files of every page, then those beside the job's templates, as they are."""
    folders = [files(each).joinpath("templates") for each in (OWN_PACKAGE, package)]
    paths = [path for folder in folders for path in sorted(folder.iterdir(), key=lambda path: path.name)]
    return Markup("".join(path.read_text(encoding="utf-8") for path in paths if path.name.endswith(suffix)))


def format_policy(script: str, style: str) -> str:
    """Nothing is fetched, and only these two run."""
    return (
        f"default-src 'none'; script-src '{_hash_source(script)}'; style-src '{_hash_source(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def shorten_text(text: str, most: int = SHORT_CHARACTERS) -> str:
    """The text cut where a word ends, if one does: `("Lake Orrin lies north", 12)` -> `Lake Orrin…`"""
    return text if len(text) <= most else f"{cut_words(text, most).rstrip()}…"


def make_breakable(name: str) -> Markup:
    """A name that may go on in a new line after each `/` and `_`, so that no line has to end within a word."""
    safe = str(escape(escape_controls(name)))
    return Markup(safe.replace("/", "/<wbr>").replace("_", "_<wbr>"))


def format_date(timestamp: str) -> str:
    """The day of an ISO 8601 time; anything else as it is."""
    day = timestamp[:10]
    return day if len(timestamp) > 10 and timestamp[10] == "T" else shorten_text(timestamp, 40)


def _escape_controls(value: Any) -> Any:
    return escape_controls(value) if type(value) is str else value


def _hash_source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
