"""The parts of a replication: papers with their tables and figures, experiments, and the results of experiments.

An experiment is a function that takes a `Source` (the data to run on) and yields parts of a page: text, tables, charts.
An entry of a paper is one of its tables, figures or results, and names the experiment that repeats it. Every entry has
a state in a run, which `state_entry` returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

REPLICATED = "replicated"
OTHER_DATA = "replicated on other data"
CANNOT = "cannot be replicated"
NOT_RUN = "not run: no data"
STATES = (REPLICATED, OTHER_DATA, CANNOT, NOT_RUN)


@dataclass(frozen=True)
class Table:
    """A table of a page. Integers are written with thousands separators."""

    head: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Chart:
    """A chart of a page: the name of its file, the Altair chart, and what it shows in words."""

    name: str
    chart: Any
    caption: str


Part = str | Table | Chart


@dataclass(frozen=True)
class Experiment:
    """An experiment: its function (`module:function`), the files it needs, and if planted text can replace them."""

    name: str
    title: str
    function: str
    needs: tuple[str, ...] = ()
    is_planted: bool = False  # without a data folder it runs on the planted corpus


@dataclass(frozen=True)
class Entry:
    """A table, figure or result of a paper; without an experiment, `why` says why it cannot be repeated."""

    name: str
    what: str
    experiment: str = ""
    state: str = OTHER_DATA  # where its experiment has run on the files it needs
    why: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper: its number, the preset with its settings, a summary, and the entries and experiments that repeat it."""

    number: str
    preset: str
    authors: str
    title: str
    summary: str
    entries: tuple[Entry, ...]
    experiments: tuple[Experiment, ...]

    def find_experiment(self, name: str) -> Experiment:
        """The experiment with this name."""
        return next(each for each in self.experiments if each.name == name)


@dataclass(frozen=True)
class Outcome:
    """The result of an experiment in a run: parts of a page, or the files that were missing."""

    experiment: Experiment
    parts: tuple[Part, ...] = ()
    missing: tuple[str, ...] = ()
    is_planted: bool = False
    seconds: float = 0.0


def state_entry(entry: Entry, outcomes: dict[str, Outcome]) -> tuple[str, str]:
    """Return the state of a table or figure after a run, and a remark."""
    if not entry.experiment:
        return CANNOT, entry.why
    outcome = outcomes[entry.experiment]
    if outcome.missing:
        return NOT_RUN, f"missing: {', '.join(f'`{name}`' for name in outcome.missing)}"
    if outcome.is_planted:
        return OTHER_DATA, "planted text"
    return entry.state, entry.why
