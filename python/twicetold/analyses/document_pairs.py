"""Which documents share most, as Table 2 and Figure 4 of Ayhan and others (2013)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.text.colours import BLUE, SKY

MOST_PAIRS = 20
CHART_ROWS = 10
PAIR_COLUMNS = build_schema(
    left_document=pa.string(),
    left_title=pa.string(),
    right_document=pa.string(),
    right_title=pa.string(),
    shared=pa.uint32(),
    identical=pa.uint32(),
)


class DocumentPairsAnalysis(Analysis):
    title: ClassVar[str] = "Documents that share most"
    question: ClassVar[str] = "Which two documents have most sentences in common?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"document_pairs": tuple(PAIR_COLUMNS.names)}
    schema: ClassVar[pa.Schema] = PAIR_COLUMNS

    def compute_table(self, run: Run) -> pa.Table:
        # The run has them most shared first.
        return pa.Table.from_pylist(list(islice(read_rows(run, "document_pairs"), MOST_PAIRS)), self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        first = charts.prepare_rows(table.slice(0, 1))[0]
        left, right = (charts.shorten_text(first[f"{side}_title"] or first[f"{side}_document"], 40) for side in SIDES)
        return f"{left} and {right} share {first['shared']:,}, {first['identical']:,} of them to the letter"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        pairs = charts.prepare_rows(table.slice(0, CHART_ROWS))
        split = [
            {"pair": f"{rank}. {_name_pair(pair)}", "how": how, "sentences": sentences, "rank": rank, "order": order}
            for rank, pair in enumerate(pairs, 1)
            for order, (how, sentences) in enumerate(
                ((IDENTICAL, pair["identical"]), (NEAR, pair["shared"] - pair["identical"]))
            )
        ]
        colours = altair.Scale(domain=[IDENTICAL, NEAR], range=[BLUE, SKY])
        return (
            altair.Chart(altair.Data(values=split), width=charts.WIDTH - 180, height={"step": charts.BAR_HEIGHT})
            .mark_bar()
            .encode(
                x=altair.X("sentences:Q", title="sentences in common", axis=charts.build_count_axis()),
                y=altair.Y("pair:N", title=None, sort=None, axis=altair.Axis(labelLimit=420)),
                color=altair.Color("how:N", title=None, scale=colours),
                order="order:Q",
                tooltip=["pair:N", "how:N", altair.Tooltip("sentences:Q", format=",")],
            )
        )


SIDES = ("left", "right")
IDENTICAL, NEAR = "to the letter", "nearly"


def _name_pair(pair: dict[str, Any]) -> str:
    return " | ".join(charts.shorten_text(pair[f"{side}_title"] or pair[f"{side}_document"], 34) for side in SIDES)
