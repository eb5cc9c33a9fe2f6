"""Other tools that keep MinHash signatures and find candidates: rensa and gaoya in memory, datasketch in Redis.

They verify nothing, and a process that ends loses what rensa and gaoya have. Times are of the CPU of this process; what
Redis itself takes is not in them.
"""

from __future__ import annotations

import shutil
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

SHINGLE = 5
SLOW = 2000  # sentences for what needs a millisecond or more for one


def cut_shingles(text: str) -> Iterator[str]:
    return (text[start : start + SHINGLE] for start in range(max(len(text) - SHINGLE + 1, 1)))


def measure_peers(texts: Sequence[str], chosen: Sequence[str]) -> None:
    for name, measure in (("rensa", measure_rensa), ("gaoya", measure_gaoya), ("datasketch", measure_datasketch)):
        try:
            measure(texts, chosen)
        except ImportError:
            print(f"{name} is not installed")


def report(
    name: str, insert: Callable[[int, str], object], query: Callable[[str], object], *given: Sequence[str]
) -> None:
    texts, chosen = given
    began, cpu = time.perf_counter(), time.process_time()
    for number, text in enumerate(texts):
        insert(number, text)
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    times, clock = [], []
    for text in chosen:
        began, before = time.perf_counter(), time.thread_time()
        query(text)
        times.append(time.thread_time() - before)
        clock.append(time.perf_counter() - began)
    cuts = statistics.quantiles(times, n=100)
    inserts = f"{len(texts) / cpu:,.0f} inserts for each CPU second, {len(texts) / seconds:,.0f}/s of the clock"
    queries = f"p50 {1000 * statistics.median(times):.2f} ms, p99 {1000 * cuts[98]:.2f} ms of CPU"
    print(f"{name}: {inserts}; query {queries}, p50 {1000 * statistics.median(clock):.2f} ms of the clock")


def measure_rensa(texts: Sequence[str], chosen: Sequence[str]) -> None:
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=0.5, num_perm=128, num_bands=32)

    def sign(text: str) -> Any:
        signature = RMinHash(num_perm=128, seed=1)
        signature.update(list(cut_shingles(text)))
        return signature

    report(
        "rensa, in memory",
        lambda number, text: index.insert(number, sign(text)),
        lambda text: index.query(sign(text)),
        texts,
        chosen,
    )


def measure_gaoya(texts: Sequence[str], chosen: Sequence[str]) -> None:
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        hash_size=32, jaccard_threshold=0.5, num_bands=32, band_size=4, analyzer="char", ngram_range=(SHINGLE, SHINGLE)
    )
    report("gaoya, in memory", index.insert_document, index.query, texts, chosen)


def measure_datasketch(texts: Sequence[str], chosen: Sequence[str]) -> None:
    from datasketch import MinHash, MinHashLSH

    if not shutil.which("redis-server"):
        print("redis-server is not installed")
        return

    def sign(text: str) -> Any:
        signature = MinHash(num_perm=128, seed=1)
        signature.update_batch([shingle.encode() for shingle in cut_shingles(text)])
        return signature

    with start_redis() as port:
        storage = {"type": "redis", "redis": {"host": "127.0.0.1", "port": port}}
        index = MinHashLSH(num_perm=128, params=(32, 4), storage_config=storage)
        report(
            f"datasketch with Redis, {SLOW:,} of them",
            lambda number, text: index.insert(str(number), sign(text)),
            lambda text: index.query(sign(text)),
            texts[:SLOW],
            chosen[:100],
        )


@contextmanager
def start_redis() -> Iterator[int]:
    """A Redis server of our own on a free port. It writes changes to the disk every second, as it does by default."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
        command += ["--appendonly", "yes", "--appendfsync", "everysec", "--save", ""]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            try:
                wait_for_port(port)
                yield port
            finally:
                server.terminate()


def wait_for_port(port: int) -> None:
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
