"""Kinds: what the findings of a job can be. A job lists its own once; `show`, report and charts read that list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind as the tables name it, what it means, and its colour in charts and reports."""

    name: str
    meaning: str
    colour: str


def list_kind_names(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """The names of kinds, in their order."""
    return tuple(kind.name for kind in kinds)


def order_kind_names(kinds: Sequence[Kind], found: Iterable[str]) -> list[str]:
    """The names of all kinds in their order, then names that were found and are not among them."""
    names = list_kind_names(kinds)
    return [*names, *sorted({*found} - {*names})]
