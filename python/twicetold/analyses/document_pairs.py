"""Which documents share most, as Table 2 and Figure 4 of Ayhan and others (2013)."""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis
from twicetold.run import Run
from twicetold.run.finished import rows
from twicetold.schema import DOCUMENT_PAIRS

MOST = 20
DRAWN = 10


class DocumentPairs(Analysis):
    title: ClassVar[str] = "Documents that share most"
    question: ClassVar[str] = "Which two documents have most sentences in common?"
    schema: ClassVar[pa.Schema] = DOCUMENT_PAIRS

    def table(self, run: Run) -> pa.Table:
        # The run has them most shared first.
        return pa.Table.from_pylist(list(islice(rows(run, "document_pairs"), MOST)), self.schema)

    def finding(self, table: pa.Table) -> str:
        first = charts.rows(table.slice(0, 1))[0]
        left, right = (charts.short(first[f"{side}_title"] or first[f"{side}_document"], 40) for side in SIDES)
        return f"{left} and {right} share {first['shared']:,}, {first['identical']:,} of them to the letter"

    def drawn(self, table: pa.Table) -> Any:
        altair = charts.altair()
        pairs = charts.rows(table.slice(0, DRAWN))
        split = [
            {"pair": f"{rank}. {_name(pair)}", "how": how, "sentences": sentences, "rank": rank, "order": order}
            for rank, pair in enumerate(pairs, 1)
            for order, (how, sentences) in enumerate(
                ((IDENTICAL, pair["identical"]), (NEAR, pair["shared"] - pair["identical"]))
            )
        ]
        colours = altair.Scale(domain=[IDENTICAL, NEAR], range=[charts.BLUE, charts.KIND_COLOURS["template"]])
        return (
            altair.Chart(altair.Data(values=split), width=charts.WIDTH - 180, height={"step": charts.BAR_HEIGHT})
            .mark_bar()
            .encode(
                x=altair.X("sentences:Q", title="sentences in common", axis=charts.whole_numbers()),
                y=altair.Y("pair:N", title=None, sort=None, axis=altair.Axis(labelLimit=420)),
                color=altair.Color("how:N", title=None, scale=colours),
                order="order:Q",
                tooltip=["pair:N", "how:N", altair.Tooltip("sentences:Q", format=",")],
            )
        )


SIDES = ("left", "right")
IDENTICAL, NEAR = "to the letter", "nearly"


def _name(pair: dict[str, Any]) -> str:
    return " | ".join(charts.short(pair[f"{side}_title"] or pair[f"{side}_document"], 34) for side in SIDES)
