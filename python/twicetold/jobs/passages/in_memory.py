"""The passages that two texts in memory share."""

from __future__ import annotations

from dataclasses import dataclass

from twicetold.run import Run


@dataclass(frozen=True)
class SharedPassage:
    """Text that two texts share. `left[left_start:left_end]` is `left_text`."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int
    left_text: str
    right_text: str
    similarity: float  # the cosine of the two sides: 1 for the same words
    kind: str  # one of the kinds of `passages`


def list_shared_passages(run: Run, left: str, right: str) -> list[SharedPassage]:
    """List the passages of a run that compared one text with another, in the order of the left text."""
    found = []
    for row in run.read_table("passages").to_pylist():
        places = [row[f"{side}_{end}"] for side in ("left", "right") for end in ("start", "end")]
        texts = left[places[0] : places[1]], right[places[2] : places[3]]
        found.append(SharedPassage(*places, *texts, row["similarity"], row["kind"]))
    return sorted(found, key=lambda passage: (passage.left_start, passage.right_start))
