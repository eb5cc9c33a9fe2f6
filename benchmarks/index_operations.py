"""`python -m benchmarks.index_operations ARTICLES.jsonl [--operations 10000] [--checkpoints 50]`: the same answer?

A random sequence of additions, changes, removals, queries, merges and openings on sentences of the file. At checkpoints
the digest of the index must be that of a run over the documents that are left.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import twicetold
from benchmarks.index import change_word, read_documents, split_documents
from twicetold.index import Index

OPERATIONS = ("add", "add", "add", "add", "remove", "remove", "query", "query", "settle", "compact", "reopen")
# How often one of these is done when it was drawn: each moves what waits into a segment, or nearly.
RARE = {"query": 0.1, "settle": 0.1, "compact": 0.02, "reopen": 0.1}
CHANGED = 0.3  # of added documents, how many have the id of another


class ComparedIndex:
    """An index and the documents that it must have."""

    def __init__(self, folder: Path, texts: list[str], seed: int) -> None:
        self.index = Index.create(folder)
        self.documents: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self._texts = texts
        self._chosen = random.Random(seed)
        self._number = 0

    def do_something(self) -> None:
        chosen = self._chosen
        operation = chosen.choice(OPERATIONS)
        if operation in RARE and chosen.random() > RARE[operation]:
            operation = "add"
        self.done[operation] += 1
        if operation == "add":
            added = dict(self._choose_document() for _ in range(chosen.randint(1, 4)))
            self.index.add(added)
            self.documents |= added
        elif operation == "remove":
            gone = [self._choose_id() for _ in range(chosen.randint(1, 3))]
            self.index.remove(gone)
            for each in gone:
                self.documents.pop(each, None)
        elif operation == "query":
            self.index.query(chosen.choice(self._texts))
        elif operation == "reopen":
            self.index.close()
            self.index = Index(self.index.folder)
        else:
            getattr(self.index, operation)()

    def _choose_document(self) -> tuple[str, str]:
        texts = [self._chosen.choice(self._texts) for _ in range(self._chosen.randint(1, 3))]
        text = " ".join(change_word(each, self._chosen) if self._chosen.random() < 0.4 else each for each in texts)
        if self._chosen.random() < CHANGED:
            return self._choose_id(), text
        self._number += 1
        return str(self._number), text

    def _choose_id(self) -> str:
        return str(self._chosen.randint(0, self._number))

    def is_same_answer(self) -> bool:
        return self.index.digest() == twicetold.sentences(self.documents).digest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--operations", type=int, default=10_000)
    parser.add_argument("--checkpoints", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    texts = split_documents(read_documents(options.articles, 20))
    same, began = 0, time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        compared = ComparedIndex(Path(folder) / "index", texts, options.seed)
        every = options.operations // options.checkpoints
        for number in range(1, options.operations + 1):
            compared.do_something()
            if number % every == 0:
                same += compared.is_same_answer()
                print(f"{number:,} operations, {number // every} checkpoints, {same} the same", flush=True)
        facts = compared.index.describe()
        compared.index.close()
    done = ", ".join(f"{name} {count:,}" for name, count in sorted(compared.done.items()))
    print(f"{done}; {facts['documents']:,} documents left, {time.process_time() - began:.0f} CPU seconds")
    sys.exit(0 if same == options.checkpoints else 1)


if __name__ == "__main__":
    main()
