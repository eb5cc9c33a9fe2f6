"""Which settings to take: the cheapest that find the asked share of the pairs at the threshold.

For each number of rows there is a least number of bands that reaches the recall. Few rows need few functions but let
many chance pairs through; many rows need many functions. The estimated cost decides, so the choice depends on how
many sentences there are: chance pairs grow with their square, hashing does not.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from twicetold.errors import SettingsError
from twicetold.plan.english import BACKGROUND, Background, find_copy_jaccards
from twicetold.plan.estimate import (
    KEY_BYTES,
    Candidates,
    Corpus,
    Estimate,
    Hardware,
    estimate_finding_seconds,
    estimate_stages,
    find_typical_size,
)
from twicetold.plan.recall import check_share, compute_band_recall
from twicetold.plan.schemes import BandScheme, Scheme
from twicetold.plan.similarity import estimate_jaccard_at_edit

ROWS = range(1, 33)
MAX_BANDS = 512
LEAST_MEASURED = 0.8  # edit similarity
LETTERS_FROM = 2_000_000  # sentences: what fewer of them are compared by is chosen as if all candidates were fetched
DEFAULT_RUNS = 3  # places of an edited copy, where real ones are not known


@dataclass(frozen=True)
class Target:
    """Which pairs are to be found, and what share of them.

    With `measure` "edit", a pair at the threshold is one of the real copies of `english.py`. With `runs`, or under 0.8,
    where none were measured, it is a sentence of `length` characters with replacements in that many places (else 3).
    """

    similarity: float = 0.8
    recall: float = 0.99
    measure: str = "jaccard"
    length: int = 100
    runs: int | None = None

    def __post_init__(self) -> None:
        check_share(self.similarity)
        if not 0 < self.recall < 1:
            message = f"`recall` must be above 0 and below 1, not {self.recall:g}"
            raise SettingsError(message, "for example 0.99; only `--finder join` finds every pair")
        if self.measure not in ("jaccard", "edit"):
            raise SettingsError(f"unknown measure: `{self.measure}`", "Available: edit, jaccard")
        if self.length < 1 or (self.runs is not None and self.runs < 1):
            raise SettingsError(f"`runs` and `length` must be 1 or more, not {self.runs} and {self.length}")

    @property
    def has_letters(self) -> bool:
        """Whether letters rule out candidates, as was measured for edit similarity 0.8 and holds all the more above."""
        return self.measure == "edit" and self.similarity >= LEAST_MEASURED

    def list_jaccards(self, shingle: int) -> tuple[float, ...]:
        """Jaccards that stand for the pairs at the threshold, each as likely, lowest first.

        For Jaccard 0.8 that one; for edit 0.8 with shingles of 5 twenty from 0.47 to 0.83, or 0.5 with 3 `runs`.
        """
        if self.measure == "jaccard":
            return (self.similarity,)
        real = find_copy_jaccards(self.similarity, shingle) if self.runs is None else None
        return real or (estimate_jaccard_at_edit(self.similarity, self.length, self.runs or DEFAULT_RUNS, shingle),)


@dataclass(frozen=True)
class Plan:
    """Settings, and what they find and cost. `recall` of any Jaccard is exact (see `recall.py`)."""

    target: Target
    scheme: Scheme
    shingle: int
    corpus: Corpus
    hardware: Hardware
    chance_candidates: float  # of each sentence: pairs less alike than any at the threshold that become candidates
    estimate: Estimate
    possible_candidates: float = 0.0  # of each sentence: those whose texts are compared

    @property
    def jaccards(self) -> tuple[float, ...]:
        """Of the pairs at the threshold, in shingles of this length."""
        return self.target.list_jaccards(self.shingle)

    @property
    def recall(self) -> float:
        """Share of the pairs at the threshold that become candidates."""
        return compute_mean(self.scheme.compute_recall(each) for each in self.jaccards)

    @property
    def is_enough(self) -> bool:
        return self.recall >= self.target.recall


def evaluate_scheme(
    scheme: Scheme,
    target: Target | None = None,
    shingle: int = 12,
    corpus: Corpus | None = None,
    hardware: Hardware | None = None,
) -> Plan:
    """What given settings find and cost: `evaluate_scheme(DrawScheme(), Target(0.9)).recall` -> 0.908"""
    target, corpus, hardware = target or Target(), corpus or Corpus(), hardware or Hardware()
    background = choose_background(shingle)
    every = corpus.sentences * background.compute_candidate_share(scheme.compute_recall)
    chance = corpus.sentences * background.compute_candidate_share(
        scheme.compute_recall, below=min(target.list_jaccards(shingle))
    )
    candidates = Candidates(every)
    if target.has_letters:
        possible = corpus.sentences * background.compute_possible_share(scheme.compute_recall)
        candidates = Candidates(every, possible)
    costs = estimate_stages(scheme, shingle, candidates, corpus, hardware)
    return Plan(target, scheme, shingle, corpus, hardware, chance, costs, candidates.compared)


def choose_plan(
    similarity: float = 0.8,
    recall: float = 0.99,
    measure: str = "jaccard",
    sentences: int = 1_000_000,
    *,
    shingle: int | None = None,
    length: int = 100,
    runs: int | None = None,
    corpus: Corpus | None = None,
    hardware: Hardware | None = None,
) -> Plan:
    """The cheapest bands that find `recall` of the pairs at this similarity, among all that do.

    Without `shingle`, measure "jaccard" takes 12 characters, since what Jaccard 0.8 means depends on it; "edit" takes
    the cheapest of 3, 4, 5, 8 and 12. `corpus` goes before `sentences`.
    """
    target = Target(similarity, recall, measure, length, runs)
    corpus, hardware = corpus or Corpus(sentences), hardware or Hardware()
    if shingle is not None:
        lengths: Sequence[int] = (shingle,)
    else:
        lengths = (12,) if measure == "jaccard" else tuple(BACKGROUND)
    # Copies were measured on edited sentences. Families of templates scatter their edits more: asked for 0.99, the
    # pairs of edit similarity 0.80 to 0.85 among 50,000 real sentences came to 0.973. Half the misses make up for it.
    wanted = recall if measure == "jaccard" else 1 - (1 - recall) / 2
    typical = replace(corpus, sentences=find_typical_size(corpus.sentences))
    found = [
        (estimate_cost(scheme, each, typical, hardware, target.has_letters), scheme.functions, each, scheme)
        for each in lengths
        for scheme in list_sufficient_bands(target.list_jaccards(each), wanted)
    ]
    if not found:
        raise SettingsError(
            f"no bands find {recall:.4g} of the pairs at {measure} {similarity:.4g}",
            f"up to {MAX_BANDS} bands were tried; lower `--recall`, or use `--finder join`, which finds every pair",
        )
    _, _, best, scheme = min(found, key=lambda each: each[:3])
    return evaluate_scheme(scheme, target, best, corpus, hardware)


@lru_cache(maxsize=64)  # a run asks several times, for other numbers of sentences, on which this does not depend
def list_sufficient_bands(jaccards: tuple[float, ...], recall: float) -> tuple[BandScheme, ...]:
    """For each number of rows the fewest bands that reach the recall: at 0.8 and 0.99, 26 of 8 rows."""
    fewest = ((rows, find_fewest_bands(jaccards, recall, rows)) for rows in ROWS)
    return tuple(BandScheme(rows, bands) for rows, bands in fewest if bands <= MAX_BANDS)


def find_fewest_bands(jaccards: Sequence[float], recall: float, rows: int) -> int:
    """Fewest bands that find this share of pairs, `MAX_BANDS` + 1 where none do: `([0.8], 0.99, 8)` -> 26"""
    numbers = range(1, MAX_BANDS + 1)
    return 1 + bisect_left(
        numbers, recall, key=lambda bands: compute_mean(compute_band_recall(each, rows, bands) for each in jaccards)
    )


def compute_mean(values: Iterable[float]) -> float:
    """Exact for equal values, so that a recall of one pair is that pair's."""
    listed = list(values)
    return math.fsum(listed) / len(listed)


def estimate_cost(scheme: Scheme, shingle: int, corpus: Corpus, hardware: Hardware, has_letters: bool = False) -> float:
    """Core seconds to find all matches of a sentence, chance candidates included."""
    background, rates = choose_background(shingle), hardware.rates
    every = corpus.sentences * background.compute_candidate_share(scheme.compute_recall)
    if not has_letters or corpus.sentences < LETTERS_FROM:
        return estimate_finding_seconds(scheme, shingle, Candidates(every), corpus.characters, rates)
    possible = corpus.sentences * background.compute_possible_share(scheme.compute_recall)
    disk_seconds = KEY_BYTES * scheme.keys / rates.disk_bytes * hardware.cores
    return disk_seconds + estimate_finding_seconds(
        scheme, shingle, Candidates(every, possible), corpus.characters, rates
    )


def choose_background(shingle: int) -> Background:
    """What was measured for this shingle length, or for the next shorter one, which lets more pairs through."""
    if shingle < 1:
        raise SettingsError(f"`shingle` must be 1 or more, not {shingle}", "lengths of 3 to 12 are usual")
    return BACKGROUND[max((each for each in BACKGROUND if each <= shingle), default=min(BACKGROUND))]
