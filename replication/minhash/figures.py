"""The figures of the fixtures, computed anew from the dumps; none of the expected values is read here.

A dump gives a dictionary with the names of `expected-counts.json`; `library.py` says what twicetold finds beside it.
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
from replication.minhash.multiply_shift import Family, packed_as_published, packed_whole
from replication.minhash.probability import formula, match_probability
from replication.minhash.sentences import line_002, sentences_001, sentences_002
from replication.minhash.wikiclean import markup

FAMILY = Family()
PACKINGS = {"hash_head": packed_as_published, "hash_fixed_packing": packed_whole}


def hash_values(strings: Iterable[str], bits: Iterable[int]) -> dict[str, Any]:
    """What `multiply-shift-head.json` holds: seeds, draws, and the published hash of some strings."""
    families = {str(width): Family(bits=width) for width in bits}
    return {
        "seeds": FAMILY.seeds,
        "sigseed": FAMILY.draw_seed,
        "draws_N20_K10_M10": FAMILY.draws,
        "hash": {
            string: {width: family.hashes(packed_as_published(string.encode())) for width, family in families.items()}
            for string in strings
        },
    }


@cache
def sentences_of(path: Path, text_of: Callable[[str], str] = markup) -> tuple[int, list[str]]:
    """The number of articles in a dump, and their sentences by the rules of 001."""
    articles = [page for page in read_pages(path) if is_article(page)]
    return len(articles), [sentence for page in articles for sentence in sentences_001(page, text_of)]


def kept_of(path: Path) -> list[str]:
    """The sentences of a dump that are neither too short nor too long."""
    return [sentence for sentence in sentences_of(path)[1] if is_kept(sentence)]


def counts_001(path: Path) -> dict[str, Any]:
    """The counts of 001 on a dump: docs, sentences, kept, and what the published hash finds."""
    docs, sentences = sentences_of(path)
    kept = kept_of(path)
    return {"docs": docs, "sentences": len(sentences), "kept": len(kept), "hash_head": _found(kept, "hash_head")}


def counts_002(path: Path) -> dict[str, Any]:
    """The counts of 002. Its input was a text file that its authors made of the same dump; here it is made again."""
    lines = [line for page in read_pages(path) if is_article(page) and (line := line_002(page)) is not None]
    sentences = [sentence for line in lines for sentence in sentences_002(line)]
    kept = [sentence for sentence in sentences if is_kept(sentence)]
    return {
        "docs": len(lines),
        "sentences": len(sentences),
        "kept": len(kept),
        "signatures_emitted": len(kept) * len(FAMILY.draws),
        **{packing: _found(kept, packing) for packing in PACKINGS},
    }


def _found(kept: list[str], packing: str) -> dict[str, Any]:
    found = find_buckets(kept, FAMILY, PACKINGS[packing])
    return {
        "buckets_gt1": len(found.members),
        "distinct_pairs": len(found.pairs),
        "clusters": len(found.clusters),
        "sentences_in_clusters": sum(map(len, found.clusters)),
        "hist": found.sizes(),
        "meng_ego_clusters": found.neighbourhoods(),
    }


def bands(kept: list[str], crowd: int | None) -> dict[str, Any]:
    """All pairs by their similarity, and how many of them each packing finds. Without a `crowd`, it is the truth."""
    similarity = truth.similarities(kept, crowd)

    def found(packing: str) -> dict[str, int]:
        buckets: Buckets = find_buckets(kept, FAMILY, PACKINGS[packing])
        return truth.count_bands(similarity.get(pair, Fraction(0)) for pair in buckets.pairs)

    return {
        "sentences": len(kept),
        "true_pairs_by_J": truth.count_bands(similarity.values()),
        "found_hash_head": found("hash_head"),
        "found_hash_fixed": found("hash_fixed_packing"),
    }


def probabilities(similarities: Iterable[str]) -> dict[str, float]:
    """The exact probability of meeting, to the four places of the fixture."""
    return {text: round(match_probability(Fraction(text), FAMILY.draws), 4) for text in similarities}


def formulas(similarities: Iterable[str]) -> dict[str, float]:
    """The papers' formula at the same places."""
    return {text: round(formula(float(text), FAMILY.signature_length, FAMILY.signatures), 4) for text in similarities}
