"""`twicetold show` of a run of `passages`: what each view says, as text and as JSON, and that hostile text stays text."""

import io

import pytest
from rich.console import Console
from tests.runs.passages import DOCUMENTS, FAMILIES, PASSAGES, hostile, written
from tests.support.shown import UNSAFE, rows_of

from twicetold.jobs.passages.show import PassageViews
from twicetold.jobs.passages.show_page import ROW_RENDERERS
from twicetold.run.finished import open_finished_run
from twicetold.views.base import ShowOptions
from twicetold.views.page import TextPage


@pytest.fixture
def run(tmp_path):
    return written(tmp_path / "run")


def numbers(rows):
    return [row["passage"] for row in rows if row["row"] == "passage"]


# ---- lists ----


def test_the_summary_says_what_was_found(twicetold, run):
    out, errors = twicetold("show", run)
    for said in (
        "passages        5",
        "passages by kind\n       document            1  300 characters\n",
        "characters that two documents share\n            300  Lake Orrin (7) | Lake Orrin (9)\n",
        "longest passages\n\npassage 0  document, edited, 300 characters, 6 sentences matched, similarity 0.875\n",
        "  right  The Norland Almanac (12), sentences 5-10, characters 248-548 (53 % of it)\n    Lake Orrin lies in",
        "一九〇五年冬天湖结了冰，人们步行过湖。渡船在冰里",
    ):
        assert said in out
    assert errors == ""


def test_the_summary_is_made_of_the_same_rows_as_its_json(twicetold, run):
    rows = rows_of(twicetold("show", run, "--json")[0])
    assert [row["row"] for row in rows] == ["run", *["passage_kind"] * 5, *["pair"] * 4, *["passage"] * 4]
    assert (
        rows[-1]["begins"] == "一九〇五年冬天湖结了冰，人们步行过湖。渡船在冰里一直到三月中旬。没有人见过这样的冬天。"
    )


def test_boilerplate_is_shown_only_when_it_is_asked_for(twicetold, run):
    assert numbers(rows_of(twicetold("show", run, "--largest", 99, "--json")[0])) == [0, 1, 2, 4]
    assert numbers(rows_of(twicetold("show", run, "--kind", "boilerplate", "--json")[0])) == [3]
    assert numbers(rows_of(twicetold("show", run, "--largest", 2, "--json")[0])) == [0, 1]


def test_a_kind_that_the_run_has_none_of_says_so(twicetold, tmp_path):
    run = written(tmp_path / "one", passages=PASSAGES[:1])
    out, errors = twicetold("show", run, "--kind", "multipage")
    assert (out, errors) == ("", "no passage of the kind multipage\n")


def test_a_document_shows_its_passages_on_either_side(twicetold, run):
    out, _ = twicetold("show", run, "--document", "9")
    assert out.startswith("Lake Orrin (9)  2 passages\n\npassage 0")
    both, _ = twicetold("show", run, "--document", "Lake Orrin", "--limit", 1)
    assert both.startswith("Lake Orrin (7)  2 passages\nLake Orrin (9)  2 passages\n")
    assert both.endswith("and 2 more passages (see --limit)\n")


def test_a_run_that_found_nothing_has_a_summary(twicetold, tmp_path):
    run = written(tmp_path / "none", passages=[])
    assert "passages        0" in twicetold("show", run)[0]
    assert "hint: no two documents of the run share a passage" in twicetold("show", run, "--document", "7", code=2)[1]


# ---- two documents ----


def test_two_documents_show_their_passages_with_the_differences_marked(twicetold, run):
    out, _ = twicetold("show", run, "--pair", "Lake Orrin", "The Norland Post")
    assert (
        out
        == """\
Lake Orrin (7) | The Norland Post (8)
  1 passage, 154 characters: 37 % of the left and 46 % of the right, and 1 of boilerplate

passage 2  quotation, edited, 154 characters, 3 sentences matched, similarity 0.875
  left   Lake Orrin (7), sentences 1-3, characters 47-201 (37 % of it)
  right  The Norland Post (8), sentences 1-3, characters 32-199 (46 % of it)

  left   … froze over in the winter of [-1905-], and people crossed it on foot. The ferry lay in the ice until the middle of March. Nobody had seen such a winter before.
  right  {+It +}froze over in the winter of {+1906+}, and {+many +}people crossed it on foot. The ferry lay in the ice until the middle of March. Nobody had {+ever +}seen such a winter before.

passage 3  boilerplate, edited, 111 characters, 3 sentences matched, similarity 0.875
  left   Lake Orrin (7), sentences 6-8, characters 301-412 (26 % of it)
  right  The Norland Post (8), sentences 5-7, characters 248-367 (32 % of it)

  left   You may copy this page as often as you like. You may not say that you wrote it. If you change it, say what you …
  right  You may copy this page as often as you like. You may not say that you wrote it. If you change it, say what you{+ changed.+}
"""
    )
    assert out == twicetold("show", run, "--pair", "8", "7")[0]


def test_a_sentence_with_markup_is_whole_as_its_places_are_not_those_of_its_text(twicetold, tmp_path):
    run = written(tmp_path / "markup", markup=4)
    (row,) = (row for row in rows_of(twicetold("show", run, "--pair", "7", "8", "--kind", "quotation", "--json")[0]) if row["row"] == "passage")  # fmt: skip
    assert row["left_text"].startswith("It froze over")
    assert row["left_opens"]


def test_documents_of_the_same_title_are_told_apart(twicetold, run):
    assert "Lake Orrin (7) | Lake Orrin (9)" in twicetold("show", run, "--pair", "Lake Orrin", "Lake Orrin")[0]


def test_a_file_goes_by_its_path_alone_as_that_has_its_title_in_it(twicetold, tmp_path):
    documents = [("essays/lake.txt", "lake", DOCUMENTS[0][2]), ("sources/lake.txt", "lake", DOCUMENTS[0][2])]
    run = written(tmp_path / "files", documents, [("document", (0, 0, 5), (1, 0, 5), (0, 0))])
    out, _ = twicetold("show", run, "--pair", "lake", "sources/lake.txt")
    assert out.startswith("essays/lake.txt | sources/lake.txt\n")


def test_a_title_of_two_documents_shows_both_pairs(twicetold, tmp_path):
    more = [*PASSAGES, ("quotation", (2, 1, 3), (1, 1, 3), (0, 0))]
    rows = rows_of(
        twicetold("show", written(tmp_path / "two", passages=more), "--pair", "Lake Orrin", "8", "--json")[0]
    )
    assert [row["left_document"] for row in rows if row["row"] == "pair"] == ["9", "7"]


def test_a_long_passage_is_told_block_by_block_with_its_few_changes(twicetold, tmp_path):
    old = [f"Sentence number {n} of a long text is here to be copied." for n in range(900)]
    new = [text.replace("copied", "quoted") if n % 100 == 50 else text for n, text in enumerate(old)]
    documents = [("1", "Old", old), ("2", "New", new)]
    run = written(tmp_path / "long", documents, [("document", (0, 0, 899), (1, 0, 899), (0, 0))])
    out, _ = twicetold("show", run, "--pair", "Old", "New")
    assert out.count("[-copied-]") == out.count("{+quoted+}") == 9
    assert 100 < out.count("\n  left ") < 130


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--pair", "Lake Orin", "8"], "no passage of a document `Lake Orin`\nhint: did you mean `Lake Orrin`?"),
        (["--pair", "7", "Norland"], "no passage of a document `Norland`\nhint: did you mean"),
        (["--pair", "7", "旧报纸"], "share no passage\nhint: `7` shares with `Lake Orrin`, `The Norland Post`"),
        (["--document", "the norland"], "hint: did you mean `The Norland Almanac` or `The Norland Post`?"),
        (["--cluster", "1"], "a run of `passages` has no view --cluster\nhint: give one of: --family, --largest, --document, --pair"),
        (["--pair", "7", "8", "--largest", "2"], "--largest and --pair are different views"),
        (["--kind", "drift"], "unknown kind: `drift`\nhint: give one of: document, quotation"),
        (["--largest", "0"], "`--largest` must be 1 or more, not 0"),
    ],
)  # fmt: skip
def test_nonsense_is_told_with_a_way_out(twicetold, run, options, said):
    out, errors = twicetold("show", run, *options, code=2)
    assert said in errors
    assert "hint: " in errors
    assert out == ""


# ---- on a terminal ----


def on_terminal(run, width, **options):
    screen = io.StringIO()
    console = Console(
        file=screen, force_terminal=True, highlight=False, markup=False, width=width, _environ={}, **options
    )
    TextPage(ROW_RENDERERS, console=console).show_rows(
        PassageViews().show_pair(open_finished_run(run), ("10", "11"), ShowOptions())
    )
    return screen.getvalue()


def test_a_wide_terminal_has_the_texts_side_by_side_in_colour(run):
    screen = on_terminal(run, 100, color_system="standard")
    (line,) = (line for line in screen.splitlines() if "\x1b[9;31m一九〇五年\x1b[0m" in line)
    assert "\x1b[1;32m一九〇六年\x1b[0m" in line


def test_a_narrow_terminal_has_them_one_below_the_other(run):
    lines = on_terminal(run, 60, color_system="standard").splitlines()
    assert [line for line in lines if "五" in line] != [line for line in lines if "六" in line]
    assert "  left   " in lines[-2]


def test_a_terminal_without_colours_has_marks(run):
    screen = on_terminal(run, 100, color_system="standard", no_color=True)
    assert "[-一九〇五年-]" in screen
    assert "{+一九〇六年+}" in screen


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_no_view_lets_a_control_character_through(twicetold, tmp_path, form):
    documents, found = hostile()
    run = written(tmp_path / "hostile", documents, found)
    shown = [
        twicetold("show", run, *options, *form)[0] for options in ([], ["--kind", "document"], ["--document", "9"])
    ]
    for number in range(len(found)):
        name = documents[2 * number + 1][0]
        shown.append(twicetold("show", run, "--pair", number, name, *form)[0])
    assert len(shown) == 15
    assert not [each for each in UNSAFE if any(each in text for text in shown)]


def test_every_row_of_every_view_can_be_printed(tmp_path):
    opened = open_finished_run(written(tmp_path / "with families", families=FAMILIES))
    seen = [
        *PassageViews().summarise(opened, ShowOptions()),
        *PassageViews().show_document(opened, "7", ShowOptions(limit=1)),
        *PassageViews().show_pair(opened, ("7", "8"), ShowOptions()),
        *PassageViews().show_family(opened, 0, ShowOptions()),
    ]
    assert {row["row"] for row in seen} == set(ROW_RENDERERS) - {
        "size",
        "finding",
        "next",
    }  # there are no clusters; the frame has the others


def test_help_has_an_example_with_two_documents(twicetold):
    assert "--pair" in twicetold("show", "--help")[0]


def test_every_passage_of_the_texts_is_found_where_it_was_put(run):
    """The helper that other tests rely on."""
    rows = list(PassageViews().show_pair(open_finished_run(run), ("9", "12"), ShowOptions()))
    assert rows[1]["left_text"] == rows[1]["right_text"] == " ".join(DOCUMENTS[2][2])
