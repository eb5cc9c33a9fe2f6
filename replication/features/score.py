"""What is true, what is found, and how well the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from rapidfuzz.distance import Levenshtein

import twicetold
from replication.features.plant import Corpus
from twicetold import _kernels
from twicetold.config import apply_options
from twicetold.engines.local import Local
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory

Pair = tuple[int, int]
NATURAL = 0.8  # edit similarity from which two sentences are the same by nature
DOUBTFUL = 0.6  # from which on they may be: two lines of one template. Such pairs count neither way.
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Scored:
    """How well the pairs of a feature agree with what is true."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def similar(corpus: Corpus, threshold: float, **options: Any) -> dict[Pair, float]:
    """All pairs with a Jaccard similarity from the threshold on, by the exact join, without the doubtful ones."""
    found = _matches(corpus, measure="jaccard", threshold=threshold, **options)
    return {
        pair: jaccard for pair, jaccard in found.items() if pair in corpus.planted or not _is_doubtful(corpus, pair)
    }


def _is_doubtful(corpus: Corpus, pair: Pair) -> bool:
    left, right = (" ".join(corpus.texts[place].lower().split()) for place in pair)
    return DOUBTFUL <= Levenshtein.normalized_similarity(left, right) < NATURAL


def truth(corpus: Corpus) -> set[Pair]:
    """Planted pairs, and those of an edit similarity that no feature has a part in."""
    return {*corpus.planted, *_matches(corpus, measure="edit", threshold=NATURAL)}


def _matches(corpus: Corpus, **options: Any) -> dict[Pair, float]:
    found = twicetold.cluster(corpus.texts, finder="join", min_length=1, **options).matches
    columns = [found[name].to_pylist() for name in ("left", "right", "similarity")]
    return {(left, right): similarity for left, right, similarity in zip(*columns, strict=True)}


def scored(found: set[Pair], true: set[Pair], identical: int = 0) -> Scored:
    """With as many `identical` pairs besides, which every feature finds."""
    right = len(found & true) + identical
    return Scored(right / max(len(found) + identical, 1), right / max(len(true) + identical, 1))


def best(found: dict[Pair, float], true: set[Pair]) -> tuple[float, Scored]:
    """The threshold with the highest F1."""
    tried = {t: scored({pair for pair, value in found.items() if value >= t}, true) for t in THRESHOLDS}
    return max(tried.items(), key=lambda each: each[1].f1)


def signatures(texts: Sequence[str], **options: Any) -> tuple[float, float]:
    """How many distinct features a text has on average, and what share of the texts has none."""
    engine = Local()
    settings = apply_options(SentenceSettings(), {"finder": "join", "measure": "jaccard", **options})
    units = engine.load_rows(pa.table({"text": pa.array(texts, pa.string())}))
    finder = fit_finder_in_memory(build_finder(settings, len(texts)), units, len(texts), engine)
    lists = _kernels.hash_features(pa.array(texts, pa.string()), finder.feature.kernel)
    sizes = [len(set(each)) for each in lists.to_pylist()]
    return sum(sizes) / max(len(sizes), 1), sizes.count(0) / max(len(sizes), 1)
