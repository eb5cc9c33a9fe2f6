"""Threads: which aspects, how much each weighs, and how high a score must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from twicetold.config import Aspect, Settings
from twicetold.readers.inputs import Input
from twicetold.tune import menu
from twicetold.tune.columns import Fitted, column, fitted, tokens
from twicetold.tune.labelled import Labelled, labelled
from twicetold.tune.learning import Floats, Tokens, learn
from twicetold.tune.validating import METHODS, Sample, Tried, Wanted, final, tried
from twicetold.tune.weighing import Weighing

NOTEWORTHY = 0.01  # a factor nearer to 1 is not written down


@dataclass(frozen=True)
class Candidates:
    """Aspects: those that are as they are, and those whose words the labels weigh."""

    plain: Sequence[Aspect]
    learnt: Sequence[Aspect]

    @property
    def aspects(self) -> list[Aspect]:
        return [*self.plain, *self.learnt]


@dataclass(frozen=True)
class Learnt:
    """An aspect with the factors of its words."""

    aspect: Aspect
    factors: dict[str, float]


@dataclass(frozen=True)
class Tuned:
    """What was found. `tried` has the methods with all features, `words` the same with shingles of words alone."""

    chosen: tuple[Learnt, ...]
    threshold: float
    method: str
    tried: list[Tried]
    words: list[Tried]
    pairs: int
    duplicates: int
    unknown: int
    chance: float  # the share of pairs by chance that would be matches

    def facts(self, measure: str) -> dict[str, Any]:
        def told(every: list[Tried]) -> dict[str, Any]:
            return {each.method: {measure: round(each.mean, 4), "folds": list(each.folds)} for each in every}

        return {
            "pairs": self.pairs,
            "duplicates": self.duplicates,
            "unknown_pairs": self.unknown,
            "method": self.method,
            "threshold": self.threshold,
            "chance": self.chance,
            "unseen": told(self.tried),
            "unseen_words_only": told(self.words),
            "aspects": [
                {"field": each.aspect.field, "feature": each.aspect.feature, "shingle": each.aspect.shingle,
                 "measure": each.aspect.measure, "weight": each.aspect.weight, "learnt_words": len(each.factors)}
                for each in self.chosen
            ],
        }  # fmt: skip


def tune(
    inputs: Sequence[Input],
    truth: Path,
    settings: Settings,
    wanted: Wanted,
    methods: Sequence[str] = METHODS,
    words_only: bool = False,
    vectors: str = "",
) -> Tuned:
    """The best weighing of threads for labelled pairs."""
    given = labelled(inputs, truth, settings)
    words = Candidates(menu.plain(given), [])
    every = words if words_only else Candidates(menu.beyond(given, vectors), menu.learnable(given))
    baseline = _Search(given, words, settings)
    by_words = tried(baseline.sample, methods, replace(wanted, seconds=wanted.seconds / 3))
    search = baseline if words_only else _Search(given, every, settings)
    by_all = by_words if words_only else tried(search.sample, methods, wanted)
    method = max(by_all, key=lambda each: each.mean).method
    weighing = final(search.sample, method, wanted)
    chosen = search.chosen(weighing)
    return Tuned(
        chosen=chosen,
        threshold=round(weighing.threshold, 4),
        method=method,
        tried=by_all,
        words=by_words,
        pairs=len(given.labels),
        duplicates=int(given.labels.sum()),
        unknown=given.unknown,
        chance=search.chance(weighing, chosen),
    )


class _Search:
    """Candidates on labelled pairs, with their similarities."""

    def __init__(self, given: Labelled, candidates: Candidates, settings: Settings) -> None:
        self.given, self.candidates = given, candidates
        self.fits: dict[Aspect, Fitted] = {
            aspect: fitted(given, aspect, settings) for aspect in dict.fromkeys(candidates.aspects)
        }
        columns = [column(given, self.fits[aspect]) for aspect in candidates.plain]
        self.tokens: list[Tokens] = [tokens(given, self.fits[aspect]) for aspect in candidates.learnt]
        self.sample = Sample(np.column_stack(columns), self.tokens, given.labels)

    def chosen(self, weighing: Weighing) -> tuple[Learnt, ...]:
        """The aspects that weigh something, with their words' factors from all pairs."""
        plain = len(self.candidates.plain)
        found = []
        for place, (aspect, weight) in enumerate(zip(self.candidates.aspects, weighing.weights, strict=True)):
            if weight:
                factors = self._factors(self.tokens[place - plain]) if place >= plain else {}
                found.append(Learnt(replace(aspect, weight=round(float(weight), 4)), factors))
        return tuple(found)

    def chance(self, weighing: Weighing, chosen: Sequence[Learnt]) -> float:
        """The share of pairs by chance that would be matches."""
        left, right = self.given.chance
        given = replace(self.given, left=left, right=right)
        columns = []
        for each in chosen:
            fit = self.fits[replace(each.aspect, weight=1.0)]
            if each.factors:
                of = tokens(given, fit)
                columns.append(of.similarities(np.array([each.factors.get(name, 1.0) for name in of.names])))
            else:
                columns.append(column(given, fit))
        weights = np.array([each.aspect.weight for each in chosen])
        return float(Weighing(weights, weighing.threshold).says(np.column_stack(columns)).mean())

    def _factors(self, of: Tokens) -> dict[str, float]:
        every = np.arange(len(self.given.labels))
        factors: Floats = learn(of, every, self.given.labels)
        kept = np.abs(factors - 1) >= NOTEWORTHY
        return {of.names[place]: round(float(factors[place]), 3) for place in np.flatnonzero(kept)}
