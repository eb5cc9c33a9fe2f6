"""`python -m benchmarks.index ARTICLES.jsonl [--documents N]`: an index filled, changed and asked, next to other tools.

The sentences of the first `--documents` documents are added as records of their own, 10,000 in a batch. Reported are
additions each second when the log has them and when they are compared, single additions by 8 threads, the time of a
query, bytes for each sentence besides its text, the time of opening, and whether the digest is that of a batch run.

On `--few` sentences, of which half are others with a word changed: recall of queries against the exact join, and the
other tools, where they are installed. rensa and gaoya keep MinHash signatures in memory, datasketch has them in Redis;
they verify nothing.

Rates are for CPU seconds and for seconds of the clock, which on a busy machine says little.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

import twicetold
from benchmarks.index_peers import measure_peers
from twicetold.index import Index
from twicetold.tables.reading import DOCUMENTS

BATCH = 10_000
CLIENTS = 8
SINGLE_ADDITIONS = 250  # of each client
QUERIES = 1000


def read_documents(path: Path, most: int) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in islice(lines, most)]


def split_documents(documents: list[dict[str, Any]]) -> list[str]:
    """The distinct sentences of documents, in order."""
    from twicetold.splitter import SplitIntoSentences

    blank = {each.name: 0 if pa.types.is_integer(each.type) else "" for each in DOCUMENTS}
    rows = [blank | {"text": each["text"], "markup": "plain", "status": "read"} for each in documents]
    sentences = SplitIntoSentences()(pa.RecordBatch.from_pylist(rows, DOCUMENTS))
    return list(dict.fromkeys(sentences["text"].to_pylist()))


class Stopwatch:
    """Seconds of the clock and of the processor."""

    def __enter__(self) -> Stopwatch:
        self._began = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self._began[0]
        self.cpu = time.process_time() - self._began[1]

    def describe_rate(self, count: int) -> str:
        return f"{count / self.cpu:,.0f} for each CPU second, {count / self.seconds:,.0f}/s of the clock"


def take_times(work: Callable[[Any], object], items: Sequence[Any]) -> list[float]:
    """CPU seconds of this thread for each item."""
    found = []
    for each in items:
        began = time.thread_time()
        work(each)
        found.append(time.thread_time() - began)
    return found


def describe_times(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * statistics.median(times):.2f} ms, p99 {1000 * cuts[98]:.2f} ms"


def measure_sync(folder: Path, times: int = 100) -> float:
    """Seconds that the disk takes to acknowledge 2,000 bytes."""
    with (folder / "sync").open("wb") as file:
        began = time.perf_counter()
        for _ in range(times):
            file.write(bytes(2000))
            file.flush()
            os.fsync(file.fileno())
        return (time.perf_counter() - began) / times


def count_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def name_records(texts: Sequence[str]) -> Iterator[dict[str, str]]:
    return ({"id": f"s{number}", "text": text} for number, text in enumerate(texts))


def fill_index(index: Index, texts: Sequence[str]) -> None:
    adding = settling = clock = 0.0
    records = name_records(texts)
    while batch := list(islice(records, BATCH)):
        with Stopwatch() as watch:
            index.add(batch)
        adding, clock = adding + watch.cpu, clock + watch.seconds
        if index.describe()["waiting_batches"] >= 10:
            with Stopwatch() as watch:
                index.settle()
            settling += watch.cpu
    with Stopwatch() as watch:
        index.settle()
    settling += watch.cpu
    count = len(texts)
    print(f"acknowledged, {BATCH:,} in a batch: {count / adding:,.0f} for each CPU second, {count / clock:,.0f}/s")
    print(f"compared: {count / settling:,.0f} for each CPU second; {len(index.segments)} segments")


def add_from_threads(index: Index, texts: Sequence[str]) -> None:
    def work(client: int) -> None:
        for number in range(SINGLE_ADDITIONS):
            index.add({f"client-{client}-{number}": texts[(client * SINGLE_ADDITIONS + number) % len(texts)]})

    threads = [threading.Thread(target=work, args=(client,)) for client in range(CLIENTS)]
    sync = measure_sync(index.folder.parent)
    with Stopwatch() as watch:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(
        f"single additions by {CLIENTS} threads: {watch.describe_rate(CLIENTS * SINGLE_ADDITIONS)}, "
        f"where the disk takes {1000 * sync:.1f} ms for one `fsync`"
    )


def measure_index(folder: Path, texts: list[str]) -> None:
    chosen = random.Random(1).sample(texts, min(QUERIES, len(texts)))
    with Index.create(folder / "index") as index:
        print(f"{len(texts):,} sentences")
        fill_index(index, texts)
        index.query(chosen[0])
        print(f"query in {len(index.segments)} segments: {describe_times(take_times(index.query, chosen))}")
        with Stopwatch() as watch:
            index.compact()
        stored, spoken = count_bytes(folder / "index"), sum(len(text.encode()) for text in texts)
        print(f"merged: {watch.describe_rate(len(texts))}")
        print(f"keys: {index.describe()['keys']}")
        print(f"on disk: {(stored - spoken) / len(texts):.0f} bytes for each sentence besides its text")
        index.query(chosen[0])
        print(f"query in one segment: {describe_times(take_times(index.query, chosen))}")
        with Stopwatch() as watch:
            digest = index.digest()
        print(f"digest: {watch.cpu:.1f} CPU seconds")
        with Stopwatch() as watch:
            answer = twicetold.sentences(list(name_records(texts)))
        same = "the same" if answer.digest == digest else "ANOTHER ONE"
        print(f"digest of a batch run: {same}, {watch.cpu:.1f} CPU seconds")
    with Stopwatch() as watch, Index(folder / "index") as index:
        pass
    print(
        f"opening: {1000 * watch.cpu:.1f} ms of CPU, and the first query {1000 * take_first(folder, chosen[1]):.1f} ms"
    )
    with Index(folder / "index") as index:
        add_from_threads(index, [f"{text} Again." for text in chosen])
        gone = [f"s{number}" for number in range(0, len(texts), max(len(texts) // 200, 1))]
        print(f"a removal: {describe_times(take_times(lambda each: index.remove([each]), gone))} of CPU")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10:,} MB")


def take_first(folder: Path, text: str) -> float:
    index = Index(folder / "index")
    return take_times(index.query, [text])[0]


def choose_few(texts: list[str], count: int) -> list[str]:
    """Sentences of which every second is another one with a word changed: real text has few that match."""
    chosen = random.Random(2)
    few = chosen.sample(texts, min(count // 2, len(texts)))
    return list(dict.fromkeys([*few, *(change_word(text, chosen) for text in few)]))


def change_word(text: str, chosen: random.Random) -> str:
    """A text that may match another one."""
    words = text.split(" ")
    words[chosen.randrange(len(words))] = chosen.choice(("1931", "never", "Norland", "two"))
    return " ".join(words)


def measure_recall(folder: Path, texts: list[str]) -> None:
    """Queries with texts that have a match, against the matches of the exact join over the same texts."""
    run = twicetold.sentences(list(name_records(texts)), finder="join")
    exact = set()
    for left, right in zip(*(run.matches[f"{side}_document"].to_pylist() for side in ("left", "right")), strict=True):
        exact |= {(left, right), (right, left)}
    found = set()
    with Index.create(folder / "few") as index:
        index.add(list(name_records(texts)))
        for asked in sorted({left for left, _ in exact}):
            for match in index.query(texts[int(asked[1:])], 1000):
                if match.kind != "identical":
                    found |= {(asked, place["document"]) for place in match.places}
    print(
        f"of {len(exact):,} matches of the exact join over {len(texts):,} sentences queries find "
        f"{len(found & exact) / len(exact):.4f}; of {len(found):,} that they find the join has "
        f"{len(found & exact) / len(found):.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--few", type=int, default=20_000)
    options = parser.parse_args()
    texts = split_documents(read_documents(options.articles, options.documents))
    with tempfile.TemporaryDirectory() as folder:
        measure_index(Path(folder), texts)
        few = choose_few(texts, options.few)
        measure_recall(Path(folder), few)
        measure_peers(few, random.Random(3).sample(few, min(QUERIES, len(few))))


if __name__ == "__main__":
    main()
