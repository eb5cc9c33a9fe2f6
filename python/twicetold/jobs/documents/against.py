"""Two sets of documents: which measure suits them, and how many documents of one are in the other."""

from __future__ import annotations

from typing import Any

import pyarrow.compute as pc

from twicetold.run import Run

Place = tuple[str, str]  # a document's file, and its place there
MUCH_SHORTER = 2  # times: a whole text can then hardly reach a Jaccard of 0.5 with one that contains it


def measure_mean_lengths(run: Run) -> tuple[float, float]:
    """The mean number of characters of the documents that are searched, and of those of `--against`."""
    counts, characters = [0, 0], [0, 0]
    for batch in run.read_batches("standing"):
        for side, rows in ((1, batch["is_against"]), (0, pc.invert(batch["is_against"]))):
            lengths = batch["length"].filter(rows)
            counts[side] += len(lengths)
            characters[side] += pc.sum(lengths).as_py() or 0
    searched, against = (total / max(count, 1) for total, count in zip(characters, counts, strict=True))
    return searched, against


def is_much_shorter(run: Run) -> bool:
    """Whether the texts of `--against` are so short that they are to be looked for within the others."""
    searched, against = measure_mean_lengths(run)
    return 0 < MUCH_SHORTER * against <= searched


def summarise_against(run: Run, sources: frozenset[str]) -> dict[str, Any]:
    """How many documents repeat something of the other set, and how much of that set they repeat."""
    searched, against = (round(mean) for mean in measure_mean_lengths(run))
    there = sum(pc.sum(batch["is_against"]).as_py() or 0 for batch in run.read_batches("standing"))
    repeating, found = _list_repetitions(run, sources)
    return {
        "against": {
            "files": sorted(sources),
            "documents": there,
            "searched": run.count_rows("documents") - there,
            "found": len(found),
            "repeating": len(repeating),
            "mean_characters": {"searched": searched, "against": against},
        }
    }


def _list_repetitions(run: Run, sources: frozenset[str]) -> tuple[set[Place], set[Place]]:
    """The documents that repeat one of the other set, and those of the other set that are repeated."""
    sides: dict[int, tuple[set[Place], set[Place]]] = {}
    for batch in run.read_batches("members"):
        for row in batch.select(["cluster", "source", "place"]).to_pylist():
            side = sides.setdefault(row["cluster"], (set(), set()))[row["source"] in sources]
            side.add((row["source"], row["place"]))
    repeating, found = set[Place](), set[Place]()
    for own, other in sides.values():
        if own and other:
            repeating |= own
            found |= other
    for batch in run.read_batches("matches"):  # a long document may contain several of the others
        for row in batch.select(["left_source", "left_place", "right_source", "right_place"]).to_pylist():
            ends = [(row[f"{side}_source"], row[f"{side}_place"]) for side in ("left", "right")]
            inside = [end for end in ends if end[0] in sources]
            found |= set(inside) if len(inside) == 1 else set()
    return repeating, found
