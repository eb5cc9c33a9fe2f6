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
import tomli_w

from twicetold import _kernels, flow
from twicetold.config import Finding, Settings
from twicetold.engines.local import Local
from twicetold.errors import InputError
from twicetold.evaluate import names
from twicetold.evaluate import truth as truths
from twicetold.evaluate.found import Member
from twicetold.features.base import feature_of
from twicetold.plan.choose import cost, enough
from twicetold.plan.estimate import Corpus, Hardware
from twicetold.plan.schemes import Bands
from twicetold.readers.inputs import Input
from twicetold.stages.threads.fields import identified
from twicetold.tune.labelled import FEWEST
from twicetold.tune.learning import Floats, Labels
from twicetold.tune.validating import Tried, Wanted, folds_of
from twicetold.tune.weighing import MEASURES, threshold_of

LENGTHS = {"characters": (3, 4, 5, 8, 12), "words": (1, 2, 3)}
CANDIDATES = [("edit", "characters", 0)] + [
    ("jaccard", feature, length) for feature, lengths in LENGTHS.items() for length in lengths
]


@dataclass(frozen=True)
class Pairs:
    """Labelled pairs of sentences, in normal form."""

    left: pa.Array
    right: pa.Array
    labels: Labels
    unknown: int
    sentences: int  # in all inputs

    def similarities(self, measure: str, feature: str, length: int) -> Floats:
        kernel = feature_of(Finding(feature=feature, shingle=length)).kernel
        texts = pa.RecordBatch.from_arrays([self.left, self.right], names=["left_text", "right_text"])
        jaccard, edit = _kernels.judge(texts, kernel, measure, 0.0, 0.0)
        return np.array((edit if measure == "edit" else jaccard).to_pylist(), dtype=float)


@dataclass(frozen=True)
class Tuned:
    """What was found: `shingle` is L, `scheme` K rows and M bands."""

    measure: str
    feature: str
    shingle: int
    scheme: Bands
    threshold: float
    recall: float  # of the duplicates that the threshold accepts, the share that become candidates
    tried: list[Tried]  # a measure each
    pairs: Pairs

    def facts(self, measure: str) -> dict[str, Any]:
        return {
            "pairs": len(self.pairs.labels),
            "duplicates": int(self.pairs.labels.sum()),
            "unknown_pairs": self.pairs.unknown,
            "method": self.tried[0].method,
            "threshold": self.threshold,
            "unseen": {each.method: {measure: round(each.mean, 4), "folds": list(each.folds)} for each in self.tried},
            "lines": [
                f"{self.measure} of {self.feature}; L {self.shingle}, K {self.scheme.rows}, M {self.scheme.bands}: "
                f"keys find {self.recall:.3f} of the duplicates at or above the threshold",
            ],
            "settings": settings_of(self),
        }


def tune(inputs: Sequence[Input], truth: Path, settings: Settings, wanted: Wanted) -> Tuned:
    """The best measure, threshold and keys for labelled pairs."""
    pairs = _pairs(inputs, truth, settings)
    tried = sorted(
        ((_tried(pairs, candidate, wanted), candidate) for candidate in CANDIDATES), key=lambda each: -each[0].mean
    )
    measure, feature, length = tried[0][1]
    alike = pairs.similarities(measure, feature, length)
    threshold = round(threshold_of(alike, pairs.labels, wanted.measure), 4)
    accepted = pairs.labels & (alike >= threshold)
    shingle, scheme, recall = _keys(pairs, accepted, feature, length, settings.finding.recall)
    return Tuned(measure, feature, shingle, scheme, threshold, recall, [each for each, _ in tried], pairs)


def _tried(pairs: Pairs, candidate: tuple[str, str, int], wanted: Wanted) -> Tried:
    """The threshold that other folds give, on each fold."""
    measure, feature, length = candidate
    alike = pairs.similarities(measure, feature, length)
    parts = folds_of(pairs.labels, wanted.folds, wanted.seed)
    values = []
    for part in range(wanted.folds):
        here = parts == part
        threshold = threshold_of(alike[~here], pairs.labels[~here], wanted.measure)
        values.append(MEASURES[wanted.measure](alike[here] >= threshold, pairs.labels[here]))
    name = measure if measure == "edit" else f"{measure} of {feature} {length}"
    return Tried(name, tuple(values))


def _keys(pairs: Pairs, accepted: Labels, feature: str, length: int, recall: float) -> tuple[int, Bands, float]:
    """L, K, M at the least cost, and the share of accepted duplicates that they should find."""
    corpus, hardware = Corpus(max(pairs.sentences, 1000)), Hardware()
    found = []
    for shingle in (length,) if length else LENGTHS[feature]:
        jaccards = pairs.similarities("jaccard", feature, shingle)[accepted]
        for scheme in enough([float(each) for each in jaccards] or [1.0], recall):
            expected = float(np.mean([scheme.recall(float(each)) for each in jaccards])) if len(jaccards) else 1.0
            found.append((cost(scheme, shingle, corpus, hardware), scheme.functions, shingle, scheme, expected))
    if not found:
        raise InputError(f"no keys find {recall:g} of the duplicates", "they share too little: use the finder `join`")
    _, _, shingle, scheme, expected = min(found, key=lambda each: each[:3])
    return shingle, scheme, round(expected, 4)


def _pairs(inputs: Sequence[Input], truth: Path, settings: Settings) -> Pairs:
    read = truths.read(truth)
    read.sort("pairs")
    named = read.pairs(complete=False)
    with TemporaryDirectory() as folder:
        run = flow.split(inputs, Path(folder) / "run", settings, Local(settings.machine))
        places = names.sentences(run, {name for pair in named for name in (pair.left, pair.right)})
        said = names.texts(run, {place for found in places.values() for place in found})
        count = run.rows("sentences")
    known = [pair for pair in named if pair.left in places and pair.right in places]
    labels = np.array([pair.duplicate for pair in known], dtype=bool)
    for number, what in ((labels.sum(), "duplicates"), ((~labels).sum(), "pairs that are none")):
        if number < FEWEST:
            raise InputError(f"`{truth}`: {number} {what}", f"at least {FEWEST} that are in the input are needed")
    left = _normal([said[_place(places, pair.left)] for pair in known], settings)
    right = _normal([said[_place(places, pair.right)] for pair in known], settings)
    return Pairs(left, right, labels, len(named) - len(known), count)


def _place(places: dict[str, list[Member]], name: str) -> Member:
    return places[name][0]


def _normal(texts: list[str], settings: Settings) -> pa.Array:
    rows = pa.array(range(len(texts)), pa.uint32())
    found = identified(rows, pa.array(texts, pa.string()), settings.folding)
    by_row = dict(zip(found["position"].to_pylist(), found["text"].to_pylist(), strict=True))
    return pa.array([by_row.get(row, "") for row in range(len(texts))], pa.string())


def settings_of(tuned: Tuned) -> dict[str, Any]:
    """As the job takes them."""
    keys = {"rows": tuned.scheme.rows, "bands": tuned.scheme.bands}
    return {
        "finding": {"finder": "minhash", "feature": tuned.feature, "shingle": tuned.shingle, **keys},
        "matching": {"measure": tuned.measure, "threshold": tuned.threshold},
    }


def write(tuned: Tuned, path: Path, measure: str) -> list[Path]:
    """Writes the settings file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = (
        f"# Tuned on {len(tuned.pairs.labels):,} labelled pairs of sentences: {measure} {tuned.tried[0].mean:.3f} on "
        "folds that were not seen.\n# Take it with `twicetold sentences ... --config`.\n"
    )
    path.write_text(told + tomli_w.dumps(settings_of(tuned)), encoding="utf-8")
    return [path]
