"""How well kinds are told: `python -m benchmarks.kinds FILE`, FILE with a labelled pair of sentences a line (JSON).

Prints the confusion matrix and precision, recall and F1 of each kind, with the documents' context and without. Pairs
that the shipped model was trained on are never judged by it: a file of nothing else is cross-validated (each pair is
judged by a model trained on the other nine tenths, ten rounds of ten), and out of a mixed file they are left. The last
line is `macro F1 0.xx; drift P 0.xx R 0.xx F1 0.xx`, with context, over template, copyedit, drift and reference.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kinds_train import mark, train, trained_on
from benchmarks.labelled_pairs import Labelled, read_labelled
from twicetold import _kernels

KINDS = ["template", "copyedit", "drift", "reference"]
ALL = [*KINDS, "other", "identical"]
FOLDS = 10
ROUNDS = 10

Told = list[dict[str, Any]]


def shipped(pairs: Labelled, context: bool) -> list[Told]:
    """What the shipped model says, as the only round."""
    return [_kernels.classify_matches(pairs.batch(context)).to_pylist()]


def cross_validated(pairs: Labelled) -> dict[bool, list[Told]]:
    """What models say that were trained on the other folds, for each round, with context and without."""
    rounds: dict[bool, list[Told]] = {True: [], False: []}
    for seed in range(ROUNDS):
        told: dict[bool, Told] = {context: [{}] * len(pairs.rows) for context in rounds}
        for places in folds(pairs, seed):
            held = set(places)
            table = train(pairs.only([place for place in range(len(pairs.rows)) if place not in held]))
            for context, each in told.items():
                found = _kernels.classify_matches(pairs.only(places).batch(context), table).to_pylist()
                for place, row in zip(places, found, strict=True):
                    each[place] = row
        for context, each in told.items():
            rounds[context].append(each)
    return rounds


def folds(pairs: Labelled, seed: int) -> list[list[int]]:
    """The places of the pairs in ten parts, each with its share of every kind."""
    random = np.random.default_rng(seed)
    parts: list[list[int]] = [[] for _ in range(FOLDS)]
    dealt = 0
    for kind in sorted(set(pairs.kind)):
        for place in random.permutation(np.flatnonzero(pairs.kind == kind)):
            parts[dealt % FOLDS].append(int(place))
            dealt += 1
    return parts


def scores(truth: list[str], told: list[str], kind: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of a kind."""
    both = sum(one == two == kind for one, two in zip(truth, told, strict=True))
    precision, recall = both / max(told.count(kind), 1), both / max(truth.count(kind), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def averaged(truth: list[str], rounds: list[Told]) -> dict[str, tuple[float, float, float]]:
    """The scores of each kind, as means over rounds."""
    each = [{kind: scores(truth, [row["kind"] for row in told], kind) for kind in KINDS} for told in rounds]
    return {kind: tuple(np.mean([one[kind] for one in each], axis=0)) for kind in KINDS}


def show(truth: list[str], rounds: list[Told], name: str) -> str:
    """Prints one matrix and its scores; gives the last line for it."""
    counts = Counter((one, row["kind"]) for told in rounds for one, row in zip(truth, told, strict=True))
    print(f"\n{name} (rows: labelled, columns: told; means of {len(rounds)} round{'s' * (len(rounds) > 1)})")
    print(" " * 10 + "".join(f"{kind:>11}" for kind in ALL))
    for kind in ALL[:-1]:
        print(f"{kind:<10}" + "".join(f"{counts[kind, other] / len(rounds):>11.4g}" for other in ALL))
    each = averaged(truth, rounds)
    for kind, (precision, recall, f1) in each.items():
        print(f"{kind:<10} P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")
    macro = np.mean([f1 for _, _, f1 in each.values()])
    precision, recall, f1 = each["drift"]
    return f"macro F1 {macro:.2f}; drift P {precision:.2f} R {recall:.2f} F1 {f1:.2f}"


def sorts(pairs: Labelled, rounds: list[Told]) -> None:
    """Prints how often the sort of drift is right, of the drift that was found."""
    found = [
        (row["drift_kind"], said["drift"])
        for told in rounds
        for row, said in zip(pairs.rows, told, strict=True)
        if row["kind"] == said["kind"] == "drift" and row.get("drift_kind")
    ]
    right = sum(one == two for one, two in found)
    print(f"sort of drift right in {right / len(rounds):.4g} of {len(found) / len(rounds):.4g}")


def calibration(truth: list[str], rounds: list[Told]) -> None:
    """Prints for each span of confidence how often the kind was right."""
    for low, high in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 1.01)):
        hits = [
            one == row["kind"]
            for told in rounds
            for one, row in zip(truth, told, strict=True)
            if low <= row["confidence"] < high
        ]
        if hits:
            many = len(hits) / len(rounds)
            print(f"confidence {low:.2f} to {min(high, 1):.2f}: right {np.mean(hits):.3f} of {many:.4g}")


def errors(pairs: Labelled, told: Told) -> None:
    """Prints the pairs that one round got wrong."""
    for row, said in zip(pairs.rows, told, strict=True):
        if row["kind"] != said["kind"]:
            print(f"\n{row['id']} {row['kind']} -> {said['kind']} {said['confidence']}: {said['why']}")
            print(f"  [{row['left_title']}] {row['left']}\n  [{row['right_title']}] {row['right']}")
            print(
                "  "
                + "; ".join(f"{c['kind']}{'!' * c['disagrees']}: {c['left']} / {c['right']}" for c in said["changes"])
            )


def speed(pairs: Labelled) -> None:
    """Prints how many matches a second one core classifies, of these pairs again and again."""
    batch = pairs.batch(True)
    began, matches = time.process_time(), 0
    while time.process_time() - began < 1:
        _kernels.classify_matches(batch)
        matches += batch.num_rows
    print(f"{matches / (time.process_time() - began):,.0f} matches a second of processor time")


def main() -> None:
    """Reads the file, judges, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--errors", action="store_true", help="list the pairs that are told wrong")
    parser.add_argument(
        "--cross-validate", action="store_true", help="train on the file's own folds, not the shipped model"
    )
    arguments = parser.parse_args()
    pairs = read_labelled(arguments.file)
    seen = {place for place, name in enumerate(pairs.ids) if mark(name) in trained_on()}
    all_seen = len(seen) == len(pairs.ids)
    if seen and not all_seen:
        print(f"{len(seen)} pairs are left out: the shipped model was trained on them")
        pairs = pairs.only([place for place in range(len(pairs.ids)) if place not in seen])
    elif all_seen:
        print("the shipped model was trained on these pairs: what follows is cross-validated")
    if all_seen or arguments.cross_validate:
        rounds = cross_validated(pairs)
    else:
        rounds = {context: shipped(pairs, context) for context in (True, False)}
    truth = list(pairs.kind)
    speed(pairs)
    if arguments.errors:
        errors(pairs, rounds[True][0])
    without = show(truth, rounds[False], "without context")
    print(without)
    last = show(truth, rounds[True], "with context")
    sorts(pairs, rounds[True])
    calibration(truth, rounds[True])
    print(last)


if __name__ == "__main__":
    main()
