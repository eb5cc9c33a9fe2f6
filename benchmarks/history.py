"""`python -m benchmarks.history`: how much of a planted history is found: copies, directions, contradictions."""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from twicetold import history
from twicetold.demo.history import HistoryTruth, PlantedHistory
from twicetold.run import Run


def score_copies(run: Run, truth: HistoryTruth) -> dict[str, float]:
    """Precision, recall and F1 of copy events, by page, revision and sentence; then of their sources and direction."""
    planted = {(each.target, each.revision, normalise(each.text)): each.source for each in truth.copies}
    related = {frozenset((each.target, each.source)) for each in truth.copies}
    events = run.events.to_pylist()
    found = {
        (row["target_document"], row["target_revision"], normalise(row["target_text"])): row["source_document"]
        for row in events
        if row["kind"] != "none"
    }
    right = planted.keys() & found.keys()
    reversed_pairs = {(each.source, each.target) for each in truth.copies}
    unrelated = [key for key, source in found.items() if frozenset((key[0], source)) not in related]
    wrong_way = [
        key
        for key, source in found.items()
        if key not in planted and (key[0], source) in reversed_pairs and (source, key[0]) not in reversed_pairs
    ]
    precision, recall = len(right) / max(len(found), 1), len(right) / max(len(planted), 1)
    return {
        "planted copies": len(planted),
        "found copies": len(found),
        "precision": precision,
        "recall": recall,
        "F1": 2 * precision * recall / max(precision + recall, 1e-9),
        "direction right": len(right) / max(len(right) + len(wrong_way), 1),
        "parent right": sum(planted[key] == found[key] for key in right) / max(len(right), 1),
        "events between unrelated pages": len(unrelated) / max(len(found), 1),
    }


def score_contradictions(run: Run, truth: HistoryTruth) -> dict[str, float]:
    """How many corrections of one copy are listed, and traced to their edit."""
    listed: dict[tuple[str, ...], Any] = {}
    for row in run.contradictions.to_pylist():
        sides = sorted((row[f"{side}_document"], normalise(row[f"{side}_text"])) for side in ("left", "right"))
        listed[tuple(part for side in sides for part in side)] = row
        texts = tuple(sorted(text for _, text in sides))
        listed.setdefault(texts, row)
    found = traced = 0
    for each in truth.corrections:
        texts = tuple(sorted((normalise(each.text), normalise(each.other_text))))
        row = listed.get(texts)
        found += row is not None
        traced += row is not None and row["edit_revision"] == each.revision
    planted = len(truth.corrections)
    return {
        "planted corrections of one copy": planted,
        "listed as contradictions": found / max(planted, 1),
        "traced to their edit": traced / max(planted, 1),
        "traced of those listed": traced / max(found, 1),
        "contradictions in all": run.contradictions.num_rows,
    }


def normalise(text: str) -> str:
    """The text as the job compares it."""
    return " ".join(text.casefold().split())


def main() -> None:
    """Plant a history, trace it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--revisions", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        truth = PlantedHistory(given.pages, given.revisions, given.seed).write(folder)
        began = time.monotonic()
        run = history(Path(folder) / "history.xml", Path(folder) / "run", progress=False)
        seconds = time.monotonic() - began
        size = (Path(folder) / "history.xml").stat().st_size
        print(f"{given.pages:,} pages, {given.revisions:,} revisions, {size / 1e6:,.0f} MB, seed {given.seed}")
        for name, value in {**score_copies(run, truth), **score_contradictions(run, truth)}.items():
            print(f"{name:<36}{value:,.4f}" if isinstance(value, float) else f"{name:<36}{value:,}")
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{'seconds':<36}{seconds:,.1f}\n{'peak MB, with the generator':<36}{most / 1024:,.0f}")


if __name__ == "__main__":
    main()
