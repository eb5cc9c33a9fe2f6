"""Whether sentences that were copied from another page last as long as those that were written there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.history.candidates import count_days
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.jobs.history.survival import LifetimeCounts
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.text.colours import BLUE, ORANGE

AGES = (0, 1, 7, 30, 60, 90, 180, 365, 730, 1_095, 1_825, 2_920, 3_650, 5_475)  # days
_COLUMNS = ("document", "lineage", "timestamp", "end_timestamp", "alive", "reverted")


class SentenceSurvivalAnalysis(Analysis):
    title: ClassVar[str] = "How long sentences last"
    question: ClassVar[str] = "Do sentences that were copied last as long as those that were written on their page?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "lives": _COLUMNS,
        "events": ("kind", "target_document", "target_life"),
        "pages": ("timestamp",),
    }
    schema: ClassVar[pa.Schema] = build_schema(
        sentences=pa.string(),  # copied, original
        days=pa.uint64(),
        share=pa.float64(),  # that lasts longer; an edited sentence goes on, and what reverts ended at once is left out
        low=pa.float64(),  # of its 95 % interval
        high=pa.float64(),
        at_risk=pa.uint64(),  # sentences that were as old and still there
    )

    def compute_table(self, run: Run) -> pa.Table:
        columns = ["kind", "target_document", "target_life"]
        copies = read_rows(run, "events", ds.field("kind") != NO_SOURCE, columns)
        copied = {(row["target_document"], row["target_life"]) for row in copies}
        newest = max((row["timestamp"] for row in read_rows(run, "pages", columns=["timestamp"])), default="")
        counts = {"copied": LifetimeCounts(), "original": LifetimeCounts()}
        for document, lineage, start, end in _iterate_lines(run):
            group = "copied" if (document, lineage) in copied else "original"
            counts[group].add(count_days(start, end or newest), bool(end))
        rows = [
            {"sentences": group, **vars(point)} for group, counted in counts.items() for point in counted.estimate(AGES)
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        shares: dict[str, dict[int, float]] = {}
        for row in table.to_pylist():
            shares.setdefault(row["sentences"], {})[row["days"]] = row["share"]
        common = [days for days in AGES if all(days in known for known in shares.values())]
        told = [f"{charts.format_percentage(known[common[-1]])} of the {group}" for group, known in shares.items()]
        return f"after {common[-1]:,} days {' and '.join(told)} sentences are still there"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        colours = altair.Scale(domain=["copied", "original"], range=[ORANGE, BLUE])
        return (
            altair.Chart(altair.Data(values=charts.prepare_rows(table)), width=charts.WIDTH, height=charts.HEIGHT // 2)
            .mark_line(interpolate="step-after")
            .encode(
                x=altair.X("days:Q", title="days since it was written", axis=charts.build_count_axis()),
                y=altair.Y("share:Q", title="share still there", axis=altair.Axis(format="~%")),
                color=altair.Color("sentences:N", title=None, scale=colours),
            )
        )


def _iterate_lines(run: Run) -> Iterator[tuple[str, int, str, str]]:
    """Each line of a page, a sentence with its edits: page, first life, beginning, and end if it has ended.

    The lives of a page are neighbours in the table, so only one page is in memory.
    """
    page, lines = "", dict[int, list[Any]]()
    for row in read_rows(run, "lives", columns=_COLUMNS):
        if row["document"] != page:
            yield from ((page, first, start, end) for first, (start, end, is_junk) in lines.items() if not is_junk)
            page, lines = row["document"], {}
        end = "" if row["alive"] else row["end_timestamp"]
        line = lines.setdefault(row["lineage"], [row["timestamp"], end, row["reverted"]])
        line[0] = min(line[0], row["timestamp"])
        line[1] = "" if not (line[1] and end) else max(line[1], end)
        line[2] = line[2] and row["reverted"]
    yield from ((page, first, start, end) for first, (start, end, is_junk) in lines.items() if not is_junk)
