"""Sentences: by which measure and from which similarity on two say the same, and which keys find them.

Few numbers are to be chosen, so all are tried: each measure with each length L of a shingle, each threshold between two
pairs. Then K rows and M bands: the cheapest that make candidates of the duplicates that the threshold accepts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import tomli_w

from twicetold.config import Finding, convert_to_dict
from twicetold.engines.local import Local
from twicetold.engines.progress import Amount
from twicetold.errors import InputError
from twicetold.evaluate import truth as truths
from twicetold.evaluate.findings import Member
from twicetold.features.base import load_feature
from twicetold.jobs.front import read_and_split
from twicetold.jobs.sentences import names
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.matching.fold import identify_texts
from twicetold.matching.similarity import Comparison
from twicetold.plan.choose import estimate_cost, list_sufficient_bands
from twicetold.plan.estimate import Corpus, Hardware
from twicetold.plan.schemes import BandScheme
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.tune.command import TuneRequest
from twicetold.tune.trials import (
    FEWEST_PAIRS,
    MEASURES,
    Floats,
    Labels,
    MethodTrial,
    TuneOptions,
    assign_folds,
    choose_threshold,
)

SHINGLE_LENGTHS = {"characters": (3, 4, 5, 8, 12), "words": (1, 2, 3)}
MEASURE_CHOICES = [("edit", "characters", 0)] + [
    ("jaccard", feature, length) for feature, lengths in SHINGLE_LENGTHS.items() for length in lengths
]


@dataclass(frozen=True)
class LabelledSentences:
    """Labelled pairs of sentences, in normal form."""

    left: pa.Array
    right: pa.Array
    labels: Labels
    unknown: int
    sentences: int  # in all inputs

    def compute_similarities(self, measure: str, feature: str, length: int) -> Floats:
        comparison = Comparison(load_feature(Finding(feature=feature, shingle=length)), measure)
        return np.array(pc.fill_null(comparison.compare_sides(self.left, self.right), 0.0).to_pylist(), dtype=float)


@dataclass(frozen=True)
class TunedSentences:
    """What was found: `shingle` is L, `scheme` K rows and M bands."""

    measure: str
    feature: str
    shingle: int
    scheme: BandScheme
    threshold: float
    recall: float  # of the duplicates that the threshold accepts, the share that become candidates
    trials: list[MethodTrial]  # a measure each
    pairs: LabelledSentences

    def collect_facts(self, measure: str) -> dict[str, Any]:
        return {
            "pairs": len(self.pairs.labels),
            "duplicates": int(self.pairs.labels.sum()),
            "unknown_pairs": self.pairs.unknown,
            "method": self.trials[0].method,
            "threshold": self.threshold,
            "unseen": {each.method: {measure: round(each.mean, 4), "folds": list(each.folds)} for each in self.trials},
            "lines": [
                f"{self.measure} of {self.feature}; L {self.shingle}, K {self.scheme.rows}, M {self.scheme.bands}: "
                f"keys find {self.recall:.3f} of the duplicates at or above the threshold",
            ],
            "settings": build_settings(self),
        }

    def write_settings(self, path: Path, measure: str) -> list[Path]:
        """Write the settings file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        head = (
            f"# Tuned on {len(self.pairs.labels):,} labelled pairs of sentences: "
            f"{measure} {self.trials[0].mean:.3f} on folds that were not seen.\n"
            "# Take it with `twicetold sentences ... --config`.\n"
        )
        path.write_text(head + tomli_w.dumps(build_settings(self)), encoding="utf-8")
        return [path]


def tune_sentence_settings(inputs: Sequence[Input], request: TuneRequest, options: TuneOptions) -> TunedSentences:
    """Find the best measure, threshold and keys as `twicetold tune` asks for it."""
    return tune_sentences(inputs, request.truth, request.settings, options)


def tune_sentences(
    inputs: Sequence[Input], truth: Path, settings: SentenceSettings, options: TuneOptions
) -> TunedSentences:
    """The best measure, threshold and keys for labelled pairs."""
    pairs = _read_pairs(inputs, truth, settings)
    options.progress.end_stage()
    options.progress.begin_stage("try")
    trials = []
    for number, candidate in enumerate(MEASURE_CHOICES):
        options.progress.update(number / len(MEASURE_CHOICES), Amount(number, len(MEASURE_CHOICES), "measures"))
        trials.append((_validate_measure(pairs, candidate, options), candidate))
    tried = sorted(trials, key=lambda each: -each[0].mean)
    options.progress.end_stage()
    options.progress.begin_stage("settle")
    measure, feature, length = tried[0][1]
    alike = pairs.compute_similarities(measure, feature, length)
    threshold = round(choose_threshold(alike, pairs.labels, options.measure), 4)
    accepted = pairs.labels & (alike >= threshold)
    shingle, scheme, recall = _choose_keys(pairs, accepted, feature, length, settings.finding.recall)
    return TunedSentences(measure, feature, shingle, scheme, threshold, recall, [each for each, _ in tried], pairs)


def _validate_measure(pairs: LabelledSentences, candidate: tuple[str, str, int], options: TuneOptions) -> MethodTrial:
    """The threshold that other folds give, on each fold."""
    measure, feature, length = candidate
    alike = pairs.compute_similarities(measure, feature, length)
    parts = assign_folds(pairs.labels, options.folds, options.seed)
    values = []
    for part in range(options.folds):
        is_unseen = parts == part
        threshold = choose_threshold(alike[~is_unseen], pairs.labels[~is_unseen], options.measure)
        values.append(MEASURES[options.measure](alike[is_unseen] >= threshold, pairs.labels[is_unseen]))
    name = measure if measure == "edit" else f"{measure} of {feature} {length}"
    return MethodTrial(name, tuple(values))


def _choose_keys(
    pairs: LabelledSentences, accepted: Labels, feature: str, length: int, recall: float
) -> tuple[int, BandScheme, float]:
    """L, K, M at the least cost, and the share of accepted duplicates that they should find."""
    corpus, hardware = Corpus(max(pairs.sentences, 1000)), Hardware()
    found = []
    for shingle in (length,) if length else SHINGLE_LENGTHS[feature]:
        jaccards = pairs.compute_similarities("jaccard", feature, shingle)[accepted]
        for scheme in list_sufficient_bands(tuple(float(each) for each in jaccards) or (1.0,), recall):
            expected = (
                float(np.mean([scheme.compute_recall(float(each)) for each in jaccards])) if len(jaccards) else 1.0
            )
            found.append(
                (estimate_cost(scheme, shingle, corpus, hardware), scheme.functions, shingle, scheme, expected)
            )
    if not found:
        raise InputError(
            f"no MinHash keys find {recall:g} of the duplicates", "they share too little: use `--finder join`"
        )
    _, _, shingle, scheme, expected = min(found, key=lambda each: each[:3])
    return shingle, scheme, round(expected, 4)


def _read_pairs(inputs: Sequence[Input], truth: Path, settings: SentenceSettings) -> LabelledSentences:
    read = truths.read_truth(truth)
    read.require_sort("pairs")
    named = read.list_pairs(complete=False)
    engine = Local(settings.machine)
    with TemporaryDirectory() as folder, Run.open(folder, "tune", convert_to_dict(settings), []) as run:
        run.run_stage("front", lambda: read_and_split(inputs, settings, engine), engine)
        places = names.find_sentences(run, {name for pair in named for name in (pair.left, pair.right)})
        said = names.read_sentence_texts(run, {place for found in places.values() for place in found})
        count = run.count_rows("sentences")
    known = [pair for pair in named if pair.left in places and pair.right in places]
    labels = np.array([pair.duplicate for pair in known], dtype=bool)
    for number, what in ((labels.sum(), "duplicates"), ((~labels).sum(), "pairs that are not duplicates")):
        if number < FEWEST_PAIRS:
            message = f"`{truth}` has too few {what} that are in the input: {number}"
            raise InputError(message, f"give at least {FEWEST_PAIRS}")
    left = _normalise_texts([said[_take_first_place(places, pair.left)] for pair in known], settings)
    right = _normalise_texts([said[_take_first_place(places, pair.right)] for pair in known], settings)
    return LabelledSentences(left, right, labels, len(named) - len(known), count)


def _take_first_place(places: dict[str, list[Member]], name: str) -> Member:
    return places[name][0]


def _normalise_texts(texts: list[str], settings: SentenceSettings) -> pa.Array:
    return identify_texts(pa.array(texts, pa.string()), settings.folding)["text"]


def build_settings(tuned: TunedSentences) -> dict[str, Any]:
    """As the job takes them."""
    keys = {"rows": tuned.scheme.rows, "bands": tuned.scheme.bands}
    chosen = {"finder": "minhash", "feature": tuned.feature, "shingle": tuned.shingle, **keys}
    return {"sentences": {**chosen, "measure": tuned.measure, "threshold": tuned.threshold}}
