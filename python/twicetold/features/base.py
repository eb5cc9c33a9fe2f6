"""What a feature is: a value that names a kernel over texts and its settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn, Protocol, Self, cast

import pyarrow as pa

from twicetold import registry
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.errors import SettingsError

Kernel = tuple[str, tuple[int, ...], bytes]


class Feature(Protocol):
    """A set of hashes for each text, or with `is_dense` a vector. Two texts are compared by their sets, or by cosine.

    One that must know the corpus has a lexicon: `feature.fitted(batches of feature.lexicon(units, count, ...), count)`.
    """

    is_dense: ClassVar[bool]

    @classmethod
    def settled(cls, finding: Finding, shingle: int) -> Feature:
        """As the settings want it, with windows of `shingle`, or of its usual length where that is 0."""
        ...

    @property
    def kernel(self) -> Kernel:
        """The name, the numbers and the table of words by which the kernels know it."""
        ...

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`: its name and its settings."""
        ...

    @property
    def needs_lexicon(self) -> bool:
        """Whether it must be fitted to the corpus before it can be used."""
        ...

    def lexicon(self, units: Any, count: int, engine: Engine) -> Any:
        """What it must know of `count` units, as a promised table of LEXICON."""
        ...

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> Feature:
        """The same with what the lexicon says of `count` units; it needs no other."""
        ...


class DenseFeature(Feature, Protocol):
    """A vector for each text."""

    def vectors(self, texts: pa.Array) -> pa.Array:
        """The vector of each text as signed bytes, all of one length; null where it has none.

        `_kernels.cosines(one, other)` compares two such columns.
        """
        ...


class Sets:
    """What makes a feature one of sets."""

    is_dense: ClassVar[bool] = False


class Dense:
    """What makes a feature one of vectors."""

    is_dense: ClassVar[bool] = True

    @property
    def kernel(self) -> NoReturn:
        raise _no_set()


class OfTextAlone(Sets):
    """A feature that needs nothing but the text."""

    @property
    def needs_lexicon(self) -> bool:
        return False

    def lexicon(self, units: Any, count: int, engine: Engine) -> Any:
        raise NotImplementedError("it needs none")

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> Self:
        return self


def feature_of(finding: Finding, shingle: int = 0) -> Feature:
    """The feature that the settings name."""
    feature: Feature = registry.load("feature", finding.feature).settled(finding, shingle or finding.shingle)
    return feature


def sets_of(finding: Finding, shingle: int = 0) -> Feature:
    """The feature that the settings name, for those who need sets."""
    feature = feature_of(finding, shingle)
    if feature.is_dense:
        raise _no_set()
    return feature


def vectors_of(finding: Finding) -> DenseFeature:
    """The feature that the settings name, for those who need vectors."""
    feature = feature_of(finding)
    if not feature.is_dense:
        raise SettingsError(f"{finding.finder} by `{finding.feature}`", "it compares vectors: give `--feature vectors`")
    return cast("DenseFeature", feature)


def as_dense(feature: Feature) -> DenseFeature | None:
    """The feature, if it is one of vectors."""
    return cast("DenseFeature", feature) if feature.is_dense else None


def _no_set() -> SettingsError:
    hint = "they have no sets: give `--finder scan` or `projection`, which compare vectors, or another `--feature`"
    return SettingsError("sets of `vectors`", hint)


def at_least(least: int, **settings: int) -> None:
    """Refuses settings that are less."""
    for name, value in settings.items():
        if value < least:
            raise SettingsError(f"{name} {value}", f"give a number from {least} on")
