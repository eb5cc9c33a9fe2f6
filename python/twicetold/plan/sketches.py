"""Bands for long texts, whose keys come with a sketch: how many functions, and which sketches are let through.

Of a long text, hashing its words is what costs; functions cost little beside it. So there are as many as fit a sketch,
in bands of as many rows as the recall allows: few chance pairs share a key. A byte of each minimum is the sketch. Two
sets of Jaccard similarity s share a byte with a chance of s, and by accident with one of 1/256 more, so that the shared
bytes tell s to a few hundredths: pairs that fall short by more than chance would explain are not looked at again.
"""

from __future__ import annotations

import math

from twicetold.plan.choose import find_fewest_bands
from twicetold.plan.schemes import BandScheme

MOST_FUNCTIONS = 256
MOST_ROWS = 32
DEVIATIONS = 4  # below what is expected at the threshold: one pair in 20,000 is lost there


def choose_sketched_bands(similarity: float, recall: float) -> BandScheme | None:
    """The bands with the most rows whose functions fit a sketch: `(0.8, 0.99)` -> 26 of 8. None where no bands do."""
    for rows in range(MOST_ROWS, 0, -1):
        bands = find_fewest_bands((similarity,), recall, rows)
        if rows * bands <= MOST_FUNCTIONS:
            return BandScheme(rows, bands)
    return None


def compute_least_shared(functions: int, similarity: float) -> int:
    """The fewest bytes that two sketches share which are let through: `(208, 0.8)` -> 143."""
    chance = _compute_chance(similarity)
    expected, deviation = functions * chance, math.sqrt(functions * chance * (1 - chance))
    return max(math.floor(expected - DEVIATIONS * deviation), 0)


def compute_lost_share(functions: int, similarity: float) -> float:
    """The share of pairs at this similarity that is not let through: `(208, 0.8)` -> 0.00004."""
    chance = _compute_chance(similarity)
    shared = range(compute_least_shared(functions, similarity))
    return math.fsum(math.comb(functions, each) * chance**each * (1 - chance) ** (functions - each) for each in shared)


def _compute_chance(similarity: float) -> float:
    return similarity + (1 - similarity) / 256
