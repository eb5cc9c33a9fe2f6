"""`twicetold contradictions`: which are listed, in every format, and that no text is taken for anything but text."""

import csv
import io
import json
import re
from itertools import product
from pathlib import Path

import pytest
from rich.console import Console
from tests.runs.analyses import HOSTILE
from tests.unit.conftest import TABLES, write_run

from twicetold.jobs.sentences.show_contradictions import list_contradictions, mark_differences
from twicetold.jobs.sentences.show_page import ROW_RENDERERS
from twicetold.jobs.sentences.tables import CONTRADICTIONS
from twicetold.jobs.sentences.talk_page import format_note
from twicetold.run.finished import open_finished_run
from twicetold.text import csv_rows
from twicetold.text.wikitext import link_article, quote_text
from twicetold.views.contradictions import ContradictionFilter
from twicetold.views.page import TextPage

NAMES = CONTRADICTIONS.names
MARKUP = ["[[x]]", "{{x}}", "''x''", "a<b", "a&amp;b", "~~~~", "* x", "# x", ": x", "; x", "= x =", "x|y", "__TOC__"]
MARKUP += [
    "http://x.org",
    "----",
    "a ---- b",
    "-{zh}-",
    "_",
    "- x",
    "x''y",
    "mailto:x",
    "ISBN 0123456789",
    "RFC 1234",
    *HOSTILE[:5],
]


WHY = "Both speak of the lake: 1905 in *Lake Orrin*, 1906 in *Norland*."


def change(left, right, at=37, kind="number", disagrees=True):
    return kind, left, right, at, at + len(left), at, at + len(right), disagrees


def told(number, drift="contradiction", confidence=0.9, newer="right", changes=(("1905", "1906"),), **named):
    """A row of `contradictions`: the lake froze in 1905, or in 1906."""
    row = {"contradiction": number, "cluster": 10 + number, "drift": drift, "confidence": confidence, "newer": newer}
    row |= {"why": WHY, "changes": [change(*each) for each in changes], "listed": confidence >= 0.6, "places": []}
    for side, title, year, revision in (("left", "Lake Orrin", 1905, "70"), ("right", "Norland", 1906, "88")):
        place = {
            "document": revision,
            "title": title,
            "section": "History / Ice",
            "position": 4,
            "url": "",
            "copies": 1,
        }
        place |= {"revision": revision, "timestamp": f"20{revision}-04-01T00:00:00Z"}
        place["text"] = f"The lake froze over in the winter of {year}."
        row |= {f"{side}_{name}": value for name, value in place.items()}
    return tuple((row | named)[name] for name in NAMES)


ROWS = [
    told(0),
    told(1, "update", 0.8, left_title="Tarn", left_section="", right_copies=3),
    told(2, "dated-update", 0.6, newer="", left_revision="", left_timestamp="", right_revision="", right_timestamp=""),
    told(3, confidence=0.5, left_title="Tarn"),
]


@pytest.fixture
def run(tmp_path):
    return made(tmp_path / "run", ROWS)


def made(folder, rows):
    return write_run(folder, {**TABLES, "contradictions": (CONTRADICTIONS, rows)})


def numbers(out):
    return [json.loads(line)["contradiction"] for line in out.splitlines()]


# ---- which ----


@pytest.mark.parametrize(
    ("options", "listed"),
    [
        ([], [0, 1, 2]),
        (["--all"], [0, 1, 3, 2]),
        (["--limit", 1], [0, 2]),
        (["--min-confidence", 0.7], [0, 1]),
        (["--drift", "contradiction"], [0]),
        (["--drift", "contradiction", "--all"], [0, 3]),
        (["--drift", "dated-update"], [2]),
        (["--document", "Tarn", "--all"], [1, 3]),
        (["--document", "88"], [0, 1, 2]),
        (["--document", "Tarn", "--min-confidence", 0.9], []),
    ],
)
def test_only_those_asked_for_are_listed_in_the_run_s_order(twicetold, run, options, listed):
    out, _ = twicetold("contradictions", run, "--format", "jsonl", *options)
    assert numbers(out) == listed


def test_what_a_limit_leaves_out_is_told(twicetold, run):
    assert "and 1 more contradiction (see --limit)" in twicetold("contradictions", run, "--limit", 1)[0]
    out, errors = twicetold("contradictions", run, "--all", "--limit", 2, "--format", "csv")
    assert errors == "and 1 more contradictions (see --limit)\n"
    assert len(list(csv.reader(io.StringIO(out)))) == 4
    assert "more" not in "".join(twicetold("contradictions", run, "--limit", 4))


def test_what_is_too_uncertain_is_counted_and_left_to_all(twicetold, run):
    assert "and 1 less certain (see --all)" in twicetold("contradictions", run)[0]
    assert twicetold("contradictions", run, "--format", "csv")[1] == "and 1 less certain (see --all)\n"
    assert "less certain" not in "".join(twicetold("contradictions", run, "--all"))


def test_an_older_copy_is_never_called_a_contradiction(twicetold, run):
    out, _ = twicetold("contradictions", run, "--drift", "dated-update")
    assert "one copy is older\n\nolder copy 3  confidence 0.60" in out
    assert "contradiction" not in out
    note, _ = twicetold("contradictions", run, "--drift", "dated-update", "--format", "wikitext")
    assert note.startswith("== Lake Orrin and Norland: one copy is older ==\n")


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_what_people_have_judged_is_known_again_by_its_texts(twicetold, tmp_path, suffix):
    texts = {"left_text": "+1 was 1905,\tor so.", "right_text": "+1 was 1906,\tor so."}
    rows = [told(0, **texts), told(1, left_title="Tarn")]
    twicetold("contradictions", made(tmp_path / "one", rows), "--limit", 1, "-o", f"judged.{suffix}")
    turned = {"left_text": texts["right_text"], "right_text": texts["left_text"]}
    later = made(tmp_path / "two", [told(0, left_title="Tarn"), told(1, **turned)])
    assert numbers(twicetold("contradictions", later, "--ignore", f"judged.{suffix}", "--json")[0]) == [0]


def test_with_a_column_for_verdicts_only_judged_rows_are_hidden(twicetold, run):
    pairs = [("The lake froze over in the winter of 1905.", "The lake froze over in the winter of 1906.")]
    for verdict, listed in (("", [0, 1, 2]), ("wrong", [])):
        lines = csv_rows.format_csv_lines(["left_text", "right_text", "verdict"], [[*pairs[0], verdict]])
        Path("judged.csv").write_text("".join(lines), encoding="utf-8")
        assert numbers(twicetold("contradictions", run, "--ignore", "judged.csv", "--json")[0]) == listed


def test_further_places_follow_their_entry(twicetold, tmp_path):
    place = {"side": "right", "document": "9", "title": "Tarn", "section": "Ice", "position": 7}
    run = made(tmp_path / "run", [told(0, places=[place])])
    assert "\n  right  also Tarn [Ice] 7\n" in twicetold("contradictions", run)[0]
    assert "\n* also [[:Tarn#Ice|Tarn, Ice]]\n" in twicetold("contradictions", run, "--format", "wikitext")[0]
    (row,) = csv.DictReader(io.StringIO(twicetold("contradictions", run, "--format", "csv")[0]))
    assert row["places"] == "right Tarn [Ice] 7"


def test_people_get_twenty_and_programs_all(twicetold, tmp_path):
    run = made(tmp_path / "many", [told(number) for number in range(25)])
    assert "and 5 more" in twicetold("contradictions", run)[0]
    assert len(numbers(twicetold("contradictions", run, "--format", "jsonl")[0])) == 25


def test_none_that_fits_is_no_failure(twicetold, tmp_path):
    out, errors = twicetold("contradictions", made(tmp_path / "none", []))
    assert (out, errors) == ("", "no contradiction that fits\n")


# ---- how ----


def test_the_text_marks_the_values_and_the_newer_side(twicetold, run):
    out, _ = twicetold("contradictions", run, "--limit", 2)
    assert out.startswith(
        """
contradiction 1  confidence 0.90, cluster 10
  Both speak of the lake: 1905 in *Lake Orrin*, 1906 in *Norland*.
  left   Lake Orrin [History / Ice] 4, revision 70, 2070-04-01T00:00:00Z
    The lake froze over in the winter of [-1905-].
  right  Norland [History / Ice] 4, revision 88, 2088-04-01T00:00:00Z (newer)
    The lake froze over in the winter of {+1906+}.
  differs  left 1905; right 1906
"""
    )
    assert "Norland [History / Ice] 4, revision 88, 2088-04-01T00:00:00Z, 3 times (newer)" in out


def test_on_a_terminal_neither_side_is_struck_out(run):
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, color_system="standard", markup=False, _environ={})
    TextPage(ROW_RENDERERS, console=console).show_rows(
        list_contradictions(open_finished_run(run), ContradictionFilter(limit=1))
    )
    assert "winter of \x1b[1;33m1905\x1b[0m." in screen.getvalue()
    assert "winter of \x1b[1;36m1906\x1b[0m." in screen.getvalue()


def test_where_nothing_disagrees_every_change_is_marked():
    row = dict(zip(NAMES, told(0), strict=True))
    row["changes"] = [
        {"left": "1905", "right": "1906", "left_start": 37, "left_end": 41, "disagrees": False},
        {"left": "lake", "right": "tarn", "left_start": 4, "left_end": 8, "disagrees": False},
    ]
    assert [text for text, differs in mark_differences(row, "left") if differs] == ["lake", "1905"]
    row["changes"][0]["disagrees"] = True
    assert [text for text, differs in mark_differences(row, "left") if differs] == ["1905"]


def test_places_that_overlap_or_lie_outside_lose_no_letter():
    row = dict(zip(NAMES, told(0), strict=True))
    for spans in product([(0, 5), (3, 9), (40, 999), (999, 1000), (7, 7)], repeat=2):
        row["changes"] = [{"left_start": start, "left_end": end, "disagrees": True} for start, end in spans]
        assert "".join(text for text, _ in mark_differences(row, "left")) == row["left_text"]


def test_jsonl_has_the_whole_row(twicetold, run):
    row = json.loads(twicetold("contradictions", run, "--min-confidence", 0.9, "--format", "jsonl")[0])
    assert list(row) == NAMES
    assert row["changes"][0]["left"] == "1905"
    assert row["right_timestamp"] == "2088-04-01T00:00:00Z"


def test_csv_tells_what_differs_in_a_column_of_text(twicetold, tmp_path):
    run = made(tmp_path / "run", [told(0, changes=(("1905", "1906"), ("lake", "", 4)))])
    (row,) = csv.DictReader(io.StringIO(twicetold("contradictions", run, "--format", "csv")[0]))
    assert row["values"] == "left 1905; right 1906 | left lake; right -"
    assert row["left_text"] == "The lake froze over in the winter of 1905."


def test_a_file_tells_its_format_and_appears_whole(twicetold, run):
    for name, begins in (
        ("a.csv", "contradiction,listed,cluster"),
        ("a.jsonl", "{"),
        ("a.wiki", "== "),
        ("a.txt", "\ncontra"),
    ):
        assert twicetold("contradictions", run, "-o", name)[0] == ""
        assert Path(name).read_bytes().decode().startswith(begins)
    assert Path("a.csv").read_bytes().count(b"\r\n") == 4
    assert "`a.csv` exists" in twicetold("contradictions", run, "-o", "a.csv", code=2)[1]
    twicetold("contradictions", run, "-o", "a.csv", "--drift", "update", "--force")
    assert Path("a.csv").read_bytes().count(b"\r\n") == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--limit", "0"], "`--limit` must be 1 or more, not 0"),
        (["--min-confidence", "1.5"], "must be between 0 and 1"),
        (["--min-confidence", "nan"], "must be between 0 and 1"),
        (["--drift", "drift"], "unknown drift: `drift`"),
        (["--format", "xml"], "unknown format: `xml`"),
        (["-o", "a.pdf"], "`a.pdf` has no suffix that names a format"),
        (["-o", "nowhere/a.csv"], "`nowhere` is not a folder"),
        (["--ignore", "nowhere.csv"], "`nowhere.csv`: No such file"),
    ],
)
def test_nonsense_is_told_with_a_way_out(twicetold, run, options, said):
    out, errors = twicetold("contradictions", run, *options, code=2)
    assert said in errors
    assert "hint: " in errors
    assert out == ""


def test_an_older_run_says_why_it_has_none(twicetold, sentence_run):
    _, errors = twicetold("contradictions", sentence_run, code=2)
    assert "has no table `contradictions`\nhint: it was made by an older twicetold" in errors


# ---- wikitext ----


def test_a_note_for_a_talk_page_says_all_an_editor_needs(twicetold, run):
    out, _ = twicetold("contradictions", run, "--min-confidence", 0.9, "--format", "wikitext")
    assert (
        out
        == """\
== Lake Orrin and Norland: 1905 or 1906? ==
Both speak of the lake: 1905 in ''Lake Orrin'', 1906 in ''Norland''.
* [[:Lake Orrin#Ice|Lake Orrin, Ice]] ([[Special:PermanentLink/70|revision 70]], 2070-04-01): “The lake froze over in the winter of 1905.”
* [[:Norland#Ice|Norland, Ice]] ([[Special:PermanentLink/88|revision 88]], 2088-04-01, the newer of the two): “The lake froze over in the winter of 1906.”
What differs: 1905 or 1906.

Could someone who knows the sources please check which is right? Both may be, if they speak of different times or things. This was found by comparing texts, not by judging them: nobody has looked into which of the two is wrong. ~~~~
"""
    )


def test_a_note_without_dates_has_only_links(twicetold, run):
    out, _ = twicetold("contradictions", run, "--drift", "dated-update", "--format", "wikitext")
    assert "* [[:Norland#Ice|Norland, Ice]]: “" in out


@pytest.mark.parametrize(
    "text",
    [
        "a plain text, 12.5 (7.8 mi) – 3%",
        "Zürich",
        "湖很小",
        "75.7\u00a0years",
        'There are six: Jim\'s, “two” and "x"; $3.',
    ],
)
def test_plain_words_need_no_quoting(text):
    assert quote_text(text) == text


@pytest.mark.parametrize(
    "text",
    MARKUP,
)
def test_what_could_be_markup_is_quoted_and_cannot_leave_the_quotes(text):
    said = quote_text(text)
    assert said.startswith("<nowiki>")
    assert said.endswith("</nowiki>")
    assert not re.search("[<>\n\r\t\x1b\u202e]", said.removeprefix("<nowiki>").removesuffix("</nowiki>"))


@pytest.mark.parametrize(
    "title",
    [
        "a|b",
        "a]]b",
        "{{x}}",
        "<b>",
        "a#b",
        "~~~~",
        ":x",
        "/x",
        "..",
        "a/../b",
        "%41",
        "&lt;",
        "a\nb",
        "\x00",
        "W" * 300,
    ],
)
def test_what_cannot_be_a_title_is_not_linked(title):
    assert "[[" not in link_article(title, "History").replace("<nowiki>", "")


def test_a_section_that_is_the_title_again_is_not_said_twice():
    assert link_article("Tarn", "Tarn") == "[[:Tarn|Tarn]]"


def test_a_section_with_marks_in_it_is_left_out_of_the_link():
    assert link_article("Tarn", "A ]] b") == "[[:Tarn|<nowiki>Tarn, A ]] b</nowiki>]]"


@pytest.mark.parametrize("evil", HOSTILE)
def test_a_hostile_row_gives_a_note_with_its_own_markup_only(evil):
    sides = {
        f"{side}_{name}": evil
        for side in ("left", "right")
        for name in ("title", "section", "text", "revision", "timestamp")
    }
    row = dict(zip(NAMES, told(0, **sides), strict=True))
    row["changes"] = [{"left": evil, "right": "x", "left_start": 0, "left_end": 5, "disagrees": True}]
    bare = re.sub(r"<nowiki>[^<>]*</nowiki>", "", format_note(row))
    bare = re.sub(r"\[\[:[^\[\]{}<>|~]*\|[^\[\]{}<>|~]*\]\]", "", bare)  # links, where it may be a title
    assert not re.search(r"[<>\[\]{}\x1b]", bare)
    assert bare.count("~~~~") == 1
    assert len(bare.splitlines()) == 7


# ---- hostile text elsewhere ----


@pytest.mark.parametrize("format", ["text", "csv", "jsonl", "wikitext"])
def test_no_format_lets_a_control_character_through(twicetold, tmp_path, format):
    rows = [told(number, left_title=evil, left_text=evil, why=evil) for number, evil in enumerate(HOSTILE)]
    out, _ = twicetold("contradictions", made(tmp_path / "evil", rows), "--format", format)
    assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out)
    assert ("\r" in out) == (format == "csv")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\n@x"])
def test_a_spreadsheet_runs_nothing(text):
    lines = list(csv_rows.format_csv_lines(["a"], [[text], [-1], ["-"]]))
    assert lines[1].lstrip('"').startswith("'")
    assert lines[2] == "-1\r\n"


def test_csv_reads_back():
    texts = ['a "quoted" text, with commas', "", "x;y", "'"]
    assert list(csv.reader(io.StringIO("".join(csv_rows.format_csv_lines("abcd", [texts])))))[1] == texts
