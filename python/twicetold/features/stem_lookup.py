"""Under which form a word is looked up in a file of word vectors: as it is, or as paper 002 did, by its stem.

The paper removed stop words, numbers and all that is not an English word, then stemmed what was left. Many stems are
not in a file of vectors of words (`studi` for `studies`), so this finds less than looking up the words themselves.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from twicetold import _kernels

# The English list of NLTK, which the paper used.
STOP_WORDS = frozenset(Path(__file__).with_name("stop_words.txt").read_text(encoding="utf-8").split())


def find_lookup_forms(words: list[str], lookup: str) -> dict[str, str]:
    """Map each word that is looked up to its form: `["the", "mills", "1999"]` by `stems` -> `{"mills": "mill"}`"""
    if lookup == "words":
        return {word: word for word in words}
    kept = [word for word in words if word not in STOP_WORDS and word.isascii() and word.replace("'", "").isalpha()]
    numbers = (_kernels.list_stemmings().index("english"),)
    stems = _kernels.list_feature_tokens(pa.array(kept, pa.string()), ("stems", numbers, b""))
    return {word: tokens[0] for word, tokens in zip(kept, stems.to_pylist(), strict=True) if tokens}
