"""Which documents share how much text with which: documents by documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES, DocumentName, name_side

PAIRS_READ = 5_000  # pairs that share most: the documents of the chart are chosen from them
MOST_DOCUMENTS = 20  # documents on each side of the chart
CELL_PIXELS = 24
_NAME_COLUMNS = tuple(f"{side}_{name}" for side in SIDES for name in ("document", "title"))


class SharedTextAnalysis(Analysis):
    title: ClassVar[str] = "Text shared, documents by documents"
    question: ClassVar[str] = "Which documents share how much text with which?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "document_pairs": (*_NAME_COLUMNS, "passages", "characters", "left_share", "right_share")
    }
    schema: ClassVar[pa.Schema] = build_schema(
        **{name: pa.string() for name in _NAME_COLUMNS},
        passages=pa.uint32(),
        characters=pa.uint32(),  # of the left document
        left_share=pa.float64(),
        right_share=pa.float64(),
    )

    def compute_table(self, run: Run) -> pa.Table:
        found = [row for row in islice(read_rows(run, "document_pairs"), PAIRS_READ) if row["passages"]]
        left, right = (_choose_documents(found, side) for side in SIDES)
        rows = [row for row in found if name_side(row, "left") in left and name_side(row, "right") in right]
        kept = [{name: row[name] for name in self.schema.names} for row in rows]
        return pa.Table.from_pylist(kept, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        first = charts.prepare_rows(table.slice(0, 1))[0]
        names = " and ".join(charts.shorten_text(_name_document(first, side), 40) for side in SIDES)
        return f"{names} share most: {first['characters']:,} characters"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        cells = [
            {side: charts.shorten_text(_name_document(row, side), 30) for side in SIDES}
            | {name: row[name] for name in ("characters", "passages")}
            for row in charts.prepare_rows(table)
        ]
        axis = altair.Axis(labelAngle=-60, labelLimit=160)
        return (
            altair.Chart(altair.Data(values=cells), width={"step": CELL_PIXELS}, height={"step": CELL_PIXELS})
            .mark_rect(stroke="currentColor", strokeOpacity=0.25)
            .encode(
                x=altair.X("right:N", title=None, sort=None, axis=axis),
                y=altair.Y("left:N", title=None, sort=None, axis=altair.Axis(labelLimit=160)),
                color=altair.Color("characters:Q", title="characters shared", scale=altair.Scale(scheme="blues")),
                tooltip=["left:N", "right:N", "characters:Q", "passages:Q"],
            )
        )


def _choose_documents(rows: list[dict[str, Any]], side: str) -> set[DocumentName]:
    """The documents that share most on this side."""
    characters = Counter[DocumentName]()
    for row in rows:
        characters[name_side(row, side)] += row["characters"]
    return set(sorted(characters, key=lambda name: (-characters[name], name))[:MOST_DOCUMENTS])


def _name_document(row: dict[str, Any], side: str) -> str:
    return str(row[f"{side}_title"] or row[f"{side}_document"])
