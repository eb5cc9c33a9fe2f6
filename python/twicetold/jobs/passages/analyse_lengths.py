"""How long passages are, by form."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.passages.kinds import BOILERPLATE, PASSAGE_FORMS
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.text.colours import BLUE, GREEN, ORANGE, SKY

LENGTHS = (0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800)
LENGTH_NAMES = [
    f"{least:,}-{LENGTHS[number + 1] - 1:,}" if number + 1 < len(LENGTHS) else f"{least:,} or more"
    for number, least in enumerate(LENGTHS)
]


class PassageLengthsAnalysis(Analysis):
    title: ClassVar[str] = "Lengths of passages"
    question: ClassVar[str] = "How long are the passages, and how freely are they worded?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"passages": ("left_start", "left_end", "kind", "form")}
    schema: ClassVar[pa.Schema] = build_schema(
        length=pa.string(),  # characters in the left document: `100-199`
        passages=pa.uint64(),
        **{form: pa.uint64() for form in PASSAGE_FORMS},
    )

    def compute_table(self, run: Run) -> pa.Table:
        counted: dict[int, Counter[str]] = {}
        for batch in scan_table(run, "passages", columns=["left_start", "left_end", "kind", "form"]):
            found = batch.filter(pc.not_equal(batch["kind"], BOILERPLATE))
            lengths = pc.subtract(found["left_end"], found["left_start"]).to_pylist()
            for length, form in zip(lengths, found["form"].to_pylist(), strict=True):
                counted.setdefault(bisect_right(LENGTHS, length) - 1, Counter())[form] += 1
        between = range(min(counted), max(counted) + 1) if counted else range(0)
        rows = [_build_row(LENGTH_NAMES[each], counted.get(each, Counter())) for each in between]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        counts = ((form, sum(table[form].to_pylist())) for form in PASSAGE_FORMS)
        return ", ".join(f"{count:,} {form}" for form, count in counts if count)

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        rows = charts.prepare_rows(table)
        parts = [
            {"length": row["length"], "form": form, "passages": row[form], "order": order}
            for row in rows
            for order, form in enumerate(PASSAGE_FORMS)
        ]
        colours = altair.Scale(domain=list(PASSAGE_FORMS), range=[BLUE, SKY, ORANGE, GREEN])
        return (
            altair.Chart(altair.Data(values=parts), width=charts.WIDTH, height={"step": charts.BAR_HEIGHT + 6})
            .mark_bar()
            .encode(
                x=altair.X("passages:Q", title="passages", axis=charts.build_count_axis()),
                y=altair.Y("length:N", title="characters", sort=[row["length"] for row in rows]),
                color=altair.Color("form:N", title=None, scale=colours, sort=list(PASSAGE_FORMS)),
                order="order:Q",
                tooltip=["length:N", "form:N", "passages:Q"],
            )
        )


def _build_row(length: str, counts: Counter[str]) -> dict[str, Any]:
    return {"length": length, "passages": counts.total(), **{form: counts[form] for form in PASSAGE_FORMS}}
