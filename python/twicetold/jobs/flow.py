"""What the flow of a job works with: the inputs, the settings, and the stages that make the tables of its run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import InputError
from twicetold.readers.inputs import Input, find_inputs, format_path, resolve_path
from twicetold.readers.summary import summarise_reading
from twicetold.run import Run

AnySettings = TypeVar("AnySettings", bound=JobSettings)
READING_STAGE = "front"  # what every job begins with
TableLoader = Callable[[str], Table]  # a table of the run by its name


@dataclass(frozen=True)
class JobInputs:
    """The files of a job: those that are searched, and those that `--against` names, or the finished run there."""

    searched: Sequence[Input]
    against: Sequence[Input] = ()
    collection: str = ""  # the folder of that run

    @property
    def every(self) -> list[Input]:
        return [*self.searched, *self.against]

    @property
    def paths(self) -> list[str]:
        return [found.path for found in self.every]

    @property
    def against_sources(self) -> frozenset[str]:
        """The files of `--against` as the column `source` names them."""
        return frozenset(format_path(found.path) for found in self.against)


def find_job_inputs(paths: Sequence[str], settings: JobSettings) -> JobInputs:
    """Find the files of both sides. A file that is on both sides is only compared against."""
    if not settings.against:
        return JobInputs(find_inputs(paths, settings.reading))
    against = find_inputs(settings.against, settings.reading, paths)
    taken = {resolve_path(each.path) for each in against}
    searched = [
        each for each in find_inputs(paths, settings.reading, settings.against) if resolve_path(each.path) not in taken
    ]
    if not searched:
        raise InputError("every input is named by --against as well", "name other files to search")
    return JobInputs(searched, against)


@dataclass(frozen=True)
class Stages(Generic[AnySettings]):
    """The stages of a run. A stage makes its tables, or keeps them where they are there and undamaged."""

    run: Run
    engine: Engine
    settings: AnySettings
    inputs: JobInputs
    temporary: Collection[str] = ()  # tables that are removed when the run is finished

    def make(self, name: str, make: Callable[[], Mapping[str, Table]]) -> None:
        """Make the tables that `make` gives, by name, as the stage `name`."""
        self.run.run_stage(name, make, self.engine, self.temporary)
        if name == READING_STAGE:
            self._require_records()

    def _require_records(self) -> None:
        """Raise an error where nothing was read; the folder is then free for another try with other settings."""
        try:
            summarise_reading(self.run).require_records([format_path(each) for each in self.inputs.paths])
            self._require_both_sides()
        except InputError:
            self.run.discard()
            raise

    def _require_both_sides(self) -> None:
        """Raise an error where nothing was read of the inputs, or nothing of what they are compared with."""
        against = self.inputs.against_sources
        if not against:
            return
        sides = {source in against for source in self.run.count_values("documents", "source")}
        if len(sides) < 2:
            what = "`--against`" if False in sides else "the inputs"
            reject = next((row for batch in self.run.read_batches("rejects") for row in batch.to_pylist()), None)
            place = f"{reject['source']}, {reject['place']}: {reject['reason']}" if reject else ""
            hint = f"{place}; both sets must have the same fields" if place else "name a file with texts in it"
            raise InputError(f"nothing of {what} could be read", hint)

    def load(self, table: str) -> Table:
        """A table that an earlier stage made."""
        return self.engine.load(self.run.locate_table(table))

    def count_rows(self, *tables: str) -> dict[str, int]:
        """The number of rows of each of these tables, for the figures of a run."""
        return {table: self.run.count_rows(table) for table in tables}
