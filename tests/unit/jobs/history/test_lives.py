"""Revisions to lives: compared with a plain version, whatever the order in the file, and for hostile histories."""

import json
from datetime import datetime, timedelta

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.history import walk_sets
from tests.support.examples import examples

import twicetold
from twicetold import _kernels
from twicetold.config import Folding
from twicetold.jobs.history.lives import LIFE_ROW, WalkPages, keep_lives
from twicetold.jobs.history.read import GatheredParts
from twicetold.jobs.history.tables import REVISION_PARTS, REVISION_RECORDS
from twicetold.readers.base import ConvertedBatches

LAKE = "The lake froze over in the winter of 1905, and nobody crossed it."
MILL = "An old mill of grey stone stands on the hill above the water."
BELL = "Its bell is rung on the first morning of the ice fair."
TEXTS = [
    LAKE,
    MILL,
    BELL,
    "Nobody knows who carved the door of the chapel.",
    "The ferry was sold to a man from Besk in spring.",
]


def record(number, text, **columns):
    stamp = (datetime(2010, 1, 1) + timedelta(hours=number)).strftime("%Y-%m-%dT%H:%M:%SZ")
    known = {"document": "p", "title": "Page", "revision": str(number + 1), "timestamp": stamp, "markup": "plain"}
    row = {each.name: "" for each in REVISION_RECORDS} | {"namespace": 0, "status": "read", "text": text}
    return row | known | columns


def walk(records, editors="names", templates=()):
    """The lives of records that are cut in the order given."""
    return [row for row in walk_rows(records, editors, templates).to_pylist() if row["row"] == LIFE_ROW]


def walk_rows(records, editors="names", templates=()):
    """What a walk gives, of all sorts."""
    cutter = _kernels.RevisionCutter(list(templates))
    parts = cutter.cut(pa.RecordBatch.from_pylist(records, REVISION_RECORDS), "auto")
    assert parts.schema.equals(REVISION_PARTS)
    ordered = pa.Table.from_batches([parts]).sort_by(
        [(name, "ascending") for name in REVISION_PARTS.names if name != "keys"]
    )
    return WalkPages(Folding(), editors=editors)(ordered.combine_chunks().to_batches()[0])


revisions = st.lists(st.lists(st.sampled_from(TEXTS), max_size=5), min_size=1, max_size=12)


@given(revisions, st.randoms())
@examples(60)
def test_lives_are_those_of_the_plain_version_in_any_order_of_the_file(history, random):
    records = [record(number, "\n\n".join(own) or " ") for number, own in enumerate(history)]
    records = [
        each | ({} if each["text"].strip() else {"status": "skipped", "reason": "empty", "text": ""})
        for each in records
    ]
    random.shuffle(records)
    found = {(row["text"], int(row["revision"]) - 1, row["returns"], row["end_revision"]) for row in walk(records)}
    expected = {
        (life.text, life.born, life.returns, "" if life.died is None else str(life.died + 1))
        for life in walk_sets(history)
    }
    assert found == expected


def test_an_edit_continues_its_line_and_a_revert_begins_nothing():
    edited = LAKE.replace("1905", "1911")
    texts = [f"{LAKE}\n\n{MILL}", f"{edited}\n\n{MILL}", "HELLO HELLO I WAS HERE TODAY", f"{edited}\n\n{MILL}"]
    lives = walk([record(number, text) for number, text in enumerate(texts)])
    assert [row["text"] for row in lives] == [LAKE, MILL, edited, "HELLO HELLO I WAS HERE TODAY"]
    assert [row["before"] for row in lives] == [0, 1, 0, 3]
    assert [row["reverted"] for row in lives] == [False, False, False, True]
    assert [row["returns"] for row in lives] == [0, 1, 1, 0]


def test_a_page_that_became_a_redirect_has_lost_its_sentences():
    became = record(1, "Elsewhere", status="skipped", reason="redirect")
    (life,) = walk([record(0, LAKE), became])
    assert (life["end_revision"], life["alive"]) == ("2", False)


def test_a_text_that_was_suppressed_ends_nothing():
    hidden = record(1, "", status="skipped", reason="deleted")
    (life,) = walk([record(0, LAKE), hidden, record(2, LAKE)])
    assert (life["end_revision"], life["returns"], life["alive"]) == ("", 0, True)


def test_what_is_shown_of_editors():
    records = [record(0, LAKE, contributor="192.0.2.7", comment="rv 192.0.2.8"), record(1, MILL, contributor="Ann")]
    shown = {
        how: [(row["editor"], row["comment"]) for row in walk(records, how)] for how in ("none", "names", "addresses")
    }
    assert shown == {
        "none": [("", ""), ("", "")],
        "names": [("", "rv (address)"), ("Ann", "")],
        "addresses": [("192.0.2.7", "rv 192.0.2.8"), ("Ann", "")],
    }
    assert [row["editor_kind"] for row in walk(records)] == ["unregistered", "registered"]


def test_wikitext_is_parsed_paragraph_by_paragraph_as_it_is_parsed_whole():
    text = (
        "{{Infobox lake\n| depth = 90\n\n| name = Orrin\n}}\n'''Orrin''' is a lake of {{convert|90|m}} in [[Norland]].<ref>One\n\ntwo "
        "of the old book about it.</ref>\n\n== History ==\nThe dam was built in 1905 by two brothers.\n* The first mill "
        "burnt down.\n* The second mill was never used.\n{| class=x\n| cell with some words in it\n|}\n\n"
        "== References ==\n* A long book about the lake, by somebody, in 1911.\n"
    )
    lives = walk([record(0, text, markup="wikitext", language="en")])
    whole = _kernels.split_documents(
        pa.RecordBatch.from_pylist([record(0, text, markup="wikitext", language="en")], REVISION_RECORDS),
        "wikitext",
        "",
    ).to_pylist()
    counted = [
        (row["section"], row["block"], row["text"]) for row in whole if row["block"] not in ("heading", "table", "code")
    ]
    found = [(row["section"], row["block"], row["text"]) for row in lives]
    assert sorted(found) == sorted(row for row in counted if len(row[2]) >= (16 if row[1] in ("prose", "list") else 40))


def test_prose_in_parameters_of_named_templates_counts():
    text = f"{{{{Summary_Section|{LAKE}}}}}\n{{{{Other|{MILL}}}}}"
    rows = [record(0, text, markup="wikitext", language="en")]
    assert [row["text"] for row in walk(rows)] == []
    assert [row["text"] for row in walk(rows, templates=["Summary Section"])] == [LAKE]
    assert [row["text"] for row in walk(rows, templates=["all"])] == [LAKE, MILL]


def write_jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_thousands_of_revisions_that_alternate_are_two_versions(tmp_path):
    rows = [
        {
            "page": "p",
            "revision": number,
            "timestamp": f"{2000 + number // 1000:04}",
            "text": LAKE if number % 2 else MILL,
        }
        for number in range(5_000)
    ]
    run = twicetold.history(write_jsonl(tmp_path / "a.jsonl", rows))
    assert [(row["text"], row["returns"]) for row in run.lives.to_pylist()] == [(MILL, 2499), (LAKE, 2499)]
    assert run.pages["revisions"].to_pylist() == [5_000]


def test_revisions_of_a_page_may_be_anywhere_in_several_files(tmp_path):
    rows = [
        {"page": page, "revision": number, "timestamp": f"2010-01-{number:02}", "comment": f"c{number}", "text": text}
        for page in ("one", "two")
        for number, text in ((1, LAKE), (2, f"{LAKE}\n\n{MILL}"), (3, MILL))
    ]
    write_jsonl(tmp_path / "whole.jsonl", rows)
    write_jsonl(tmp_path / "half.jsonl", rows[4::-2])
    write_jsonl(tmp_path / "rest.jsonl", rows[1::2])
    whole = twicetold.history(tmp_path / "whole.jsonl").lives
    assert twicetold.history([tmp_path / "half.jsonl", tmp_path / "rest.jsonl"]).lives.equals(whole)
    assert whole["comment"].to_pylist()[:2] == ["c1", "c2"]


def test_a_sentence_is_from_the_revision_that_wrote_most_of_its_words():
    words = "The mill of grey stone on the hill above the lake was sold to a baker from Besk in 1911"
    texts = [
        f"{words}.",
        f"{words.replace('grey', 'white')}, who closed it.",
        f"{words.replace('grey', 'white')}.\n\nWho closed it, nobody says, and nobody has asked since.",
    ]
    lives = walk([record(number, text) for number, text in enumerate(texts)])
    assert [row["origin_revision"] for row in lives] == ["1", "1", "1", "3"]
    assert [row["origin_timestamp"] for row in lives] == [lives[0]["timestamp"]] * 3 + [lives[3]["timestamp"]]


def test_a_sentence_that_is_cut_in_two_continues_in_both():
    first, second = "The ferry was sold to a man from Besk", "the bridge that replaced it was built of oak in 1911"
    lives = walk([record(0, f"{first}, and {second}."), record(1, f"{first}.\n\n{second.capitalize()}.")])
    assert [(row["before"], row["origin_revision"]) for row in lives] == [(0, "1")] * 3


def test_words_that_were_put_into_another_sentence_keep_their_revision():
    carved = "Nobody knows who carved the door of the chapel on the island"
    merged = f"It is of oak, {carved[0].lower()}{carved[1:]}, and the key is lost."
    lives = walk(
        [record(0, f"{LAKE}\n\n{carved}."), record(1, f"{LAKE}\n\nIt is of oak."), record(2, f"{LAKE}\n\n{merged}")]
    )
    assert lives[-1]["text"] == merged
    assert lives[-1]["origin_revision"] == "1"


def test_rows_of_one_sort_are_kept_whether_or_not_they_stand_together():
    """Those of one page do, and are not copied; those of two pages do not."""
    pages = [record(number, text) for number, text in enumerate((LAKE, MILL))]
    others = [record(number, BELL, document="q") for number in range(2)]
    for records in (pages, pages + others):
        walked = walk_rows(records)
        lives = keep_lives(walked)
        expected = [row for row in walked.to_pylist() if row["row"] == LIFE_ROW]
        assert [row["text"] for row in lives.to_pylist()] == [row["text"] for row in expected]
        assert [row["life"] for row in lives.to_pylist()] == [row["number"] for row in expected]


def test_parts_of_several_batches_are_one_batch_with_all_of_them():
    records = [record(number, text) for number, text in enumerate(TEXTS)]
    batches = [pa.RecordBatch.from_pylist([each], REVISION_RECORDS) for each in records]

    def cut_all():
        cutter = _kernels.RevisionCutter([])
        return ConvertedBatches(iter(batches), lambda batch: cutter.cut(batch, "auto"))

    gathered = list(GatheredParts(cut_all()))
    assert len(gathered) == 1
    assert gathered[0].to_pylist() == [row for batch in cut_all() for row in batch.to_pylist()]
    assert list(GatheredParts(ConvertedBatches(iter([]), lambda batch: batch))) == []
