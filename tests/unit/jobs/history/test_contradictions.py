"""`twicetold contradictions` of a history: the edit that made copies disagree, for how long, and who to ask."""

import csv
import json

import pytest
from tests.runs.history import DAM, MILL, NEW_DAM, REVISIONS, history_run, revision

from twicetold.errors import RunError
from twicetold.jobs.sentences.contradictions_command import write_contradictions
from twicetold.views.contradictions import ContradictionFilter


@pytest.fixture
def listed(tmp_path, capsys):
    def listed(format="text", revisions=REVISIONS, **wanted):
        options = wanted.pop("options", {})
        run = history_run(tmp_path / "run", revisions, **options)
        write_contradictions(run, ContradictionFilter(**wanted), format, "-")
        return capsys.readouterr().out

    return listed


def test_an_entry_names_the_edit_and_who_to_ask(listed):
    text = listed()
    assert "differs  date: 1905 -> 1911" in text
    assert "since    10 days: the edit of Lake Orrin on 2011-01-20 10:00 by Cleo, revision 4" in text
    assert "comment  the year was wrong" in text
    assert "ask      Cleo" in text


def test_where_the_edit_has_no_name_the_last_writer_is_asked(listed):
    changed = [row | {"contributor": "192.0.2.7"} if row["revision"] == 4 else row for row in REVISIONS]
    row = json.loads(listed("jsonl", changed))
    assert (row["edit_editor"], row["ask"]) == ("", "Ben")


def test_where_nobody_has_a_name_the_talk_page_is_left(listed):
    assert "ask      on the talk page" in listed(options={"editors": False})


def test_a_copy_that_changed_a_fact_is_named(listed):
    rows = [
        revision("Lake Orrin", 1, "2009-03-01", f"{DAM} {MILL}"),
        revision("Norland", 2, "2009-04-11", f"{NEW_DAM} {MILL}", "Ben", "from [[Lake Orrin]]"),
    ]
    assert "the copy to Norland on 2009-04-11 10:00 by Ben, revision 2" in listed(revisions=rows)


def test_the_formats_say_the_same(listed):
    note = listed("wikitext")
    assert "They disagree since the edit of [[:Lake Orrin|Lake Orrin]] on 2011-01-20 by Cleo" in note
    assert "[[Special:Diff/4|revision 4]]" in note


def test_a_spreadsheet_has_the_edit(listed):
    (row,) = csv.DictReader(listed("csv").splitlines())
    assert (row["values"], row["edit_revision"], row["ask"]) == ("date: 1905 -> 1911", "4", "Cleo")


def test_filters(listed):
    assert listed("jsonl", document="Norland")
    with pytest.raises(RunError, match="has no page `Norlamd`"):
        listed("jsonl", document="Norlamd")
