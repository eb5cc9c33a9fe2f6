"""The shares of the parts of a thread's score, learnt on public labels, and what they are worth on the set left out:

    python -m benchmarks.suggest_train FOLDER [--meaning minilm] [--without SET ...]

FOLDER is as `suggest_sets.py` says. Of a list (the links of a site, the related questions of SemEval) the right one
should have the highest score (softmax), and a labelled pair should be a duplicate or not (logistic, with a threshold
for each set). Every set has the same weight. The shares are at least 0.
Each figure is of shares learnt on all other sets.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from benchmarks.suggest_sets import PARTS, Floats, ThreadSet, read_sets

RIDGE = 0.002
Lists = list[tuple[Floats, int]]  # the parts of what is in a list, and the place of the right one


class LabelledSet:
    """A set as it is learnt from and judged by."""

    def __init__(self, threads: ThreadSet, meaning: str) -> None:
        self.name, self.threads = threads.name, threads
        self.labels = np.array([pair[2] for pair in threads.pairs])
        self.parts = threads.measure_all(meaning) if threads.is_site else threads.measure_pairs(meaning)
        self.is_list = threads.is_site or threads.name == "semeval"
        self.lists: Lists = self._list_of_site() if threads.is_site else self._list_of_pairs() if self.is_list else []

    def _list_of_site(self) -> Lists:
        found = []
        for one, two, _ in self.threads.pairs:
            for left, right in ((one, two), (two, one)):
                others = np.delete(np.arange(len(self.parts)), left)
                found.append((self.parts[left][others], int(np.flatnonzero(others == right)[0])))
        return found

    def _list_of_pairs(self) -> Lists:
        found = []
        for rows in self.list_questions():
            for right in rows[self.labels[rows] == 1]:
                kept = [row for row in rows if row == right or not self.labels[row]]
                found.append((self.parts[kept], kept.index(right)))
        return found

    def list_questions(self) -> list[Any]:
        """The pairs of each question."""
        asked = np.array([pair[0] for pair in self.threads.pairs])
        return [np.flatnonzero(asked == one) for one in np.unique(asked)]

    def judge(self, shares: Floats) -> tuple[str, float]:
        """What these shares are worth here."""
        scores = self.parts @ shares
        if self.threads.is_site:
            return "recall@5", measure_recall(scores, self.threads.pairs)
        if self.is_list:
            return "MAP", measure_map(scores, self.labels, self.list_questions())
        return "best F1", measure_best_f1(scores, self.labels)


def measure_recall(scores: Floats, pairs: Sequence[tuple[int, int, int]], most: int = 5) -> float:
    np.fill_diagonal(scores, -1)
    order = np.argsort(-scores, axis=1, kind="stable")[:, :most]
    directed = [pair for left, right, _ in pairs for pair in ((left, right), (right, left))]
    return float(np.mean([two in order[one] for one, two in directed]))


def measure_map(scores: Floats, labels: Any, questions: Sequence[Any]) -> float:
    """The mean of average precision over questions that have a right one."""
    found = []
    for rows in questions:
        right = labels[rows][np.argsort(-scores[rows], kind="stable")]
        if right.any():
            found.append(float((np.cumsum(right) / np.arange(1, len(right) + 1))[right == 1].mean()))
    return float(np.mean(found))


def measure_best_f1(scores: Floats, labels: Any) -> float:
    order = np.lexsort((labels, -scores))
    return float((2 * np.cumsum(labels[order]) / (np.arange(1, len(order) + 1) + labels.sum())).max())


def learn_shares(sets: Sequence[LabelledSet], parts: int) -> Floats:
    """The shares that fit these sets best."""
    pair_sets = [each for each in sets if not each.is_list]

    def compute_loss(point: Floats) -> tuple[float, Floats]:
        weights, slope = point[:parts], np.zeros_like(point)
        loss = RIDGE * float(weights @ weights)
        slope[:parts] = 2 * RIDGE * weights
        for each in sets:
            for values, right in each.lists:
                margin = values[:, :parts] @ weights
                chance = np.exp(margin - margin.max())
                chance /= chance.sum()
                loss -= float(np.log(max(chance[right], 1e-12))) / len(each.lists)
                slope[:parts] -= (values[right, :parts] - chance @ values[:, :parts]) / len(each.lists)
        for place, each in enumerate(pair_sets, parts):
            signs, values = np.where(each.labels > 0, 1.0, -1.0), each.parts[:, :parts]
            margin = np.clip((values @ weights + point[place]) * signs, -50, 50)
            pull = -signs / (1 + np.exp(margin)) / len(signs)
            loss += float(np.log1p(np.exp(-margin)).mean())
            slope[:parts] += values.T @ pull
            slope[place] += pull.sum()
        return loss, slope

    start = np.concatenate([np.full(parts, 5.0), np.zeros(len(pair_sets))])
    bounds = [(0, None)] * parts + [(None, None)] * len(pair_sets)
    found = minimize(compute_loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x[:parts]
    shares: Floats = np.pad(found / found.sum(), (0, len(PARTS) - parts))
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--meaning", default="none")
    parser.add_argument("--without", nargs="*", default=[], help="sets to leave out")
    options = parser.parse_args()
    parts = len(PARTS) - (options.meaning == "none")
    sets = [
        LabelledSet(each, options.meaning) for each in read_sets(options.folder) if each.name not in options.without
    ]
    for each in sets:
        shares = learn_shares([other for other in sets if other is not each], parts)
        measure, value = each.judge(shares)
        print(f"{each.name}: {measure} {value:.3f} with {format_shares(shares)} of the other sets", flush=True)
    print(f"all sets: {format_shares(learn_shares(sets, parts))}")


def format_shares(shares: Floats) -> str:
    named: Mapping[str, float] = dict(zip(PARTS, shares.tolist(), strict=True))
    return ", ".join(f"{name} {share:.3f}" for name, share in named.items())


if __name__ == "__main__":
    main()
