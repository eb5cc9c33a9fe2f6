"""How well kinds are told: `python -m benchmarks.kinds FILE ...`, each FILE with a labelled pair a line (JSON).

Prints the confusion matrix and precision, recall and F1 of each kind: with the texts and titles alone, with the context
that the pairs come with, and with `--run RUN` with all that a run over their articles knows. Pairs that the shipped
model was trained on are never judged by it: files of nothing else are cross-validated (each pair is judged by a model
that was trained on other articles), and out of mixed files they are left. `--untouched` trains on four fifths of the
articles and judges the pairs of the fifth that no evidence was chosen on. The last line is `macro F1 0.xx; drift P 0.xx
R 0.xx F1 0.xx; accuracy 0.xx`, with most context, over template, copyedit, drift and reference.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kinds_train import mark, train, trained_on
from benchmarks.labelled_pairs import CONTEXT, RUN, TEXTS, Labelled, read_labelled
from benchmarks.run_context import RunContext
from twicetold import _kernels

KINDS = ["template", "copyedit", "drift", "reference"]
ALL = [*KINDS, "other", "identical"]
FOLDS = 10
ROUNDS = 3
NAMES = {RUN: "in a run", CONTEXT: "with context", TEXTS: "without context"}

Told = list[dict[str, Any]]


def judge(pairs: Labelled, level: str, table: str | None = None) -> Told:
    """What a model says, the shipped one where no other is given."""
    return _kernels.classify_matches(pairs.batch(level), table).to_pylist()


def cross_validated(pairs: Labelled, levels: Sequence[str]) -> dict[str, list[Told]]:
    """What models say that were trained on the other folds, for each round and level of knowledge."""
    rounds: dict[str, list[Told]] = {level: [] for level in levels}
    for seed in range(ROUNDS):
        told: dict[str, Told] = {level: [{}] * len(pairs.rows) for level in levels}
        for places in folds(pairs, seed):
            held = set(places)
            table = train(pairs.only([place for place in range(len(pairs.rows)) if place not in held]))
            for level, each in told.items():
                for place, row in zip(places, judge(pairs.only(places), level, table), strict=True):
                    each[place] = row
        for level, each in told.items():
            rounds[level].append(each)
    return rounds


def folds(pairs: Labelled, seed: int) -> list[list[int]]:
    """The places of the pairs in ten parts: pairs that share an article are in one part, the largest groups first."""
    groups: dict[str, list[int]] = {}
    for place, group in enumerate(pairs.groups):
        groups.setdefault(group, []).append(place)
    names = sorted(groups)
    order = [names[at] for at in np.random.default_rng(seed).permutation(len(names))]
    parts: list[list[int]] = [[] for _ in range(FOLDS)]
    for group in sorted(order, key=lambda name: -len(groups[name])):
        min(parts, key=len).extend(groups[group])
    return [part for part in parts if part]


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
    right = np.mean([one == row["kind"] for told in rounds for one, row in zip(truth, told, strict=True)])
    return f"macro F1 {macro:.2f}; drift P {precision:.2f} R {recall:.2f} F1 {f1:.2f}; accuracy {right:.3f}"


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


SPANS = ((0.0, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01))


def calibration(truth: list[str], rounds: list[Told], kind: str = "") -> None:
    """Prints for each span of confidence how often the kind was right, of all pairs or of one kind."""
    print(f"\nconfidence of {kind or 'all kinds'}: how many were right, with the 95 % interval")
    for low, high in SPANS:
        hits = [
            one == row["kind"]
            for told in rounds
            for one, row in zip(truth, told, strict=True)
            if low <= row["confidence"] < high and kind in ("", row["kind"])
        ]
        if hits:
            share, many = float(np.mean(hits)), len(hits) / len(rounds)
            first, last = find_interval(share, many)
            print(f"{low:.2f} to {min(high, 1):.2f}: {share:.2f} ({first:.2f} to {last:.2f}) of {many:.4g}")


def find_interval(share: float, many: float) -> tuple[float, float]:
    """Wilson's interval of a share at 95 %."""
    spread = 1.96**2 / many
    middle = (share + spread / 2) / (1 + spread)
    half = (share * (1 - share) * spread + spread**2 / 4) ** 0.5 / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)


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
    batch = pairs.batch(CONTEXT)
    began, matches = time.process_time(), 0
    while time.process_time() - began < 1:
        _kernels.classify_matches(batch)
        matches += batch.num_rows
    print(f"{matches / (time.process_time() - began):,.0f} matches a second of processor time")


def main() -> None:
    """Reads the file, judges, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--run", type=Path, help="a run over the articles of the pairs")
    parser.add_argument("--untouched", action="store_true", help="judge the untouched fifth by a model of the others")
    parser.add_argument("--errors", action="store_true", help="list the pairs that are told wrong")
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
    speed(pairs)
    if arguments.errors:
        errors(pairs, rounds[levels[-1]][0])
    for level in levels:
        last = show(truth, rounds[level], NAMES[level])
        print(last)
    sorts(pairs, rounds[levels[-1]])
    calibration(truth, rounds[levels[-1]])
    calibration(truth, rounds[levels[-1]], "drift")
    print(last)


def judge_by_others(
    pairs: Labelled, levels: Sequence[str], untouched: bool, cross_validate: bool
) -> tuple[Labelled, dict[str, list[Told]]]:
    """The pairs that are judged, and what models say that were not trained on them."""
    if untouched:
        others, pairs = pairs.split_untouched()
        print(f"{len(pairs.rows)} pairs of articles that no evidence was chosen on, by a model of {len(others.rows)}")
        table = train(others)
        return pairs, {level: [judge(pairs, level, table)] for level in levels}
    seen = {place for place, row in enumerate(pairs.rows) if mark(row) in trained_on()}
    all_seen = len(seen) == len(pairs.ids)
    if seen and not all_seen:
        print(f"{len(seen)} pairs are left out: the shipped model was trained on them")
        pairs = pairs.only([place for place in range(len(pairs.ids)) if place not in seen])
    elif all_seen:
        print("the shipped model was trained on these pairs: what follows is cross-validated")
    if all_seen or cross_validate:
        return pairs, cross_validated(pairs, levels)
    return pairs, {level: [judge(pairs, level)] for level in levels}


if __name__ == "__main__":
    main()
