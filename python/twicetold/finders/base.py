"""What a finder is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

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

    def candidates(self, units: Any, engine: Engine) -> Candidates: ...
