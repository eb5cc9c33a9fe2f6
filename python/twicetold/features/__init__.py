"""What stands for a unit in a comparison.

`locate_features("The old mill.", Words(2))` gives each feature of a text with the characters it was made of.
"""

from __future__ import annotations

from typing import NamedTuple

from twicetold import _kernels
from twicetold.features.base import Feature


class LocatedFeature(NamedTuple):
    """A feature of a text: `text[start:end]` is what it was made of, from its first word to its last."""

    hash: int
    start: int
    end: int


def locate_features(text: str, feature: Feature) -> list[LocatedFeature]:
    """Every feature of a text, in order; a text that says something twice has it twice."""
    return [LocatedFeature(*each) for each in _kernels.locate_features(text, feature.kernel)]


def split_words(text: str) -> list[str]:
    """The words of a text, as all features see them: `"Don't e-mail."` -> `["Don't", "e", "mail"]`"""
    return [text[start:end] for start, end in _kernels.locate_words(text)]
