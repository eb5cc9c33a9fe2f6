"""Contenders on the same case, in turns, each a process of its own: rounds become rows.

Of each the fastest of three rounds; of one that takes longer than `patience` the first. What fails, takes too long or
runs out of memory is a row as well. Never a time without its recall.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.environments import MissingEnvironment, python_for
from benchmarks.measure import Measured, WorkFailed, measure
from benchmarks.results import Row
from benchmarks.score import score_findings
from benchmarks.sized import Case

ENOUGH = 0.99  # where a setting is chosen: at the smaller size, so that the larger has 0.98 or more
ABOUT = 1.3  # times the fastest is about as fast
BANDS = ((20, 5), (16, 6), (16, 8))
Setting = tuple[int, ...]


@dataclass(frozen=True)
class Contender:
    """A library as it is used. `work` names the function, `settings` are those to choose from.

    `environment` is that of its own where it cannot live with the others; `power` of the size is how its time should
    grow, to leave out what cannot end in time; `note` says what its row must not be read without.
    """

    name: str
    work: str
    settings: tuple[Setting, ...] = ((),)
    environment: str = ""
    power: float = 1.0
    note: str = ""


@dataclass(frozen=True)
class Pace:
    """How long to wait: rounds, the seconds after which once is enough, and the most seconds for one piece of work."""

    rounds: int = 3
    patience: float = 60.0
    timeout: float = 600.0


Once = Callable[[Contender, Setting, Case], Row]


def once(shingles: str, pace: Pace) -> Once:
    """One measurement of texts compared by these shingles, as a row."""

    def run(contender: Contender, setting: Setting, case: Case) -> Row:
        row = Row(case.size, contender.name, told(setting), note=contender.note, rounds=1)
        out = case.path.with_suffix(".npy")
        arguments = shingles, contender.work, str(case.path), str(out), *map(str, setting)
        try:
            python = python_for(contender.environment)
            got = measure("benchmarks.work", *arguments, rounds=1, timeout_seconds=pace.timeout, python=python)
        except (WorkFailed, MissingEnvironment) as error:
            return replace(row, failure=str(error))
        found = np.load(out)
        right = score_findings(found, case.truth, case.sample)
        count = int(found.sum()) if found.dtype == np.bool_ else len(found)
        return measured(replace(row, found=count, recall=right.recall, precision=right.precision), got)

    return run


def measured(row: Row, got: Measured) -> Row:
    """The row with its times."""
    rate = row.size / got.seconds if got.seconds else float("nan")
    return replace(row, seconds=got.seconds, cpu_seconds=got.cpu_seconds, peak_mb=got.peak_mb, items_per_second=rate)


def told(setting: Setting) -> str:
    """`(20, 5)` -> `20 bands of 5`; one number is of tables."""
    if len(setting) == 2:
        return f"{setting[0]} bands of {setting[1]}"
    return f"{setting[0]} tables" if setting else ""


def compare(case: Case, settings: Mapping[Contender, Setting], pace: Pace, run: Once) -> list[Row]:
    """All contenders in turns; of each the fastest round, and how many there were."""
    best: dict[Contender, Row] = {}
    for _ in range(pace.rounds):
        for contender, setting in settings.items():
            before = best.get(contender)
            if before and (before.failure or before.seconds > pace.patience):
                continue
            row = run(contender, setting, case)
            say(row)
            best[contender] = better(before, row)
    return list(best.values())


def better(before: Row | None, row: Row) -> Row:
    """The faster of two, with the rounds of both; what failed once has failed."""
    if before is None:
        return row
    rounds = before.rounds + row.rounds
    if row.failure or before.failure:
        return replace(row if row.failure else before, rounds=rounds)
    return replace(min(before, row, key=lambda each: each.seconds), rounds=rounds)


def tuned(contender: Contender, case: Case, pace: Pace, run: Once) -> Setting:
    """The fastest of its settings that finds enough; where none does, the one that finds most."""
    if len(contender.settings) == 1:
        return contender.settings[0]
    rows = {setting: run(contender, setting, case) for setting in contender.settings}
    for row in rows.values():
        say(row)
    return chosen(rows)


def chosen(rows: Mapping[Setting, Row]) -> Setting:
    """Of the settings at recall 0.99 or more that are about as fast as the fastest, the one with the fewest pairs.

    One look at a small size tells seconds badly, and pairs well: at a larger one, those are what a peer spends its time
    on. Where none finds enough, the one with the highest recall.
    """
    enough = {setting: row for setting, row in rows.items() if row.recall >= ENOUGH and not row.failure}
    if enough:
        fast = ABOUT * min(row.seconds for row in enough.values())
        return min((row.found, setting) for setting, row in enough.items() if row.seconds <= fast)[1]
    return max(rows, key=lambda setting: float(np.nan_to_num(rows[setting].recall, nan=-1.0)))


def hopeful(
    contenders: Iterable[Contender], before: Sequence[Row], size: int, pace: Pace
) -> tuple[list[Contender], list[Row]]:
    """Who may finish in time at this size, by what they took at a smaller one; and rows for those who may not."""
    going, left = [], []
    for contender in contenders:
        last = next((row for row in reversed(before) if row.name == contender.name), None)
        why = hopeless(last, contender.power, size, pace.timeout) if last else ""
        if why:
            left.append(Row(size, contender.name, last.setting if last else "", failure=why, note=contender.note))
        else:
            going.append(contender)
    return going, left


def hopeless(last: Row, power: float, size: int, timeout: float) -> str:
    """Why there is no use in a larger size: `not run: 40 s for 3,125 would be 640 s`"""
    if last.failure:
        return f"not run: {last.failure} at {last.size:,}"
    expected = last.seconds * (size / last.size) ** power
    return f"not run: {last.seconds:.0f} s for {last.size:,} would be {expected:.0f} s" if expected > timeout else ""


def all_sizes(cases: Iterable[Case], contenders: Sequence[Contender], pace: Pace, run: Once) -> list[Row]:
    """Each size after the other, with the settings that were chosen at the first."""
    rows: list[Row] = []
    settings: dict[Contender, Setting] = {}
    for case in cases:
        print(f"{case.size:,} texts, {case.truth.num_rows:,} true pairs", file=sys.stderr, flush=True)
        settings = settings or {each: tuned(each, case, pace, run) for each in contenders}
        going, left = hopeful(contenders, rows, case.size, pace)
        rows += [*compare(case, {each: settings[each] for each in going}, pace, run), *left]
    return rows


def say(row: Row) -> None:
    """A line while it runs."""
    figures = row.failure or f"{row.seconds:.2f} s, {row.peak_mb:.0f} MB, recall {row.recall:.4f}"
    print(f"  {row.size:,} {row.name} {row.setting}: {figures}", file=sys.stderr, flush=True)
