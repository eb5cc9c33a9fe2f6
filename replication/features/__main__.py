"""`python -m replication.features TEXTS [--sentences 30000] [--seed 4]`: F1 of features on near-duplicate sentences.

TEXTS is any file that `twicetold split` reads, or the Parquet file of sentences that it made. A tenth of the sentences
drawn get an edited copy. Prints Markdown; takes a minute or two for 30,000 sentences.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.texts import normalise

from replication.features import plant
from replication.features.score import (
    THRESHOLDS,
    Pair,
    count_features,
    find_best_threshold,
    find_similar_pairs,
    find_true_pairs,
    score_pairs,
)

EDITED_SHARE = 0.1  # the share of the sentences that get an edited copy
IDENTICAL_PER_EDITED = 10  # identical pairs in the paper's data for each edited one
FEATURES: dict[str, dict[str, Any]] = {
    "2-shingles of words": {"feature": "words", "shingle": 2},
    "3-shingles of words": {"feature": "words", "shingle": 3},
    "4-shingles of words": {"feature": "words", "shingle": 4},
    "4 characters": {"feature": "characters", "shingle": 4},
    "12 characters": {"feature": "characters", "shingle": 12},
    "winnowing, 2 words of 3": {"feature": "winnow", "shingle": 2, "winnow_window": 3},
    "winnowing, 3 words of 3": {"feature": "winnow", "shingle": 3, "winnow_window": 3},
    "I-Match [0.1, 1]": {"feature": "imatch"},
    "I-Match [0.1, 1], 10 lexicons": {"feature": "imatch", "lexicons": 10},
    "SpotSigs, 100 antecedents": {"feature": "spotsigs", "antecedents": "100", "spot_chain": 2},
    "SpotSigs, 100, chain 1": {"feature": "spotsigs", "antecedents": "100", "spot_chain": 1},
}
RANGES = ((0.0, 1.0), (0.1, 1.0), (0.2, 1.0), (0.3, 1.0), (0.4, 1.0), (0.1, 0.9))
ANTECEDENTS = (10, 100, 1000, 10000)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m replication.features", description=__doc__)
    parser.add_argument("texts")
    parser.add_argument("--sentences", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=4)
    given = parser.parse_args()
    corpus = plant.plant_copies(
        plant.draw_sentences(given.texts, given.sentences, given.seed), EDITED_SHARE, given.seed
    )
    true = find_true_pairs(corpus)
    natural = len(true - set(corpus.planted))
    print(f"{len(corpus.texts):,} sentences; true pairs: {len(corpus.planted):,} planted, {natural:,} natural\n")
    found = {name: find_similar_pairs(corpus, THRESHOLDS[0], **options) for name, options in FEATURES.items()}
    print_tables(corpus, true, found)
    print_sweeps(corpus, true)


def print_tables(corpus: plant.EditedCorpus, true: set[Pair], found: dict[str, dict[Pair, float]]) -> None:
    """Print F1 by threshold, also with the paper's share of identical pairs, and recall for each kind of edit."""
    texts = [normalise(text) for text in corpus.texts]
    for title, identical in (
        ("F1 at threshold", 0),
        ("F1 with 10 identical pairs for each other", IDENTICAL_PER_EDITED),
    ):
        rows = []
        for name, pairs in found.items():
            at = [score_pairs(_keep_similar(pairs, t), true, identical * len(true)).f1 for t in THRESHOLDS]
            rows.append([name, *_mark_best(at)])
        print_table([title, *map(str, THRESHOLDS)], rows)
    rows = []
    for name, pairs in found.items():
        threshold, score = find_best_threshold(pairs, true)
        each, none = count_features(texts, **FEATURES[name])
        kept = _keep_similar(pairs, threshold)
        recalls = [f"{_compute_recall(kept, select_pairs(corpus, true, kind)):.2f}" for kind in KINDS]
        rows.append(
            [name, threshold, f"{score.precision:.3f}", f"{score.recall:.3f}", *recalls, f"{each:.1f}", f"{none:.1%}"]
        )
    print_table(["at its best threshold", "t", "precision", "recall", *KINDS, "features", "none"], rows)


KINDS = (*plant.EDITS, "natural")


def select_pairs(corpus: plant.EditedCorpus, true: set[Pair], kind: str) -> set[Pair]:
    return {pair for pair in true if corpus.planted.get(pair, "natural") == kind}


def print_sweeps(corpus: plant.EditedCorpus, true: set[Pair]) -> None:
    """Print figures 7 and 8 of the paper: I-Match by range of idf, and SpotSigs by number of antecedents."""
    texts, rows = [normalise(text) for text in corpus.texts], []
    for low, high in RANGES:
        options = {"feature": "imatch", "idf_range": (low, high)}
        rows.append([f"[{low}, {high}]", *_compute_figures(corpus, true, texts, options)])
    print_table(["I-Match range", "t", "precision", "recall", "F1", "features", "none"], rows)
    rows = []
    for chain in (1, 2):
        for count in ANTECEDENTS:
            options = {"feature": "spotsigs", "antecedents": str(count), "spot_chain": chain}
            rows.append([f"{count:,}, chain {chain}", *_compute_figures(corpus, true, texts, options)])
    print_table(["SpotSigs antecedents", "t", "precision", "recall", "F1", "features", "none"], rows)
    shared = find_similar_pairs(corpus, 0.01, feature="imatch", lexicons=10)
    score = score_pairs(set(shared), true)
    figures = f"precision {score.precision:.3f}, recall {score.recall:.3f}, F1 {score.f1:.3f}"
    print(f"I-Match, 10 lexicons, any hash shared: {figures}")


def _compute_figures(
    corpus: plant.EditedCorpus, true: set[Pair], texts: Sequence[str], options: dict[str, Any]
) -> list[Any]:
    threshold, score = find_best_threshold(find_similar_pairs(corpus, THRESHOLDS[0], **options), true)
    each, none = count_features(texts, **options)
    return [threshold, f"{score.precision:.3f}", f"{score.recall:.3f}", f"{score.f1:.3f}", f"{each:.1f}", f"{none:.1%}"]


def _keep_similar(pairs: dict[Pair, float], threshold: float) -> set[Pair]:
    return {pair for pair, value in pairs.items() if value >= threshold}


def _compute_recall(found: set[Pair], true: set[Pair]) -> float:
    return len(found & true) / max(len(true), 1)


def _mark_best(values: Sequence[float]) -> list[str]:
    """Format values with three digits, the best in bold."""
    return [f"**{value:.3f}**" if value == max(values) else f"{value:.3f}" for value in values]


def print_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    print("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
