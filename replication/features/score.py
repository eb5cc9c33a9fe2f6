"""True pairs, found pairs, and how well the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from rapidfuzz.distance import Levenshtein

import twicetold
from replication.features.plant import EditedCorpus
from twicetold import _kernels
from twicetold.config import apply_options
from twicetold.engines.local import Local
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory

Pair = tuple[int, int]
NATURAL_SIMILARITY = 0.8  # sentences that were not planted are near-duplicates from this edit similarity on
DOUBTFUL_SIMILARITY = 0.6  # pairs between the two are not counted: they may be two lines of one template
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class PairScore:
    """How well the pairs that a feature finds agree with the true pairs."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def find_similar_pairs(corpus: EditedCorpus, threshold: float, **options: Any) -> dict[Pair, float]:
    """Find all pairs of at least this Jaccard similarity by the exact join, and leave out the doubtful ones."""
    found = _join_pairs(corpus, measure="jaccard", threshold=threshold, **options)
    return {
        pair: jaccard for pair, jaccard in found.items() if pair in corpus.planted or not _is_doubtful(corpus, pair)
    }


def _is_doubtful(corpus: EditedCorpus, pair: Pair) -> bool:
    left, right = (" ".join(corpus.texts[place].lower().split()) for place in pair)
    return DOUBTFUL_SIMILARITY <= Levenshtein.normalized_similarity(left, right) < NATURAL_SIMILARITY


def find_true_pairs(corpus: EditedCorpus) -> set[Pair]:
    """Return the planted pairs and all pairs with an edit similarity that makes them natural near-duplicates."""
    return {*corpus.planted, *_join_pairs(corpus, measure="edit", threshold=NATURAL_SIMILARITY)}


def _join_pairs(corpus: EditedCorpus, **options: Any) -> dict[Pair, float]:
    found = twicetold.cluster(corpus.texts, finder="join", min_length=1, **options).matches
    columns = [found[name].to_pylist() for name in ("left", "right", "similarity")]
    return {(left, right): similarity for left, right, similarity in zip(*columns, strict=True)}


def score_pairs(found: set[Pair], true: set[Pair], identical: int = 0) -> PairScore:
    """Score found pairs; `identical` more pairs count as found and true, since every feature finds them."""
    right = len(found & true) + identical
    return PairScore(right / max(len(found) + identical, 1), right / max(len(true) + identical, 1))


def find_best_threshold(found: dict[Pair, float], true: set[Pair]) -> tuple[float, PairScore]:
    """Find the threshold with the highest F1, and its score."""
    tried = {t: score_pairs({pair for pair, value in found.items() if value >= t}, true) for t in THRESHOLDS}
    return max(tried.items(), key=lambda each: each[1].f1)


def count_features(texts: Sequence[str], **options: Any) -> tuple[float, float]:
    """Count the distinct features of a text on average, and the share of texts that have none."""
    engine = Local()
    settings = apply_options(SentenceSettings(), {"finder": "join", "measure": "jaccard", **options})
    units = engine.load_rows(pa.table({"text": pa.array(texts, pa.string())}))
    finder = fit_finder_in_memory(build_finder(settings, len(texts)), units, len(texts), engine)
    lists = _kernels.hash_features(pa.array(texts, pa.string()), finder.feature.kernel)
    sizes = [len(set(each)) for each in lists.to_pylist()]
    return sum(sizes) / max(len(sizes), 1), sizes.count(0) / max(len(sizes), 1)
