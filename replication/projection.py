"""MinHash next to random projection on the same sentences, as in paper 002.

    python -m replication.projection sentences.parquet [--sentences 50000] [--dense] [--vectors hashed wordllama]

For each way it prints the number of pairs found, the seconds, and the share of these pairs that each other way finds
too. Then it prints some pairs that only one of two ways finds. The exact scan and the paper's settings (`meng2018`) are
among the ways.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import texts as source
from benchmarks.windows import select_densest

import twicetold

Pairs = set[tuple[int, int]]


def list_ways(vectors: Sequence[str], cosine: float) -> dict[str, dict[str, Any]]:
    """List the settings to compare, by name."""
    found: dict[str, dict[str, Any]] = {
        "minhash, edit 0.8": {},
        "minhash, Jaccard 0.8": {"measure": "jaccard", "shingle": 12, "threshold": 0.8},
    }
    for name in vectors:
        own = {"vectors": name, "threshold": cosine}
        found[f"scan, {name}"] = {"finder": "scan", **own}
        found[f"projection, {name}"] = {"finder": "projection", **own}
        found[f"meng2018, {name}"] = {"preset": "meng2018", **own}
    return found


def find_pairs(texts: Sequence[str], settings: Mapping[str, Any]) -> Pairs:
    matches = twicetold.cluster(list(texts), **settings).matches
    return set(zip(matches["left"].to_pylist(), matches["right"].to_pylist(), strict=True))


def show_examples(texts: Sequence[str], pairs: Pairs, count: int = 4) -> str:
    """Return some of the pairs, evenly spread, as text."""
    ordered = sorted(pairs)
    shown = ordered[:: max(len(ordered) // count, 1)][:count]
    return "".join(f"    {texts[left]}\n    {texts[right]}\n\n" for left, right in shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--sentences", type=int, default=50_000)
    parser.add_argument("--vectors", nargs="*", default=["hashed"])
    parser.add_argument("--cosine", type=float, default=0.9)
    parser.add_argument("--dense", action="store_true")
    given = parser.parse_args()
    wanted = 10**9 if given.dense else given.sentences
    texts = source.sample(given.texts, wanted, 40, 1000)
    texts = select_densest(texts, given.sentences) if given.dense else texts
    found: dict[str, Pairs] = {}
    for name, settings in list_ways(given.vectors, given.cosine).items():
        began = time.perf_counter()
        found[name] = find_pairs(texts, settings)
        print(f"{name:24} {len(found[name]):7,} pairs  {time.perf_counter() - began:6.1f} s", flush=True)
    print("\nof the pairs in a row, the share that the column has")
    for name, own in found.items():
        print(f"{name:24}", *(f"{len(own & other) / max(len(own), 1):6.3f}" for other in found.values()))
    for one, two in (("minhash, edit 0.8", f"projection, {name}") for name in given.vectors):
        for first, second in ((one, two), (two, one)):
            print(f"\nonly {first}, not {second}: {len(found[first] - found[second]):,}")
            print(show_examples(texts, found[first] - found[second]), end="")


if __name__ == "__main__":
    main()
