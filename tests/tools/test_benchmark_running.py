"""The benchmark's own logic: settings chosen, rounds that become rows, who is not run, growth, and the file it leaves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("rapidfuzz")

import pyarrow as pa
from benchmarks import results, running, tables
from benchmarks.measure import WorkFailed, measure, reason
from benchmarks.results import Row
from benchmarks.running import Contender, Pace
from benchmarks.sized import Case
from benchmarks.tasks.base import MENU, Given, usual_size

CASE = Case(Path("texts.txt"), 1_000, pa.table({}))
FAST, SLOW = Contender("fast", "a:b", ((20, 5), (16, 8))), Contender("slow", "c:d")


def measured(seconds: float, name: str = "fast", size: int = 1_000, recall: float = 1.0) -> Row:
    return Row(size, name, seconds=seconds, cpu_seconds=seconds, peak_mb=100.0, recall=recall, precision=1.0, rounds=1)


def test_the_fastest_setting_that_finds_enough_is_chosen() -> None:
    rows = {(20, 5): measured(3.0), (16, 6): measured(2.0, recall=0.991), (16, 8): measured(1.0, recall=0.98)}
    assert running.chosen(rows) == (16, 6)


def test_of_settings_about_as_fast_the_one_with_the_fewest_pairs_is_chosen() -> None:
    rows = {(20, 5): measured(1.0), (16, 6): measured(1.2), (9, 8): measured(1.4)}
    found = {(20, 5): 3_000, (16, 6): 2_000, (9, 8): 1_000}
    assert running.chosen({setting: replace(row, found=found[setting]) for setting, row in rows.items()}) == (16, 6)


def test_where_no_setting_finds_enough_the_one_that_finds_most_is_chosen() -> None:
    failed = Row(1_000, "fast", failure="over 10 s")
    rows = {(20, 5): failed, (16, 6): measured(2.0, recall=0.5), (16, 8): measured(1.0, recall=0.4)}
    assert running.chosen(rows) == (16, 6)


def test_contenders_take_turns_and_the_fastest_round_counts() -> None:
    asked: list[str] = []
    times = {"fast": iter([3.0, 1.0, 2.0]), "slow": iter([9.0, 9.0, 8.0])}

    def run(contender: Contender, setting: tuple[int, ...], case: Case) -> Row:
        asked.append(contender.name)
        return measured(next(times[contender.name]), contender.name)

    rows = running.compare(CASE, {FAST: (20, 5), SLOW: ()}, Pace(3), run)
    assert asked == ["fast", "slow"] * 3
    assert [(row.name, row.seconds, row.rounds) for row in rows] == [("fast", 1.0, 3), ("slow", 8.0, 3)]


def test_who_is_slower_than_patience_runs_once_and_the_row_says_so() -> None:
    rows = running.compare(CASE, {SLOW: ()}, Pace(3, patience=5), lambda *_: measured(9.0, "slow"))
    assert rows[0].rounds == 1
    assert "1 round" in tables.render_line(rows[0])


def test_a_failure_is_a_row_and_not_tried_again() -> None:
    asked: list[str] = []

    def run(contender: Contender, setting: tuple[int, ...], case: Case) -> Row:
        asked.append(contender.name)
        return Row(1_000, contender.name, failure="out of memory", rounds=1)

    rows = running.compare(CASE, {SLOW: ()}, Pace(3), run)
    assert (len(asked), rows[0].failure) == (1, "out of memory")
    assert "| out of memory |" in tables.render_line(rows[0])


def test_one_that_fails_in_a_later_round_has_failed() -> None:
    outcomes: Iterator[Row] = iter([measured(1.0), Row(1_000, "fast", failure="killed", rounds=1)])
    rows = running.compare(CASE, {FAST: ()}, Pace(3), lambda *_: next(outcomes))
    assert (rows[0].failure, rows[0].rounds) == ("killed", 2)


def test_who_cannot_finish_in_time_at_the_larger_size_is_not_run_and_has_a_row() -> None:
    before = [measured(10.0, "fast"), measured(50.0, "slow")]
    going, left = running.hopeful([FAST, SLOW], before, 16_000, Pace(timeout=300))
    assert [each.name for each in going] == ["fast"]
    assert [row.failure for row in left] == ["not run: 50 s for 1,000 would be 800 s"]


def test_one_that_grows_with_the_square_is_expected_to() -> None:
    assert running.hopeless(measured(10.0), 1.0, 4_000, 100.0) == ""
    assert running.hopeless(measured(10.0), 2.0, 4_000, 100.0) == "not run: 10 s for 1,000 would be 160 s"


def test_settings_are_chosen_at_the_first_size_and_kept() -> None:
    asked: list[tuple[int, tuple[int, ...]]] = []

    def run(contender: Contender, setting: tuple[int, ...], case: Case) -> Row:
        asked.append((case.size, setting))
        return measured(1.0 if setting == (16, 8) else 2.0, size=case.size)

    cases = [CASE, replace(CASE, size=16_000)]
    rows = running.all_sizes(cases, [FAST], Pace(1), run)
    assert asked == [(1_000, (20, 5)), (1_000, (16, 8)), (1_000, (16, 8)), (16_000, (16, 8))]
    assert [row.size for row in rows] == [1_000, 16_000]


def test_growth_is_a_ratio_and_an_exponent() -> None:
    rows = [measured(1.0), replace(measured(16.0, size=16_000), peak_mb=400.0), measured(1.0, "slow")]
    (grown,) = results.growth(rows)
    assert (grown.name, grown.small, grown.large, grown.seconds_ratio) == ("fast", 1_000, 16_000, 16.0)
    assert grown.exponent == pytest.approx(1.0)
    assert grown.memory_exponent == pytest.approx(0.5)


def test_what_failed_at_one_size_does_not_grow() -> None:
    assert results.growth([measured(1.0), Row(16_000, "fast", failure="over 300 s")]) == []


def test_results_are_read_as_they_were_written_unknown_figures_too(tmp_path: Path) -> None:
    task = results.Task("what", "documents", [measured(1.5), Row(1_000, "slow", failure="killed")], "truth")
    written = results.Results({"threads": 2}, {"rensa": "1"}, "2026-11-16", {"documents": {}}, {"documents": task})
    results.write(written, tmp_path / "deep" / "results.json")
    read = results.read(tmp_path / "deep" / "results.json")
    assert "NaN" not in (tmp_path / "deep" / "results.json").read_text(encoding="utf-8")
    assert read.tasks["documents"].rows[0] == task.rows[0]
    assert math.isnan(read.tasks["documents"].rows[1].seconds)
    assert replace(read, tasks={}) == replace(written, tasks={})


def test_our_own_rows_are_known_by_their_name() -> None:
    names = ("twicetold", "twicetold, by term", "twicetolder", "rensa")
    assert [Row(1, name).is_ours for name in names] == [True, True, False, False]


def test_a_table_has_the_fastest_first_and_failures_last() -> None:
    rows = [Row(1_000, "dead", failure="killed"), measured(2.0, "slow"), measured(1.0, "fast")]
    text = tables.render_table("documents", results.Task("what", "documents", rows))
    assert text.index("| fast |") < text.index("| slow |") < text.index("| dead |")


def test_a_size_comes_with_its_sixteenth(tmp_path: Path) -> None:
    given = Given(tmp_path, tmp_path, 1_600, Pace())
    assert given.sizes == (100, 1_600)
    assert replace(given, smallest=50).sizes == (50, 1_600)
    assert [each.name for each in replace(given, only=("sl",)).chosen([FAST, SLOW])] == ["slow"]


@pytest.mark.parametrize("name", MENU)
def test_every_task_of_the_menu_is_there_and_has_a_size(name: str) -> None:
    assert usual_size(name)


@pytest.mark.parametrize(
    ("code", "said", "told"),
    [
        (-9, "", "killed, most likely for its memory"),
        (1, "Traceback\nMemoryError", "out of memory"),
        (1, "java.lang.OutOfMemoryError: Java heap space", "out of memory"),
        (1, "Traceback\nFileNotFoundError: /home/me/x/texts.txt", "failed: FileNotFoundError: texts.txt"),
        (1, "x.ParserException: near `at`\nLINE 3: lambda at\n   ^^", "failed: x.ParserException: near `at`"),
        (3, "", "failed with code 3"),
    ],
)
def test_a_failure_says_why_in_a_few_words_and_no_path(code: int, said: str, told: str) -> None:
    assert reason(code, said) == told


def test_work_that_ends_without_a_result_is_told_apart_from_a_bug_of_ours() -> None:
    with pytest.raises(WorkFailed, match="No module named"):
        measure("benchmarks.there_is_no_such_work", rounds=1)
