"""`python -m benchmarks.index_kills 1000`: kills a writer at random moments of adding, removing and merging.

After each kill the index must hold every acknowledged change and no half of another, its files must be as they were
written, and every tenth time its digest must be that of a run over its documents.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import twicetold
from twicetold.index import Index
from twicetold.index.export import iterate_live_documents

DIGEST_EVERY = 10
PLACES = ("Norland", "Orrin", "Soria")
FRAMES = (
    "The bridge of {place} was built in {year} by the engineer {name} near the old harbour.",
    "The old bridge of {place} was built in {year} by engineer {name} near the harbour.",
    "In {year} the town of {place} (also known as {name}) had a market and two mills.",
    "{place}, which the writer {name} left in {year}, is a town on the northern shore.",
)


def write_text(number: int) -> str:
    """A text of one to three sentences, many of which are similar to those of other numbers."""
    chosen = random.Random(number)
    sentences = []
    for _ in range(chosen.randint(1, 3)):
        frame, year = chosen.choice(FRAMES), chosen.choice((1801, 1802, 1931))
        sentences.append(frame.format(place=chosen.choice(PLACES), year=year, name=chosen.choice(("Ada Korn", "Max"))))
    return " ".join(sentences)


def read_live_texts(index: Index) -> dict[str, str]:
    """The documents of an index, by id, as an export writes them."""
    index.settle()
    rows = [row for batch in iterate_live_documents(index.segments) for row in batch.to_pylist()]
    assert len({row["document"] for row in rows}) == len(rows)
    return {row["document"]: row["text"] for row in rows}


WRITER = """
import sys
from benchmarks.index_kills import list_added, list_removed
from twicetold.index import Index
start = int(sys.argv[2])
with Index(sys.argv[1]) as index:
    print("open", flush=True)
    for number in range(start, start + 1000):
        print("begin", number, flush=True)
        index.add(list_added(number))
        index.remove(list_removed(number))
        print("done", number, flush=True)
        if number % 4 == 1:
            index.settle()
        if number % 6 == 5:
            index.compact()
"""


def list_added(number: int) -> dict[str, str]:
    return {str(each): write_text(number + 7 * each) for each in range(number % 9, number % 9 + 3)}


def list_removed(number: int) -> list[str]:
    return [] if number % 3 else [str(number % 9)]


def list_states(documents: dict[str, str], number: int) -> tuple[dict[str, str], dict[str, str]]:
    """The documents after each of the changes that the writer makes for a number."""
    added = {**documents, **list_added(number)}
    return added, {key: text for key, text in added.items() if key not in list_removed(number)}


class KilledIndex:
    """An index, and the documents that it must hold."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.documents: dict[str, str] = {}
        self.number = 0  # of the change that is next
        Index.create(folder, workers=1).close()

    def kill_writer(self, seconds: float) -> int:
        """Start a writer, kill it a while after it has begun, and return how many changes it acknowledged."""
        command = [sys.executable, "-c", WRITER, str(self.folder), str(self.number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            said_first = writer.stdout.readline() if writer.stdout else ""
            assert said_first == "open\n"
            time.sleep(seconds)
            writer.send_signal(signal.SIGKILL)
            said = [line.split() for line in (writer.stdout.read() if writer.stdout else "").split("\n")[:-1]]
        done = [int(each) for word, each in said if word == "done"]
        for each in done:
            self.documents = list_states(self.documents, each)[-1]
        self.number += len(done)
        return len(done)

    def check_content(self) -> None:
        """The index must hold what was acknowledged, or that and the next change."""
        with Index(self.folder) as index:
            index.check()
            found = read_live_texts(index)
        assert found in (self.documents, *list_states(self.documents, self.number)), (found, self.documents)
        self.documents = found

    def check_digest(self) -> bool:
        """The digest must be that of a run; returns whether there was anything to compare."""
        if self.documents:
            with Index(self.folder) as index:
                assert index.digest() == twicetold.sentences(self.documents, workers=1).digest
        return bool(self.documents)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--seconds", type=float, default=1.0, help="A writer is killed within this time.")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    changes = digests = 0
    with tempfile.TemporaryDirectory() as folder:
        killed = KilledIndex(Path(folder) / "index")
        for number in range(1, options.kills + 1):
            changes += killed.kill_writer(chosen.uniform(0, options.seconds))
            killed.check_content()
            if number % DIGEST_EVERY == 0:
                digests += killed.check_digest()
    print(f"{options.kills} kills, {changes} acknowledged changes: none lost, none half done; {digests} digests right")


if __name__ == "__main__":
    main()
