"""`python -m benchmarks.index_kills 1000`: kills a writer at random moments of everything that an index does.

After each kill the index must hold every acknowledged change and no half of another, its files must be as they were
written, and a query must find what is there. Every tenth time its digest must be that of a run over its documents.
Writers and checkers are forks of one process that has imported everything, so a round takes a fraction of a second.
Bands are planned for classes that start at 16 texts, so that an index crosses them now and then.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

import twicetold
from twicetold.index import Index
from twicetold.index.export import iterate_live_documents
from twicetold.plan import estimate

DIGEST_EVERY = 10
OPERATIONS = ("add", "remove", "query", "settle", "compact")
IDS = 24
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


def choose_operation(number: int) -> str:
    """What a writer does at a number."""
    return random.Random(number).choice(OPERATIONS)


def list_added(number: int) -> dict[str, str]:
    chosen = random.Random(number)
    return {str(each): write_text(number + 7 * each) for each in chosen.sample(range(IDS), chosen.randint(1, 6))}


def list_removed(number: int) -> list[str]:
    chosen = random.Random(number)
    return [str(each) for each in chosen.sample(range(IDS), chosen.randint(1, 6))]


def apply_change(documents: dict[str, str], number: int) -> dict[str, str]:
    """The documents after what a writer does at a number."""
    operation = choose_operation(number)
    if operation == "add":
        return {**documents, **list_added(number)}
    gone = list_removed(number) if operation == "remove" else []
    return {key: text for key, text in documents.items() if key not in gone}


# ---- processes ----


def write_changes(folder: Path, start: int, said: Connection) -> None:
    """Change an index without end, and say what begins and what is done."""
    plan_small_classes()
    with Index(folder) as index:
        for number in range(start, start + 10_000):
            operation = choose_operation(number)
            said.send(("begin", number, operation))
            if operation == "add":
                index.add(list_added(number))
            elif operation == "remove":
                index.remove(list_removed(number))
            elif operation == "query":
                index.query(write_text(number))
            else:
                getattr(index, operation)()
            said.send(("done", number, operation))


@dataclass(frozen=True)
class Found:
    """What a checker found in an index."""

    documents: dict[str, str]
    error: str = ""
    is_digest_right: bool | None = None  # None: it was not compared
    is_query_right: bool = True


def check_index(folder: Path, with_digest: bool, said: Connection) -> None:
    plan_small_classes()
    try:
        said.send(find_content(folder, with_digest))
    except Exception as error:  # it is told, and counted as a loss
        said.send(Found({}, f"{type(error).__name__}: {error}"))


def find_content(folder: Path, with_digest: bool) -> Found:
    with Index(folder) as index:
        index.check()
        documents = read_live_texts(index)
        if not documents:
            return Found(documents)
        digest = twicetold.sentences(documents, workers=1).digest if with_digest else ""
        key, text = next(iter(documents.items()))
        places = [place["document"] for match in index.query(text, 50) for place in match.places]
        is_right = index.digest() == digest if with_digest else None
        return Found(documents, "", is_right, key in places or len(places) >= 10)


def plan_small_classes() -> None:
    estimate.LEAST_SIZE_CLASS = 16


# ---- kills ----


@dataclass
class Figures:
    """What came of the kills."""

    killed: Counter[str] = field(default_factory=Counter)  # kills, by what was going on
    acknowledged: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    half_done: int = 0
    digests: int = 0
    wrong_digests: int = 0
    wrong_queries: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.half_done or self.wrong_digests or self.wrong_queries or self.errors)

    def describe(self) -> str:
        killed = ", ".join(f"{name or 'between two'} {count:,}" for name, count in sorted(self.killed.items()))
        acknowledged = ", ".join(f"{name} {count:,}" for name, count in sorted(self.acknowledged.items()))
        return (
            f"{self.killed.total():,} kills: {killed}\n"
            f"{self.acknowledged.total():,} acknowledged: {acknowledged}\n"
            f"rounds with an acknowledged change lost {self.lost}, half done {self.half_done}, "
            f"damaged or failed {len(self.errors)}\n"
            f"queries that missed a text {self.wrong_queries}; digests compared {self.digests}, wrong "
            f"{self.wrong_digests}"
        )


class KilledIndex:
    """An index, and the documents that it must hold."""

    def __init__(self, folder: Path, method: Literal["fork", "forkserver"] = "forkserver") -> None:
        """`method` is how processes are started: a fork is fast, and safe where nothing has started threads."""
        self.folder = folder
        self.documents: dict[str, str] = {}
        self.number = 0  # of the change that is next
        self.figures = Figures()
        self._seconds = dict.fromkeys(OPERATIONS, 0.01)  # that an operation took of late
        self._processes: Any = multiprocessing.get_context(method)
        Index.create(folder, workers=1).close()

    def kill_writer(self, chosen: random.Random) -> None:
        """Start a writer, and kill it at a random moment of an operation that was chosen beforehand."""
        heard, said = self._processes.Pipe(duplex=False)
        writer = self._processes.Process(target=write_changes, args=(self.folder, self.number, said))
        writer.start()
        said.close()
        wanted, skipped = chosen.choice(OPERATIONS), chosen.randint(0, 2)
        messages = []
        while True:
            messages.append((*heard.recv(), time.perf_counter()))
            what, _, operation, _ = messages[-1]
            if what == "begin" and operation == wanted:
                if not skipped:
                    break
                skipped -= 1
        time.sleep(chosen.uniform(0, 1.2 * self._seconds[wanted]))
        writer.kill()
        writer.join()
        try:
            while heard.poll():
                messages.append((*heard.recv(), time.perf_counter()))
        except EOFError:
            pass
        self._count_messages(messages)

    def _count_messages(self, messages: list[tuple[str, int, str, float]]) -> None:
        for (_, number, operation, began), (what, _, _, ended) in zip(messages[::2], messages[1::2], strict=False):
            assert what == "done"
            self._seconds[operation] = 0.8 * self._seconds[operation] + 0.2 * (ended - began)
            self.documents = apply_change(self.documents, number)
            self.figures.acknowledged[operation] += 1
        self.number += len(messages) // 2
        self.figures.killed[messages[-1][2] if messages[-1][0] == "begin" else ""] += 1

    def check(self, with_digest: bool) -> None:
        """The index must hold what was acknowledged, or that and the change that was interrupted."""
        heard, said = self._processes.Pipe(duplex=False)
        checker = self._processes.Process(target=check_index, args=(self.folder, with_digest, said))
        checker.start()
        said.close()
        found = heard.recv()
        checker.join()
        self._count_found(found)
        self.documents = found.documents

    def _count_found(self, found: Found) -> None:
        figures, after = self.figures, apply_change(self.documents, self.number)
        if found.error:
            figures.errors.append(found.error)
        elif found.documents not in (self.documents, after):
            kept = [found.documents.get(key) for key in self.documents.keys() | after.keys()]
            allowed = [{self.documents.get(key), after.get(key)} for key in self.documents.keys() | after.keys()]
            is_half = all(text in texts for text, texts in zip(kept, allowed, strict=True))
            figures.half_done += is_half
            figures.lost += not is_half
        figures.digests += found.is_digest_right is not None
        figures.wrong_digests += found.is_digest_right is False
        figures.wrong_queries += not found.is_query_right


def import_modules(processes: Any) -> None:
    """Import what an index and a run import late, so that no fork does; another process finds out what that is."""
    heard, said = processes.Pipe(duplex=False)
    first = processes.Process(target=list_modules, args=(said,))
    first.start()
    for name in heard.recv():
        importlib.import_module(name)
    first.join()


def list_modules(said: Connection) -> None:
    with tempfile.TemporaryDirectory() as folder, Index.create(Path(folder) / "index", workers=1) as index:
        index.add({str(number): write_text(number) for number in range(IDS)})
        index.query(write_text(1))
        index.compact()
        index.digest()
        twicetold.sentences({"1": write_text(1)}, workers=1)
    said.send([name for name in sys.modules if name.startswith(("twicetold.", "pyarrow."))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        import_modules(multiprocessing.get_context("fork"))
        killed = KilledIndex(Path(folder) / "index", "fork")
        for number in range(1, options.kills + 1):
            killed.kill_writer(chosen)
            killed.check(number % DIGEST_EVERY == 0)
            if number % 100 == 0 or number == options.kills:
                print(f"after {number} kills\n{killed.figures.describe()}", flush=True)
    print(*killed.figures.errors, sep="\n", end="")
    sys.exit(0 if killed.figures.is_clean else 1)


if __name__ == "__main__":
    main()
