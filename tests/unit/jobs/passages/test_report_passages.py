"""The report of a run of `passages` without a browser: what is on the page, what is escaped, what is left out."""

import json
import re
from collections import Counter

import pytest
from tests.runs.passages import DOCUMENTS, FAMILIES, LAKE, PASSAGES, hostile, written
from tests.support.html_pages import build_pages

from twicetold.errors import RunError
from twicetold.jobs.passages import page_pairs, plot
from twicetold.jobs.passages.texts import RequestedSentences, SentenceSpan
from twicetold.report.command import ReportLimits, write_report
from twicetold.run import Run
from twicetold.run.finished import open_finished_run

BOOK = [f"Sentence {number} of the book speaks of lake {number * 7}." for number in range(400)]


@pytest.fixture
def page(tmp_path):
    """`page()` -> the page of a run made of the given documents and passages."""
    return build_pages(tmp_path, written)


def test_a_page_has_figures_kinds_pairs_plots_and_passages(page):
    made = page(rejects=[("papers", "byte 17", "no text", "<page>")])
    for words in (
        "6 papers: 4 passages",
        "4 pairs of documents share 4 passages; the longest has 300 characters.",
        "a part of one in a part of the other",
        "154 characters Lake Orrin (7) | and The Norland Post (8)",
        "37 % of the left, 46 % of the right",
        "Lake Orrin (7) · 9 sentences",
        "passage 2, quotation",
        "154 characters 3 sentences matched similarity 0.88",
        "sentences 2 to 4, characters 47 to 201, 37 % of it",
        "… froze over in the winter of 1905, and people",
        "It froze over in the winter of 1906, and many people",
        "一九〇五年冬天湖结了冰，人们步行过湖。",
        "byte 17 no text <page>",
        "twicetold show RUN --pair",
        "Digest 0123456789abcdef",
    ):
        assert words.replace(" ", "") in made.text.replace(" ", ""), words
    assert not made.unbalanced


def test_families_come_first_with_timeline_copies_and_who_took_from_whom(page):
    made = page(families=FAMILIES)
    for words in (
        "2 families",
        "1905-03-01 to 1921",
        "copies by year",
        "likely from copy 0 (0.80)",
        "no source inside",
        "Which series took from which",
        "Lake Almanac",
    ):
        assert words.replace(" ", "") in made.text.replace(" ", "") or words in str(made.all("svg")), words
    items = [given for given in made.all("details") if "family" in given["class"]]
    assert [(each["data-copies"], each["data-from"], each["data-until"]) for each in items] == [
        ("3", "1905", "1921"),
        ("2", "", ""),
    ]
    assert json.loads(items[0]["data-series"]) == ["Almanac", "Lake", "Post"]
    assert not made.unbalanced


def test_a_run_without_families_has_no_section_of_them(page):
    made = page()
    assert "Which series took from which" not in made.text
    assert not made.all("section", id="families")


def test_the_list_of_pairs_tells_the_filters_kinds_and_length(page):
    items = [given for given in page().all("details") if "pairing" in given["class"]]
    assert [(given["data-kind"], given["data-size"]) for given in items] == [
        ("document", "300"),
        ("collection", "300"),
        ("quotation boilerplate", "154"),
        ("multipage", "45"),
    ]


def test_a_file_is_named_with_its_folder_and_not_by_where_that_lies(page, tmp_path):
    documents = [("/home/someone/essays/lake.txt", "lake", LAKE), ("/home/someone/sources/lake.txt", "Frozen", LAKE)]
    locating = {"against": ["/home/someone/sources"], "pairs": "/home/someone/pairs.txt"}
    made = page(documents, [("document", (0, 0, 5), (1, 0, 5), (0, 0))], settings={"passages": locating})
    assert "againstsources" in made.text
    assert "pairspairs.txt" in made.text
    assert "essays/lake.txt | and Frozen (sources/lake.txt)" in made.text
    assert "/home/someone" not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_plot_has_a_dot_for_each_match_and_a_box_for_each_passage(page):
    made = page(DOCUMENTS, PASSAGES, dots=[(0, 1, 8, 0)])
    (path,) = (given["d"] for given in made.all("path", **{"class": "dots"}) if "M8 0h0" in given["d"])
    assert path == "M1 1h0M2 2h0M3 3h0M6 5h0M7 6h0M8 0h0M8 7h0"
    (box,) = made.all("g", **{"data-passage": "2"})
    assert (box["class"], box["data-at"]) == ("kind-quotation", "1 1 3 3")
    assert "9 8" in [f"{given['data-wide']} {given['data-high']}" for given in made.all("figure", **{"class": "plot"})]


def test_a_plot_of_very_many_dots_draws_some_of_all_and_says_so(page):
    many = [(0, 1, left, right) for left in range(150) for right in range(150)]
    documents = [("1", "A", BOOK[:150]), ("2", "B", BOOK[:150])]
    made = page(documents, [("document", (0, 0, 149), (1, 0, 149), (0, 0))], dots=many)
    assert "10,000 of 22,650 dots are drawn, evenly from all." in made.text
    (path,) = made.all("path", **{"class": "dots many"})
    drawn = re.findall(r"M(\d+) (\d+)h0", path["d"])
    assert len(drawn) == 10_000
    assert {int(left) for left, _ in drawn} == set(range(150))


def test_dots_are_thinned_evenly():
    assert plot.sample_dots([(n, n) for n in range(10)], 5) == [(n, n) for n in range(0, 10, 2)]
    assert plot.sample_dots([(1, 1)], 5) == [(1, 1)]


def test_what_dots_may_say_ends_where_the_room_does(monkeypatch):
    monkeypatch.setattr(plot, "PLOT_CHARACTERS", 25)
    sides = [
        RequestedSentences(3, {n: SentenceSpan(0, 9, f"{side} says {n}") for n in range(3)})
        for side in ("left", "right")
    ]
    made = plot.plot_dots([(1, 1), (2, 2)], 2, [(0, 0)], sides)
    assert [list(said) for said in made.sentences] == [[0, 1], [0]]
    assert (made.wide, made.high) == (3, 3)


@pytest.mark.parametrize(("wide", "high"), [(1, 5_000), (5_000, 1), (3_000, 3_000), (2, 3), (0, 0)])
def test_a_plot_of_any_shape_fits_on_a_page(wide, high):
    made = plot.plot_dots([], 0, [], [RequestedSentences(wide), RequestedSentences(high)])
    assert 160 <= made.width <= 480
    assert 160 <= made.height <= 480


def test_a_long_passage_is_folded_and_a_very_long_one_cut(page):
    documents = [("1", "A", BOOK), ("2", "B", BOOK)]
    made = page(documents, [("document", (0, 0, 399), (1, 0, 399), (0, 0))])
    assert len(made.all("details", **{"class": "rest"})) == 1
    assert re.search(r"… and about \d+,\d+ more characters: twicetold show RUN --pair", made.text)
    assert "Sentence 100 of the book" in made.text
    short = page(DOCUMENTS, PASSAGES[:1])
    assert not short.all("details", **{"class": "rest"})


def test_a_pair_with_very_many_passages_says_what_it_left_out(page):
    documents = [("1", "A", BOOK), ("2", "B", BOOK)]
    many = [
        ("boilerplate" if n < 3 else "quotation", (0, 5 * n, 5 * n + 2), (1, 5 * n, 5 * n + 2), (0, 0))
        for n in range(60)
    ]
    made = page(documents, many)
    assert len(made.all("article")) == page_pairs.PASSAGES_PER_PAIR
    assert "and 20 passages more" in made.text
    assert "boilerplate" not in "".join(given.get("class", "") for given in made.all("g"))


def test_pairs_that_there_is_no_room_for_are_told(page):
    made = page(wanted=ReportLimits(pairs=2))
    assert "4 pairs, 2 of them here" in made.text
    assert "none of them on this page" in page(wanted=ReportLimits(pairs=0)).text


def test_many_pairs_come_a_few_at_a_time_and_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(page_pairs, "PAIRS_AT_ONCE", 5)
    documents = [(str(n), f"Title {n}", LAKE) for n in range(26)]
    found = [("document", (2 * n, 0, 5), (2 * n + 1, 0, 5), (0, n)) for n in range(13)]
    run = open_finished_run(written(tmp_path / "run", documents, found))
    made = list(page_pairs.read_pairings(run, 12))
    assert [each.number for each in made] == list(range(12))
    assert [each.row["left_document"] for each in made] == [str(2 * n) for n in range(12)]
    assert all(each.passages[0].row["left_document"] == each.row["left_document"] for each in made)


def test_a_run_that_found_nothing_has_a_page(page):
    made = page(DOCUMENTS, [])
    assert "No two documents share a passage." in made.text
    assert not made.unbalanced


def test_nothing_that_a_text_holds_becomes_markup(page, tmp_path):
    documents, found = hostile()
    made = page(documents, found)
    assert len(made.all("script")) == len(made.all("style")) == 1
    assert not made.unbalanced
    assert not [name for name, _ in made.elements if name in ("img", "iframe", "object", "link", "base")]
    assert not [name for _, given in made.elements for name in given if name.startswith("on") or name == "style"]
    assert "{{ 7 * 7 }}" in made.text
    raw = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", raw)
    assert len(raw) < 500_000


def test_the_same_run_gives_the_same_page_by_command_and_by_api(twicetold, tmp_path):
    run = written(tmp_path / "run")
    twicetold("report", run, "-o", tmp_path / "by-command.html", "--pairs", 3)
    assert (
        Run(run).report(tmp_path / "by-api.html", pairs=3).read_bytes() == (tmp_path / "by-command.html").read_bytes()
    )


def test_a_run_of_another_job_says_so(tmp_path):
    with pytest.raises(RunError, match="is a run of the job `split`, not `sentences` or `passages` or `documents`"):
        write_report(written(tmp_path / "run", job="split"), tmp_path / "report.html")


@pytest.mark.parametrize("table", ["passages", "matches", "document_pairs"])
@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_the_tables_can_be_exported(twicetold, tmp_path, table, format):
    out, _ = twicetold("export", written(tmp_path / "run"), "--table", table, "--format", format)
    assert len(out.splitlines()) == {"passages": 5, "matches": 21, "document_pairs": 4}[table] + (format == "csv")
    assert "岛上的湖" in out


def test_passages_are_what_is_exported_where_no_table_is_named(twicetold, tmp_path):
    _, errors = twicetold("export", written(tmp_path / "run"), "-o", "out.csv")
    assert errors == "wrote 5 rows of `passages` to out.csv\n"


@pytest.mark.parametrize("name", ["sizes", "document_pairs", "scores"])
def test_an_analysis_that_does_not_suit_the_job_says_so(twicetold, tmp_path, name):
    run = written(tmp_path / "run")
    _, errors = twicetold("analyse", run, name, code=2)
    assert (
        f"the analysis `{name}` does not suit `{run}`, a run of the job `passages`\nhint: it reads a table `" in errors
    )
    with pytest.raises(RunError, match=f"the chart `{name}` does not suit a run of the job `passages`"):
        getattr(Run(run).charts, name)()


def test_analyses_of_passages_are_charts_of_the_page_and_of_the_command(twicetold, tmp_path, page):
    out, _ = twicetold("analyse", written(tmp_path / "run"))
    assert [line.partition(":")[0] for line in out.splitlines() if "?" in line] == [
        "shared_text",
        "most_quoted",
        "passage_lengths",
    ]
    assert "Which documents share passages with most other documents?" in page().text


def test_of_a_reworded_passage_what_both_have_is_marked_wherever_it_stands(page, monkeypatch):
    monkeypatch.setattr("twicetold.jobs.passages.page_pairs.FREE_FORMS", ("edited",))
    marks = [given for given in page().all("mark") if "data-run" in given]
    assert marks
    assert Counter(given["class"] for given in marks)["tint-0"] % 2 == 0


def test_a_notebook_tells_how_many_passages_there_are(tmp_path):
    assert "passages" in Run(written(tmp_path / "run"))._repr_html_()


def test_contradictions_are_those_of_sentences(twicetold, tmp_path):
    errors = twicetold("contradictions", written(tmp_path / "run"), code=2)[1]
    assert "is a run of the job `passages`, not `sentences`" in errors
