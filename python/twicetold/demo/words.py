"""The words and sentence frames of the encyclopedia, as `words.toml` and `frames.toml` have them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Subject:
    """What an article can be about. `title` is a frame in which `{core}` is the name no other article has."""

    noun: str
    title: str
    definitions: tuple[str, ...]
    statements: tuple[str, ...]
    sections: tuple[str, ...]
    infobox: str
    categories: tuple[str, ...]


def _read_tables(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))


def _split_pools(pools: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """`{"adj": "red, dark green"}` -> `{"adj": ("red", "dark green")}`, also where a line ends within an entry."""
    return {name: tuple(" ".join(entry.split()) for entry in text.split(",")) for name, text in pools.items()}


def _build_subject(table: dict[str, Any]) -> Subject:
    lists = {name: tuple(table[name]) for name in ("sections", "categories")}
    lines = {name: tuple(table[name].splitlines()) for name in ("definitions", "statements")}
    return Subject(**{**table, **lists, **lines})


_WORD_TABLES = {name: _split_pools(pools) for name, pools in _read_tables("words.toml").items()}
_FRAME_TABLES = _read_tables("frames.toml")

WORDS, NAME_PARTS, COPYEDITS = (_WORD_TABLES[name] for name in ("words", "names", "copyedits"))
GENERAL_FRAMES: dict[str, list[str]] = {name: text.splitlines() for name, text in _FRAME_TABLES["general"].items()}
FACT_FRAMES: dict[str, list[str]] = {name: text.splitlines() for name, text in _FRAME_TABLES["facts"].items()}
CITATION_FRAME: str = _FRAME_TABLES["citation"]["frame"]
LONGER_FORMS: dict[str, list[str]] = _FRAME_TABLES["longer_forms"]
SUBJECTS = tuple(map(_build_subject, _FRAME_TABLES["subjects"]))
