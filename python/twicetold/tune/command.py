"""`twicetold tune`: settings from labelled pairs, as a file that the job takes, and what they are worth."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from twicetold.config import Settings
from twicetold.errors import MissingPackage, SettingsError
from twicetold.readers.inputs import find_inputs

JOBS = ("threads", "sentences")
MANY = 0.001  # a share of chance pairs that would be too many among all
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class Wish:
    """What the command was asked for."""

    truth: Path
    output: Path
    settings: Settings
    job: str = "threads"
    measure: str = "f1"
    method: str = "best"
    folds: int = 5
    starts: int = 100
    budget: str = "5m"
    seed: int = 1123456
    words_only: bool = False
    vectors: str = "auto"
    as_json: bool = False
    force: bool = False


def run(paths: Sequence[str], wish: Wish) -> None:
    """Tunes, writes the settings file, and says what it is worth."""
    _check(wish)
    try:
        from twicetold.tune import menu, sentences, threads, writing
        from twicetold.tune.validating import METHODS, Wanted
        from twicetold.tune.weighing import MEASURES
    except ModuleNotFoundError as error:
        raise MissingPackage(error.name or "scipy", "tune") from error
    if wish.measure not in MEASURES:
        raise SettingsError(f"unknown measure: `{wish.measure}`", f"Available: {', '.join(MEASURES)}")
    if wish.method not in ("best", *METHODS):
        raise SettingsError(f"unknown method: `{wish.method}`", f"Available: best, {', '.join(METHODS)}")
    wanted = Wanted(wish.measure, wish.folds, wish.starts, wish.seed, seconds_of(wish.budget))
    inputs = find_inputs(paths, wish.settings.reading)
    if wish.job == "sentences":
        found = sentences.tune(inputs, wish.truth, wish.settings, wanted)
        written = sentences.write(found, wish.output, wish.measure)
        _tell(found.facts(wish.measure), written, wish)
        return
    methods = METHODS if wish.method == "best" else (wish.method,)
    vectors = menu.packaged_vectors() if wish.vectors == "auto" else "" if wish.vectors == "none" else wish.vectors
    tuned = threads.tune(inputs, wish.truth, wish.settings, wanted, methods, wish.words_only, vectors)
    _tell(tuned.facts(wish.measure), writing.write(tuned, wish.output, wish.measure), wish)


def _check(wish: Wish) -> None:
    if wish.job not in JOBS:
        raise SettingsError(f"unknown job: `{wish.job}`", f"Available: {', '.join(JOBS)}")
    if wish.output.suffix != ".toml":
        raise SettingsError(f"`{wish.output}`", "settings are written to a .toml file, such as `-o tuned.toml`")
    if wish.output.exists() and not wish.force:
        raise SettingsError(f"`{wish.output}` is there already", "--force writes over it")
    if wish.folds < 2 or wish.starts < 1:
        raise SettingsError(f"{wish.folds} folds, {wish.starts} starts", "give 2 folds and 1 start at least")


def seconds_of(budget: str) -> float:
    """`90`, `90s`, `10m`, `1h`"""
    told = _TIME.fullmatch(budget.strip())
    if told is None or not float(told[1]):
        raise SettingsError(f"--budget {budget}", "such as 90s, 10m or 1h")
    return float(told[1]) * _SECONDS[told[2]]


def _tell(facts: dict[str, Any], written: Sequence[Path], wish: Wish) -> None:
    if wish.as_json:
        print(json.dumps({**facts, "files": [str(each) for each in written]}, ensure_ascii=False))
        return
    console = Console(highlight=False)
    unknown = f", {facts['unknown_pairs']:,} with what was not read" if facts["unknown_pairs"] else ""
    console.print(f"{facts['pairs']:,} labelled pairs, {facts['duplicates']:,} duplicates{unknown}")
    table = Table("unseen folds", wish.measure, box=None, pad_edge=False)
    for name, key in (("", "unseen"), ("words only, ", "unseen_words_only")):
        for method, told in facts.get(key, {}).items():
            chosen = "  <- written" if not name and method == facts["method"] else ""
            table.add_row(f"{name}{method}", f"{told[wish.measure]:.3f}{chosen}")
    console.print(table)
    for aspect in facts.get("aspects", []):
        learnt = f", {aspect['learnt_words']:,} words weighed" if aspect["learnt_words"] else ""
        length = f" {aspect['shingle']}" if aspect["shingle"] else ""
        console.print(
            f"{aspect['weight']:.2f}  {aspect['field']}: {aspect['feature']}{length} by {aspect['measure']}{learnt}"
        )
    for line in facts.get("lines", []):
        console.print(line)
    console.print(f"threshold {facts['threshold']:g}")
    if facts.get("chance", 0.0) > MANY:
        console.print(
            f"Of pairs that chance brings together {facts['chance']:.1%} reach it: the labelled pairs that are no "
            "duplicates are easily told. On many threads give a higher --threshold.",
            soft_wrap=True,
        )
    console.print(f"{wish.output} -> twicetold {wish.job} ... --config {wish.output}", soft_wrap=True)
