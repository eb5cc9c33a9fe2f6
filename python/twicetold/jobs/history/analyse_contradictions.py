"""How long copies disagree before one of them is changed: the half-life of a contradiction.

A disagreement begins when an edit changes a number, a date or another fact of a sentence while another page has it as
it was. It ends when either page changes the fact again or loses the sentence. Other edits do not end it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.history.candidates import count_days
from twicetold.jobs.history.survival import LifetimeCounts
from twicetold.jobs.history.trees import EDIT
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.text.plurals import format_count

Row = dict[str, Any]
AGES = (0, 1, 7, 30, 60, 90, 180, 365, 730, 1_095, 1_825, 2_920, 3_650)  # days
FACTS = ("number", "date", "quantity", "name", "place", "negation")  # kinds of changes that can make copies disagree
MOST_COPIES = 20  # other pages that one edit is compared with
_COLUMNS = (
    *("cluster", "timestamp", "document", "life", "text", "relation", "parent_document", "parent_life"),
    *("end_timestamp", "alive", "changes"),
)


class ContradictionLifeAnalysis(Analysis):
    title: ClassVar[str] = "How long copies disagree"
    question: ClassVar[str] = "How long do two copies disagree after a fact was changed in one of them?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"trees": _COLUMNS, "pages": ("timestamp",)}
    schema: ClassVar[pa.Schema] = build_schema(
        days=pa.uint64(),
        share=pa.float64(),  # of the disagreements that last longer
        low=pa.float64(),  # of its 95 % interval
        high=pa.float64(),
        at_risk=pa.uint64(),  # disagreements that lasted as long
        half_life=pa.int64(),  # days after which half of them have ended; -1 where more than half last
        disagreements=pa.uint64(),
    )

    def compute_table(self, run: Run) -> pa.Table:
        newest = max((row["timestamp"] for row in read_rows(run, "pages", columns=["timestamp"])), default="")
        counts = LifetimeCounts()
        for _, nodes in groupby(read_rows(run, "trees", columns=_COLUMNS), key=lambda row: row["cluster"]):
            for start, end in list_disagreements(list(nodes)):
                counts.add(count_days(start, end or newest), bool(end))
        median = counts.find_median()
        about = {"half_life": -1 if median is None else median, "disagreements": counts.total}
        rows = [vars(point) | about for point in counts.estimate(AGES)] if counts.total else []
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        row = table.slice(0, 1).to_pylist()[0]
        known = format_count(row["disagreements"], "disagreement")
        if row["half_life"] < 0:
            return f"of {known} fewer than half have ended"
        return f"half of {known} ended within {format_count(row['half_life'], 'day')}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        base = altair.Chart(
            altair.Data(values=charts.prepare_rows(table)), width=charts.WIDTH, height=charts.HEIGHT // 2
        ).encode(x=altair.X("days:Q", title="days since the edit", axis=charts.build_count_axis()))
        axis = altair.Axis(format="~%")
        band = base.mark_area(interpolate="step-after", opacity=0.25).encode(
            y=altair.Y("low:Q", title="share that still disagrees, 95 % interval", axis=axis), y2="high:Q"
        )
        return altair.layer(band, base.mark_line(interpolate="step-after").encode(y="share:Q"))


def list_disagreements(nodes: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """When each disagreement in a tree began and ended; the end is "" where it lasts."""
    known = {(node["document"], node["life"]): node for node in nodes}
    after: dict[tuple[str, int], Row] = {}  # the edit that follows a sentence on its page
    by_text: dict[str, list[Row]] = {}
    for node in nodes:
        by_text.setdefault(node["text"].casefold(), []).append(node)
        if node["relation"] == EDIT:
            after.setdefault((node["parent_document"], node["parent_life"]), node)
    for node in nodes:
        before = known.get((node["parent_document"], node["parent_life"]))
        if node["relation"] != EDIT or before is None or not _changes_fact(node):
            continue
        moment, others = node["timestamp"], by_text[before["text"].casefold()]
        behind = [each for each in others if each["document"] != node["document"] and _is_there(each, moment)]
        own = _find_end(node, after)
        for each in behind[:MOST_COPIES]:
            ends = [end for end in (own, _find_end(each, after)) if end]
            yield moment, min(ends, default="")


def _is_there(node: Row, moment: str) -> bool:
    return bool(node["timestamp"] <= moment and (node["alive"] or node["end_timestamp"] > moment))


def _changes_fact(node: Row) -> bool:
    return any(change.partition(":")[0] in FACTS for change in node["changes"])


def _find_end(node: Row, after: dict[tuple[str, int], Row]) -> str:
    """When the facts of a sentence were changed or the sentence was lost; "" where neither happened."""
    while not node["alive"]:
        following = after.get((node["document"], node["life"]))
        if following is None or following["timestamp"] <= node["timestamp"] or _changes_fact(following):
            return str(node["end_timestamp"])
        node = following
    return ""
