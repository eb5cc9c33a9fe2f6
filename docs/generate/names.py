"""Every name on the menu, by family."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from docs.generate.markdown import UNKNOWN, code, sentence, table

from twicetold import registry

FILE = Path(__file__).with_name("names.toml")
HEAD = """\
# Names

This page lists every name that a user can type, from `python/twicetold/registry.py`.
[Adding things](../adding.md) shows how to add one.
"""


def page() -> str:
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return "\n".join([HEAD, *(_family(told, family) for family in registry.MENU)])


def about(family: str) -> dict[str, str]:
    """What a family is called, how a name of it is typed, and the page that says more."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))["family"]
    return dict(told.get(family, {"title": family, "typed": UNKNOWN, "page": "adding.md"}))


def stale() -> list[str]:
    """Names in the file that are not on the menu."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    told["family"] = {family: "" for family in told["family"] if family not in registry.MENU}
    return [
        f"{FILE.name}: {family}.{name}"
        for family, own in told.items()
        for name in own
        if name not in registry.MENU.get(family, {})
    ]


def _family(told: dict[str, Any], family: str) -> str:
    own = about(family)
    rows = [
        (code(name), _file(family, name), sentence(meaning(told, family, name) or UNKNOWN))
        for name in registry.list_names(family)
    ]
    more = f"{sentence(own['typed'])} More: [{own['page'].removesuffix('.md')}](../{own['page']})."
    return f"## {own['title']}\n\n{more}\n\n{table(('name', 'file', 'meaning'), rows)}"


def meaning(told: dict[str, Any], family: str, name: str) -> str:
    """What the file says; an analysis says it itself, by its question."""
    said = told.get(family, {}).get(name, "")
    return str(said or getattr(registry.load_class(family, name), "question", ""))


def _file(family: str, name: str) -> str:
    module, _, _ = registry.MENU[family][name].partition(":")
    return code(module.removeprefix("twicetold.").replace(".", "/"))
