"""The page of the benchmark: its tables, and that it says wherever a peer is ahead of us."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks import ahead, page
from benchmarks.figures import format_figure, format_rate
from benchmarks.results import NAN, Results, Row, Task, read
from benchmarks.results import write as write_results

SMALL, LARGE = 1_000, 16_000


def row(size: int, name: str, seconds: float, peak_mb: float = 100, recall: float = 0.99, precision: float = 1) -> Row:
    figures = {"seconds": seconds, "cpu_seconds": 2 * seconds, "peak_mb": peak_mb, "items_per_second": size / seconds}
    return Row(size, name, "", **figures, found=1234, recall=recall, precision=precision, rounds=3)


OURS = (row(SMALL, "twicetold", 1), row(LARGE, "twicetold", 17, 400))


def task(*rows: Row) -> Task:
    return Task("Documents that say nearly the same.", "documents", list(rows), "an exact join")


def test_a_peer_that_is_behind_in_everything_gets_no_line() -> None:
    behind = task(*OURS, row(SMALL, "slow", 2, 200, 0.9, 0.5))
    assert ahead.lines(behind) == []
    assert "No peer is ahead of us" in page.describe_faster_peers(behind)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seconds": 0.5}, "ahead in time (0.50 s against 1.00 s)"),
        ({"cpu_seconds": 1.5}, "ahead in CPU time (1.50 s against 2.00 s)"),
        ({"peak_mb": 80.0}, "ahead in memory (80 MB against 100 MB)"),
        ({"recall": 1.0}, "ahead in recall (1.000 against 0.990)"),
    ],
)
def test_each_thing_a_peer_is_ahead_in_is_said_with_both_figures(change: dict[str, float], said: str) -> None:
    peer = replace(row(SMALL, "peer", 2, 200, 0.9, 0.5), **change)
    (line,) = ahead.lines(task(*OURS, peer))
    assert line.startswith("**peer** at 1,000 documents: ")
    assert said in line
    assert "behind in" in line


def test_a_better_precision_is_said_where_ours_is_not_perfect() -> None:
    ours = replace(OURS[0], precision=0.98)
    (line,) = ahead.lines(task(ours, row(SMALL, "exact", 9, 900, 0.9, 1)))
    assert "precision (1.000 against 0.980)" in line


def test_a_lead_too_small_to_see_is_said_with_more_digits() -> None:
    (line,) = ahead.lines(task(OURS[0], row(SMALL, "peer", 2, 200, 0.99004)))
    assert "recall (0.99004 against 0.99000)" in line


def test_equal_is_not_ahead() -> None:
    assert ahead.lines(task(OURS[0], replace(OURS[0], name="peer"))) == []


def test_a_note_stands_behind_what_it_explains() -> None:
    (line,) = ahead.lines(task(OURS[0], replace(row(SMALL, "peer", 0.5), note="It gives flags, not pairs.")))
    assert line.endswith("It gives flags, not pairs.")


@pytest.mark.parametrize("ours", [[], [Row(SMALL, "twicetold", failure="out of memory", rounds=1)]])
def test_where_we_have_no_figures_those_who_have_are_named(ours: list[Row]) -> None:
    lines = ahead.lines(task(*ours, row(SMALL, "peer", 2), Row(SMALL, "dead", failure="over 60 s")))
    assert len(lines) == 1
    assert "**peer** at 1,000 documents" in lines[0]
    assert "dead" not in lines[0]


def test_a_figure_is_ahead_of_none() -> None:
    lines = ahead.lines(task(replace(OURS[0], recall=NAN), row(SMALL, "peer", 2, 200, 0.5, 0.5)))
    assert "recall (0.500 against no figure)" in lines[0]


def test_our_main_row_is_compared_not_the_best_of_its_variants() -> None:
    lines = ahead.lines(task(row(SMALL, "twicetold, join", 0.1, 1), OURS[0], row(SMALL, "peer", 0.5, 200)))
    assert "time (0.50 s against 1.00 s)" in lines[0]


def test_a_floor_is_no_peer() -> None:
    assert ahead.lines(task(OURS[0], row(SMALL, "floor, 2 threads", 0.1, 1))) == []


def test_who_grows_more_slowly_is_said() -> None:
    peer = row(SMALL, "peer", 2, 200, 0.9, 0.5), row(LARGE, "peer", 20, 3200, 0.9, 0.5)
    (line,) = ahead.lines(task(*OURS, *peer))
    assert "its time grows more slowly (power 0.83 against 1.02)" in line


def test_the_growth_table_has_exponents_and_only_who_has_two_sizes() -> None:
    table = page.render_growth(task(*OURS, row(SMALL, "once", 2), Row(LARGE, "once", failure="over 60 s")))
    assert "| **twicetold** | 1,000 | 16,000 | 16.0 | 17.0 | 1.02 | 4.0 | 0.50 |" in table
    assert "once" not in table
    assert page.render_growth(task(OURS[0])) == ""


def test_the_table_has_every_row_failures_last_and_no_bare_pipe() -> None:
    failed = Row(SMALL, "dead", failure="over 60 s", rounds=1, note="a | b")
    lines = page.render_table(task(failed, row(SMALL, "peer", 2), OURS[0])).splitlines()
    assert lines[0].count("|") == 13
    assert "documents/s" in lines[0]
    assert lines[2] == "| 1,000 | **twicetold** |  | 1.00 | 2.00 | 100 | 1,000 | 1,234 | 0.9900 | 1.0000 | 3 |  |"
    assert "peer" in lines[3]
    assert "no figures: over 60 s; a \\| b" in lines[4]


def test_nothing_below_one_is_shown_as_one() -> None:
    assert (format_figure(0.99996, 4), format_figure(1, 4), format_figure(1234.56, 1), format_figure(math.nan, 2)) == (
        "0.9999",
        "1.0000",
        "1,234.6",
        "",
    )
    assert format_figure(0.7, 0) == "1"


def test_rates_are_written_in_their_own_size() -> None:
    assert format_rate(21e6, "bytes") == "21 MB/s"
    assert format_rate(3.7e9, "updates") == "3.7 G updates/s"
    assert format_rate(240, "files") == "240 files/s"


def test_the_page_says_machine_versions_data_and_leaves_out_what_is_missing(tmp_path: Path) -> None:
    data = {"documents": {"what": "manuals", "count": 50_000, "megabytes": 330.1, "packages": {"python3-doc": "3.11"}}}
    machine = {"processor": "A Processor", "threads": 2, "memory_gb": 23.5}
    results = Results(machine, {"twicetold": "0.1.0"}, "2026-11-16", data, {"documents": task(*OURS)})
    write_results(results, tmp_path / "results.json")
    text = page.render_page(read(tmp_path / "results.json"), {})
    assert "- Machine: A Processor, 2 threads, 23.5 GB of memory" in text
    assert "- Data, documents: manuals; 50,000; 330.1 MB; packages python3-doc 3.11" in text
    assert "Stages against floors" not in text
    assert "![" not in text
    assert "Conditions" not in page.render_page(Results(), {})


def test_charts_are_the_same_every_time_and_old_ones_go(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    results = Results(tasks={"documents": task(*OURS, row(SMALL, "peer", 2, recall=0.5))})
    page.write_page(results, tmp_path)
    images = {path.name: path.read_bytes() for path in (tmp_path / "images").iterdir()}
    assert sorted(images) == [f"benchmarks-documents-{name}.svg" for name in ("peak-mb", "recall", "seconds")]
    page.write_page(results, tmp_path)
    assert images == {path.name: path.read_bytes() for path in (tmp_path / "images").iterdir()}
    text = (tmp_path / "benchmarks.md").read_text(encoding="utf-8")
    assert all(f"](images/{name})" in text for name in images)
    page.write_page(Results(), tmp_path)
    assert list((tmp_path / "images").iterdir()) == []
