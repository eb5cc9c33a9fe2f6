"""Under which form a word is looked up in a file of word vectors: as it is, or as paper 002 did, by its stem.

The paper removed stop words, numbers and all that is not an English word, then stemmed what was left. Many stems are
not in a file of vectors of words (`studi` for `studies`), so this finds less than looking up the words themselves.
"""

from __future__ import annotations

import pyarrow as pa

from twicetold import _kernels

# The English list of NLTK, which the paper used.
STOP_WORDS = frozenset(
    (  # noqa: SIM905 (a list of 179 words has 179 lines)
        "i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he "
        "him his himself she she's her hers herself it it's its itself they them their theirs themselves what "
        "which who whom this that that'll these those am is are was were be been being have has had having do "
        "does did doing a an the and but if or because as until while of at by for with about against between "
        "into through during before after above below to from up down in out on off over under again further then "
        "once here there when where why how all any both each few more most other some such no nor not only own "
        "same so than too very s t can will just don don't should should've now d ll m o re ve y ain aren aren't "
        "couldn couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn "
        "mightn't mustn mustn't needn needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't "
        "wouldn wouldn't "
    ).split()
)


def find_lookup_forms(words: list[str], lookup: str) -> dict[str, str]:
    """Map each word that is looked up to its form: `["the", "mills", "1999"]` by `stems` -> `{"mills": "mill"}`"""
    if lookup == "words":
        return {word: word for word in words}
    kept = [word for word in words if word not in STOP_WORDS and word.isascii() and word.replace("'", "").isalpha()]
    numbers = (_kernels.list_stemmings().index("english"),)
    stems = _kernels.list_feature_tokens(pa.array(kept, pa.string()), ("stems", numbers, b""))
    return {word: tokens[0] for word, tokens in zip(kept, stems.to_pylist(), strict=True) if tokens}
