"""Measures how well kinds are predicted: `python -m benchmarks.kinds FILE ...`, each FILE with a JSON pair a line.

It prints the confusion matrix and precision, recall and F1 of each kind: with the texts and titles alone, with the
context that the pairs come with, and with `--run RUN` with all that a run over their articles knows. The shipped model
never judges pairs that it was trained on: files with only such pairs are cross-validated (a model that was trained on
other articles judges each pair), and in mixed files these pairs are left out. `--untouched` trains on four fifths of
the articles and judges the pairs of the fifth that no evidence was chosen on. The last line is `macro F1 0.xx; drift P
0.xx R 0.xx F1 0.xx; accuracy 0.xx`, with most context, over template, copyedit, drift and reference.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kinds_train import hash_pair, read_trained_hashes, train
from benchmarks.labelled_pairs import CONTEXT, RUN, TEXTS, LabelledPairs, read_labelled
from benchmarks.run_context import RunContext
from twicetold import _kernels

KINDS = ["template", "copyedit", "drift", "reference"]
ALL_KINDS = [*KINDS, "other", "identical"]
FOLDS = 10
ROUNDS = 3
LEVEL_NAMES = {RUN: "in a run", CONTEXT: "with context", TEXTS: "without context"}

Predictions = list[dict[str, Any]]


def judge_pairs(pairs: LabelledPairs, level: str, table: str | None = None) -> Predictions:
    """Classify pairs by the shipped model, or by the model in `table`."""
    return _kernels.classify_matches(pairs.build_batch(level), table).to_pylist()


def cross_validate_models(pairs: LabelledPairs, levels: Sequence[str]) -> dict[str, list[Predictions]]:
    """Classify the pairs of each fold by a model of the other folds, for each round and level of knowledge."""
    rounds: dict[str, list[Predictions]] = {level: [] for level in levels}
    for seed in range(ROUNDS):
        predictions: dict[str, Predictions] = {level: [{}] * len(pairs.rows) for level in levels}
        for places in split_folds(pairs, seed):
            held_out = set(places)
            table = train(pairs.select([place for place in range(len(pairs.rows)) if place not in held_out]))
            for level, each in predictions.items():
                for place, row in zip(places, judge_pairs(pairs.select(places), level, table), strict=True):
                    each[place] = row
        for level, each in predictions.items():
            rounds[level].append(each)
    return rounds


def split_folds(pairs: LabelledPairs, seed: int) -> list[list[int]]:
    """Split the places of the pairs into ten parts of similar size; pairs that share an article are in one part."""
    groups: dict[str, list[int]] = {}
    for place, group in enumerate(pairs.groups):
        groups.setdefault(group, []).append(place)
    names = sorted(groups)
    order = [names[at] for at in np.random.default_rng(seed).permutation(len(names))]
    parts: list[list[int]] = [[] for _ in range(FOLDS)]
    for group in sorted(order, key=lambda name: -len(groups[name])):
        min(parts, key=len).extend(groups[group])
    return [part for part in parts if part]


def score_kind(truth: list[str], predictions: list[str], kind: str) -> tuple[float, float, float]:
    """Return precision, recall and F1 of a kind."""
    both = sum(one == two == kind for one, two in zip(truth, predictions, strict=True))
    precision, recall = both / max(predictions.count(kind), 1), both / max(truth.count(kind), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def average_scores(truth: list[str], rounds: list[Predictions]) -> dict[str, tuple[float, float, float]]:
    """Average the scores of each kind over the rounds."""
    each = [
        {kind: score_kind(truth, [row["kind"] for row in predictions], kind) for kind in KINDS}
        for predictions in rounds
    ]
    return {kind: tuple(np.mean([one[kind] for one in each], axis=0)) for kind in KINDS}


def print_matrix(truth: list[str], rounds: list[Predictions], name: str) -> str:
    """Print a matrix and its scores, and return its last line."""
    counts = Counter((one, row["kind"]) for predictions in rounds for one, row in zip(truth, predictions, strict=True))
    print(f"\n{name} (rows: labelled, columns: predicted; means of {len(rounds)} round{'s' * (len(rounds) > 1)})")
    print(" " * 10 + "".join(f"{kind:>11}" for kind in ALL_KINDS))
    for kind in ALL_KINDS[:-1]:
        print(f"{kind:<10}" + "".join(f"{counts[kind, other] / len(rounds):>11.4g}" for other in ALL_KINDS))
    each = average_scores(truth, rounds)
    for kind, (precision, recall, f1) in each.items():
        print(f"{kind:<10} P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")
    macro = np.mean([f1 for _, _, f1 in each.values()])
    precision, recall, f1 = each["drift"]
    right = np.mean([one == row["kind"] for predictions in rounds for one, row in zip(truth, predictions, strict=True)])
    return f"macro F1 {macro:.2f}; drift P {precision:.2f} R {recall:.2f} F1 {f1:.2f}; accuracy {right:.3f}"


def print_drift_sorts(pairs: LabelledPairs, rounds: list[Predictions]) -> None:
    """Print how often the sort of drift is right, among drift that was found."""
    found = [
        (row["drift_kind"], prediction["drift"])
        for predictions in rounds
        for row, prediction in zip(pairs.rows, predictions, strict=True)
        if row["kind"] == prediction["kind"] == "drift" and row.get("drift_kind")
    ]
    right = sum(one == two for one, two in found)
    print(f"sort of drift right in {right / len(rounds):.4g} of {len(found) / len(rounds):.4g}")


SPANS = ((0.0, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01))


def print_calibration(truth: list[str], rounds: list[Predictions], kind: str = "") -> None:
    """Print for each span of confidence how often the kind was right, among all pairs or those of one kind."""
    print(f"\nconfidence of {kind or 'all kinds'}: how many were right, with the 95 % interval")
    for low, high in SPANS:
        hits = [
            one == row["kind"]
            for predictions in rounds
            for one, row in zip(truth, predictions, strict=True)
            if low <= row["confidence"] < high and kind in ("", row["kind"])
        ]
        if hits:
            share, many = float(np.mean(hits)), len(hits) / len(rounds)
            first, last = find_interval(share, many)
            print(f"{low:.2f} to {min(high, 1):.2f}: {share:.2f} ({first:.2f} to {last:.2f}) of {many:.4g}")


def find_interval(share: float, many: float) -> tuple[float, float]:
    """Find Wilson's 95 % interval of a share of `many`."""
    spread = 1.96**2 / many
    middle = (share + spread / 2) / (1 + spread)
    half = (share * (1 - share) * spread + spread**2 / 4) ** 0.5 / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def print_errors(pairs: LabelledPairs, predictions: Predictions) -> None:
    """Print the pairs that one round got wrong."""
    for row, prediction in zip(pairs.rows, predictions, strict=True):
        if row["kind"] != prediction["kind"]:
            print(
                f"\n{row['id']} {row['kind']} -> {prediction['kind']} {prediction['confidence']}: {prediction['why']}"
            )
            print(f"  [{row['left_title']}] {row['left']}\n  [{row['right_title']}] {row['right']}")
            print(
                "  "
                + "; ".join(
                    f"{c['kind']}{'!' * c['disagrees']}: {c['left']} / {c['right']}" for c in prediction["changes"]
                )
            )


def print_speed(pairs: LabelledPairs) -> None:
    """Print how many matches one core classifies in a second, with these pairs over and over."""
    batch = pairs.build_batch(CONTEXT)
    began, matches = time.process_time(), 0
    while time.process_time() - began < 1:
        _kernels.classify_matches(batch)
        matches += batch.num_rows
    print(f"{matches / (time.process_time() - began):,.0f} matches a second of processor time")


def main() -> None:
    """Read the files, judge the pairs, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--run", type=Path, help="a run over the articles of the pairs")
    parser.add_argument("--untouched", action="store_true", help="judge the untouched fifth by a model of the others")
    parser.add_argument("--errors", action="store_true", help="list the pairs whose kind is wrong")
    parser.add_argument(
        "--cross-validate", action="store_true", help="train on the files' own folds, not the shipped model"
    )
    arguments = parser.parse_args()
    pairs = read_labelled(*arguments.files)
    if arguments.run:
        pairs = RunContext(arguments.run).add_to(pairs)
    levels = [TEXTS, CONTEXT, *([RUN] if arguments.run else [])]
    pairs, rounds = judge_by_others(pairs, levels, arguments.untouched, arguments.cross_validate)
    truth = list(pairs.kind)
    print_speed(pairs)
    if arguments.errors:
        print_errors(pairs, rounds[levels[-1]][0])
    for level in levels:
        last = print_matrix(truth, rounds[level], LEVEL_NAMES[level])
        print(last)
    print_drift_sorts(pairs, rounds[levels[-1]])
    print_calibration(truth, rounds[levels[-1]])
    print_calibration(truth, rounds[levels[-1]], "drift")
    print(last)


def judge_by_others(
    pairs: LabelledPairs, levels: Sequence[str], untouched: bool, cross_validate: bool
) -> tuple[LabelledPairs, dict[str, list[Predictions]]]:
    """Return the pairs that can be judged, and predictions of models that were not trained on them."""
    if untouched:
        others, pairs = pairs.split_untouched()
        print(f"{len(pairs.rows)} pairs of articles that no evidence was chosen on, by a model of {len(others.rows)}")
        table = train(others)
        return pairs, {level: [judge_pairs(pairs, level, table)] for level in levels}
    seen = {place for place, row in enumerate(pairs.rows) if hash_pair(row) in read_trained_hashes()}
    all_seen = len(seen) == len(pairs.ids)
    if seen and not all_seen:
        print(f"{len(seen)} pairs are left out: the shipped model was trained on them")
        pairs = pairs.select([place for place in range(len(pairs.ids)) if place not in seen])
    elif all_seen:
        print("the shipped model was trained on these pairs: what follows is cross-validated")
    if all_seen or cross_validate:
        return pairs, cross_validate_models(pairs, levels)
    return pairs, {level: [judge_pairs(pairs, level)] for level in levels}


if __name__ == "__main__":
    main()
