"""Table 5 and Figure 2 of paper 002: clusters by size, of MinHash and of random projection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from replication.base import Chart, Part, Table
from replication.charts import draw_lines
from replication.runs import format_share
from replication.source import ENGLISH, Source

SHOWN_SIZES = (*range(2, 21), 25, 30, 40, 50)
TABLE_5 = {
    2: 1_466_897, 3: 312_827, 4: 179_540, 5: 125_002, 6: 99_925, 7: 83_545, 8: 76_992, 9: 74_766, 10: 96_461,
    11: 150_173, 12: 14_086, 13: 11_644, 14: 9_559, 15: 8_051, 16: 6_610, 17: 5_596, 18: 5_042, 19: 4_727, 20: 4_034,
    25: 2_414, 30: 1_436, 40: 683, 50: 529,
}  # fmt: skip
CLUSTERS = 2_791_865


def run(source: Source) -> Iterator[Part]:
    runs = {
        "MinHash (`weissman2015`)": source.run_articles("weissman2015", preset="weissman2015"),
        "projection (`meng2018`)": source.run_articles("meng2018", preset="meng2018"),
        "projection, default": source.run_articles("projection", finder="projection", threshold=0.9),
    }
    counted = {name: Counter(made.clusters["size"].to_pylist()) for name, made in runs.items()}
    yield (
        f"Clusters in {source.name_corpus(ENGLISH)}; words are hashed to vectors, since the paper's file of word "
        "vectors is not at hand. The paper's column is MinHash on English Wikipedia of December 2015."
    )
    largest = max((max(own, default=2) for own in counted.values()), default=2)
    rows = [
        [size, *(own[size] for own in counted.values()), TABLE_5[size]]
        for size in SHOWN_SIZES
        if size <= max(largest, 20)
    ]
    yield Table(["members", *counted, "paper"], rows)
    lines = {
        name.replace("`", ""): [(float(size), count / own.total()) for size, count in sorted(own.items())]
        for name, own in counted.items()
        if own
    }
    lines["paper"] = [(float(size), count / CLUSTERS) for size, count in TABLE_5.items()]
    axes = ("members of a cluster (log scale)", "share of the clusters (log scale)")
    drawn = draw_lines("Sizes of clusters", axes, lines, dashed=["paper"], across_log=True, up_log=True)
    yield Chart("figure-2", drawn, "Figure 2: share of the clusters by size, log-log")
    shares = [
        f"{format_share(sum(count for size, count in own.items() if size <= 20), own.total())} for {name}"
        for name, own in counted.items()
        if own
    ]
    yield (
        f"Clusters of 20 or fewer: {', '.join(shares)}; the paper says 98 %. "
        "The paper's clusters are not connected components: it counts one for each sentence, with all that it is "
        "paired with, which is why its sizes have a second peak at 11."
    )
