"""datasketch: minhash by numpy, and an index of Python's dictionaries."""

from __future__ import annotations

from benchmarks.peers.base import Found, Setting, Shingles, Work, pairs_of_lists


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    from datasketch import MinHash, MinHashLSH

    bands, rows = setting

    def work() -> Found:
        index = MinHashLSH(num_perm=bands * rows, params=(bands, rows))
        tokens = ([token.encode() for token in shingles.tokens(text)] for text in texts)
        sketches = list(MinHash.generator(tokens, num_perm=bands * rows, seed=42))
        with index.insertion_session() as session:
            for number, sketch in enumerate(sketches):
                session.insert(number, sketch)
        return pairs_of_lists(map(index.query, sketches))

    return work
