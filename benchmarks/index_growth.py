"""`python -m benchmarks.index_growth [--sizes 100000 200000 ...]`: what an index costs as it grows.

Sentences are made of words whose frequencies are Zipf's; one in 20 is another one with a word changed. At each size the
table has the CPU time of an addition (in the log and compared, since the last size), of a single removal and a single
addition (in the log), of a query, of opening and of merging, bytes besides the text, and the most memory so far.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from benchmarks.index import BATCH, Stopwatch, count_bytes, take_times
from twicetold.config import Machine
from twicetold.index import Index

WORDS = 50_000
QUERIES = 500
SINGLE_CHANGES = 100
LOGGED_BATCHES = 20  # before they are compared


def make_sentences(seed: int = 1) -> Iterator[str]:
    """Sentences without end."""
    chosen = random.Random(seed)
    letters = "aeioubcdfghklmnprst"
    words = ["".join(chosen.choices(letters, k=chosen.randint(2, 10))) for _ in range(WORDS)]
    ends = list(accumulate(1 / (rank + 5) for rank in range(WORDS)))
    last = ""
    while True:
        if last and chosen.random() < 0.05:
            said = last.split(" ")
            said[chosen.randrange(len(said))] = chosen.choice(words)
        else:
            said = [words[bisect_left(ends, chosen.random() * ends[-1])] for _ in range(chosen.randint(12, 28))]
        last = " ".join(said)
        yield last


class GrowingIndex:
    """An index, and what its growth has cost since the last size."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        Index.create(folder).close()
        self.index = Index(folder, machine=machine)
        self.size = self.text_bytes = 0
        self.kept: list[str] = []  # some sentences to ask for
        self._sentences = make_sentences()

    def grow(self, size: int) -> float:
        """Add sentences up to a size, and return the CPU seconds of one."""
        added, cpu, waiting = 0, 0.0, 0
        while self.size < size:
            texts = list(islice(self._sentences, min(BATCH, size - self.size)))
            batch = {f"s{self.size + number}": text for number, text in enumerate(texts)}
            self.kept += texts[:: max(len(texts) // 20, 1)]
            self.size += len(texts)
            added += len(texts)
            self.text_bytes += sum(map(len, texts))
            waiting += 1
            with Stopwatch() as watch:
                self.index.add(batch)
                if waiting == LOGGED_BATCHES or self.size == size:
                    self.index.settle()
                    waiting = 0
            cpu += watch.cpu
        return cpu / added

    def measure(self) -> dict[str, Any]:
        index, chosen = self.index, random.Random(self.size)
        with Stopwatch() as merging:
            index.compact()
        stored = count_bytes(index.folder) - self.text_bytes
        with Stopwatch() as opening:
            Index(index.folder).close()
        index.query(self.kept[0])
        times = take_times(index.query, chosen.choices(self.kept, k=QUERIES))
        texts = list(islice(self._sentences, SINGLE_CHANGES))
        singles = [{f"single-{self.size}-{number}": text} for number, text in enumerate(texts)]
        adding = take_times(index.add, singles)
        removing = take_times(index.remove, [list(each) for each in singles])
        index.settle()
        gone = [[f"s{chosen.randrange(self.size)}"] for _ in range(SINGLE_CHANGES)]
        removing += take_times(index.remove, gone)
        return {
            "single": 1000 * statistics.median(adding),
            "removal": 1000 * statistics.median(removing),
            "p50": 1000 * statistics.median(times),
            "p99": 1000 * statistics.quantiles(times, n=100)[98],
            "opening": 1000 * opening.cpu,
            "merging": 1e6 * merging.cpu / self.size,
            "bytes": stored / self.size,
            "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
            "keys": index.describe()["keys"],
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 200_000, 400_000, 800_000])
    parser.add_argument("--memory", type=int, default=1_000_000_000)
    options = parser.parse_args()
    print(
        "| sentences | addition, µs | single, ms | removal, ms | query p50, p99, ms | opening, ms | merging, µs "
        "| bytes besides the text | memory, MB | keys |"
    )
    print("| --- |" + " --- |" * 9)
    with tempfile.TemporaryDirectory() as folder:
        growing = GrowingIndex(Path(folder) / "index", Machine(memory_bytes=options.memory))
        for size in options.sizes:
            addition = 1e6 * growing.grow(size)
            found = growing.measure()
            print(
                f"| {size:,} | {addition:.0f} | {found['single']:.2f} | {found['removal']:.2f} "
                f"| {found['p50']:.2f}, {found['p99']:.2f} | {found['opening']:.1f} | {found['merging']:.0f} "
                f"| {found['bytes']:.0f} | {found['memory']:,} | {found['keys']} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
