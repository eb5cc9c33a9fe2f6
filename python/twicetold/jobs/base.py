"""What a job is: a folder in `jobs/` with a class like this one in its `job.py`, and a line in `registry.py`.

A job must say its name, its tables, its flow and what it found. All else has a default: a run can be shown as
its numbers and exported; it has no page, and cannot be evaluated, tuned or applied, until the job names the part
that does it: `page = ".page:render_page"`, a module of its own package and a name in it. Parts are imported when
they are used, so that `twicetold sentences` does not load the report.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from twicetold import registry
from twicetold.config import JobSettings, check_values, convert_to_dict, list_files
from twicetold.engines.base import Engine
from twicetold.errors import SettingsError
from twicetold.jobs.flow import JobInputs, Stages, find_job_inputs
from twicetold.run import Run
from twicetold.run.finished import open_finished_run
from twicetold.run.outputs import check_output
from twicetold.run.progress import StageShares
from twicetold.tables.kinds import Kind


@dataclass(frozen=True)
class Findings:
    """What a run found, in sentences; `advice` says what to try where it found nothing."""

    lines: list[str]
    advice: str = ""

    def list_next_steps(self, job: Job, run: str | Path) -> list[str]:
        """What to do next, as the last lines of a summary."""
        step = job.next_step or ("twicetold report {run}" if job.page else "twicetold show {run}")
        return [self.advice or f"next: {step.format(run=run)}"]


class Job(ABC):
    """One of the things that twicetold finds, from its inputs to what people see of a finished run."""

    name: ClassVar[str]  # as it is typed: `twicetold NAME`, `twicetold.NAME(...)`
    help: ClassVar[str] = ""  # what it finds, in a sentence, and an example: what `twicetold NAME --help` says
    settings: ClassVar[type[JobSettings]] = JobSettings  # everything that it needs to know besides its inputs
    record_noun: ClassVar[str] = "document"  # what its inputs are made of
    next_step: ClassVar[str] = ""  # what to type when it is finished, where that is not `report`, or `show`
    stages: ClassVar[StageShares] = ()  # its stages in order, each with the share of the time that it usually takes
    result_tables: ClassVar[tuple[str, ...]]  # what its digest covers, of those that the run has
    temporary_tables: ClassVar[tuple[str, ...]] = ()  # what only its stages need
    main_table: ClassVar[str] = "members"  # what `export` writes where no table is named
    kinds: ClassVar[tuple[Kind, ...]] = ()  # what its findings can be, in the order of the report

    flow: ClassVar[str] = ""  # a function of `Stages` that makes the tables and gives the figures of the run
    views: ClassVar[str] = "twicetold.views.base:RunViews"  # for `show`: a class like this one
    page: ClassVar[str] = ""  # for `report`: a function of the run and `ReportLimits` that gives pieces of HTML
    evaluator: ClassVar[str] = ""  # for `evaluate`: a function of run, `TruthFile`, `EvaluationOptions` that gives rows
    labelled: ClassVar[tuple[str, ...]] = ()  # for `label`: classes like `LabelSet`, the first where none is named
    tuner: ClassVar[str] = ""  # for `tune`: a function of inputs, `TuneRequest`, `TuneOptions` to `TunedSettings`
    remover: ClassVar[str] = ""  # for `apply`: a class like `Remover`
    contradictions: ClassVar[str] = ""  # for `contradictions`: a class like `ContradictionViews`
    formats: ClassVar[Mapping[str, str]] = {}  # for `export`, by name: functions of the run that give pieces of text
    commands: ClassVar[tuple[str, ...]] = ()  # further commands of the program, as functions that typer takes

    def find_inputs(self, paths: Sequence[str], settings: JobSettings) -> JobInputs:
        """Find the files that paths, folders and globs name, before an engine is opened for them."""
        return find_job_inputs(paths, settings)

    def list_stages(self, settings: Any) -> StageShares:
        """List the stages that a run with these settings has."""
        return self.stages

    def list_temporary_tables(self, settings: Any) -> tuple[str, ...]:
        """List the tables that are removed when a run with these settings is finished."""
        return self.temporary_tables

    def prepare_settings(self, settings: Any, inputs: JobInputs) -> Any:
        """Check settings before a folder is made and hours are spent on them; return them as the run stores them."""
        check_values(settings)
        return settings

    def run_stages(self, stages: Stages[Any]) -> dict[str, Any]:
        """Make the tables of a run, stage by stage, and return its figures for `run.json`."""
        figures: dict[str, Any] = self.load_part("flow")(stages)
        return figures

    def run(
        self, inputs: JobInputs, output: str | Path | None, settings: Any, engine: Engine, force: bool = False
    ) -> Run:
        """Run the job into a folder, or go on with the run that is there."""
        settings = self.prepare_settings(settings, inputs)
        consulted = [each for each in list_files(settings) if Path(each).is_file()]
        consulted += [str(Path(inputs.collection) / "run.json")] if inputs.collection else []
        temporary = self.list_temporary_tables(settings)
        if output is not None:
            check_output(output, [*inputs.paths, *consulted])
        with Run.open(output, self.name, convert_to_dict(settings), inputs.paths, consulted, force) as run:
            return self.fill_run(Stages(run, engine, settings, inputs, temporary))

    def fill_run(self, stages: Stages[Any]) -> Run:
        """Make what a run does not have yet, and finish it."""
        run = stages.run
        if not run.is_finished:
            run.record_results(self.run_stages(stages))
            results = [table for table in self.result_tables if table in run.tables]
            run.finish(*results, clear=stages.temporary)
        return run

    @abstractmethod
    def describe_findings(self, run: Run) -> Findings:
        """Say what a run found, in a few sentences, the most important first."""

    def load_part(self, part: str) -> Any:
        """Import what `flow`, `views`, `page`, `evaluator`, `tuner` or `remover` names."""
        name = getattr(self, part)
        if not name:
            jobs = " or ".join(f"`{job}`" for job in list_jobs_with(part))
            raise SettingsError(f"the job `{self.name}` has no {part}", f"{jobs} has one")
        return self._import_part(name)

    def load_commands(self) -> list[Callable[..., None]]:
        """Import what `commands` names."""
        return [self._import_part(name) for name in self.commands]

    def load_format(self, name: str) -> Callable[[Run], Iterator[str]]:
        """Import the function that `formats` has under a name."""
        write: Callable[[Run], Iterator[str]] = self._import_part(self.formats[name])
        return write

    def load_labelled(self) -> list[Any]:
        """Import what `labelled` names."""
        return [self._import_part(name) for name in self.labelled]

    def _import_part(self, name: str) -> Any:
        module, _, attribute = name.partition(":")
        return getattr(import_module(module, type(self).__module__.rpartition(".")[0]), attribute)


def load_job(name: str) -> Job:
    """The job with this name."""
    job: Job = registry.load_class("job", name)()
    return job


def list_jobs_with(part: str) -> list[str]:
    """The names of the jobs that have an optional part; a plugin that cannot be loaded has none."""
    found = []
    for name in registry.list_names("job"):
        with suppress(SettingsError):
            found += [name] if getattr(load_job(name), part) else []
    return found


def find_job(run: Run) -> Job | None:
    """The job that made a run; None where it is not installed, or is `split`, which finds nothing."""
    name = str(run.facts.get("job"))
    return load_job(name) if name in registry.list_names("job") else None


def open_job_run(folder: str | Path, part: str = "views") -> tuple[Run, Job]:
    """A finished run and its job; an error that names the jobs that have this part, where its job has not."""
    run = open_finished_run(folder)
    job = find_job(run)
    if job is None or not getattr(job, part):
        open_finished_run(folder, *list_jobs_with(part))  # raises, since the run is of none of these
        raise AssertionError(f"{folder}: {part}")
    return run, job
