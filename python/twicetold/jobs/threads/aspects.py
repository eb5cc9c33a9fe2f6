"""The aspects in which threads are compared: each a field, a feature that stands for it, a measure and a weight.

By default a field has one (`--question-feature` and so on); with `aspects` in the settings it may have several,
such as its stems and its vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from twicetold import registry
from twicetold.config import Finding, Matching
from twicetold.errors import SettingsError
from twicetold.features.base import Feature, load_feature
from twicetold.finders.base import Finder
from twicetold.jobs.threads.feature_parameters import apply_feature
from twicetold.jobs.threads.settings import Aspect, Threading, ThreadSettings
from twicetold.jobs.threads.tables import COMPARED_FIELDS, FIELDS
from twicetold.matching.similarity import Comparison
from twicetold.measures.base import list_measures
from twicetold.tables.batches import Batch

THREAD_FINDERS = {
    "join": ("join", "scan"),
    "minhash": ("minhash", "scan"),
    "projection": ("join", "projection"),
}  # sets, vectors
TOLERANCE = 1e-9  # by which a rounding may differ


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

    @property
    def comparison(self) -> Comparison:
        return Comparison(self.feature, self.measure)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], units: int) -> SettledAspect:
        """With a feature that knows the corpus of so many distinct texts."""
        return replace(self, finder=self.finder.fit_to_lexicon(lexicon, units))

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`."""
        return {"weight": self.weight, **self.feature.facts, "measure": self.measure}


def settle_aspects(settings: ThreadSettings, units: dict[str, int] | None = None) -> tuple[SettledAspect, ...]:
    """The aspects that the settings want, for so many distinct texts of each field."""
    aspects = list_aspects(settings.threading)
    shares = _normalise_weights([aspect.weight for aspect in aspects])
    least = settings.threshold / compute_stretch(shares)
    finders = [_build_finder(aspect, settings, least, (units or {}).get(aspect.field, 1000)) for aspect in aspects]
    return tuple(
        SettledAspect(aspect.field, share, aspect.measure, finder)
        for aspect, share, finder in zip(aspects, shares, finders, strict=True)
    )


def list_aspects(threading: Threading) -> tuple[Aspect, ...]:
    """Those that are listed, else one of each field."""
    if not threading.aspects:
        if len(threading.weights) != len(FIELDS) or min(threading.weights) < 0:
            message = f"`weights` must be three numbers of 0 or more, not {_list_weights(threading.weights)}"
            raise SettingsError(message, f"give one for each of {', '.join(FIELDS)}")
        return tuple(_build_aspect(threading, *each) for each in zip(FIELDS, threading.weights, strict=True))
    for aspect in threading.aspects:
        if aspect.field not in COMPARED_FIELDS:
            available = f"Available: {', '.join(COMPARED_FIELDS)}"
            raise SettingsError(f"unknown field of an aspect: `{aspect.field}`", available)
        if aspect.shingle < 0:
            raise SettingsError(f"`shingle` of an aspect must be 0 or more, not {aspect.shingle}", "0 is automatic")
    return threading.aspects


def list_fields(threading: Threading) -> tuple[str, ...]:
    """The texts of a thread, and what else is compared."""
    named = {aspect.field for aspect in threading.aspects}
    return tuple(name for name in COMPARED_FIELDS if name in FIELDS or name in named)


def _build_aspect(threading: Threading, field: str, weight: float) -> Aspect:
    feature, shingle, measure = (getattr(threading, f"{field}_{each}") for each in ("feature", "shingle", "measure"))
    return Aspect(field, feature, shingle, measure, weight)


def summarise_field(field: str, aspects: Sequence[SettledAspect]) -> dict[str, Any]:
    """For `run.json`: the aspects of a field, and what they weigh together."""
    own = [aspect for aspect in aspects if aspect.field == field]
    return {"weight": sum(aspect.weight for aspect in own), "aspects": [aspect.facts for aspect in own]}


def name_lexicons(aspects: Sequence[SettledAspect]) -> list[str]:
    """The table with what each aspect must know of the corpus: `lexicon_question_stems`, a second such with `_2`."""
    seen: Counter[str] = Counter()
    names = []
    for aspect in aspects:
        name = f"lexicon_{aspect.field}_{aspect.feature.facts['feature']}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names


def compute_recall(aspects: Sequence[SettledAspect]) -> float | None:
    """The share of matches that should be found: a match is found in one aspect at least. With a cap it is unknown."""
    shares = [aspect.finder.facts["recall"] for aspect in aspects if aspect.weight > 0]
    return None if None in shares else float(min(shares))


def _normalise_weights(weights: Sequence[float]) -> list[float]:
    """`(4, 2, 4)` -> `(0.4, 0.2, 0.4)`"""
    if not 0 < sum(weights) < float("inf"):
        raise SettingsError(f"the sum of the weights must be above 0: {_list_weights(weights)}", "raise one of them")
    return [each / sum(weights) for each in weights]


def _list_weights(weights: Sequence[float]) -> str:
    return ", ".join(f"{each:g}" for each in weights)


def compute_stretch(weights: Sequence[float]) -> float:
    """By how much a mean over what counts for is scaled where something counts against: `(1, -0.2)` -> 1.25

    So that equal texts have 1: `(1 - 0.2) / 1 * 1.25`.
    """
    return sum(max(each, 0.0) for each in weights) / sum(weights) if sum(weights) > 0 else 1.0


def _build_finder(aspect: Aspect, settings: ThreadSettings, least: float, units: int) -> Finder:
    """What finds the texts that are as alike as one aspect must be, less a hair. Texts of any length count."""
    threshold, finder = settings.threshold, settings.finding.finder
    if not 0 < threshold <= 1:
        message = f"`threshold` must be above 0 and at most 1, not {threshold:g}"
        raise SettingsError(message, "for example --threshold 0.5")
    if finder not in THREAD_FINDERS:
        raise SettingsError(
            f"`--finder {finder}` does not work with threads", f"Available: {', '.join(THREAD_FINDERS)}"
        )
    finding = _derive_finding(aspect, settings.finding)
    dense = load_feature(finding).is_dense
    measures = list_measures("vectors" if dense else "sets")
    if aspect.measure not in measures:
        what = f"the feature `{aspect.feature}` cannot be compared by `{aspect.measure}`"
        raise SettingsError(what, f"Available: {', '.join(measures)}")
    name = THREAD_FINDERS[finder][dense]
    if name == "minhash" and aspect.measure != "jaccard":
        hint = f"use `--{aspect.field}-measure jaccard`, or `--finder join`"
        raise SettingsError(f"`--finder minhash` cannot compare by `{aspect.measure}`", hint)
    least = max(least - TOLERANCE, least / 2)
    matching = Matching(aspect.measure, least)
    found: Finder = registry.load_class("finder", name).from_settings(replace(finding, finder=name), matching, units)
    return found


def _derive_finding(aspect: Aspect, finding: Finding) -> Finding:
    """The settings of a finder as this aspect wants them. `source` says which vectors, or which words weigh more."""
    every = replace(finding, min_length=1, max_length=0, similarity=0.0)
    own = replace(apply_feature(every, aspect.feature), shingle=aspect.shingle)
    if not aspect.source:
        return own
    return replace(own, vectors=aspect.source) if own.feature == "vectors" else replace(own, word_weights=aspect.source)
