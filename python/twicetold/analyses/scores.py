"""How alike matching threads are: by their score, and field by field."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, schema
from twicetold.run import Run
from twicetold.run.finished import scan
from twicetold.stages.threads.fields import FIELDS

PARTS = 20  # of the way from 0 to 1
BAR = 70  # pixels that the highest is high
SCORE = "score"
_HAIR = 1e-9  # what a rounding leaves behind shall not put 0.15 below 0.15


class Scores(Analysis):
    title: ClassVar[str] = "Scores of matches"
    question: ClassVar[str] = "How alike are the threads that match, by their score and by each field?"
    schema: ClassVar[pa.Schema] = schema(
        compared=pa.string(),  # score, or a field
        least=pa.float64(),
        most=pa.float64(),  # less than this, but for 1
        matches=pa.uint64(),
        share=pa.float64(),  # of the matches that have the field
    )
    jobs: ClassVar[tuple[str, ...]] = ("threads",)

    def table(self, run: Run) -> pa.Table:
        names = (SCORE, *FIELDS)
        counted: dict[str, Counter[int]] = {name: Counter() for name in names}
        for batch in scan(run, "matches", columns=list(names)):
            for name in names:
                counted[name].update(_parts(batch[name]))
        rows = [_row(name, part, counted[name]) for name in names for part in sorted(counted[name])]
        return pa.Table.from_pylist(rows, self.schema)

    def finding(self, table: pa.Table) -> str:
        rows = [row for row in table.to_pylist() if row["compared"] == SCORE]
        matches, near = sum(row["matches"] for row in rows), sum(row["matches"] for row in rows if row["least"] >= 0.9)
        return f"{near:,} of {matches:,} matches have a score of at least 0.9"

    def drawn(self, table: pa.Table) -> Any:
        altair = charts.altair()
        names = [name for name in (SCORE, *FIELDS) if name in table["compared"].to_pylist()]
        label = {"labelOrient": "top", "labelAnchor": "start", "labelFontSize": 12, "labelColor": "currentColor"}
        across = {
            "scale": altair.Scale(domain=[0, 1]),
            "axis": altair.Axis(format=".1f", values=[0, 0.2, 0.4, 0.6, 0.8, 1]),
        }
        ends = [altair.Tooltip(f"{name}:Q", format=".2f") for name in ("least", "most")]
        bars = altair.Chart(altair.Data(values=charts.rows(table)), width=charts.WIDTH, height=BAR).mark_bar()
        encoded = bars.encode(
            x=altair.X("least:Q", bin="binned", title="similarity", **across),
            x2="most:Q",
            y=altair.Y("matches:Q", title="matches", axis=altair.Axis(format=",d", tickMinStep=1, tickCount=3)),
            row=altair.Row("compared:N", sort=names, header=altair.Header(title=None, **label)),
            tooltip=["compared:N", *ends, "matches:Q"],
        )
        return encoded.resolve_scale(y="independent")


def _parts(values: pa.Array) -> dict[int, int]:
    """How many of these fall into which part; 1 into the last. Where a field is missing, there is nothing to count."""
    parts = pc.min_element_wise(pc.floor(pc.add(pc.multiply(values.drop_null(), PARTS), _HAIR)), PARTS - 1)
    return {int(each["values"]): each["counts"] for each in pc.value_counts(parts).to_pylist()}


def _row(name: str, part: int, counted: Counter[int]) -> dict[str, Any]:
    least, most = part / PARTS, (part + 1) / PARTS
    share = counted[part] / counted.total()
    return {"compared": name, "least": least, "most": most, "matches": counted[part], "share": share}
