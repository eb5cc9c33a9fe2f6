"""`twicetold show` of a run of `threads`: what each view says, as text and as JSON, and that hostile text stays text."""

import io

import pytest
from rich.console import Console
from tests.runs.analyses import HOSTILE
from tests.runs.threads import THREADS, threads_run
from tests.support.shown import UNSAFE, rows_of

from twicetold.jobs.threads.show import ThreadViews
from twicetold.jobs.threads.show_page import ROW_RENDERERS
from twicetold.run.finished import open_finished_run
from twicetold.views.base import ShowOptions
from twicetold.views.page import TextPage


@pytest.fixture
def run(tmp_path):
    return threads_run(tmp_path / "run")


def test_the_summary_has_clusters_with_their_questions_the_core_first(twicetold, run):
    out, errors = twicetold("show", run)
    for said in (
        "threads         7\n",
        "how fields were compared\nquestion        weight 0.4, words of 1, jaccard\n",
        "clusters by threads\n            2-3            1  ",
        "largest clusters\n\ncluster 0  4 threads, lowest similarity 0.375\n"
        "  core   a  How deep is Lake Orrin?\n"
        "  0.917  b  How deep is Lake Orrin{+ really+}?\n"
        "  0.800  c  How [-deep-]{+cold+} is Lake Orrin?\n"
        "  0.375  g  How deep is [-Lake Orrin-]{+the boat house+}?\n",
        "cluster 1  2 threads, lowest similarity 0.833\n",
    ):
        assert said in out
    assert errors == ""


def test_the_summary_is_made_of_the_same_rows_as_its_json(twicetold, run):
    rows = rows_of(twicetold("show", run, "--json")[0])
    kinds = ["run", *["compared"] * 3, *["size"] * 2, "cluster", *["thread"] * 4, "cluster", *["thread"] * 2]
    assert [row["row"] for row in rows] == kinds
    assert "fields" not in rows[0]["results"]


def test_a_cluster_tells_each_field_and_its_bridges(twicetold, run):
    out, _ = twicetold("show", run, "--cluster", 0)
    assert "         question 0.833, description missing, answer 1.000\n" in out
    assert out.endswith(
        "  bridge 0.375  cluster 1 | cluster 0\n"
        "         d  Who owns the boat house?\n"
        "         g  How deep is the boat house?\n"
        "         question 0.375, description missing, answer missing\n"
    )
    assert "and 3 more threads" in twicetold("show", run, "--cluster", 0, "--limit", 1)[0]
    assert "has clusters 0 to 1" in twicetold("show", run, "--cluster", 2, code=2)[1]


def test_largest_and_random_give_so_many_clusters(twicetold, run):
    for view in ("--largest", "--random"):
        rows = rows_of(twicetold("show", run, view, 1, "--limit", 2, "--json")[0])
        assert [row["row"] for row in rows][:3] == ["cluster", "thread", "thread"]


def test_two_threads_stand_beside_each_other_with_what_differs(twicetold, run):
    out, _ = twicetold("show", run, "--pair", "a", "b")
    assert (
        out
        == """\
left   a  How deep is Lake Orrin?  https://lakes.example/q/a
right  b  How deep is Lake Orrin really?  https://lakes.example/q/b
similarity 0.917, a match at 0.35, in cluster 0

question  0.833, weight 0.4 (words of 1, jaccard)
  left   How deep is Lake Orrin?
  right  How deep is Lake Orrin{+ really+}?

description  missing: the right one has none; its weight 0.2 is left out
  left   I want to dive there.

answer  1.000, weight 0.4 (words of 1, containment)
  left   Ninety metres at the pier.
  right  Ninety metres at the pier.{+ Ask a diver.+}
"""
    )


def test_two_threads_that_do_not_match_are_compared_all_the_same(twicetold, run):
    first, *fields = rows_of(twicetold("show", run, "--pair", THREADS["f"][0], "d", "--json")[0])
    assert (first["left_document"], first["similarity"], first["match"]) == ("f", 1 / 8, False)
    assert [field["similarity"] for field in fields] == [1 / 8, None, None]
    assert fields[2]["missing"] == "the right one has none"
    assert "similarity 0.125, no match at 0.35" in twicetold("show", run, "--pair", "f", "d")[0]


def test_a_bridge_and_a_pair_without_a_score_say_so(twicetold, run, tmp_path):
    assert "a match at 0.35, a bridge between clusters" in twicetold("show", run, "--pair", "g", "d")[0]
    run = threads_run(tmp_path / "bare", {"x": ("?", "", "Yes."), "y": ("Why?", "", "")}, [], [])
    assert "no similarity: they have no field of any weight in common" in twicetold("show", run, "--pair", "x", "y")[0]


def test_a_thread_shows_its_matches_the_best_first(twicetold, run):
    rows = rows_of(twicetold("show", run, "--document", THREADS["c"][0], "--json")[0])
    assert (rows[0]["document"], rows[0]["cluster"], rows[0]["matches"]) == ("c", 0, 2)
    assert [(row["left_document"], row["right_document"]) for row in rows[1:]] == [("a", "c"), ("b", "c")]
    assert "  0 matches, in no cluster" in twicetold("show", run, "--document", "f")[0]
    assert "  0.375  a bridge\n" in twicetold("show", run, "--document", "g")[0]


def test_words_are_searched_in_every_field(twicetold, run):
    assert [row["document"] for row in rows_of(twicetold("show", run, "--search", "diver LAKE", "--json")[0])] == ["b"]
    assert "cluster 0  b  How deep" in twicetold("show", run, "--search", "diver")[0]
    assert twicetold("show", run, "--search", "swan")[1] == "no thread of a cluster has all these words\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--pair", "a", "zz"), "has no thread `zz`"),
        (("--pair", "a", "a"), "are one thread"),
        (("--document", "how deep is lake orin?"), "did you mean `How deep is Lake Orrin?`"),
        (("--kind", "drift", "--largest", 2), "a run of `threads` has no kinds"),
        (("--cluster", 0, "--search", "x"), "are different views"),
    ],
)
def test_what_cannot_be_shown_is_said_with_a_way_out(twicetold, run, options, said):
    _, errors = twicetold("show", run, *options, code=2)
    assert said in errors
    assert "hint: " in errors


def test_a_title_of_two_threads_asks_for_an_id(twicetold, tmp_path):
    run = threads_run(tmp_path / "twins", {"x": ("Why?", "", ""), "y": ("Why?", "", "")}, [], [])
    assert "give an id: `x`, `y`" in twicetold("show", run, "--document", "Why?", code=2)[1]


def test_a_run_that_found_nothing_has_a_summary(twicetold, tmp_path):
    run = threads_run(tmp_path / "none", matches=[], stars=[])
    assert "no question is asked twice" in twicetold("show", run)[0]


def test_on_a_wide_terminal_the_fields_are_side_by_side(run):
    console = Console(file=io.StringIO(), width=120, force_terminal=True, color_system="standard")
    TextPage(ROW_RENDERERS, console=console).show_rows(
        ThreadViews().show_pair(open_finished_run(run), ("a", "c"), ShowOptions())
    )
    lines = console.file.getvalue().splitlines()
    assert any("dive" in line and "swim" in line for line in lines)


def test_hostile_text_stays_text(twicetold, tmp_path):
    made = {str(number): (text, text, text) for number, text in enumerate(HOSTILE)}
    matches = [(0, "0", other, 0.5, None, 0.5, 0.5) for other in list(made)[1:]]
    run = threads_run(tmp_path / "hostile", made, matches, [("0", tuple(made))])
    for view in ((), ("--cluster", 0), ("--pair", "1", "2"), ("--document", "2"), ("--search", "tab")):
        out, _ = twicetold("show", run, *view)
        assert out
        assert not [character for character in UNSAFE if character in out]
        assert rows_of(twicetold("show", run, *view, "--json")[0])
