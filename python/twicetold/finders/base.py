"""What a finder is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import SettingsError
from twicetold.features.base import Feature
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class CandidateTables:
    """Pairs of units worth comparing, each once (`left` < `right`), and side tables that count what was left out.

    With `least`, pairs whose letters show that their edit similarity is lower are not candidates: an engine may have
    left them out already, and verification leaves out the others, so that every engine counts the same candidates.
    """

    pairs: Table
    tallies: dict[str, Table] = field(default_factory=dict)
    least: float = 0.0


class Finder(Protocol):
    """A way to candidates."""

    @property
    def feature(self) -> Feature: ...

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`: the settings in words, and the share of true pairs that they should find."""
        ...

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> Finder:
        """The same with a feature that knows the corpus; see `features/base.py`."""
        ...

    def find_candidates(self, units: Table, engine: Engine) -> CandidateTables: ...


def refuse_setting(finding: Finding, name: str, finder: str) -> None:
    """Raise an error if a setting is given that only another finder uses."""
    if getattr(finding, name):
        option = f"`--{name.replace('_', '-')}`"
        message = f"{option} works only with `--finder {finder}`, not `{finding.finder}`"
        raise SettingsError(message, f"leave out {option}")
