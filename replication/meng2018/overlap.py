"""What MinHash and random projection each find that the other does not, on the same sentences."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.texts import list_distinct
from benchmarks.windows import select_densest

from replication.base import Part, Table
from replication.projection import Pairs, find_pairs, list_ways
from replication.source import ENGLISH, Source

SENTENCES, MOST_PLANTED, COSINE = 10_000, 3_000, 0.9


def run(source: Source) -> Iterator[Part]:
    texts = list_distinct(source.run_articles("default").sentences["text"].to_pylist(), 40, 1000)
    texts = select_densest(texts, MOST_PLANTED if source.is_planted else SENTENCES)
    found: dict[str, Pairs] = {}
    seconds: dict[str, float] = {}
    for name, settings in list_ways(["hashed"], COSINE).items():
        began = time.perf_counter()
        found[name] = find_pairs(texts, settings)
        seconds[name] = time.perf_counter() - began
    yield (
        f"The {len(texts):,} sentences of {source.name_corpus(ENGLISH)} that are nearest to others. A cell is the "
        "share of the pairs of its row that the column finds too; `scan` compares all vectors and is exact."
    )
    rows = [
        [
            name,
            len(own),
            f"{seconds[name]:.1f} s",
            *(f"{len(own & other) / max(len(own), 1):.3f}" for other in found.values()),
        ]
        for name, own in found.items()
    ]
    yield Table(["", "pairs", "time", *found], rows)
    one, two = found["minhash, edit 0.8"], found["projection, hashed"]
    yield (
        f"MinHash alone finds {len(one - two):,} pairs, projection alone {len(two - one):,}, and both find "
        f"{len(one & two):,}. MinHash alone finds sentences of one template that differ in rare words; projection "
        "alone finds words in another order. "
        "[Random projection](../projection.md#minhash-and-projection-on-the-same-sentences) has other vectors."
    )
