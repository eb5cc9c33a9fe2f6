"""Whether long sentences are copied more faithfully than short ones."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.run import Run
from twicetold.run.finished import scan_table

LENGTHS = (0, 50, 100, 150, 200, 300, 400, 600)  # characters
FEW_CLUSTERS = 30  # clusters, under which a share says little
SIMILARITIES = (0.0, 0.8, 0.85, 0.9, 0.95, 1.0)


LENGTH_NAMES = [
    f"{least}-{LENGTHS[number + 1] - 1}" if number + 1 < len(LENGTHS) else f"{least} or more"
    for number, least in enumerate(LENGTHS)
]
SIMILARITY_NAMES = [
    "under 0.80",
    *(f"{least:.2f}-{most:.2f}" for least, most in pairwise(SIMILARITIES[1:])),
    "identical",
]


class SentenceLengthsAnalysis(Analysis):
    title: ClassVar[str] = "Length against similarity"
    question: ClassVar[str] = "Are long sentences copied more faithfully than short ones?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"sentences": (), "clusters": ("example", "similarity")}
    schema: ClassVar[pa.Schema] = build_schema(
        length=pa.string(),  # characters of a cluster's first text: `50-99`
        clusters=pa.uint64(),
        **{name: pa.uint64() for name in reversed(SIMILARITY_NAMES)},  # the lowest that holds a cluster together
    )

    def compute_table(self, run: Run) -> pa.Table:
        counted = [Counter[str]() for _ in LENGTHS]
        for batch in scan_table(run, "clusters", columns=["example", "similarity"]):
            lengths = pc.utf8_length(batch["example"]).to_pylist()
            for length, similarity in zip(lengths, batch["similarity"].to_pylist(), strict=True):
                counted[bisect_right(LENGTHS, length) - 1][_name_similarity_range(similarity)] += 1
        rows = [
            {"length": name, "clusters": counts.total(), **{each: counts[each] for each in SIMILARITY_NAMES}}
            for name, counts in zip(LENGTH_NAMES, counted, strict=True)
            if counts
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        rows: list[dict[str, Any]] = table.to_pylist()
        told = [row for row in rows if row["clusters"] >= FEW_CLUSTERS] or rows
        first, last = told[0], told[-1]
        said = (
            f"word for word the same: {_format_identical_share(first)} of the clusters of {first['length']} characters"
        )
        return said if first == last else f"{said}, {_format_identical_share(last)} of those of {last['length']}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        steps = dict(zip(SIMILARITY_NAMES[::-1], charts.STEP_COLOURS, strict=True))
        parts = [
            {"label": f"{row['length']} ({row['clusters']:,})", "similarity": name, "clusters": row[name]}
            | {"order": order, "share": row[name] / row["clusters"]}
            for row in charts.prepare_rows(table)
            for order, name in enumerate(steps)
        ]
        names = [name for name in steps if any(each["clusters"] and each["similarity"] == name for each in parts)]
        colours = altair.Scale(domain=names, range=[steps[name] for name in names])
        return (
            altair.Chart(altair.Data(values=[each for each in parts if each["clusters"]]))
            .mark_bar()
            .encode(
                x=altair.X("share:Q", title="share of the clusters of that length", axis=altair.Axis(format="%")),
                y=altair.Y("label:N", title="characters (clusters)", sort=None),
                color=altair.Color("similarity:N", title="similarity", scale=colours, sort=names),
                order="order:Q",
                tooltip=["label:N", "similarity:N", "clusters:Q", altair.Tooltip("share:Q", format=".1%")],
            )
            .properties(width=charts.WIDTH, height={"step": charts.BAR_HEIGHT + 6})
        )


def _name_similarity_range(similarity: float) -> str:
    """Of a similarity its range. What is under the threshold only by the last bit of its number is at it."""
    return SIMILARITY_NAMES[max(bisect_right(SIMILARITIES, round(similarity, 9)) - 1, 0)]


def _format_identical_share(row: dict[str, Any]) -> str:
    return charts.format_percentage(row[SIMILARITY_NAMES[-1]] / row["clusters"])
