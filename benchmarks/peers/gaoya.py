"""gaoya: minhash in Rust, with an index that compares the sketches of what it found."""

from __future__ import annotations

from benchmarks.peers.base import Found, Setting, Shingles, Work, pairs_of_lists

ANALYZERS = {"characters": "char", "words": "word"}


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Its index hands over only what its sketches estimate as alike; a tenth below the threshold loses few pairs."""
    from gaoya.minhash import MinHashStringIndex

    bands, rows = setting

    def work() -> Found:
        index = MinHashStringIndex(
            hash_size=32,
            jaccard_threshold=shingles.threshold - 0.1,
            num_bands=bands,
            band_size=rows,
            analyzer=ANALYZERS[shingles.of],
            ngram_range=(shingles.length, shingles.length),
            id_container="smallvec",
        )
        index.par_bulk_insert_docs(list(range(len(texts))), texts)
        return pairs_of_lists(index.par_bulk_query(texts))

    return work
