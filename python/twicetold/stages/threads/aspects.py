"""The aspects in which threads are compared: each a field, a feature that stands for it, a measure and a weight.

By default a field has one (`--question-feature` and so on); with `aspects` in the settings it may have several,
such as its stems and its vectors.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from twicetold import registry
from twicetold.config import Aspect, Finding, Matching, Settings, Threading
from twicetold.errors import SettingsError
from twicetold.features.base import Feature, feature_of
from twicetold.finders.base import Finder
from twicetold.stages.threads.fields import FIELDS

SET_MEASURES = ("jaccard", "cosine", "dice", "overlap", "containment")
DENSE_MEASURES = ("angular", "cosine")
FINDERS = {
    "join": ("join", "scan"),
    "minhash": ("minhash", "scan"),
    "projection": ("join", "projection"),
}  # sets, vectors
HAIR = 1e-9  # by which a rounding may differ


@dataclass(frozen=True)
class SettledAspect:
    """An aspect with the finder of its candidates. `weight` is its share of all weights; one below 0 counts against."""

    field: str
    weight: float
    measure: str
    finder: Finder

    @property
    def feature(self) -> Feature:
        return self.finder.feature

    def fitted(self, lexicon: Iterable[pa.RecordBatch], units: int) -> SettledAspect:
        """With a feature that knows the corpus of so many distinct texts."""
        return replace(self, finder=self.finder.fitted(lexicon, units))

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`."""
        return {"weight": self.weight, **self.feature.facts, "measure": self.measure}


def settled_aspects(settings: Settings, units: dict[str, int] | None = None) -> tuple[SettledAspect, ...]:
    """The aspects that the settings want, for so many distinct texts of each field."""
    aspects = aspects_of(settings.threading)
    shares = _shares([aspect.weight for aspect in aspects])
    least = settings.threading.least_score / stretch(shares)
    finders = [_finder(aspect, settings, least, (units or {}).get(aspect.field, 1000)) for aspect in aspects]
    return tuple(
        SettledAspect(aspect.field, share, aspect.measure, finder)
        for aspect, share, finder in zip(aspects, shares, finders, strict=True)
    )


def aspects_of(threading: Threading) -> tuple[Aspect, ...]:
    """Those that are listed, else one of each field."""
    if not threading.aspects:
        if len(threading.weights) != len(FIELDS) or min(threading.weights) < 0:
            told = f"weights {', '.join(f'{each:g}' for each in threading.weights)}"
            raise SettingsError(told, f"give three numbers from 0 on: of {', '.join(FIELDS)}")
        return tuple(_only(threading, *each) for each in zip(FIELDS, threading.weights, strict=True))
    for aspect in threading.aspects:
        if aspect.field not in FIELDS:
            raise SettingsError(f"an aspect of the field `{aspect.field}`", f"Available: {', '.join(FIELDS)}")
    return threading.aspects


def _only(threading: Threading, field: str, weight: float) -> Aspect:
    feature, shingle, measure = (getattr(threading, f"{field}_{each}") for each in ("feature", "shingle", "measure"))
    return Aspect(field, feature, shingle, measure, weight)


def aspect_of(given: str) -> Aspect:
    """`question:grams:3:jaccard:0.4:weights.tsv`, what is left out at its end has its default."""
    names = [each.name for each in dataclasses.fields(Aspect)]
    values: dict[str, Any] = dict(zip(names, given.split(":", len(names) - 1), strict=False))
    try:
        values["shingle"] = int(values.get("shingle", 0))
        values["weight"] = float(values.get("weight", 1.0))
    except ValueError as error:
        raise SettingsError(f"--aspect {given}: {error}", "such as `question:grams:3:jaccard:0.4`") from error
    return Aspect(**values)


def told(field: str, aspects: Sequence[SettledAspect]) -> dict[str, Any]:
    """For `run.json`: the aspects of a field, and what they weigh together."""
    own = [aspect for aspect in aspects if aspect.field == field]
    return {"weight": sum(aspect.weight for aspect in own), "aspects": [aspect.facts for aspect in own]}


def lexicon_names(aspects: Sequence[SettledAspect]) -> list[str]:
    """The table with what each aspect must know of the corpus: `lexicon_question_stems`, a second such with `_2`."""
    seen: Counter[str] = Counter()
    names = []
    for aspect in aspects:
        name = f"lexicon_{aspect.field}_{aspect.feature.facts['feature']}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names


def recall(aspects: Sequence[SettledAspect]) -> float:
    """The share of matches that should be found: a match is found in one aspect at least."""
    return float(min(aspect.finder.facts["recall"] for aspect in aspects if aspect.weight > 0))


def _shares(weights: Sequence[float]) -> list[float]:
    """`(4, 2, 4)` -> `(0.4, 0.2, 0.4)`"""
    if not 0 < sum(weights) < float("inf"):
        hint = "their sum must be above 0"
        raise SettingsError(f"weights {', '.join(f'{each:g}' for each in weights)}", hint)
    return [each / sum(weights) for each in weights]


def stretch(weights: Sequence[float]) -> float:
    """By how much a mean over what counts for is scaled where something counts against: `(1, -0.2)` -> 1.25

    So that equal texts have 1: `(1 - 0.2) / 1 * 1.25`.
    """
    return sum(max(each, 0.0) for each in weights) / sum(weights) if sum(weights) > 0 else 1.0


def _finder(aspect: Aspect, settings: Settings, least: float, units: int) -> Finder:
    """What finds the texts that are as alike as one aspect must be, less a hair. Texts of any length count."""
    threshold, finder = settings.threading.least_score, settings.threading.thread_finder
    if not 0 < threshold <= 1:
        raise SettingsError(f"threshold {threshold}", "a score is above 0, up to 1")
    if finder not in FINDERS:
        raise SettingsError(f"unknown finder of threads: `{finder}`", f"Available: {', '.join(FINDERS)}")
    finding = _finding(aspect, settings.finding)
    dense = feature_of(finding).is_dense
    measures = DENSE_MEASURES if dense else SET_MEASURES
    if aspect.measure not in measures:
        what = f"`{aspect.feature}` by the measure `{aspect.measure}`"
        raise SettingsError(what, f"Available: {', '.join(measures)}")
    name = FINDERS[finder][dense]
    if name == "minhash" and aspect.measure != "jaccard":
        raise SettingsError(f"minhash by {aspect.measure}", f"give `--{aspect.field}-measure jaccard`, or the join")
    least = max(least - HAIR, least / 2)
    matching = Matching("cosine", cosine_of(least, aspect.measure)) if dense else Matching(aspect.measure, least)
    found: Finder = registry.load("finder", name).settled(replace(finding, finder=name), matching, units)
    return found


def cosine_of(similarity: float, measure: str) -> float:
    """The cosine of two vectors as alike as this: `0.5, "angular"` -> 0.7071, since they stand at half a right angle"""
    return similarity if measure == "cosine" else math.cos((1 - similarity) * math.pi / 2)


def _finding(aspect: Aspect, finding: Finding) -> Finding:
    """The settings of a finder as this aspect wants them. `source` says which vectors, or which words weigh more."""
    every = replace(finding, min_length=1, max_length=0, similarity=0.0, cap=0)
    own = replace(every, feature=aspect.feature, shingle=aspect.shingle)
    if not aspect.source:
        return own
    return (
        replace(own, vectors=aspect.source) if aspect.feature == "vectors" else replace(own, word_weights=aspect.source)
    )
