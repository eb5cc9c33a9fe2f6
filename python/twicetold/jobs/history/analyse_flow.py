"""Between which parts of a wiki sentences flow: namespaces, or the first part of titles such as `css/color`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.text.plurals import format_count

MOST_FLOWS = 30
MAIN_AREA = "(main)"
_COLUMNS = ("kind", "source_document", "source_title", "target_document", "target_title")


class AreaFlowAnalysis(Analysis):
    title: ClassVar[str] = "Flow between parts of the wiki"
    question: ClassVar[str] = "From which namespace or folder of pages did sentences go to which?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"events": _COLUMNS, "pages": ("document", "namespace")}
    schema: ClassVar[pa.Schema] = build_schema(
        source=pa.string(),
        target=pa.string(),
        sentences=pa.uint64(),
        pages=pa.uint64(),  # pairs of pages
    )

    def compute_table(self, run: Run) -> pa.Table:
        others = ds.field("namespace") != 0
        outside = {row["document"] for row in read_rows(run, "pages", others, ["document", "namespace"])}
        sentences, pairs = Counter[tuple[str, str]](), dict[tuple[str, str], set[tuple[str, str]]]()
        for row in read_rows(run, "events", ds.field("kind") != NO_SOURCE, _COLUMNS):
            source, target = (
                find_area(row[f"{side}_title"], row[f"{side}_document"] in outside) for side in ("source", "target")
            )
            sentences[source, target] += 1
            pairs.setdefault((source, target), set()).add((row["source_document"], row["target_document"]))
        ranked = sorted(sentences, key=lambda flow: (-sentences[flow], flow))[:MOST_FLOWS]
        rows = [
            {"source": flow[0], "target": flow[1], "sentences": sentences[flow], "pages": len(pairs[flow])}
            for flow in ranked
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        first = charts.prepare_rows(table.slice(0, 1))[0]
        flow = f"from {charts.shorten_text(first['source'], 40)} to {charts.shorten_text(first['target'], 40)}"
        return f"most {flow}: {format_count(first['sentences'], 'sentence')}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        rows = charts.prepare_rows(table)
        for row in rows:
            row["flow"] = f"{charts.shorten_text(row['source'], 26)} → {charts.shorten_text(row['target'], 26)}"
            row["label"] = f"{row['sentences']:,} ({format_count(row['pages'], 'pair')})"
        base = altair.Chart(altair.Data(values=rows), width=charts.WIDTH - 160, height={"step": charts.BAR_HEIGHT})
        base = base.encode(x=altair.X("sentences:Q", axis=None), y=altair.Y("flow:N", title=None, sort=None))
        return altair.layer(base.mark_bar(), base.mark_text(align="left", dx=5).encode(text="label:N"))


def find_area(title: str, is_outside: bool) -> str:
    """The part of a wiki that a page is in: `Talk:Lake` -> `Talk`, `css/color` -> `css`, `Lake` -> `(main)`."""
    if is_outside:
        return title.partition(":")[0] if ":" in title else "(other)"
    return title.partition("/")[0] if "/" in title.strip("/") else MAIN_AREA
