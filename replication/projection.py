"""Paper 002 again: MinHash next to random projection, on the same sentences.

    python -m replication.projection sentences.parquet [--sentences 50000] [--dense] [--vectors hashed wordllama]

For each way: the pairs that it found, seconds, and what share of them each other way found too, the exact scan among
them; and some pairs that only one of two ways found. The paper's settings (`meng2018`) are one of the ways.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import texts as source
from benchmarks.windows import densest

import twicetold

Pairs = set[tuple[int, int]]


def ways(vectors: Sequence[str], cosine: float) -> dict[str, dict[str, Any]]:
    """The settings that are compared, by name."""
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


def pairs_of(texts: Sequence[str], settings: Mapping[str, Any]) -> Pairs:
    matches = twicetold.cluster(list(texts), **settings).matches
    return set(zip(matches["left"].to_pylist(), matches["right"].to_pylist(), strict=True))


def only(texts: Sequence[str], pairs: Pairs, count: int = 4) -> str:
    """Some of the pairs, evenly spread."""
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
    texts = densest(texts, given.sentences) if given.dense else texts
    found: dict[str, Pairs] = {}
    for name, settings in ways(given.vectors, given.cosine).items():
        began = time.perf_counter()
        found[name] = pairs_of(texts, settings)
        print(f"{name:24} {len(found[name]):7,} pairs  {time.perf_counter() - began:6.1f} s", flush=True)
    print("\nof the pairs in a row, the share that the column has")
    for name, own in found.items():
        print(f"{name:24}", *(f"{len(own & other) / max(len(own), 1):6.3f}" for other in found.values()))
    for one, two in (("minhash, edit 0.8", f"projection, {name}") for name in given.vectors):
        for first, second in ((one, two), (two, one)):
            print(f"\nonly {first}, not {second}: {len(found[first] - found[second]):,}")
            print(only(texts, found[first] - found[second]), end="")


if __name__ == "__main__":
    main()
