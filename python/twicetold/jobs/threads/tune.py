"""Threads: which aspects, how much each weighs, and how high a score must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from twicetold.errors import SettingsError
from twicetold.jobs.threads import tune_aspects
from twicetold.jobs.threads.calibration import TUNED_SLOPE, Chance, ChanceSample, choose_tuned_threshold
from twicetold.jobs.threads.settings import Aspect, ThreadSettings
from twicetold.jobs.threads.tune_columns import FittedAspect, build_similarity_column, fit_aspect, tokenise_pairs
from twicetold.jobs.threads.tune_labels import LabelledThreads, read_labelled_threads
from twicetold.jobs.threads.tune_settings import LearntAspect, write_aspect_settings
from twicetold.jobs.threads.tune_validation import (
    METHODS,
    PairSample,
    build_unseen_columns,
    validate_methods,
    weigh_all_pairs,
)
from twicetold.jobs.threads.tune_weights import AspectWeights
from twicetold.jobs.threads.tune_words import PairTokens, learn_factors
from twicetold.readers.inputs import Input
from twicetold.tables.batches import Batch
from twicetold.tune.command import TuneRequest
from twicetold.tune.trials import Floats, MethodTrial, TuneOptions

CHANCE_PAIRS_AT_ONCE = 1_000  # their tokens take 50 kB a pair
FEWEST_CHANCE_PAIRS = 20  # that must reach a score for it to say how rare it is
LEAST_FACTOR_CHANGE = 0.01  # a factor nearer to 1 is not written down


@dataclass(frozen=True)
class AspectChoices:
    """Aspects: those that are as they are, and those whose words the labels weigh."""

    plain: Sequence[Aspect]
    learnable: Sequence[Aspect]

    @property
    def aspects(self) -> list[Aspect]:
        return [*self.plain, *self.learnable]


@dataclass(frozen=True)
class TunedThreads:
    """What was found. `tried` has the methods with all features, `words` the same with shingles of words alone."""

    chosen_aspects: tuple[LearntAspect, ...]
    threshold: float  # for labelled pairs
    forum_threshold: float  # for all pairs of the forum, ...
    forum_precision: float  # ... and the share of matches that should then be right
    method: str
    trials: list[MethodTrial]
    words: list[MethodTrial]
    pairs: int
    duplicates: int
    unknown: int

    def collect_facts(self, measure: str) -> dict[str, Any]:
        def summarise_trials(every: list[MethodTrial]) -> dict[str, Any]:
            return {each.method: {measure: round(each.mean, 4), "folds": list(each.folds)} for each in every}

        return {
            "pairs": self.pairs,
            "duplicates": self.duplicates,
            "unknown_pairs": self.unknown,
            "method": self.method,
            "threshold": self.threshold,
            "forum_threshold": self.forum_threshold,
            "forum_precision": round(self.forum_precision, 4),
            "unseen": summarise_trials(self.trials),
            "unseen_words_only": summarise_trials(self.words),
            "aspects": [
                {"field": each.aspect.field, "feature": each.aspect.feature, "shingle": each.aspect.shingle,
                 "measure": each.aspect.measure, "weight": each.aspect.weight, "learnt_words": len(each.factors)}
                for each in self.chosen_aspects
            ],
        }  # fmt: skip

    def write_settings(self, path: Path, measure: str) -> list[Path]:
        """Write the settings file and the files of weighed words beside it."""
        best = next(each for each in self.trials if each.method == self.method)
        head = (
            f"# Tuned on {self.pairs:,} labelled pairs ({self.duplicates:,} duplicates) by {self.method}:\n"
            f"# {measure} {best.mean:.3f} on folds that were not seen. Take it with `twicetold threads ... --config`.\n"
        )
        return write_aspect_settings(path, head, self.chosen_aspects, self.forum_threshold, self.threshold)


def tune_thread_settings(inputs: Sequence[Input], request: TuneRequest, options: TuneOptions) -> TunedThreads:
    """Find the best weighing of threads as `twicetold tune` asks for it."""
    if request.method not in ("best", *METHODS):
        raise SettingsError(f"unknown method: `{request.method}`", f"Available: best, {', '.join(METHODS)}")
    methods = METHODS if request.method == "best" else (request.method,)
    vectors = {"auto": tune_aspects.find_packaged_vectors(), "none": ""}.get(request.vectors, request.vectors)
    settings: ThreadSettings = request.settings
    if request.precision is not None:
        settings = replace(settings, suggesting=replace(settings.suggesting, precision=request.precision))
    return tune_threads(inputs, request.truth, settings, options, methods, request.words_only, vectors)


def tune_threads(
    inputs: Sequence[Input],
    truth: Path,
    settings: ThreadSettings,
    options: TuneOptions,
    methods: Sequence[str] = METHODS,
    words_only: bool = False,
    vectors: str = "",
) -> TunedThreads:
    """The best weighing of threads for labelled pairs."""
    given = read_labelled_threads(inputs, truth, settings)
    words = AspectChoices(tune_aspects.list_word_aspects(given), [])
    every = (
        words
        if words_only
        else AspectChoices(
            tune_aspects.list_broader_aspects(given, vectors), tune_aspects.list_learnable_aspects(given)
        )
    )
    options.progress.end_stage()
    options.progress.begin_stage("baseline")
    baseline = _AspectSearch(given, words, settings)
    by_words = validate_methods(baseline.sample, methods, replace(options, seconds=options.seconds / 3))
    options.progress.end_stage()
    options.progress.begin_stage("try")
    search = baseline if words_only else _AspectSearch(given, every, settings)
    by_all = by_words if words_only else validate_methods(search.sample, methods, options)
    method = max(by_all, key=lambda each: each.mean).method
    options.progress.end_stage()
    options.progress.begin_stage("settle")
    weighing = weigh_all_pairs(search.sample, method, options)
    chosen = search.choose_aspects(weighing)
    chance = search.sample_chance(weighing, chosen)
    forum_threshold, forum_precision = choose_tuned_threshold(
        chance, search.score_duplicates(weighing, options), settings.suggesting.precision
    )
    return TunedThreads(
        chosen_aspects=chosen,
        threshold=round(weighing.threshold, 4),
        forum_threshold=min(max(round(forum_threshold, 4), round(weighing.threshold, 4)), 1.0),
        forum_precision=forum_precision,
        method=method,
        trials=by_all,
        words=by_words,
        pairs=len(given.labels),
        duplicates=int(given.labels.sum()),
        unknown=given.unknown,
    )


class _AspectSearch:
    """Candidates on labelled pairs, with their similarities."""

    def __init__(self, given: LabelledThreads, candidates: AspectChoices, settings: ThreadSettings) -> None:
        self.given, self.candidates = given, candidates
        self.fits: dict[Aspect, FittedAspect] = {
            aspect: fit_aspect(given, aspect, settings) for aspect in dict.fromkeys(candidates.aspects)
        }
        columns = [build_similarity_column(given, self.fits[aspect]) for aspect in candidates.plain]
        self.tokens: list[PairTokens] = [tokenise_pairs(given, self.fits[aspect]) for aspect in candidates.learnable]
        self.sample = PairSample(np.column_stack(columns), self.tokens, given.labels)

    def choose_aspects(self, weighing: AspectWeights) -> tuple[LearntAspect, ...]:
        """The aspects that weigh something, with their words' factors from all pairs."""
        plain = len(self.candidates.plain)
        found = []
        for place, (aspect, weight) in enumerate(zip(self.candidates.aspects, weighing.weights, strict=True)):
            if weight:
                factors = self._learn_factors(self.tokens[place - plain]) if place >= plain else {}
                found.append(LearntAspect(replace(aspect, weight=round(float(weight), 4)), factors))
        return tuple(found)

    def score_duplicates(self, weighing: AspectWeights, options: TuneOptions) -> list[float]:
        """The scores of the labelled duplicates, each with words weighed by pairs that it is not among."""
        every = np.arange(len(self.given.labels))
        columns = build_unseen_columns(self.sample, every, options.folds, options.seed)
        scores: list[float] = weighing.compute_scores(columns)[self.given.labels].tolist()
        return scores

    def sample_chance(self, weighing: AspectWeights, chosen: Sequence[LearntAspect]) -> Chance:
        """How high pairs by chance score."""
        left, right = self.given.chance
        weights = AspectWeights(np.array([each.aspect.weight for each in chosen]), weighing.threshold)
        step = CHANCE_PAIRS_AT_ONCE
        parts = [
            weights.compute_scores(
                self._compare_chance_pairs(left.slice(first, step), right.slice(first, step), chosen)
            )
            for first in range(0, left.num_rows, step)
        ]
        scores = np.concatenate(parts)
        threads = self.given.threads
        sample = ChanceSample(pa.array(np.sort(scores)[::-1]), len(scores))
        share = max(2 / max(threads - 1, 1), FEWEST_CHANCE_PAIRS / len(scores))
        pairs, high = threads * (threads - 1) // 2, sample.find_score(share)
        return Chance.from_sample(pairs, share, sample, high, TUNED_SLOPE)

    def _compare_chance_pairs(self, left: Batch, right: Batch, chosen: Sequence[LearntAspect]) -> Floats:
        given = replace(self.given, left=left, right=right)
        columns = []
        for each in chosen:
            fit = self.fits[replace(each.aspect, weight=1.0)]
            if each.factors:
                of = tokenise_pairs(given, fit)
                columns.append(of.compute_similarities(np.array([each.factors.get(name, 1.0) for name in of.names])))
            else:
                columns.append(build_similarity_column(given, fit))
        return np.column_stack(columns)

    def _learn_factors(self, of: PairTokens) -> dict[str, float]:
        every = np.arange(len(self.given.labels))
        factors: Floats = learn_factors(of, every, self.given.labels)
        kept = np.abs(factors - 1) >= LEAST_FACTOR_CHANGE
        return {of.names[place]: round(float(factors[place]), 3) for place in np.flatnonzero(kept)}
