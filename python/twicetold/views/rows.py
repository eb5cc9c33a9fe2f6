"""Rows that the views of several jobs have: the run as a whole, its clusters by size, what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow.compute as pc

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, scan_table

Row = dict[str, Any]
SIDES = ("left", "right")
DocumentName = tuple[str, str]  # a document's id and title


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


def limit_rows(sort: str, what: str, rows: Sequence[Row], limit: int | None) -> Iterator[Row]:
    """The first rows as rows of a sort, and how many were left out."""
    yield from ({"row": sort, **row} for row in rows[:limit])
    yield from note_left_out(what, len(rows), limit)


def list_bridges(run: Run, cluster: int, limit: int | None) -> Iterator[Row]:
    """The matches between a cluster and what is outside it."""
    crossing = (pc.field("left_cluster") == cluster) | (pc.field("right_cluster") == cluster)
    return limit_rows("bridge", "bridges", list(read_rows(run, "bridges", crossing)), limit)


def match_name(name: str, side: str = "") -> pc.Expression:
    """The rows with this title or id, of one side of a pair where `side` is `left_` or `right_`."""
    return (pc.field(f"{side}title") == name) | (pc.field(f"{side}document") == name)


def name_side(row: Row, side: str) -> DocumentName:
    """The id and the title of the document on one side of a row."""
    return row[f"{side}_document"], row[f"{side}_title"]


def list_names(run: Run, table: str, columns: Sequence[str] = ("document", "title")) -> Iterator[str]:
    """The ids and titles in a table, most of them more than once."""
    for batch in scan_table(run, table, columns=list(columns)):
        for name in columns:
            yield from pc.unique(batch[name]).to_pylist()


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
    known = _read_results(run).get("sizes")
    if isinstance(known, dict) and all(size.isdecimal() and isinstance(known[size], int) for size in known):
        sizes.update({int(size): clusters for size, clusters in known.items()})
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
