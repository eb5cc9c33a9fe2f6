"""`python -m benchmarks.index ARTICLES.jsonl`: an index filled, changed and asked, next to other tools in memory.

The file is cut into its first `--documents` documents. Reported are sentences added each second in batches, single
acknowledged additions each second, the time of a query, bytes for each sentence besides its text, the time of a digest,
and that it is the digest of a batch run. rensa and gaoya, where installed, keep MinHash signatures in memory and verify
nothing; their figures are inserts of sentences each second and the time of a query.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import twicetold
from twicetold.index import Index

SINGLE_ADDITIONS = 200
QUERIES = 500


def read_documents(path: Path, most: int) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in islice(lines, most)]


def write_documents(path: Path, documents: list[dict[str, Any]]) -> str:
    path.write_text("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in documents), encoding="utf-8")
    return str(path)


def take_times(work: Callable[[Any], object], items: list[Any]) -> list[float]:
    """Seconds for each item."""
    found = []
    for each in items:
        began = time.perf_counter()
        work(each)
        found.append(time.perf_counter() - began)
    return found


def describe_times(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * statistics.median(times):.2f} ms, p99 {1000 * cuts[98]:.2f} ms"


def measure_index(folder: Path, documents: list[dict[str, Any]], batches: int) -> None:
    texts: list[str] = []
    with Index.create(folder / "index") as index:
        began, cpu = time.perf_counter(), time.process_time()
        for number in range(batches):
            index.add(write_documents(folder / "batch.jsonl", documents[number::batches]))
            index.settle()
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        run = index.export(folder / "run")
        texts = run.sentences["text"].to_pylist()
        print(f"{len(documents):,} documents, {len(texts):,} sentences in {batches} batches")
        rate = f"{len(texts) / seconds:,.0f} sentences/s, {len(texts) / cpu:,.0f} for each CPU second"
        print(f"added durably and compared: {rate}")
        stored = sum(path.stat().st_size for path in (folder / "index").rglob("*") if path.is_file())
        spoken = sum(len(text.encode()) for text in texts)
        size, text_size = stored / len(texts), spoken / len(texts)
        print(f"on disk: {size:.0f} bytes for each sentence, of which its text is {text_size:.0f}")
        answer = twicetold.sentences(write_documents(folder / "all.jsonl", documents))
        print(f"digest of a batch run: {'the same' if answer.digest == run.digest else 'ANOTHER ONE'}")
        chosen = random.Random(1).sample(texts, min(QUERIES, len(texts)))
        index.query(chosen[0])
        print(f"query: {describe_times(take_times(index.query, chosen))}")
        singles = [{f"single-{number}": text} for number, text in enumerate(chosen[:SINGLE_ADDITIONS])]
        times = take_times(index.add, singles)
        print(f"single additions, each on the disk: {1 / statistics.mean(times):,.0f}/s, {describe_times(times)}")
    began = time.perf_counter()
    Index(folder / "index")
    print(f"opening: {1000 * (time.perf_counter() - began):.1f} ms")
    for name, measure in (("rensa", measure_rensa), ("gaoya", measure_gaoya)):
        try:
            measure(texts, chosen)
        except ImportError:
            print(f"{name} is not installed")


def cut_shingles(text: str) -> Iterator[str]:
    return (text[start : start + 5] for start in range(max(len(text) - 4, 1)))


def measure_rensa(texts: list[str], chosen: list[str]) -> None:
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=0.5, num_perm=128, num_bands=32)

    def sign(text: str) -> Any:
        signature = RMinHash(num_perm=128, seed=1)
        signature.update(list(cut_shingles(text)))
        return signature

    began = time.perf_counter()
    for number, text in enumerate(texts):
        index.insert(number, sign(text))
    rate = len(texts) / (time.perf_counter() - began)
    times = take_times(lambda text: index.query(sign(text)), chosen)
    print(f"rensa, in memory: {rate:,.0f} inserts/s, {describe_times(times)}")


def measure_gaoya(texts: list[str], chosen: list[str]) -> None:
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        hash_size=32, jaccard_threshold=0.5, num_bands=32, band_size=4, analyzer="char", ngram_range=(5, 5)
    )
    began = time.perf_counter()
    for number, text in enumerate(texts):
        index.insert_document(number, text)
    rate = len(texts) / (time.perf_counter() - began)
    print(f"gaoya, in memory: {rate:,.0f} inserts/s, {describe_times(take_times(index.query, chosen))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--batches", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure_index(Path(folder), read_documents(options.articles, options.documents), options.batches)


if __name__ == "__main__":
    main()
