"""`twicetold tune`: settings from labelled pairs, as a file that the job takes, and what they are worth."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table

from twicetold.errors import MissingPackage, SettingsError
from twicetold.jobs.base import list_jobs_with, load_job
from twicetold.readers.inputs import find_inputs
from twicetold.run.outputs import check_output
from twicetold.run.progress import show_progress

_TIME_PATTERN = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class TuneRequest:
    """What the command was asked for."""

    truth: Path
    output: Path
    settings: Any  # the settings class of the job that is tuned
    job: str
    measure: str = "f1"
    method: str = "best"
    folds: int = 5
    starts: int = 100
    budget: str = "5m"
    seed: int = 1123456
    words_only: bool = False
    vectors: str = "auto"
    precision: float | None = None
    as_json: bool = False
    force: bool = False


class TunedSettings(Protocol):
    """What the tuner of a job found."""

    def collect_facts(self, measure: str) -> dict[str, Any]:
        """What `--json` prints: `pairs`, `duplicates`, `unknown_pairs`, `method`, `threshold`, `unseen` and more."""

    def write_settings(self, path: Path, measure: str) -> list[Path]:
        """Write a settings file that the job takes. Gives all files that were written."""


def run_tuning(paths: Sequence[str], request: TuneRequest) -> None:
    """Tunes, writes the settings file, and says what it is worth."""
    _check_request(request)
    job = load_job(request.job)
    try:
        from twicetold.tune.trials import MEASURES, TUNE_STAGES, TuneOptions

        if request.measure not in MEASURES:
            raise SettingsError(f"unknown measure: `{request.measure}`", f"Available: {', '.join(MEASURES)}")
        with show_progress(TUNE_STAGES, True) as progress:
            seconds = parse_seconds(request.budget)
            options = TuneOptions(request.measure, request.folds, request.starts, request.seed, seconds, progress)
            inputs = find_inputs(paths, request.settings.reading)
            check_output(request.output, [*(each.path for each in inputs), request.truth])
            progress.begin_stage("read")
            tuned: TunedSettings = job.load_part("tuner")(inputs, request, options)
            progress.end_stage()
    except ModuleNotFoundError as error:
        raise MissingPackage(error.name or "scipy", "tune") from error
    written = tuned.write_settings(request.output, request.measure)
    _print_result(tuned.collect_facts(request.measure), written, request)


def _check_request(request: TuneRequest) -> None:
    jobs = list_jobs_with("tuner")
    if request.job not in jobs:
        raise SettingsError(f"unknown job: `{request.job}`", f"Available: {', '.join(jobs)}")
    if request.output.suffix != ".toml":
        raise SettingsError(f"`{request.output}` must end in .toml", "for example `-o tuned.toml`")
    if request.output.exists() and not request.force:
        raise SettingsError(f"`{request.output}` exists", "add --force to overwrite it")
    if request.folds < 2 or request.starts < 1:
        given = f"{request.folds} and {request.starts}"
        raise SettingsError(f"`--folds` must be 2 or more and `--starts` 1 or more, not {given}")


def parse_seconds(budget: str) -> float:
    """`90`, `90s`, `10m`, `1h`"""
    told = _TIME_PATTERN.fullmatch(budget.strip())
    if told is None or not float(told[1]):
        raise SettingsError(f"`--budget {budget}` is not a length of time", "for example 90s, 10m or 1h")
    return float(told[1]) * _SECONDS[told[2]]


def _print_result(facts: dict[str, Any], written: Sequence[Path], request: TuneRequest) -> None:
    if request.as_json:
        print(json.dumps({**facts, "files": [str(each) for each in written]}, ensure_ascii=False))
        return
    console = Console(highlight=False)
    unknown = f", {facts['unknown_pairs']:,} with a text that was not read" if facts["unknown_pairs"] else ""
    console.print(f"{facts['pairs']:,} labelled pairs, {facts['duplicates']:,} duplicates{unknown}")
    table = Table("unseen folds", request.measure, box=None, pad_edge=False)
    for name, key in (("", "unseen"), ("words only, ", "unseen_words_only")):
        for method, told in facts.get(key, {}).items():
            chosen = "  <- written" if not name and method == facts["method"] else ""
            table.add_row(f"{name}{method}", f"{told[request.measure]:.3f}{chosen}")
    console.print(table)
    for aspect in facts.get("aspects", []):
        learnt = f", {aspect['learnt_words']:,} words weighed" if aspect["learnt_words"] else ""
        length = f" {aspect['shingle']}" if aspect["shingle"] else ""
        console.print(
            f"{aspect['weight']:.2f}  {aspect['field']}: {aspect['feature']}{length} by {aspect['measure']}{learnt}"
        )
    for line in facts.get("lines", []):
        console.print(line)
    if "forum_threshold" in facts:
        expected = f"about {100 * facts['forum_precision']:.0f} % of matches should be right"
        console.print(f"threshold {facts['forum_threshold']:g} for the whole forum: {expected}", soft_wrap=True)
        console.print(f"threshold {facts['threshold']:g} for labelled pairs, which `evaluate` judges alone")
    else:
        console.print(f"threshold {facts['threshold']:g}")
    console.print(f"{request.output} -> twicetold {request.job} ... --config {request.output}", soft_wrap=True)
