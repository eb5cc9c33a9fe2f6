"""Every name on the menu, by family."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from docs.generate.markdown import UNKNOWN, build_table, mark_code, write_sentence

from twicetold import registry

FILE = Path(__file__).with_name("names.toml")
HEAD = """\
# Names

This page lists every name that a user can type, from `python/twicetold/registry.py`.
[Adding things](../adding.md) shows how to add one.
"""


def build_page() -> str:
    meanings = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return "\n".join([HEAD, *(_build_family(meanings, family) for family in registry.MENU)])


def describe_family(family: str) -> dict[str, str]:
    """Describe a family: its title, how a name of it is typed, and the page with more about it."""
    meanings = tomllib.loads(FILE.read_text(encoding="utf-8"))["family"]
    return dict(meanings.get(family, {"title": family, "typed": UNKNOWN, "page": "adding.md"}))


def list_stale() -> list[str]:
    """List the names in the file that are not on the menu."""
    meanings = tomllib.loads(FILE.read_text(encoding="utf-8"))
    meanings["family"] = {family: "" for family in meanings["family"] if family not in registry.MENU}
    return [
        f"{FILE.name}: {family}.{name}"
        for family, own in meanings.items()
        for name in own
        if name not in registry.MENU.get(family, {})
    ]


def _build_family(meanings: dict[str, Any], family: str) -> str:
    own = describe_family(family)
    rows = [
        (mark_code(name), _name_file(family, name), write_sentence(find_meaning(meanings, family, name) or UNKNOWN))
        for name in registry.list_names(family)
    ]
    more = f"{write_sentence(own['typed'])} More: [{own['page'].removesuffix('.md')}](../{own['page']})."
    return f"## {own['title']}\n\n{more}\n\n{build_table(('name', 'file', 'meaning'), rows)}"


def find_meaning(meanings: dict[str, Any], family: str, name: str) -> str:
    """Find the meaning of a name in the file; for an analysis it is the question that it answers."""
    meaning = meanings.get(family, {}).get(name, "")
    return str(meaning or getattr(registry.load_class(family, name), "question", ""))


def _name_file(family: str, name: str) -> str:
    module, _, _ = registry.MENU[family][name].partition(":")
    return mark_code(module.removeprefix("twicetold.").replace(".", "/"))
