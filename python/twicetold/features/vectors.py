"""A vector for each text, compared by cosine. Where the vectors come from is a setting, `vectors`:

hashed      the words of the text, each by how rare it is in the corpus; needs nothing
hashed-grams    the same of every few characters in a row, for misspelt words and languages without spaces
a file      of word vectors (word2vec, GloVe, fastText); a text is the mean of its words
wordllama   the vectors of word pieces that this package carries
minilm      what the model all-MiniLM-L6-v2 takes a text to mean; a package carries it
given       vectors that stand in the input, beside the texts (`--vector-field`)

All are signed bytes in the end, so that a cosine is the same on every engine. `src/vectors/` sums and compares.
"""

from __future__ import annotations

from twicetold.config import Finding
from twicetold.features.base import DenseFeature


class VectorFeature:
    """The name on the menu; `from_settings` gives the feature behind the setting."""

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> DenseFeature:
        if finding.vectors in ("hashed", "hashed-grams"):
            from twicetold.features.hashed_words import HashedWords

            return HashedWords.from_settings(finding, shingle)
        if finding.vectors == "wordllama":
            from twicetold.features.word_pieces import WordPieces

            return WordPieces.from_settings(finding, shingle)
        if finding.vectors == "minilm":
            from twicetold.features.encoded_texts import EncodedTexts

            return EncodedTexts.from_settings(finding, shingle)
        if finding.vectors == "given":
            from twicetold.features.input_vectors import InputVectors

            return InputVectors.from_settings(finding, shingle)
        from twicetold.features.word_vectors import WordVectors

        return WordVectors.from_settings(finding, shingle)
