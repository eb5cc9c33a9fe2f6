"""What was measured in English Wikipedia: how similar sentences are by chance, and how similar edited copies are.

`english.toml` has the figures and says how they were counted; `python -m benchmarks.plan_tables` counts them anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

BINS = 50  # of Jaccard 0 to 1, each 0.02 wide
CHANCE = 0.3  # pairs of a lower Jaccard are similar by chance,
MET = 0.5  # and half as many share a key as the formula says: 657 pairs of 16,000 sentences instead of 1,343
STEPS = (80, 85, 90, 95)  # edit similarity in per cent, each up to the next
_FIGURES = tomllib.loads((files(__package__) / "english.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Background:
    """Of `pairs` pairs of sentences, `counts[i]` have a Jaccard in [i/50, (i+1)/50).

    Pairs are from different documents: those within a document are more similar, but a sentence has only so many of
    them, while the others grow with the corpus.
    """

    shingle: int
    pairs: int
    counts: tuple[int, ...]
    possible: tuple[int, ...] = ()  # of `counts`, those whose letters do not rule out an edit similarity of 0.8
    possible_share: float = 1.0  # the same as a share of the pairs that are similar by chance

    def compute_possible_share(self, recall: Callable[[float], float]) -> float:
        """As `compute_candidate_share`, without the candidates that letters rule out."""
        chance, every = (self.compute_candidate_share(recall, below) for below in (CHANCE, 1.0))
        return every - chance * (1 - MET * self.possible_share)

    def compute_candidate_share(self, recall: Callable[[float], float], below: float = 1.0) -> float:
        """Share of random pairs with a Jaccard under `below` that become candidates, when `recall` of those at it do.

        Times the number of sentences, it is how many a sentence has. Each bin counts with the middle of its range, the
        first, where many pairs share nothing, with a quarter.
        """
        total = 0.0
        for number, count in enumerate(self.counts):
            middle = (number + (0.5 if number else 0.25)) / BINS
            if count and middle < below:
                total += count * recall(middle)
        return total / self.pairs


def _build_background(shingle: int, counts: list[int]) -> Background:
    figures = _FIGURES["background"]
    share = figures["possible"][str(shingle)] / 1000
    return Background(shingle, figures["pairs"], (*counts, *[0] * (BINS - len(counts))), (), share)


BACKGROUND = {
    int(shingle): _build_background(int(shingle), [int(count) for count in text.split()])
    for shingle, text in _FIGURES["background"]["counts"].items()
}
"""By shingle length."""


def find_copy_jaccards(edit: float, shingle: int) -> tuple[float, ...] | None:
    """Twenty Jaccards that stand for real copies at this edit similarity; None where nothing was measured.

    `find_copy_jaccards(0.8, 5)[0]` is the mean of the least similar twentieth. Between two steps the lower one holds.
    """
    steps = [step for step in STEPS if step <= 100 * edit + 1e-9]
    measured = _FIGURES["copies"].get(str(shingle))
    if not steps or measured is None:
        return None
    return tuple(int(percent) / 100 for percent in measured[str(steps[-1])].split())
