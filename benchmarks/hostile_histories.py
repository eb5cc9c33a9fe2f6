"""`python -m benchmarks.hostile_histories`: CPU seconds and memory for histories that were made to be slow.

Each is measured at a size and at twice the size: where time is linear, the second takes about twice as long.

alternate    a page whose revisions alternate between two texts
backwards    a page that grows from revision to revision, with times that go backwards
large        one revision of 7 MB; of twice that, just under the limit
rewritten    a page of which every revision is all new: what is new in it does grow
reverts      a page whose revisions restore old versions in a random order
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

Texts = Iterator[tuple[int, str]]  # a time in minutes, and the text


def make_sentence(number: int) -> str:
    """A sentence of twelve words that no other is like."""
    draw = random.Random(number)
    return " ".join("".join(draw.choices("abcdefghilmnoprstu", k=7)) for _ in range(12)).capitalize() + "."


def alternate(size: int) -> Texts:
    texts = ["\n\n".join(make_sentence(number) for number in range(first, first + 40)) for first in (0, 100)]
    return ((number, texts[number % 2]) for number in range(size * 10_000))


def backwards(size: int) -> Texts:
    own = [make_sentence(number) for number in range(300)]
    for number in range(size * 1_000):
        own[number % 300] = make_sentence(1_000 + number)
        yield 10_000_000 - number, "\n\n".join(own)


def large(size: int) -> Texts:
    sentences = [make_sentence(number) for number in range(2_000)]
    yield 0, "\n\n".join(" ".join(sentences) for _ in range(size * 35))


def rewritten(size: int) -> Texts:
    for number in range(size * 200):
        yield number, "\n\n".join(make_sentence(1_000 * number + place) for place in range(200))


def reverts(size: int) -> Texts:
    draw, own, texts = random.Random(1), [make_sentence(number) for number in range(300)], []
    for number in range(size * 1_000):
        own[number % 300] = make_sentence(1_000 + number)
        texts.append("\n\n".join(own))
        yield 2 * number, texts[-1]
        yield 2 * number + 1, draw.choice(texts)


MAKERS: tuple[Callable[[int], Texts], ...] = (alternate, backwards, large, rewritten, reverts)


def write_history(path: Path, texts: Texts) -> None:
    """Write one page as JSONL."""
    with path.open("w", encoding="utf-8") as file:
        for number, (minutes, text) in enumerate(texts):
            moment = f"{datetime(2000, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}"
            file.write(json.dumps({"page": "P", "revision": number, "timestamp": moment, "text": text}) + "\n")


def measure_command(path: Path, memory: str) -> tuple[float, float]:
    """CPU seconds and peak megabytes of `twicetold history`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", "from twicetold.cli import main; main()", "history", str(path)]
    subprocess.run([*command, "-o", f"{path}.run", "--memory", memory, "--quiet"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss / 1024


def main() -> None:
    """Print a row for each history; memory is the largest so far, since the system keeps only that."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="which; all if left out")
    parser.add_argument("--size", type=int, default=1)
    parser.add_argument("--memory", default="1GB")
    given = parser.parse_args()
    for make in (each for each in MAKERS if not given.names or each.__name__ in given.names):
        for size in (given.size, 2 * given.size):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "history.jsonl"
                write_history(path, make(size))
                seconds, most = measure_command(path, given.memory)
                read = path.stat().st_size / 1e6
                print(f"{make.__name__:<12}{read:>8,.0f} MB{seconds:>8.1f} s{most:>8,.0f} MB", flush=True)


if __name__ == "__main__":
    main()
