"""What a finder is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyarrow as pa

from twicetold.engines.base import Engine
from twicetold.features.base import Feature


@dataclass(frozen=True)
class Candidates:
    """Pairs of units worth comparing, each once (`left` < `right`), and side tables that count what was left out."""

    pairs: Any
    tallies: dict[str, Any] = field(default_factory=dict)


class Finder(Protocol):
    """A way to candidates."""

    @property
    def feature(self) -> Feature: ...

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`: the settings in words, and the share of true pairs that they should find."""
        ...

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> Finder:
        """The same with a feature that knows the corpus; see `features/base.py`."""
        ...

    def candidates(self, units: Any, engine: Engine) -> Candidates: ...
