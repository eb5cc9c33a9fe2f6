"""The five threads most like each of many: how the ranking grows, and next to `bm25s`, in one run:

    python -m benchmarks.suggest_speed THREADS ... --sizes 125k,250k,500k,1m --peer-at 125k [--memory 4GB] [--sample 10]

THREADS are real ones; `thread_source.py` makes as many of them as wanted. Ours is the whole command, from JSON lines to
a run folder. `bm25s` goes from the same file to the five best of each thread: stems of title (three times) and
description, its own `retrieve` for all threads at once. With `--sample 10` it is asked for every tenth thread only, and
the time of that counts ten times: each of its queries reads all scores, so all take about as long.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from benchmarks import thread_source
from benchmarks.measure import Measured, WorkFailed, child, measure

TOP = 5


def rank_with_bm25s(path: str, sample: int) -> None:
    """The peer, as measured work: 5 of each thread besides itself. The result is its CPU time in milliseconds."""

    def work() -> int:
        import re

        import bm25s
        import Stemmer

        stemmer = Stemmer.Stemmer("english")
        word = re.compile(r"[^\W_]+")
        with Path(path).open(encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        texts = (" ".join([*[row["question"]] * 3, row.get("description") or ""]) for row in rows)
        tokens = [stemmer.stemWords(word.findall(text.lower())) for text in texts]
        index = bm25s.BM25()
        index.index(tokens, show_progress=False)
        indexed = time.process_time()
        index.retrieve(tokens[::sample], k=TOP + 1, show_progress=False)
        return int(1000 * (indexed + (time.process_time() - indexed) * sample))

    child(work)


def rank_with_ours(threads: Path, memory: str) -> tuple[Measured, dict[str, float]]:
    """The command in a new folder, and the seconds of its stages."""
    output = threads.with_suffix(".run")
    command = (sys.executable, "-m", "twicetold", "threads", str(threads), "-o", str(output), "--memory", memory)
    found = measure("benchmarks.command_work", "command", *command, rounds=1)
    facts = json.loads((output / "run.json").read_text(encoding="utf-8"))
    shutil.rmtree(output)
    return found, {name: stage["seconds"] for name, stage in facts["stages"].items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("threads", nargs="+", help="real threads: JSONL, or folders of Stack Exchange")
    parser.add_argument("--sizes", default="125k,250k,500k,1m")
    parser.add_argument("--peer-at", default="125k", help="the size that `bm25s` runs at; empty for none")
    parser.add_argument("--sample", type=int, default=1, help="`bm25s` ranks for one thread in so many")
    parser.add_argument("--memory", default="4GB")
    options = parser.parse_args()

    from twicetold.plan import parse_count

    peer_at = parse_count(options.peer_at) if options.peer_at else 0
    real = thread_source.read(options.threads)
    rows: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as place:
        for size in sorted(parse_count(size) for size in options.sizes.split(",")):
            threads, _ = thread_source.write(thread_source.Real.of(real), size, Path(place))
            found, stages = rank_with_ours(threads, options.memory)
            told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in stages.items())
            print(
                f"{size:,}: ours {found.seconds:.1f} s, CPU {found.cpu_seconds:.1f} s, {found.result:,.0f} MB; {told}"
            )
            rows.append((size, found.cpu_seconds))
            if size == peer_at:
                try:
                    work = "peer", str(threads), str(options.sample)
                    peer = measure("benchmarks.suggest_speed", *work, rounds=1, timeout_seconds=3600)
                    seconds = peer.result / 1000
                    print(f"{size:,}: bm25s CPU {seconds:.1f} s, {seconds / found.cpu_seconds:.1f} times ours")
                except WorkFailed as error:
                    print(f"{size:,}: bm25s: {error}")
            sys.stdout.flush()
            threads.unlink()
    for (size, seconds), (larger, more) in pairwise(rows):
        print(f"{size:,} to {larger:,}: CPU n^{math.log(more / seconds) / math.log(larger / size):.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["peer"]:
        rank_with_bm25s(sys.argv[2], int(sys.argv[3]))
    else:
        main()
