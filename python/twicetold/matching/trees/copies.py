"""Copies of one text: where they differ, and who copied from whom; the work is done by `src/trees/`.

A reading is a number: which variant a copy has at a place of the text. 0 says that the copy does not have that place at
all, as one that was cut. Readings come from texts (`compare_copies`) or from wherever else the variants are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twicetold import _kernels

ReadingRow = Sequence[int]  # the readings of one copy


@dataclass(frozen=True)
class Copies:
    """The text that most copies have, and the readings of each copy, word by word."""

    best_text: str
    readings: list[list[int]]


@dataclass(frozen=True)
class CopyParent:
    """The copy that another was likely copied from, by its number; None where no source is among the copies."""

    parent: int | None
    confidence: float  # from 0 to 1


@dataclass(frozen=True)
class CopyTree:
    """Copies without dates, joined by likeness: two copies each, with how certain it is that they belong together."""

    edges: list[tuple[int, int, float]]
    root: int | None  # where lost text shows it


def compare_copies(texts: Sequence[str]) -> Copies:
    """Compare copies of one text word by word. Wrong letters, as scanners make them, are not variants."""
    return Copies(*_kernels.compare_copies(texts))


def find_parents(readings: Sequence[ReadingRow], dates: Sequence[str] = ()) -> list[CopyParent]:
    """Find the likely parent of each copy: the earlier one that leaves least unexplained.

    Dates are as `read_date` gives them; without any, parents are those of the tree, if it has a root.
    """
    return [CopyParent(parent, sure) for parent, sure in _kernels.find_parents(readings, list(dates))]


def find_tree(readings: Sequence[ReadingRow]) -> CopyTree:
    """Find the tree in which the differences along the edges are fewest."""
    return CopyTree(*_kernels.find_tree(readings))
