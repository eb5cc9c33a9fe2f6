"""`twicetold demo`: writes the planted encyclopedia, finds what repeats, and says how much of it was planted."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from twicetold import flow
from twicetold.commands.progress import shown
from twicetold.commands.sentences import summary
from twicetold.config import Settings
from twicetold.counted import counted
from twicetold.engines.local import Local
from twicetold.planted import Planted
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.show import drift, views
from twicetold.show.page import Page

EXAMPLES = 3


def run(folder: Path, sentences: int, seed: int, quiet: bool = False) -> bool:
    """Whether every planted copy that is similar enough is in its cluster, and no near miss is."""
    folder.mkdir(parents=True, exist_ok=True)
    Planted(sentences=sentences, seed=seed).write(str(folder))
    dump = Input("mediawiki", str(folder / "encyclopedia.xml"))
    settings = Settings()
    engine = Local(settings.machine, shown("sentences", quiet), scratch=str(folder))
    found = flow.sentences([dump], folder / "run", settings, engine, force=True)
    together = Together(found)
    threshold = settings.matching.threshold
    copies = [row for row in _truth(folder, "truth_pairs") if row["edit_similarity"] >= threshold]
    misses = [row for row in _truth(folder, "truth_near_misses") if row["edit_similarity"] < threshold]
    right, wrong = sum(map(together.has, copies)), sum(map(together.has, misses))
    if not quiet:
        results = found.facts["results"]
        print(f"{dump.path}: {counted(results['documents'], 'article')}, {counted(results['sentences'], 'sentence')}")
        print(summary(results))
        print(f"planted copies found: {right:,} of {len(copies):,}; near misses taken for copies: {wrong:,}")
        _show(found)
        _told(found)
        print(f"everything is in {folder}/run; try: twicetold show {folder}/run", file=sys.stderr)
    return right == len(copies) and wrong == 0


def _told(run: Run) -> None:
    """What the repetitions are, and the first facts that do not agree."""
    for row in views.kinds(run):
        print(f"  {row['kind']}: {counted(row['clusters'], 'cluster')} of {counted(row['members'], 'sentence')}")
    Page().show(drift.contradictions(run, drift.Wanted(limit=EXAMPLES)))


def _truth(folder: Path, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return rows


class Together:
    """Which sentences a run put into one cluster."""

    def __init__(self, run: Run) -> None:
        self._clusters: dict[tuple[str, str], set[int]] = defaultdict(set)
        for batch in run.batches("members"):
            for row in batch.select(["document", "text", "cluster"]).to_pylist():
                self._clusters[row["document"], row["text"]].add(row["cluster"])

    def has(self, pair: dict[str, Any]) -> bool:
        left, right = ((pair[f"{side}_document"], pair[f"{side}_text"]) for side in ("left", "right"))
        return bool(self._clusters.get(left, set()) & self._clusters.get(right, set()))


def _show(run: Run) -> None:
    """The first clusters of more than one text, a member of each text."""
    wanted = [row["cluster"] for row in run.clusters.to_pylist() if row["variants"] > 1][:EXAMPLES]
    seen: set[tuple[int, int]] = set()
    for row in run.members.to_pylist():
        key = (row["cluster"], row["variant"])
        if row["cluster"] in wanted and row["variant"] < EXAMPLES and key not in seen:
            seen.add(key)
            print(f"  cluster {row['cluster']}, {row['title']}: {row['text']}")
