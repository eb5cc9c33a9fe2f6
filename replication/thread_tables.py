"""Tables 1 and 2 of paper 003, on labelled pairs of threads:

    python -m replication.thread_tables --threads semeval/threads.jsonl --truth semeval/pairs.csv

Table 1: F1 of each signature in each field. Table 2: of the weighted sum of 3-shingles over a grid of weights. Only
labelled pairs are compared. A threshold is chosen on one half of them and used on the other, both ways, and the results
of the two halves are counted together; the pairs of a left thread are in one half. A similarity of 0 is never a match.

The paper has labels for each field, these are for threads, so Table 1 shows how well a field alone identifies
duplicates.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from benchmarks.texts import normalise
from numpy.typing import NDArray

from replication.features.__main__ import print_table
from twicetold.config import apply_options
from twicetold.engines.local import Local
from twicetold.errors import InputError
from twicetold.features.base import Feature
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory
from twicetold.jobs.threads.fields import FIELDS
from twicetold.matching.similarity import Comparison

SEED = 2011
SIGNATURES: dict[str, dict[str, Any]] = {
    "2-shingles": {"feature": "words", "shingle": 2},
    "3-shingles": {"feature": "words", "shingle": 3},
    "4-shingles": {"feature": "words", "shingle": 4},
    "winnowing (k = 3, w = 3)": {"feature": "winnow", "shingle": 3, "winnow_window": 3},
    "winnowing (k = 5, w = 3)": {"feature": "winnow", "shingle": 5, "winnow_window": 3},
    "I-Match [0.10, 0.90]": {"feature": "imatch", "idf_range": (0.1, 0.9)},
    "I-Match [0.20, 0.80]": {"feature": "imatch", "idf_range": (0.2, 0.8)},
    "SpotSigs, 50 antecedents": {"feature": "spotsigs", "antecedents": "50"},
    "SpotSigs, 100 antecedents": {"feature": "spotsigs", "antecedents": "100"},
}
SHINGLES = SIGNATURES["3-shingles"]
# The rows of the paper's Table 2: weights in tenths, and the threshold.
PAPER_ROWS = (
    ((2, 0, 8), 0.1),
    ((3, 6, 1), 0.1),
    ((5, 3, 2), 0.2),
    ((4, 5, 1), 0.2),
    ((7, 1, 2), 0.3),
    ((6, 2, 2), 0.3),
    ((5, 3, 2), 0.3),
    ((4, 2, 4), 0.5),
    ((4, 3, 3), 0.4),
    ((4, 4, 2), 0.3),
    ((6, 0, 4), 0.5),
)
GRID = [(one, two, 10 - one - two) for one in range(11) for two in range(11 - one)]

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class LabelledThreads:
    """Pairs of threads: the texts of each field, which pairs are duplicates, and which are in the second half."""

    texts: dict[str, list[str]]  # of all threads: some signatures are fitted to a corpus
    sides: dict[str, tuple[list[str], list[str]]]
    duplicate: Flags
    second: Flags

    def mark_present(self, field: str) -> Flags:
        """Mark the pairs in which both threads have the field."""
        return np.array([bool(left and right) for left, right in zip(*self.sides[field], strict=True)], bool)


def read_labelled_threads(threads: Path, truth: Path, seed: int = SEED) -> LabelledThreads:
    with threads.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    known = {str(row["id"]): {name: normalise(row.get(name) or "") for name in FIELDS} for row in rows}
    with truth.open(encoding="utf-8", newline="") as file:
        pairs = [(row["left"], row["right"], row["duplicate"] == "1") for row in csv.DictReader(file)]
    lost = [each for pair in pairs for each in pair[:2] if each not in known]
    if lost:
        raise InputError(f"`{truth}` names {len(lost)} threads that `{threads}` does not have: `{lost[0]}` ...")
    lefts = sorted({left for left, _, _ in pairs})
    Random(seed).shuffle(lefts)
    second = set(lefts[: len(lefts) // 2])
    sides = {
        name: ([known[left][name] for left, _, _ in pairs], [known[right][name] for _, right, _ in pairs])
        for name in FIELDS
    }
    texts = {name: sorted({each[name] for each in known.values()} - {""}) for name in FIELDS}
    return LabelledThreads(
        texts, sides, np.array([pair[2] for pair in pairs], bool), np.array([pair[0] in second for pair in pairs], bool)
    )


def compute_similarities(labelled: LabelledThreads, field: str, options: dict[str, Any]) -> Values:
    """Compute the Jaccard similarity of each pair by a signature; it is 0 if a side has no features."""
    comparison = Comparison(fit_feature(labelled.texts[field], options), "jaccard")
    left, right = (pa.array(side, pa.string()) for side in labelled.sides[field])
    return np.asarray(pc.fill_null(comparison.compare_sides(left, right), 0.0))


def fit_feature(texts: Sequence[str], options: dict[str, Any]) -> Feature:
    """Fit a signature to texts, if it needs a lexicon."""
    engine = Local()
    settings = apply_options(SentenceSettings(), {"finder": "join", "measure": "jaccard", **options})
    units = engine.load_rows(pa.table({"text": pa.array(texts, pa.string())}))
    return fit_finder_in_memory(build_finder(settings, len(texts)), units, len(texts), engine).feature


@dataclass(frozen=True)
class FoundCounts:
    """The number of pairs found, of found pairs that are right, and of true pairs."""

    right: int
    found: int
    true: int

    @classmethod
    def count(cls, found: Flags, true: Flags) -> FoundCounts:
        return cls(int((found & true).sum()), int(found.sum()), int(true.sum()))

    @property
    def precision(self) -> float:
        return self.right / max(self.found, 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.true, 1)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(self.found + self.true, 1)


def find_best_threshold(values: Values, true: Flags) -> tuple[float, float]:
    """Find the threshold above 0 with the best F1, and that F1; of equally good thresholds the highest."""
    order = np.argsort(-values, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(values[order]) != 0, True))  # all of one similarity are taken together
    ends = ends[values[order][ends] > 0]
    if not len(ends):
        return 1.0, 0.0
    f1 = 2 * np.cumsum(true[order])[ends] / (ends + 1 + true.sum())
    at = int(np.argmax(f1))
    return float(values[order][ends[at]]), float(f1[at])


def score_held_out(values: Values, true: Flags, second: Flags) -> tuple[FoundCounts, list[float]]:
    """Count what is found in each half by the best threshold of the other half; also return the thresholds."""
    thresholds = [find_best_threshold(values[half], true[half])[0] for half in (second, ~second)]
    found = values >= np.where(second, thresholds[1], thresholds[0])
    return FoundCounts.count(found & (values > 0), true), thresholds


def measure_signatures(labelled: LabelledThreads) -> dict[str, dict[str, FoundCounts]]:
    """Count what each signature finds in each field, over the pairs that have the field."""
    there = list_present(labelled)
    found: dict[str, dict[str, FoundCounts]] = {}
    for signature, options in SIGNATURES.items():
        for name, own in there.items():
            values = compute_similarities(labelled, name, options)
            counts, _ = score_held_out(values[own], labelled.duplicate[own], labelled.second[own])
            found.setdefault(signature, {})[name] = counts
    return found


def measure_every_pair(labelled: LabelledThreads) -> dict[str, FoundCounts]:
    """Count, by field, what is found if every pair is called a duplicate."""
    there = list_present(labelled)
    return {name: FoundCounts.count(np.ones(own.sum(), bool), labelled.duplicate[own]) for name, own in there.items()}


def list_present(labelled: LabelledThreads) -> dict[str, Flags]:
    """List the fields that some pair has on both sides, and mark these pairs."""
    return {name: own for name in FIELDS if (own := labelled.mark_present(name)).any()}


def show_table_one(labelled: LabelledThreads) -> None:
    """Print F1 of each signature in each field, over the pairs that have the field."""
    rows = [
        [signature, *(f"{each.f1:.1%} ({each.precision:.0%}, {each.recall:.0%})" for each in found.values())]
        for signature, found in measure_signatures(labelled).items()
    ]
    rows.append(
        ["every pair called a duplicate", *(f"{each.f1:.1%}" for each in measure_every_pair(labelled).values())]
    )
    there = list_present(labelled)
    print_table(["F1 (precision, recall)", *(f"{name}, {own.sum():,} pairs" for name, own in there.items())], rows)


def average_fields(fields: Sequence[Values], there: Sequence[Flags], weights: Sequence[float]) -> Values:
    """Compute the weighted mean similarity over the fields that both threads have; 0 if there are none."""
    total = np.sum([weight * values * own for weight, values, own in zip(weights, fields, there, strict=True)], axis=0)
    whole = np.sum([weight * own for weight, own in zip(weights, there, strict=True)], axis=0)
    return np.round(np.divide(total, whole, out=np.zeros_like(total), where=whole > 0), 12)


def compare_fields(labelled: LabelledThreads) -> tuple[list[Values], list[Flags]]:
    """Compute the similarities of each field by 3-shingles, and mark the pairs that have the field."""
    there = [labelled.mark_present(name) for name in FIELDS]
    return [compute_similarities(labelled, name, SHINGLES) for name in FIELDS], there


def measure_weights(labelled: LabelledThreads) -> list[tuple[FoundCounts, FoundCounts]]:
    """For each row of the paper, count what it finds at its threshold, and at one chosen on the other half."""
    fields, there = compare_fields(labelled)
    rows = []
    for tenths, threshold in PAPER_ROWS:
        values = average_fields(fields, there, [each / 10 for each in tenths])
        chosen, _ = score_held_out(values, labelled.duplicate, labelled.second)
        rows.append((FoundCounts.count(values >= threshold, labelled.duplicate), chosen))
    return rows


def show_table_two(labelled: LabelledThreads) -> None:
    """Print the paper's rows at its thresholds and at ours, and the best weights of the grid on the other half."""
    rows = []
    for (tenths, threshold), (printed, own) in zip(PAPER_ROWS, measure_weights(labelled), strict=True):
        rows.append([*(each / 10 for each in tenths), threshold, *format_scores(printed), f"{own.f1:.1%}"])
    head = ["question", "description", "answer", "threshold", "precision", "recall", "F1"]
    print_table([*head, "F1, threshold chosen"], rows)
    one, two, precision, recall, f1 = choose_weights(labelled)
    print(f"The best weights of {len(GRID)}, chosen with their threshold on the other half: {one}, {two}; ", end="")
    print(f"precision {precision}, recall {recall}, F1 {f1}\n")


def choose_weights(labelled: LabelledThreads) -> list[str]:
    """Choose the best weights on each half; return them with precision, recall and F1 on the other half."""
    fields, there = compare_fields(labelled)
    true, second = labelled.duplicate, labelled.second
    flags, choices = np.zeros(len(true), bool), []
    scores = {tenths: average_fields(fields, there, [each / 10 for each in tenths]) for tenths in GRID}
    for half in (second, ~second):
        f1, threshold, tenths = max(
            ((*find_best_threshold(values[half], true[half])[::-1], tenths) for tenths, values in scores.items()),
            key=lambda each: each[0],
        )
        flags |= ~half & (scores[tenths] >= threshold)
        choices.append(f"{'/'.join(str(each / 10) for each in tenths)} at {threshold:.2f} ({f1:.1%} there)")
    return [*choices, *format_scores(FoundCounts.count(flags, true))]


def format_scores(found: FoundCounts) -> list[str]:
    return [f"{each:.1%}" for each in (found.precision, found.recall, found.f1)]


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=Path, required=True, help="JSONL with id, question, description, answer")
    parser.add_argument("--truth", type=Path, required=True, help="CSV with left, right, duplicate")
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args(None if arguments is None else list(arguments))
    labelled = read_labelled_threads(given.threads, given.truth, given.seed)
    true = labelled.duplicate
    print(
        f"{len(true):,} pairs, {true.sum():,} of them duplicates; halves of {labelled.second.sum():,} and "
        f"{(~labelled.second).sum():,}\n"
    )
    show_table_one(labelled)
    if sum(labelled.mark_present(name).any() for name in FIELDS) > 1:
        show_table_two(labelled)


if __name__ == "__main__":
    main()
