"""Counts of a run of `sentences` that several papers have: sizes, kinds, articles, and groups of articles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from replication.base import Chart, Table
from replication.minhash.buckets import join_pairs
from twicetold.analyses.base import load_analysis
from twicetold.run import Run

KINDS = ("identical", "template", "copyedit", "drift", "reference", "other")


def chart_analysis(run: Run, analysis: str, name: str, caption: str) -> Chart:
    """Build the chart of an analysis of a run."""
    return Chart(name, load_analysis(analysis).build_chart(run), caption)


def count_run(run: Run) -> dict[str, Any]:
    """Count the articles, sentences, pairs and clusters of a run, as the papers do."""
    results = run.facts["results"]
    members = run.members.select(["cluster", "variant", "document", "title"]).to_pylist()
    sizes = run.clusters["size"].to_pylist()
    return {
        "articles": results["documents"],
        "sentences": results["sentences"],
        "candidate pairs": results["candidates"],
        "matches": results["matches"],
        "clusters": len(sizes),
        "sentences in clusters": len(members),
        "distinct sentences in them": len({(row["cluster"], row["variant"]) for row in members}),
        "articles in clusters": len({(row["document"], row["title"]) for row in members}),
        "largest cluster": max(sizes, default=0),
    }


def format_share_up_to(run: Run, most: int) -> str:
    """Format the share of the clusters with at most `most` members: `99.06 %`"""
    sizes = run.clusters["size"].to_pylist()
    return format_share(sum(size <= most for size in sizes), len(sizes), 2)


def format_share(part: float, whole: float, places: int = 1) -> str:
    """Format a share: `(3, 8)` -> `37.5 %`, `(0, 0)` -> `–`"""
    return f"{100 * part / whole:.{places}f} %" if whole else "–"


def count_kinds(run: Run) -> dict[str, int]:
    """Count the clusters of each kind."""
    counted = Counter(run.clusters["kind"].to_pylist())
    return {kind: counted[kind] for kind in KINDS}


def build_kinds_table(columns: dict[str, dict[str, int]]) -> Table:
    """Build a table of clusters by kind, with counts and shares for each run or paper."""
    rows = []
    for kind in KINDS:
        cells: list[Any] = [kind]
        for column in columns.values():
            cells += [column[kind], format_share(column[kind], sum(column.values()))]
        rows.append(cells)
    total: list[Any] = ["all"]
    for column in columns.values():
        total += [sum(column.values()), ""]
    return Table(["kind", *(cell for name in columns for cell in (name, "share"))], [*rows, total])


def group_documents(pairs: Iterable[dict[str, Any]], above: int) -> list[list[str]]:
    """Group documents that pairs with more than `above` shared sentences connect, the largest group first."""
    numbers: dict[str, int] = {}
    linked = set()
    for row in pairs:
        if row["shared"] > above:
            left, right = (numbers.setdefault(row[f"{side}_document"], len(numbers)) for side in ("left", "right"))
            linked.add((left, right))
    names = list(numbers)
    groups = [[names[number] for number in group] for group in join_pairs(linked)]
    return sorted(groups, key=lambda group: (-len(group), group))
