"""`python -m benchmarks.history_confidence`: whether nine in ten copy events of confidence 0.9 are right.

A history is planted, with copies, and with sentences that two pages have from a source outside. `--fit` prints weights
for `jobs/history/evidence.py` that make the truth likelier, held near those that are there: fit on one seed, and
measure on another.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from twicetold import history
from twicetold.demo.history import HistoryTruth, PlantedHistory
from twicetold.demo.history_score import level_text
from twicetold.jobs.history import events
from twicetold.jobs.history.evidence import WEIGHTS, Row, Verdict, choose_source, collect_evidence

BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)
STRENGTH = 10.0  # how strongly fitted weights are held where they are
STEPS, RATE = 400, 0.002


def collect_candidates(pages: int, revisions: int, seed: int, quotes: int) -> tuple[list[list[Row]], HistoryTruth]:
    """The candidates of every arrival in a planted history, and what was planted."""
    collected: list[list[Row]] = []

    def choose_and_keep(candidates: list[Row], least: float) -> Verdict:
        collected.append(candidates)
        return choose_source(candidates, least)

    with tempfile.TemporaryDirectory() as folder:
        truth = PlantedHistory(pages, revisions, seed, quotes).write(folder)
        with patch.object(events, "choose_source", choose_and_keep):
            history(Path(folder) / "history.xml", progress=False, workers=1)
    if not collected:
        raise SystemExit("the steps ran in another process: nothing was collected")
    return collected, truth


def find_source(target: Row, planted: dict[tuple[str, str, str], str]) -> str:
    """Where an arrival was copied from; "" where it was not."""
    return planted.get((target["target_document"], target["target_revision"], level_text(target["target_text"])), "")


def print_reliability(arrivals: list[list[Row]], planted: dict[tuple[str, str, str], str]) -> None:
    """Of each range of confidences the events, their mean confidence, and the share that is right."""
    rows = []
    for candidates in arrivals:
        verdict = choose_source(candidates, 0.0)
        if verdict.source is not None:
            rows.append((verdict.confidence, verdict.source["source_document"] == find_source(candidates[0], planted)))
    print("| confidence | events | mean confidence | right |\n| --- | --- | --- | --- |")
    for low, high in pairwise(BINS):
        own = [row for row in rows if low <= row[0] < high]
        if own:
            mean, right = (sum(row[place] for row in own) / len(own) for place in (0, 1))
            name = f"{low:g} to {min(high, 1):g}" if low else f"under {high:g}"
            print(f"| {name} | {len(own):,} | {mean:.3f} | {right:.3f} |")
    error = sum(abs(sum(c - ok for c, ok in own)) for own in _bin_rows(rows)) / len(rows)
    print(f"mean error of the confidence, weighted by events: {error:.4f}")


def _bin_rows(rows: list[tuple[float, bool]]) -> list[list[tuple[float, bool]]]:
    return [[row for row in rows if low <= row[0] < high] for low, high in pairwise(BINS)]


def fit_weights(arrivals: list[list[Row]], planted: dict[tuple[str, str, str], str]) -> dict[str, float]:
    """Weights under which the truth is likeliest, with a penalty for leaving those of today."""
    names = list(WEIGHTS)
    start = np.array([WEIGHTS[name] for name in names])
    places: list[Any] = []
    for candidates in arrivals:
        features = np.zeros((len(candidates) + 1, len(names)))  # the first row is that none of them is the source
        for number, row in enumerate(candidates, 1):
            for clue in collect_evidence(row):
                features[number, names.index(clue.name)] += clue.amount
        wanted = find_source(candidates[0], planted)
        right = next((n for n, row in enumerate(candidates, 1) if row["source_document"] == wanted), 0)
        places.append((features, right))
    weights = start.copy()
    for _ in range(STEPS):
        slope = STRENGTH * (weights - start)
        for features, right in places:
            odds = np.exp(np.minimum(features @ weights, 30.0))
            slope += (odds / odds.sum()) @ features - features[right]
        weights -= RATE * slope / max(len(places) / 1_000, 1)
    return dict(zip(names, weights.round(2).tolist(), strict=True))


def main() -> None:
    """Plant, trace, and print the table; with `--fit` print weights, too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--revisions", type=int, default=9_000)
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--quotes", type=int, default=12, help="of 1,000 revisions, those that take from outside")
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    arrivals, truth = collect_candidates(given.pages, given.revisions, given.seed, given.quotes)
    planted = {(each.target, each.revision, level_text(each.text)): each.source for each in truth.copies}
    print(f"{given.pages:,} pages, {given.revisions:,} revisions, seed {given.seed}, {len(arrivals):,} arrivals")
    print_reliability(arrivals, planted)
    if given.fit:
        for name, weight in fit_weights(arrivals, planted).items():
            print(f'    "{name}": {weight:g},  # was {WEIGHTS[name]:g}')


if __name__ == "__main__":
    main()
