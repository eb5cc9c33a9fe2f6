"""What a feature is: a value that names a kernel over texts and its settings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn, cast

import pyarrow as pa

from twicetold import registry
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import SettingsError, TwicetoldError
from twicetold.tables.batches import Batch

Kernel = tuple[str, tuple[int, ...], bytes]


class Feature(ABC):
    """A set of hashes for each text, or with `is_dense` a vector: texts are compared by their sets, or by cosine."""

    is_dense: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Feature:
        """As the settings want it, with windows of `shingle`, or of its usual length where that is 0."""

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """The name, the numbers and the table of words by which the kernels know it."""

    @property
    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """For `run.json`: its name and its settings."""

    @property
    def needs_lexicon(self) -> bool:
        """Whether it must be fitted to the corpus before it can be used."""
        return False

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        """What it must know of `count` units, as a promised table of LEXICON."""
        raise NotImplementedError(f"`{type(self).__name__}` needs nothing but the text")

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> Feature:
        """The same with what the lexicon says of `count` units; it needs no other."""
        return self


class CorpusFeature(Feature):
    """A feature that must know the corpus: it builds a lexicon, and is fitted to it. `table` is what it then knows."""

    table: bytes | None

    @property
    def needs_lexicon(self) -> bool:
        return self.table is None

    def require_table(self) -> bytes:
        """What it knows of the corpus."""
        if self.table is None:
            hint = "please report this as a bug"
            raise TwicetoldError(f"the feature `{type(self).__name__}` does not know the corpus yet", hint)
        return self.table


class DenseFeature(Feature):
    """A vector for each text."""

    is_dense: ClassVar[bool] = True

    @property
    def kernel(self) -> NoReturn:
        raise _build_no_sets_error()

    @abstractmethod
    def compute_vectors(self, texts: pa.Array) -> pa.Array:
        """The vector of each text as signed bytes, all of one length; null where it has none.

        `_kernels.compute_vector_similarities` compares them.
        """


def load_feature(finding: Finding, shingle: int = 0) -> Feature:
    """The feature that the settings name."""
    feature: Feature = registry.load_class("feature", finding.feature).from_settings(
        finding, shingle or finding.shingle
    )
    return feature


def load_set_feature(finding: Finding, shingle: int = 0) -> Feature:
    """The feature that the settings name, for those who need sets."""
    feature = load_feature(finding, shingle)
    if feature.is_dense:
        raise _build_no_sets_error()
    return feature


def load_dense_feature(finding: Finding) -> DenseFeature:
    """The feature that the settings name, for those who need vectors."""
    feature = load_feature(finding)
    if not feature.is_dense:
        message = f"`--finder {finding.finder}` compares vectors, but the feature `{finding.feature}` has none"
        raise SettingsError(message, "add `--feature vectors`")
    return cast("DenseFeature", feature)


def cast_to_dense(feature: Feature) -> DenseFeature | None:
    """The feature, if it is one of vectors."""
    return cast("DenseFeature", feature) if feature.is_dense else None


def _build_no_sets_error() -> SettingsError:
    hint = "use `--finder scan` or `projection`, which compare vectors, or another `--feature`"
    return SettingsError("the feature `vectors` has no sets to compare", hint)
