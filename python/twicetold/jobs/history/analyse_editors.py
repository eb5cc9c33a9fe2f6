"""Who copies: unregistered, new and experienced editors, and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.history.candidates import count_days
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.jobs.history.survival import estimate_share
from twicetold.run import Run
from twicetold.run.finished import read_rows

NEW_DAYS = 30  # since an editor's first change in the input: after that they are experienced
GROUPS = ("unregistered", "new", "experienced", "registered", "bot", "hidden")
_COLUMNS = ("document", "revision", "timestamp", "editor", "editor_kind", "brought")


class CopyingEditorsAnalysis(Analysis):
    title: ClassVar[str] = "Edits that copy, by editor"
    question: ClassVar[str] = "Which share of the edits that bring sentences copies some of them from another page?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "revisions": _COLUMNS,
        "events": ("kind", "target_document", "target_revision"),
    }
    schema: ClassVar[pa.Schema] = build_schema(
        editors=pa.string(),  # `new` for 30 days after their first change, then `experienced`
        edits=pa.uint64(),  # that brought sentences
        copying=pa.uint64(),  # of these, edits that brought a sentence from another page
        share=pa.float64(),
        low=pa.float64(),  # of its 95 % interval
        high=pa.float64(),
    )

    def compute_table(self, run: Run) -> pa.Table:
        columns = ["kind", "target_document", "target_revision"]
        copies = read_rows(run, "events", ds.field("kind") != NO_SOURCE, columns)
        copying = {(row["target_document"], row["target_revision"]) for row in copies}
        first: dict[str, str] = {}
        for row in read_rows(run, "revisions", columns=["editor", "timestamp"]):
            if row["editor"] and row["timestamp"] < first.get(row["editor"], "~"):
                first[row["editor"]] = row["timestamp"]
        edits, copied = Counter[str](), Counter[str]()
        for row in read_rows(run, "revisions", columns=_COLUMNS):
            if row["brought"]:
                group = _choose_group(row, first)
                edits[group] += 1
                copied[group] += (row["document"], row["revision"]) in copying
        rows = []
        for group in (each for each in GROUPS if edits[each]):
            share, low, high = estimate_share(copied[group], edits[group])
            counts = {"editors": group, "edits": edits[group], "copying": copied[group]}
            rows.append(counts | {"share": share, "low": low, "high": high})
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        most = max(table.to_pylist(), key=lambda row: (row["low"], row["editors"]))
        share, low, high = (charts.format_percentage(most[name], 1) for name in ("share", "low", "high"))
        return f"most by {most['editors']} editors: {share} of {most['edits']:,} edits ({low} to {high})"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        rows = charts.prepare_rows(table)
        for row in rows:
            row["name"] = f"{row['editors']} ({row['edits']:,})"
        base = altair.Chart(altair.Data(values=rows), width=charts.WIDTH - 120, height={"step": charts.BAR_HEIGHT + 6})
        base = base.encode(y=altair.Y("name:N", title=None, sort=None))
        axis = altair.Axis(format="~%")
        reach = base.mark_rule(strokeWidth=2).encode(
            x=altair.X("low:Q", title="share of their edits that copy, 95 % interval", axis=axis),
            x2="high:Q",
            color=altair.value("currentColor"),
        )
        return altair.layer(reach, base.mark_point(filled=True, size=70).encode(x="share:Q", tooltip=["editors:N"]))


def _choose_group(row: dict[str, Any], first: dict[str, str]) -> str:
    kind: str = row["editor_kind"]
    if kind != "registered" or not row["editor"]:
        return kind if kind in GROUPS else "hidden"
    return "new" if count_days(first[row["editor"]], row["timestamp"]) < NEW_DAYS else "experienced"
