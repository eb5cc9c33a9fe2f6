"""The page of a history: trees along time, diffs on the wiki, biographies; whatever the texts hold, they stay text."""

import re

import pytest
from tests.runs.history import DAM, REVISIONS, history_run, revision
from tests.runs.report import HOSTILE

from twicetold.jobs.history.diffs import format_diff_url
from twicetold.jobs.history.tree_drawing import MARGIN, WIDTH, draw_tree, shorten_change
from twicetold.report.command import ReportLimits, write_report
from twicetold.report.page import make_breakable


@pytest.fixture
def render(tmp_path):
    def render(revisions=REVISIONS, limits=None, **options):
        write_report(history_run(tmp_path / "run", revisions, **options), tmp_path / "page.html", limits)
        return (tmp_path / "page.html").read_text(encoding="utf-8")

    return render


def test_a_tree_has_its_pages_dates_differences_and_diffs(render):
    page = render()
    assert "2 sentences came from another page" in page
    assert page.count('class="item cluster tree"') == 2
    assert 'href="https://lakes.example/wiki/Norland?diff=prev&amp;oldid=3"' in page
    assert "1905 → 1911" in page
    assert "<del>1905</del><ins>1911</ins>" in page
    assert "copied from Lake Orrin (1.00)" in page


def test_a_contradiction_says_which_edit_made_it_and_who_to_ask(render):
    page = render()
    article = re.search(r'<article class="item contradiction".*?</article>', page, re.DOTALL)[0]
    assert "for 10 days" in article
    assert "The edit that made them disagree: <bdi>Lake Orrin</bdi>, 2011-01-20" in article
    assert "Ask <bdi>Cleo</bdi>" in article
    assert 'oldid=4"' in article


def test_a_biography_says_where_sentences_came_from_and_went(render):
    page = render()
    assert "2 came, 0 went, 2 written there" in page
    assert "0 came, 2 went, 3 written there" in page


def test_an_edit_that_brought_several_sentences_is_listed_once(render):
    copies = re.search(r'<table class="rows events">.*?</table>', render(), re.DOTALL)[0]
    assert copies.count("<tr>") == 2, "its head and the edit"
    assert "and 1 more" in copies


def test_a_long_name_may_go_on_in_a_new_line_and_stays_text():
    assert make_breakable("guides/<b>_x") == "guides/<wbr>&lt;b&gt;_<wbr>x"
    assert make_breakable("a\x1bb") == "a\\x1bb"


def test_without_editors_no_name_is_on_the_page(render):
    page = render(editors=False)
    assert not any(name in page for name in ("Ada", "Ben", "Cleo"))


def test_what_texts_hold_stays_text(render):
    texts = [f"{DAM} {each[:300]} and the dam of number {n} is still there." for n, each in enumerate(HOSTILE)]
    rows = [
        row
        for n, text in enumerate(texts)
        for row in (
            revision(f"A{HOSTILE[n][:80]}", 2 * n + 1, "2010-01-01", text, HOSTILE[n][:90], HOSTILE[n][:200]),
            revision(f"B{n}", 2 * n + 2, "2010-02-01", text, HOSTILE[n][:90], HOSTILE[n][:200]),
        )
    ]
    page = render(rows)
    assert page.count("<script") == 1
    assert "<img" not in page
    assert 'href="javascript' not in page


def test_only_trees_that_are_asked_for_are_there(render):
    page = render(limits=ReportLimits(clusters=1, contradictions=0))
    assert page.count('class="item cluster tree"') == 1
    assert 'class="item contradiction"' not in page


def test_a_wiki_that_copied_nothing_has_a_page(render):
    page = render(REVISIONS[1:2])
    assert "No sentence came from another page" in page


def test_addresses_of_diffs():
    assert format_diff_url("https://w.org/wiki/A", "17") == "https://w.org/wiki/A?diff=prev&oldid=17"
    assert format_diff_url("https://w.org/i.php?title=A", "17") == "https://w.org/i.php?title=A&diff=prev&oldid=17"
    assert format_diff_url("", "17") == format_diff_url("https://w.org/wiki/A", "abc") == ""


def node(page, day, **more):
    row = {
        "document": page, "title": page, "life": 0, "timestamp": f"2010-01-{day:02}T00:00:00Z", "text": "x", "alive": True,
        "end_timestamp": "", "relation": "root", "parent_document": "", "parent_life": 0, "changes": [],
    }  # fmt: skip
    return row | more


def test_dots_are_placed_by_time_and_copies_lead_from_their_source():
    nodes = [
        node("A", 1),
        node("B", 11, relation="copy", parent_document="A"),
        node("A", 21, text="y", relation="edit", parent_document="A", changes=["date: 1 -> 2"]),
    ]
    drawing = draw_tree(nodes, ["a", "b", "c"])
    first, copied, edited = drawing.dots
    assert [first.x, copied.x, edited.x] == [MARGIN, WIDTH / 2, WIDTH - MARGIN]
    assert (copied.source_y, edited.source_y) == (first.y, None)
    assert [dot.letter for dot in drawing.dots] == ["A", "A", "B"]
    assert edited.change == "1 → 2"
    assert [lane.title for lane in drawing.lanes] == ["A", "B"]


def test_without_times_there_is_no_drawing():
    assert draw_tree([node("A", 1), node("B", 1)], ["", ""]) is None
    assert draw_tree([node("A", 1), node("B", 1, timestamp="soon")], ["", ""]) is None


def test_what_changed_in_few_letters():
    assert shorten_change([]) == ""
    assert shorten_change(["wording: (nothing) -> once"]) == "+ once"
    assert shorten_change(["wording: once -> (nothing)", "number: 1 -> 2"]) == "− once …"
    assert len(shorten_change([f"wording: {'a' * 99} -> b"])) == 26
