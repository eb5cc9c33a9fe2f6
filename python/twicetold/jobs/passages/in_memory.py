"""The passages that two texts in memory share."""

from __future__ import annotations

from dataclasses import dataclass

from twicetold.run import Run


@dataclass(frozen=True)
class SharedPassage:
    """Text that two texts share. `left[left_start:left_end]` is `left_text`."""

    left_start: int  # where it begins in the left text, in characters
    left_end: int  # where it ends in the left text
    right_start: int  # where it begins in the right text
    right_end: int  # where it ends in the right text
    left_text: str  # what it says in the left text
    right_text: str  # what it says in the right text
    similarity: float  # the cosine of the two sides: 1 for the same words
    kind: str  # one of the kinds of `passages`


def list_shared_passages(run: Run, left: str, right: str) -> list[SharedPassage]:
    """List the passages of a run that compared one text with another, in the order of the left text."""
    found = [
        SharedPassage(
            left_start=row["left_start"],
            left_end=row["left_end"],
            right_start=row["right_start"],
            right_end=row["right_end"],
            left_text=left[row["left_start"] : row["left_end"]],
            right_text=right[row["right_start"] : row["right_end"]],
            similarity=row["similarity"],
            kind=row["kind"],
        )
        for row in run.read_table("passages").to_pylist()
    ]
    return sorted(found, key=lambda passage: (passage.left_start, passage.right_start))
