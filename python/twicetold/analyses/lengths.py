"""Whether long sentences are copied more faithfully than short ones."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, schema
from twicetold.finished import scan
from twicetold.run import Run

LENGTHS = (0, 50, 100, 150, 200, 300, 400, 600)  # characters
SIMILARITIES = (0.0, 0.8, 0.85, 0.9, 0.95, 1.0)


class Lengths(Analysis):
    title: ClassVar[str] = "Length against similarity"
    question: ClassVar[str] = "Are long sentences copied more faithfully than short ones?"
    schema: ClassVar[pa.Schema] = schema(
        length=pa.string(),  # of a cluster's first text: `50-99`
        similarity=pa.string(),  # the lowest that holds the cluster together: `0.85-0.90`
        clusters=pa.uint64(),
        share=pa.float64(),  # of the clusters of this length
    )

    def table(self, run: Run) -> pa.Table:
        counted: Counter[tuple[int, int]] = Counter()
        for batch in scan(run, "clusters", columns=["example", "similarity"]):
            lengths = pc.utf8_length(batch["example"]).to_pylist()
            for length, similarity in zip(lengths, batch["similarity"].to_pylist(), strict=True):
                # A similarity that is just under the threshold by the last bit of its number is at it.
                place = bisect_right(SIMILARITIES, round(similarity, 9)) - 1
                counted[bisect_right(LENGTHS, length) - 1, max(place, 0)] += 1
        per_length: Counter[int] = Counter()
        for (length, _), clusters in counted.items():
            per_length[length] += clusters
        rows = [
            {"length": LENGTH_NAMES[length], "similarity": SIMILARITY_NAMES[similarity], "clusters": clusters}
            | {"share": clusters / per_length[length]}
            for (length, similarity), clusters in sorted(counted.items(), key=lambda each: (each[0][0], -each[0][1]))
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def finding(self, table: pa.Table) -> str:
        rows = [row for row in table.to_pylist() if row["similarity"] == SIMILARITY_NAMES[-1]]
        if not rows:
            return "no cluster is word for word the same"
        first, last = rows[0], rows[-1]
        shares = [
            f"{charts.per_cent(row['share'])} of the clusters of {row['length']} characters" for row in (first, last)
        ]
        return f"word for word the same are {' and '.join(dict.fromkeys(shares))}"

    def drawn(self, table: pa.Table) -> Any:
        altair = charts.altair()
        rows = charts.rows(table)
        totals: Counter[str] = Counter()
        for row in rows:
            totals[row["length"]] += row["clusters"]
        for row in rows:
            row["label"] = f"{row['length']} ({totals[row['length']]:,})"
            row["order"] = -SIMILARITY_NAMES.index(row["similarity"])
        names = SIMILARITY_NAMES[::-1]
        colours = altair.Scale(domain=names, range=list(charts.STEPS))
        return (
            altair.Chart(altair.Data(values=rows), width=charts.WIDTH, height={"step": charts.BAR_HEIGHT + 6})
            .mark_bar()
            .encode(
                x=altair.X("share:Q", title="share of the clusters of that length", axis=altair.Axis(format="%")),
                y=altair.Y("label:N", title="characters (clusters)", sort=None),
                color=altair.Color("similarity:N", title="similarity", scale=colours, sort=names),
                order="order:Q",
                tooltip=["length:N", "similarity:N", "clusters:Q", altair.Tooltip("share:Q", format=".1%")],
            )
        )


LENGTH_NAMES = [
    f"{least}-{LENGTHS[number + 1] - 1}" if number + 1 < len(LENGTHS) else f"{least} or more"
    for number, least in enumerate(LENGTHS)
]
SIMILARITY_NAMES = [
    "under 0.80",
    *(f"{least:.2f}-{most:.2f}" for least, most in pairwise(SIMILARITIES[1:])),
    "identical",
]
