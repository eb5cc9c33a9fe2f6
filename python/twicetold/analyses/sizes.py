"""How large clusters are, as Figure 3 of Ayhan and others (2013)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.run import Run
from twicetold.run.finished import scan_table

EXACT_SIZES = 300  # sizes that have a row of their own; larger ones are told in ranges


class ClusterSizesAnalysis(Analysis):
    title: ClassVar[str] = "Sizes of clusters"
    question: ClassVar[str] = "How many clusters are there of each size?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"clusters": ("size",)}
    schema: ClassVar[pa.Schema] = build_schema(
        least=pa.uint32(),  # members
        most=pa.uint32(),  # the same, but for ranges
        clusters=pa.uint64(),
        members=pa.uint64(),
        up_to=pa.float64(),  # share of the clusters that are at most so large
    )

    def compute_table(self, run: Run) -> pa.Table:
        counted = count_cluster_sizes(scan_table(run, "clusters", columns=["size"]))
        rows = list(_group_into_ranges({int(size): clusters for size, clusters in counted.items()}))
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        rows = table.to_pylist()
        most = next(row["most"] for row in rows if row["up_to"] >= 0.99)
        above = sum(row["members"] for row in rows if row["least"] > most) / sum(row["members"] for row in rows)
        held = f"; the others hold {charts.format_percentage(above)} of all members" if above else ""
        return f"{'99 %' if above else 'all'} of the clusters have at most {most:,} members{held}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        largest, commonest = (max(table[name].to_pylist()) for name in ("least", "clusters"))
        smallest = min(table["least"].to_pylist())  # 1 where a tree has a single sentence
        across, up = _build_log_scale(altair, smallest, largest, 1000), _build_log_scale(altair, 1, commonest, 60)
        return (
            altair.Chart(altair.Data(values=charts.prepare_rows(table)), width=charts.WIDTH, height=charts.HEIGHT)
            .mark_point(filled=True, size=60, opacity=1)
            .encode(
                x=altair.X("least:Q", title="members of a cluster (log scale)", **across),
                y=altair.Y("clusters:Q", title="clusters (log scale)", **up),
                tooltip=[altair.Tooltip(f"{name}:Q", format=",") for name in ("least", "most", "clusters", "members")],
            )
        )


def _build_log_scale(altair: Any, least: int, most: int, crowded: int) -> dict[str, Any]:
    """A logarithmic scale with a little room at both ends, and lines at round numbers: powers of ten where crowded."""
    steps = (1, 2, 5) if most < crowded else (1,)
    rounds = [10**power * step for power in range(len(str(most))) for step in steps]
    lines = [least, *(each for each in rounds if least < each <= most)]
    scale = altair.Scale(type="log", nice=False, domain=[0.85 * least, 1.2 * most])
    return {"scale": scale, "axis": altair.Axis(format=",d", values=lines)}


def _group_into_ranges(counted: dict[int, int]) -> Iterator[dict[str, Any]]:
    """A row for each of the smallest sizes, then one for each power of two."""
    rows: dict[int, dict[str, Any]] = {}
    for number, size in enumerate(sorted(counted)):
        key = size if number < EXACT_SIZES else 1 << (size.bit_length() - 1)
        row = rows.setdefault(key + (number >= EXACT_SIZES) * 2**32, {"least": size, "clusters": 0, "members": 0})
        row["most"] = size
        row["clusters"] += counted[size]
        row["members"] += size * counted[size]
    there, clusters = 0, sum(counted.values())
    for row in rows.values():
        there += row["clusters"]
        yield row | {"up_to": there / clusters}
