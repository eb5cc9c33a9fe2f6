"""Computes the figures of the fixtures from the dumps, without reading any expected value.

The figures of a dump have the names of `expected-counts.json`; `library.py` counts what twicetold finds in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from replication.minhash import truth
from replication.minhash.buckets import Buckets, find_buckets, is_kept
from replication.minhash.dump import is_article, read_pages
from replication.minhash.multiply_shift import Family, pack_as_published, pack_whole
from replication.minhash.probability import apply_formula, compute_match_probability
from replication.minhash.sentences import split_sentences_001, split_sentences_002, write_line_002
from replication.minhash.wikiclean import find_markup

FAMILY = Family()
PACKINGS = {"hash_head": pack_as_published, "hash_fixed_packing": pack_whole}


def compute_hash_values(strings: Iterable[str], bits: Iterable[int]) -> dict[str, Any]:
    """Compute the contents of `multiply-shift-head.json`: seeds, draws, and the published hash of some strings."""
    families = {str(width): Family(bits=width) for width in bits}
    return {
        "seeds": FAMILY.seeds,
        "sigseed": FAMILY.draw_seed,
        "draws_N20_K10_M10": FAMILY.draws,
        "hash": {
            string: {
                width: family.compute_hashes(pack_as_published(string.encode())) for width, family in families.items()
            }
            for string in strings
        },
    }


@cache
def read_dump_sentences(path: Path, find_text: Callable[[str], str] = find_markup) -> tuple[int, list[str]]:
    """Count the articles of a dump, and return their sentences by the rules of 001."""
    articles = [page for page in read_pages(path) if is_article(page)]
    return len(articles), [sentence for page in articles for sentence in split_sentences_001(page, find_text)]


def read_kept_sentences(path: Path) -> list[str]:
    """Read the sentences of a dump that are neither too short nor too long."""
    return [sentence for sentence in read_dump_sentences(path)[1] if is_kept(sentence)]


def count_by_001(path: Path) -> dict[str, Any]:
    """Count as 001 did on a dump: docs, sentences, kept, and what the published hash finds."""
    docs, sentences = read_dump_sentences(path)
    kept = read_kept_sentences(path)
    return {
        "docs": docs,
        "sentences": len(sentences),
        "kept": len(kept),
        "hash_head": _count_findings(kept, "hash_head"),
    }


def count_by_002(path: Path) -> dict[str, Any]:
    """Count as 002 did. Its input was a text file that its authors made from the same dump; here it is made again."""
    lines = [line for page in read_pages(path) if is_article(page) and (line := write_line_002(page)) is not None]
    sentences = [sentence for line in lines for sentence in split_sentences_002(line)]
    kept = [sentence for sentence in sentences if is_kept(sentence)]
    return {
        "docs": len(lines),
        "sentences": len(sentences),
        "kept": len(kept),
        "signatures_emitted": len(kept) * len(FAMILY.draws),
        **{packing: _count_findings(kept, packing) for packing in PACKINGS},
    }


def _count_findings(kept: list[str], packing: str) -> dict[str, Any]:
    found = find_buckets(kept, FAMILY, PACKINGS[packing])
    return {
        "buckets_gt1": len(found.members),
        "distinct_pairs": len(found.pairs),
        "clusters": len(found.clusters),
        "sentences_in_clusters": sum(map(len, found.clusters)),
        "hist": found.count_sizes(),
        "meng_ego_clusters": found.count_neighbourhoods(),
    }


def count_pairs_by_band(kept: list[str], crowd: int | None) -> dict[str, Any]:
    """Count all pairs by similarity, and those that each packing finds. Without a `crowd`, the counts are exact."""
    similarity = truth.compute_similarities(kept, crowd)

    def found(packing: str) -> dict[str, int]:
        buckets: Buckets = find_buckets(kept, FAMILY, PACKINGS[packing])
        return truth.count_bands(similarity.get(pair, Fraction(0)) for pair in buckets.pairs)

    return {
        "sentences": len(kept),
        "true_pairs_by_J": truth.count_bands(similarity.values()),
        "found_hash_head": found("hash_head"),
        "found_hash_fixed": found("hash_fixed_packing"),
    }


def compute_probabilities(similarities: Iterable[str]) -> dict[str, float]:
    """Compute the exact probability that two sentences meet, to the four places of the fixture."""
    return {text: round(compute_match_probability(Fraction(text), FAMILY.draws), 4) for text in similarities}


def compute_formulas(similarities: Iterable[str]) -> dict[str, float]:
    """Compute that probability by the papers' formula."""
    return {
        text: round(apply_formula(float(text), FAMILY.signature_length, FAMILY.signatures), 4) for text in similarities
    }
