"""Copy events, trees and contradictions: what is planted is found, and what speaks for it is said."""

import json

import pytest

import twicetold
from twicetold.demo.history import PlantedHistory
from twicetold.demo.history_score import score_contradictions, score_copies
from twicetold.jobs.history.evidence import choose_source, names_title

DAM = "The dam at the northern end was built in 1905 by the engineer Hanna Korn and her two brothers."
MILL = "The water has been used by the paper mill below the dam ever since it was opened."


def revision(page, day, text, **more):
    return {"page": page, "revision": day, "timestamp": f"2010-01-{day:02}T00:00:00Z", "text": text, **more}


@pytest.fixture
def trace(tmp_path):
    def trace(*rows, **options):
        path = tmp_path / "wiki.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return twicetold.history(path, **options)

    return trace


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planted")
    truth = PlantedHistory(60, 1_200, seed=5).write(folder)
    return twicetold.history(folder / "history.xml"), truth


def test_planted_copies_are_found_with_their_source(planted):
    figures = score_copies(*planted)
    assert figures["F1"] >= 0.95
    assert figures["direction right"] >= 0.98
    assert figures["parent right"] >= 0.95
    assert figures["events between unrelated pages"] < 0.02


def test_planted_contradictions_are_traced_to_their_edit(planted):
    assert score_contradictions(*planted)["traced to their edit"] >= 0.9


def test_a_copy_leads_from_the_earlier_page_and_says_why(trace):
    run = trace(
        revision("Norland", 1, "Norland is a district of hills and lakes."),
        revision(
            "Norland", 5, f"Norland is a district of hills and lakes. {DAM} {MILL}", comment="from [[Lake Orrin]]"
        ),
        revision("Lake Orrin", 2, f"{DAM} {MILL}", contributor="Ann"),
    )
    events = run.events.to_pylist()
    assert [(row["kind"], row["source_title"], row["target_title"]) for row in events] == [
        ("copy", "Lake Orrin", "Norland")
    ] * 2
    assert "the comment links to it" in events[0]["why"]
    relations = {(row["title"], row["relation"]) for row in run.trees.to_pylist()}
    assert relations == {("Lake Orrin", "root"), ("Norland", "copy")}


def test_a_move_and_a_split_are_told_from_a_copy(trace):
    run = trace(
        revision("A", 1, f"{DAM} {MILL}"),
        revision("B", 2, DAM),
        revision("A", 2, MILL, timestamp="2010-01-02T00:10:00Z"),
        revision("C", 8, "Quite another thing is said on this page of ours."),
        revision("C", 9, f"Quite another thing is said on this page of ours. {MILL}"),
        revision("A", 9, "", timestamp="2010-01-09T01:00:00Z"),
    )
    assert {row["target_title"]: row["kind"] for row in run.events.to_pylist()} == {"B": "split", "C": "move"}


def test_what_one_bot_brings_to_both_has_no_source_inside(trace):
    run = trace(
        revision("A", 1, DAM, contributor="DataBot"),
        revision("B", 2, DAM, contributor="DataBot"),
    )
    (event,) = run.events.to_pylist()
    assert (event["kind"], event["source_document"]) == ("none", "")
    assert "one bot brought both" in event["why"]


def test_what_an_import_brings_has_no_source_inside(trace):
    rows = [
        revision(
            f"Page {number}", 3, f"Page {number} of the import is about thing {number}. {DAM if number < 2 else ''}"
        )
        | {"contributor": "Ann", "timestamp": f"2010-01-03T{number // 60:02}:{number % 60:02}:00Z"}
        for number in range(120)
    ]
    kinds = {row["target_text"]: (row["kind"], row["why"]) for row in trace(*rows).events.to_pylist()}
    assert kinds[DAM] == ("none", "no page is certain enough: one import of 120 edits in a day brought both")


def test_a_comment_that_names_a_source_outside_speaks_against_one_inside(trace):
    """The same editor wrote both, so without the comment the first page would be the source."""
    for comment, kind in (("Migrated content from http://old.example/dams", "none"), ("the dam", "copy")):
        run = trace(
            revision("Lake", 1, DAM, contributor="Ada"),
            revision("Norland", 2, f"Norland has hills and lakes. {DAM}", contributor="Ada", comment=comment),
        )
        assert [row["kind"] for row in run.events.to_pylist() if row["target_text"] == DAM] == [kind]


def test_a_paragraph_that_links_to_its_source_is_evidence(trace):
    run = trace(
        revision("Lake Orrin", 1, f"{DAM} {MILL}"),
        revision("Norland", 5, f"{{{{main|Lake_Orrin}}}}\n{DAM}"),
        revision("Sutland", 6, MILL),
        cleaner="wikitext",
    )
    assert {row["target_title"]: "the paragraph names it" in row["why"] for row in run.events.to_pylist()} == {
        "Norland": True, "Sutland": False,
    }  # fmt: skip


def test_a_note_on_a_talk_page_decides_between_sources(trace):
    pages = [revision("Tarn", 1, DAM), revision("Lake Orrin", 2, DAM, contributor="Ann"), revision("Norland", 9, DAM)]
    talk = revision("Talk:Norland", 10, "{{Copied|from=lake_Orrin|to=Norland}}")
    without, noted = trace(*pages, cleaner="wikitext"), trace(*pages, talk, cleaner="wikitext")
    events = {row["target_title"]: row for row in noted.events.to_pylist()}
    assert events["Norland"]["source_title"] == "Lake Orrin"
    assert "a note says that it was copied from there" in events["Norland"]["why"]
    assert "a note" not in str(without.events["why"].to_pylist())


def test_junk_that_is_reverted_is_no_source(trace):
    junk = "HELLO EVERYBODY I WAS HERE TODAY AND TOMORROW"
    run = trace(
        revision("A", 1, DAM), revision("A", 2, junk), revision("A", 3, DAM),
        revision("B", 1, MILL), revision("B", 4, junk), revision("B", 5, MILL),
    )  # fmt: skip
    assert run.events.num_rows == 0


def test_a_contradiction_names_the_edit_that_made_it(trace):
    corrected = DAM.replace("1905", "1911")
    run = trace(
        revision("A", 1, DAM),
        revision("B", 3, DAM, comment="copied from [[A page]]"),
        revision("A", 9, corrected, contributor="Cleo", comment="the year"),
        revision("B", 19, f"{DAM} {MILL}"),
    )
    (row,) = run.contradictions.to_pylist()
    assert (row["traced"], row["edit_title"], row["edit_editor"], row["days"]) == ("edit", "A", "Cleo", 10.0)
    assert row["changes"] == ["date: 1905 -> 1911"]


def test_without_editors_no_name_is_anywhere(trace, tmp_path):
    run = trace(
        revision("A", 1, DAM, contributor="Ann Secret", comment="by Ann Secret"),
        revision("B", 3, DAM, contributor="Ann Secret", comment="by Ann Secret"),
        output=tmp_path / "run",
        editors=False,
    )
    assert run.events["kind"].to_pylist() == ["copy"]
    assert not any("Secret" in str(run.read_table(name).to_pylist()) for name in run.tables)


def test_a_title_in_a_comment():
    assert names_title("split from [[Lake_Orrin#History|here]]", "Lake Orrin", as_link=True)
    assert not names_title("split from [[Lake Orrin (town)]]", "Lake Orrin", as_link=True)
    assert names_title("text of lake orrin, reworded", "Lake Orrin", as_link=False)
    assert not names_title("lakes", "Lake", as_link=False)


def test_sources_that_are_equally_likely_share_the_confidence():
    row = {
        "exact": True, "likeness": 1.0, "together": 1, "target_begins": False, "target_brought": 1, "target_comment": "",
        "source_title": "A", "source_timestamp": "1", "source_document": "a", "target_timestamp": "2", "alive": True,
        "gone_days": 1e9, "words": 10, "pages": 1, "daily_edits": 1, "since": None, "target_editor_key": 0, "source_editor_key": 0,
        "target_editor_kind": "registered", "noted": None, "target_links": "", "target_text": DAM,
    }  # fmt: skip
    alone = choose_source([row], 0.5)
    both = choose_source([row, row | {"source_document": "b"}], 0.4)
    assert alone.source == row
    assert both.confidence < alone.confidence
    assert choose_source([row, row | {"source_document": "b"}], 0.5).source is None
