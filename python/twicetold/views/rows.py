"""Rows that the views of several jobs have: the run as a whole, its clusters by size, what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow.compute as pc

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count_rows, scan_table

Row = dict[str, Any]


def describe_run(run: Run, table_names: Sequence[str]) -> Row:
    """The run as a whole: its inputs, times and results, or the rows of its tables where it has entered none."""
    facts = run.facts
    return {
        "row": "run",
        "folder": str(run.folder),
        "digest": run.digest,
        "inputs": [each for each in facts.get("inputs", []) if isinstance(each, dict)],
        "seconds": {name: stage.get("seconds") for name, stage in facts["stages"].items()},
        "results": _read_results(run) or {name: count_rows(run, name) for name in table_names},
    }


def count_cluster_sizes(run: Run) -> Iterator[Row]:
    """How many clusters there are of each size, by powers of two."""
    for power, clusters in sorted(_group_by_powers(_read_cluster_sizes(run)).items()):
        yield {"row": "size", "least": 1 << power, "most": (2 << power) - 1, "clusters": clusters}


def check_cluster_number(run: Run, number: int) -> int:
    """The number, if there is such a cluster."""
    clusters = count_rows(run, "clusters")
    if not 0 <= number < clusters:
        hint = f"it has clusters 0 to {clusters - 1}" if clusters else "it has no clusters: nothing is said twice"
        raise RunError(f"`{run.folder}` has no cluster {number}", hint)
    return number


def note_left_out(what: str, there: int, limit: int | None) -> Iterator[Row]:
    """Says how many were left out, if any."""
    if limit is not None and there > limit:
        yield {"row": "more", "what": what, "left_out": there - limit}


def _read_results(run: Run) -> Row:
    results = run.facts.get("results")
    return results if isinstance(results, dict) else {}


def _read_cluster_sizes(run: Run) -> Counter[int]:
    """How many clusters have how many members: as `run.json` says, else counted."""
    sizes: Counter[int] = Counter()
    told = _read_results(run).get("sizes")
    if isinstance(told, dict) and all(size.isdecimal() and isinstance(told[size], int) for size in told):
        sizes.update({int(size): clusters for size, clusters in told.items()})
        return sizes
    for batch in scan_table(run, "clusters", columns=["size"]):
        sizes.update({each["values"]: each["counts"] for each in pc.value_counts(batch["size"]).to_pylist()})
    return sizes


def _group_by_powers(sizes: Counter[int]) -> Counter[int]:
    """By powers of two: `{2: 5, 3: 1, 4: 2}` -> `{1: 6, 2: 2}`"""
    powers: Counter[int] = Counter()
    for size, clusters in sizes.items():
        powers[max(size, 1).bit_length() - 1] += clusters
    return powers
