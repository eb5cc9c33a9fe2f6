"""What `twicetold show` asks of a job: which views its runs have, their rows, and how a row is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from twicetold.run import Run
from twicetold.views.page import BASE_RENDERERS, RowRenderers, TextPage
from twicetold.views.rows import Row, describe_run

VIEW_OPTIONS = ("cluster", "largest", "random", "document", "search", "pair")


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

    @property
    def is_summary(self) -> bool:
        return self == ShowOptions(seed=self.seed, limit=self.limit)


class RunViews:
    """The views of a job's runs. This class has the summary alone: the run's inputs, times and numbers."""

    options: ClassVar[tuple[str, ...]] = ()  # those of VIEW_OPTIONS that it knows
    headings: ClassVar[Mapping[str, str]] = {}  # of the summary, each before the first row of its sort
    renderers: ClassVar[RowRenderers] = BASE_RENDERERS

    def __init__(self, tables: Sequence[str] = ()) -> None:
        self.tables = tables

    def check_options(self, options: ShowOptions) -> None:
        """Raise a SettingsError where options do not go together."""

    def read_rows(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The rows of the view that the options ask for; `row` says of which sort each is."""
        yield describe_run(run, self.tables)

    def build_page(self, options: ShowOptions) -> TextPage:
        """The page that prints the rows."""
        return TextPage(self.renderers, self.headings if options.is_summary else None)

    def explain_no_rows(self, options: ShowOptions) -> str:
        """What to say where a view has no rows."""
        return ""
