"""What `twicetold show` asks of a job: which views its runs have, their rows, and how a row is printed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from twicetold.run import Run
from twicetold.run.finished import count_rows
from twicetold.views.page import BASE_RENDERERS, RowRenderers, TextPage
from twicetold.views.rows import Row, describe_run

DETAIL_ROWS = ("run", "size", "compared")  # rows of a summary that only --details shows
KIND_CLUSTERS = 10  # how many findings `--kind` alone shows
VIEW_OPTIONS = ("cluster", "family", "largest", "random", "document", "search", "pair", "tree")


@dataclass(frozen=True)
class ShowOptions:
    """The options of `twicetold show`: at most one view, else the summary. `limit` is how many of each to show."""

    cluster: int | None = None
    largest: int | None = None
    random: int | None = None
    seed: int = 1
    document: str | None = None
    search: str | None = None
    limit: int | None = None
    kind: str = ""
    pair: tuple[str, str] | None = None
    family: int | None = None
    tree: int | None = None
    details: bool = False  # whether the summary has inputs, settings, figures and times

    @property
    def is_summary(self) -> bool:
        return self == ShowOptions(seed=self.seed, limit=self.limit, details=self.details)


class RunViews:
    """The views of a job's runs. This class has the summary alone: the run's inputs, times and numbers.

    A method `show_largest(run, value, options)` is the view `--largest`; it gives rows, of which `row` says the sort.
    """

    kind_options: ClassVar[tuple[str, ...]] = ("largest", "random")  # views that --kind goes with
    headings: ClassVar[Mapping[str, str]] = {}  # of the summary, each before the first row of its sort
    renderers: ClassVar[RowRenderers] = BASE_RENDERERS

    def __init__(self, tables: Sequence[str] = ()) -> None:
        self.tables = tables

    @property
    def options(self) -> list[str]:
        """Those of VIEW_OPTIONS that this class has a view for."""
        return [name for name in VIEW_OPTIONS if hasattr(self, f"show_{name}")]

    def summarise(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The rows of the view that is shown where no other is asked for."""
        yield describe_run(run, self.tables)

    def read_rows(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The rows of the view that the options ask for."""
        for name in self.options:
            if (value := getattr(options, name)) is not None:
                rows: Iterator[Row] = getattr(self, f"show_{name}")(run, value, options)
                return rows
        return self.summarise(run, options)

    def build_page(self, options: ShowOptions) -> TextPage:
        """The page that prints the rows."""
        return TextPage(self.renderers, self.headings if options.is_summary else None)

    def explain_no_rows(self, options: ShowOptions) -> str:
        """What to say where a view has no rows."""
        return ""


class ClusterViews(RunViews, ABC):
    """The views of runs with clusters: the largest of them, or some drawn at random."""

    @abstractmethod
    def list_clusters(self, run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
        """The clusters of these numbers, each with some of its members."""

    def select_clusters(self, run: Run, kind: str) -> Sequence[int]:
        """The numbers of the clusters to choose from, the largest first."""
        return range(count_rows(run, "clusters"))

    def show_largest(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        return self.list_clusters(run, self.select_clusters(run, options.kind)[:number], options.limit)

    def show_random(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """Clusters drawn at random, in the order of their numbers: the same for the same seed."""
        clusters = self.select_clusters(run, options.kind)
        chosen = sorted(Random(options.seed).sample(clusters, min(number, len(clusters))))
        return self.list_clusters(run, chosen, options.limit)
