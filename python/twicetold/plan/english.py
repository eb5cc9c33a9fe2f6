"""How similar two sentences of English Wikipedia are by chance, for several shingle lengths.

Counted over all pairs from different articles of 20,000 sentences, a sample of the distinct ones of 40 to 600
characters (mean 144.3) in 6,213 articles, by

    python -m benchmarks.plan_tables background enwiki-articles.jsonl.zst 20000

Facts about the text, not text.
"""

from __future__ import annotations

from twicetold.plan.background import BINS, Background

PAIRS = 199_919_449

# shingle length: pairs with Jaccard in 0 to 0.02, 0.02 to 0.04, ...; what is left out at the end is 0
_COUNTS = {
    3: (
        "6116374 26116353 52238573 56690691 37098857 15917511 4575156 966784 165765 26227 5249 1213 377 161 66 33 "
        "16 9 5 5 2 2 1 4 3 2 0 0 0 0 0 1 0 1 0 1 1 1 0 0 0 0 3 0 1 1"
    ),
    4: (
        "84361556 86373259 24894201 3713552 482115 74466 14600 3740 1164 399 208 76 39 21 16 7 3 3 3 1 3 2 3 0 2 0 "
        "0 0 0 1 0 1 1 0 0 0 2 0 0 0 1 2 0 1 1"
    ),
    5: (
        "169134404 27795454 2648675 283923 43706 9383 2518 779 327 129 65 28 16 8 6 4 2 1 1 4 3 1 1 1 0 0 0 1 0 0 "
        "2 0 0 0 0 1 1 1 0 0 2 0 0 1 1"
    ),
    8: (
        "198867659 951153 83416 12976 2889 858 278 103 45 23 13 7 4 3 2 3 3 1 2 0 0 1 1 1 0 1 0 0 0 0 1 0 0 1 0 1 "
        "0 0 1 1 0 0 0 2"
    ),
    12: (
        "199827987 79752 9293 1724 409 161 46 29 13 7 7 3 1 3 2 0 1 2 0 1 2 0 0 0 0 0 0 0 0 1 0 0 0 1 0 0 0 2 0 0 0 1 1"
    ),
}


def _build_background(shingle: int, counts: list[int]) -> Background:
    return Background(shingle, PAIRS, tuple(counts + [0] * (BINS - len(counts))))


BACKGROUND = {
    shingle: _build_background(shingle, [int(count) for count in text.split()]) for shingle, text in _COUNTS.items()
}
