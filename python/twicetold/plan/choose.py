"""Which settings to take: the cheapest that find the asked share of the pairs at the threshold.

For each number of rows there is a least number of bands that reaches the recall. Few rows need few functions but let
many chance pairs through; many rows need many functions. The estimated cost decides, so the choice depends on how
many sentences there are: chance pairs grow with their square, hashing does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twicetold.errors import SettingsError
from twicetold.plan.background import Background
from twicetold.plan.english import BACKGROUND
from twicetold.plan.estimate import Corpus, Estimate, Hardware, estimate, finding_seconds
from twicetold.plan.recall import band_recall, checked_share
from twicetold.plan.schemes import Bands, Scheme
from twicetold.plan.similarity import jaccard_at_edit

ROWS = range(1, 33)
MAX_BANDS = 512


@dataclass(frozen=True)
class Target:
    """Which pairs are to be found, and what share of them.

    With `measure` "edit", `length` and `runs` say how an edited copy is pictured: a sentence of that many characters,
    its edits all replacements in that many places. 100 and 3 are what the least similar twentieth of real copies
    amounts to (docs/plan.md), so the recall asked for there is exceeded on the whole.
    """

    similarity: float = 0.8
    recall: float = 0.99
    measure: str = "jaccard"
    length: int = 100
    runs: int = 3

    def __post_init__(self) -> None:
        checked_share(self.similarity)
        if not 0 < self.recall < 1:
            raise SettingsError(
                f"recall {self.recall}", "give a number between 0 and 1, such as 0.99; `join` finds all"
            )
        if self.measure not in ("jaccard", "edit"):
            raise SettingsError(f"unknown measure: `{self.measure}`", "Available: edit, jaccard")

    def jaccard(self, shingle: int) -> float:
        """The Jaccard of a pair at the threshold: for edit 0.8, 0.581 with shingles of 3 and 0.254 with 12."""
        if self.measure == "jaccard":
            return self.similarity
        return jaccard_at_edit(self.similarity, self.length, self.runs, shingle)


@dataclass(frozen=True)
class Plan:
    """Settings, and what they find and cost. `recall` of any Jaccard is exact (see `recall.py`)."""

    target: Target
    scheme: Scheme
    shingle: int
    jaccard: float  # of a pair at the threshold, in shingles of this length
    corpus: Corpus
    hardware: Hardware
    chance_candidates: float  # of each sentence: pairs under the threshold that become candidates
    estimate: Estimate

    @property
    def recall(self) -> float:
        """Share of the pairs at the threshold that become candidates."""
        return self.scheme.recall(self.jaccard)

    @property
    def is_enough(self) -> bool:
        return self.recall >= self.target.recall


def evaluate(
    scheme: Scheme,
    target: Target | None = None,
    shingle: int = 12,
    corpus: Corpus | None = None,
    hardware: Hardware | None = None,
) -> Plan:
    """What given settings find and cost: `evaluate(Draws(), Target(0.9)).recall` -> 0.908"""
    target, corpus, hardware = target or Target(), corpus or Corpus(), hardware or Hardware()
    jaccard = target.jaccard(shingle)
    background = background_of(shingle)
    every = corpus.sentences * background.candidates(scheme.recall)
    chance = corpus.sentences * background.candidates(scheme.recall, below=jaccard)
    costs = estimate(scheme, shingle, every, corpus, hardware)
    return Plan(target, scheme, shingle, jaccard, corpus, hardware, chance, costs)


def choose(
    similarity: float = 0.8,
    recall: float = 0.99,
    measure: str = "jaccard",
    sentences: int = 1_000_000,
    *,
    shingle: int | None = None,
    length: int = 100,
    runs: int = 3,
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
    found = [
        (cost(scheme, each, corpus, hardware), scheme.functions, each, scheme)
        for each in lengths
        for scheme in enough(target.jaccard(each), recall)
    ]
    if not found:
        raise SettingsError(
            f"no bands find {recall:.4g} of the pairs at {measure} {similarity:.4g}",
            f"up to {MAX_BANDS} bands were tried; ask for less, or use the finder `join`, which finds all",
        )
    _, _, best, scheme = min(found, key=lambda each: each[:3])
    return evaluate(scheme, target, best, corpus, hardware)


def enough(jaccard: float, recall: float) -> Iterator[Bands]:
    """For each number of rows the fewest bands that reach the recall: at 0.8 and 0.99, 8 rows need 26."""
    for rows in ROWS:
        bands = bands_for(jaccard, recall, rows)
        if bands <= MAX_BANDS:
            yield Bands(rows, bands)


def bands_for(jaccard: float, recall: float, rows: int) -> int:
    """Fewest bands of that many rows that find this share: `(0.8, 0.99, 8)` -> 26"""
    band = jaccard**rows
    if band < 1e-9:
        return MAX_BANDS + 1
    bands = 1 if band == 1 else max(1, math.floor(math.log1p(-recall) / math.log1p(-band)))
    while band_recall(jaccard, rows, bands) < recall:  # at most a step or two: the logarithms are rounded
        bands += 1
    return bands


def cost(scheme: Scheme, shingle: int, corpus: Corpus, hardware: Hardware) -> float:
    """Core seconds to find all matches of a sentence, chance candidates included."""
    candidates = corpus.sentences * background_of(shingle).candidates(scheme.recall)
    return finding_seconds(scheme, shingle, candidates, corpus.characters, hardware.rates)


def background_of(shingle: int) -> Background:
    """What was measured for this shingle length, or for the next shorter one, which lets more pairs through."""
    if shingle < 1:
        raise SettingsError(f"shingles of {shingle} characters", "give a length from 1 on; 3 to 12 are usual")
    return BACKGROUND[max((each for each in BACKGROUND if each <= shingle), default=min(BACKGROUND))]
