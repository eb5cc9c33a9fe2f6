"""Plans as people read and write them: quantities, text, charts."""

import importlib.util
import sys
from pathlib import Path

import pytest

from twicetold.errors import MissingPackage, SettingsError
from twicetold.plan import (
    DrawScheme,
    Target,
    choose_plan,
    evaluate_scheme,
    parse_bytes,
    parse_count,
    recall,
    render_plan_text,
    save_curve_chart,
)
from twicetold.plan.show import list_curve_rows
from twicetold.text.quantities import format_bytes, format_seconds, shorten_count


@pytest.mark.parametrize(
    ("text", "value"),
    [("135.8M", 135_800_000), ("50,000", 50_000), ("50_000", 50_000), ("2.5k", 2500), ("1B", 10**9), (" 7 ", 7)],
)
def test_counts_are_read_as_people_write_them(text: str, value: int) -> None:
    assert parse_count(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("42GB", 42 * 10**9), ("4GiB", 4 << 30), ("500 mb", 5 * 10**8), ("9B", 9), ("0", 0)]
)
def test_sizes_are_read_as_people_write_them(text: str, value: int) -> None:
    assert parse_bytes(text) == value


@pytest.mark.parametrize("text", ["", "many", "-3", "1.5.2M", "3 apples", "0x10", "1e6"])
def test_what_is_no_number_is_an_error(text: str) -> None:
    with pytest.raises(SettingsError):
        parse_count(text)


def test_quantities_are_written_short() -> None:
    assert [shorten_count(each) for each in (0, 0.00001, 0.0123, 50_000, 999_999, 135_800_000)] == [
        "0",
        "1e-05",
        "0.0123",
        "50k",
        "1M",
        "136M",
    ]
    assert [format_bytes(each) for each in (12, 1500, 1_500_000_000)] == ["12 B", "1.5 kB", "1.5 GB"]
    assert [format_seconds(each) for each in (0.031, 5, 93, 9000)] == ["0.031 s", "5.0 s", "1.6 min", "2.5 h"]


# text and chart


def test_the_text_shows_the_true_recall_beside_the_formulas() -> None:
    text = render_plan_text(evaluate_scheme(DrawScheme(), Target(0.9)))
    line = next(line for line in text.splitlines() if line.startswith("0.90"))
    assert line.split() == ["0.90", "90.8", "%", "98.6", "%"]
    assert "exact for these draws" in text
    assert "(asked: 99.0 %)" in text


def test_the_text_of_bands_needs_no_formula() -> None:
    text = render_plan_text(choose_plan(0.8, 0.99))
    assert "formula" not in text
    assert "asked" not in text
    assert "0.80" in text


def test_the_text_of_an_edit_plan_shows_where_edits_fall() -> None:
    assert "2 places" in render_plan_text(choose_plan(0.8, 0.99, "edit"))
    assert "from 20 edits in 3 places of 100 characters" in render_plan_text(choose_plan(0.8, 0.9, "edit", runs=3))


def test_sampled_recall_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "UNION_STATES", 1)
    text = render_plan_text(evaluate_scheme(DrawScheme(60, 5, 12, 3)))
    assert "20,000 random orders, standard error up to" in text


def test_the_curve_has_the_formula_only_where_it_differs() -> None:
    assert {row["line"] for row in list_curve_rows(choose_plan(), [0.5])} == {"found"}
    assert len(list_curve_rows(evaluate_scheme(DrawScheme()), [0.5, 0.6])) == 4


def test_a_chart_needs_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(MissingPackage) as caught:
        save_curve_chart(choose_plan(), tmp_path / "plan.svg")
    assert caught.value.hint == "pip install 'twicetold[charts]'"


def test_a_chart_in_an_unknown_format_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"plan\.gif"):
        save_curve_chart(choose_plan(), tmp_path / "plan.gif")


@pytest.mark.skipif(importlib.util.find_spec("altair") is None, reason="charts are an extra")
@pytest.mark.parametrize("suffix", ["html", "png", "svg"])
def test_a_chart_is_one_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan.{suffix}"
    save_curve_chart(evaluate_scheme(DrawScheme(), Target(0.9)), path)
    head = path.read_bytes()
    assert head.startswith({"png": b"\x89PNG", "svg": b"<svg", "html": b"<!DOCTYPE html>"}[suffix])
    assert b"cdn." not in head
