"""`python -m replication.features TEXTS [--sentences 30000] [--seed 4]`: F1 of features on near-duplicate sentences.

TEXTS is any file that `twicetold split` reads, or the Parquet file of sentences that it made. A tenth of the sentences
drawn get an edited copy. Prints Markdown; takes a minute or two for 30,000 sentences.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.texts import normal

from replication.features import plant
from replication.features.score import THRESHOLDS, Pair, best, scored, signatures, similar, truth

SHARE = 0.1  # of the sentences that get a copy
IDENTICAL = 10  # of the papers' duplicates, for one that is edited
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
    corpus = plant.planted(plant.drawn(given.texts, given.sentences, given.seed), SHARE, given.seed)
    true = truth(corpus)
    natural = len(true - set(corpus.planted))
    print(f"{len(corpus.texts):,} sentences; true pairs: {len(corpus.planted):,} planted, {natural:,} natural\n")
    found = {name: similar(corpus, THRESHOLDS[0], **options) for name, options in FEATURES.items()}
    tables(corpus, true, found)
    sweeps(corpus, true)


def tables(corpus: plant.Corpus, true: set[Pair], found: dict[str, dict[Pair, float]]) -> None:
    """F1 by threshold, the same with the papers' share of identical pairs, and what is found of each kind of edit."""
    texts = [normal(text) for text in corpus.texts]
    for title, identical in (("F1 at threshold", 0), ("F1 with 10 identical pairs for each other", IDENTICAL)):
        rows = []
        for name, pairs in found.items():
            at = [scored(_from(pairs, t), true, identical * len(true)).f1 for t in THRESHOLDS]
            rows.append([name, *_marked(at)])
        show([title, *map(str, THRESHOLDS)], rows)
    rows = []
    for name, pairs in found.items():
        threshold, score = best(pairs, true)
        each, none = signatures(texts, **FEATURES[name])
        kept = _from(pairs, threshold)
        recalls = [f"{_recall(kept, pairs_of(corpus, true, kind)):.2f}" for kind in KINDS]
        rows.append(
            [name, threshold, f"{score.precision:.3f}", f"{score.recall:.3f}", *recalls, f"{each:.1f}", f"{none:.1%}"]
        )
    show(["at its best threshold", "t", "precision", "recall", *KINDS, "features", "none"], rows)


KINDS = (*plant.EDITS, "natural")


def pairs_of(corpus: plant.Corpus, true: set[Pair], kind: str) -> set[Pair]:
    return {pair for pair in true if corpus.planted.get(pair, "natural") == kind}


def sweeps(corpus: plant.Corpus, true: set[Pair]) -> None:
    """Figures 7 and 8 of the paper: the range of I-Match, and how many antecedents SpotSigs has."""
    texts, rows = [normal(text) for text in corpus.texts], []
    for low, high in RANGES:
        options = {"feature": "imatch", "idf_range": (low, high)}
        rows.append([f"[{low}, {high}]", *_figures(corpus, true, texts, options)])
    show(["I-Match range", "t", "precision", "recall", "F1", "features", "none"], rows)
    rows = []
    for chain in (1, 2):
        for count in ANTECEDENTS:
            options = {"feature": "spotsigs", "antecedents": str(count), "spot_chain": chain}
            rows.append([f"{count:,}, chain {chain}", *_figures(corpus, true, texts, options)])
    show(["SpotSigs antecedents", "t", "precision", "recall", "F1", "features", "none"], rows)
    shared = similar(corpus, 0.01, feature="imatch", lexicons=10)
    score = scored(set(shared), true)
    said = f"precision {score.precision:.3f}, recall {score.recall:.3f}, F1 {score.f1:.3f}"
    print(f"I-Match, 10 lexicons, any hash shared: {said}")


def _figures(corpus: plant.Corpus, true: set[Pair], texts: Sequence[str], options: dict[str, Any]) -> list[Any]:
    threshold, score = best(similar(corpus, THRESHOLDS[0], **options), true)
    each, none = signatures(texts, **options)
    return [threshold, f"{score.precision:.3f}", f"{score.recall:.3f}", f"{score.f1:.3f}", f"{each:.1f}", f"{none:.1%}"]


def _from(pairs: dict[Pair, float], threshold: float) -> set[Pair]:
    return {pair for pair, value in pairs.items() if value >= threshold}


def _recall(found: set[Pair], true: set[Pair]) -> float:
    return len(found & true) / max(len(true), 1)


def _marked(values: Sequence[float]) -> list[str]:
    """Three digits each, the best in bold."""
    return [f"**{value:.3f}**" if value == max(values) else f"{value:.3f}" for value in values]


def show(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    print("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
