"""`python -m benchmarks.index_clusters ARTICLES.jsonl`: what it costs to keep the clusters of an index up to date.

The file fills an index, and then a few of its documents are changed, removed and added again. Reported are CPU seconds
of each change and its comparison, how many of them went to clusters, and that the clusters are those of a batch run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import twicetold
from benchmarks.index import read_documents
from twicetold.index import Index
from twicetold.index.clusters.follow import Step
from twicetold.index.clusters.record import group_texts


class Clock:
    """CPU seconds of an index, and those of its clusters."""

    def __init__(self, index: Index) -> None:
        self.clusters = 0.0
        self.index = index
        follow: Callable[..., Any] = index._follow

        def measure(step: Step, *arguments: Any) -> Any:
            began = time.process_time()
            found = follow(step, *arguments)
            self.clusters += time.process_time() - began
            return found

        index._follow = measure  # type: ignore[assignment, method-assign]

    def report(self, what: str, change: Callable[[], object]) -> None:
        """Change the index, compare the changes, and print what that took."""
        self.clusters, began = 0.0, time.process_time()
        first = self.index.manifest.clusters.next_event
        change()
        self.index.settle()
        whole = time.process_time() - began
        events = self.index.manifest.clusters.next_event - first
        print(f"{what}: {whole:.3f} s of CPU, {self.clusters:.3f} for clusters, {events:,} events", flush=True)


def list_partition(index: Index) -> list[int]:
    """The sizes of clusters, in order."""
    return sorted(sum(texts.values()) for texts in group_texts(index._record.read_texts()).values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--changes", type=int, nargs="*", default=[1, 10, 100])
    wanted = parser.parse_args()
    documents = {str(each["id"]): each["text"] for each in read_documents(wanted.articles, wanted.documents)}
    with tempfile.TemporaryDirectory() as folder, Index.create(Path(folder) / "index") as index:
        clock = Clock(index)
        clock.report(f"{len(documents):,} documents added", lambda: index.add(documents))
        print(f"{index.manifest.live_units:,} texts, {len(list_partition(index)):,} clusters")
        for number in wanted.changes:
            some = dict(list(documents.items())[:: len(documents) // number][:number])
            longer = {key: f"{text} This sentence was added to document {key} later." for key, text in some.items()}
            clock.report(f"{number} documents changed", partial(index.add, longer))
            clock.report(f"{number} documents removed", partial(index.remove, some))
            clock.report(f"{number} documents added again", partial(index.add, some))
        run = twicetold.sentences(documents)
        assert list_partition(index) == sorted(run.clusters["size"].to_pylist())
        print("the clusters are as large as those of a batch run")
        held = sum(layer.file.bytes for layer in index.manifest.clusters.layers)
        print(f"{held / run.facts['results']['sentences']:.1f} bytes a sentence for clusters and events")


if __name__ == "__main__":
    main()
