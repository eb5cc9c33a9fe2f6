"""Components on Spark of 10,000,000 pairs, a chain of 1,000,000 units among them: rounds, seconds, CPU seconds.

    python -m benchmarks.spark_components [--pairs 10000000] [--alone 1000000]

The numbers of the units are shuffled (seed 1), so that a chain's neighbours stand far apart. The rest are random pairs
among as many units as there are pairs: one large component and many small ones.
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np
import pyarrow as pa

from benchmarks.tree import measure_cpu_seconds
from twicetold.config import Machine
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.tables.matching import PAIRS


def build_graph(pairs: int, chain: int) -> pa.Table:
    """A chain of `chain` units and random pairs, shuffled."""
    dice = np.random.default_rng(1)
    others = pairs - chain + 1
    random = dice.integers(chain, chain + others, (others, 2))
    links = np.stack([np.arange(chain - 1), np.arange(1, chain)], axis=1)
    edges = np.concatenate([links, random[random[:, 0] != random[:, 1]]])
    edges = dice.permutation(chain + others).astype(np.uint32)[edges]
    edges = np.sort(dice.permutation(edges), axis=1)
    return pa.Table.from_arrays([pa.array(edges[:, 0]), pa.array(edges[:, 1])], schema=PAIRS)


def main() -> None:
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--pairs", type=int, default=10_000_000)
    wanted.add_argument("--chain", type=int, default=1_000_000)
    wanted.add_argument("--alone", type=int, default=1_000_000, help="pairs that one task may finish")
    given = wanted.parse_args()
    engine = Spark(machine=Machine(workers=2), limits=SparkLimits(alone_pairs=given.alone))
    table = engine.load_rows(build_graph(given.pairs, given.chain))
    load, began, used = os.getloadavg()[0], time.monotonic(), measure_cpu_seconds(os.getpid())
    rows = sum(batch.num_rows for (batch,) in engine.stream_batches(engine.find_components(table)))
    took, cpu = time.monotonic() - began, measure_cpu_seconds(os.getpid()) - used
    print(f"{engine.notes['components']}, {rows:,} rows, {took:.0f} s, {cpu:.0f} CPU s, load {load:.1f}")


if __name__ == "__main__":
    main()
