"""`twicetold passages` as a user runs it: what is found where, what it is, and what is said of wrong input."""

import json

import pytest
from tests.runs.essays import APPLES, BRIDGE, NOTICE, TEA, TOWN, essay, library

from twicetold.run import Run

SIDES = ("left", "right")


@pytest.fixture
def shelf(tmp_path):
    """The library in a folder."""
    (tmp_path / "shelf").mkdir()
    for name, text in library().items():
        (tmp_path / "shelf" / name).write_text(text, encoding="utf-8")
    return tmp_path / "shelf"


def found(run="run"):
    """The passages by their two files: kind, and the text of either side."""
    shared = {}
    for row in Run(run).passages.to_pylist():
        names = tuple(row[f"{side}_title"] for side in SIDES)
        texts = [library()[f"{row[f'{side}_title']}.txt"][row[f"{side}_start"] : row[f"{side}_end"]] for side in SIDES]
        shared.setdefault(names, []).append((row["kind"], *texts))
    return shared


def kinds(shared, pair):
    return [kind for kind, *_ in shared.get(pair, [])]


def own(shared):
    """Without what is boilerplate."""
    return {pair: rows for pair, rows in shared.items() if any(kind != "boilerplate" for kind, *_ in rows)}


def test_every_planted_copy_is_found_and_told_what_it_is(twicetold, shelf):
    _, said = twicetold("passages", "shelf", "-o", "run")
    shared = found()
    assert set(own(shared)) == {
        ("twin", "whole"),
        ("middle", "second"),
        ("edited", "third"),
        ("fourth", "inserted"),
        ("fifth", "merged"),
        *((("collection", f"part{number}")) for number in (6, 7, 8)),
        ("book", "page1"),
        ("book", "page2"),
    }
    assert kinds(shared, ("twin", "whole"))[0] == "document"
    assert kinds(shared, ("middle", "second"))[0] == "quotation"
    assert [kinds(shared, ("collection", f"part{number}"))[0] for number in (6, 7, 8)] == ["collection"] * 3
    assert [kinds(shared, ("book", f"page{number}"))[0] for number in (1, 2)] == ["multipage"] * 2
    results = Run("run").facts["results"]
    assert results["boilerplate"] == 2
    assert f"{results['passages']:,} passages" in said


def test_the_places_of_a_passage_are_those_of_the_copy(twicetold, shelf):
    twicetold("passages", "shelf", "-o", "run")
    shared = found()
    (_, mine, theirs), *_ = shared["middle", "second"]
    assert mine == theirs, "from mid-sentence to the end of the last"
    assert len(mine) > 200
    (_, _, theirs), *_ = shared["edited", "third"]
    assert theirs == " ".join(essay(3)[1:6])
    (_, whole, with_one_more), *_ = shared["fourth", "inserted"]
    assert whole == " ".join(essay(4)[2:6])
    assert essay(43, 1)[0] in with_one_more
    (_, apart, together), *_ = shared["fifth", "merged"]
    assert apart.startswith(essay(5)[1])
    assert apart.endswith(essay(5)[5])
    assert "; and " in together


def test_boilerplate_is_listed_beside_what_is_shared_or_not_at_all(twicetold, shelf):
    twicetold("passages", "shelf", "-o", "run")
    twicetold("passages", "shelf", "-o", "without", "--no-keep-boilerplate")
    shared, without = found(), found("without")
    assert ("boilerplate", NOTICE, NOTICE) in shared["middle", "second"]
    assert ("alone", "whole") not in shared, "a notice alone brings nobody together"
    assert without == {pair: [each for each in rows if each[0] != "boilerplate"] for pair, rows in own(shared).items()}
    assert Run("run").boilerplate["documents"].to_pylist() == [18, 18]
    pairs = {row["left_title"]: row for row in Run("run").document_pairs.to_pylist()}
    assert (pairs["middle"]["passages"], pairs["middle"]["boilerplate"]) == (1, 1)
    assert (pairs["twin"]["left_share"], pairs["twin"]["passages"]) == (pytest.approx(1, abs=0.25), 1)


def test_against_finds_only_what_one_side_has_of_the_other(twicetold, shelf):
    ours = ["shelf/middle.txt", "shelf/edited.txt", "shelf/whole.txt"]
    theirs = [f"shelf/{name}.txt" for name in ("second", "third", "twin", "fourth", "inserted")]
    against = [each for path in theirs for each in ("--against", path)]
    twicetold("passages", *ours, *against, "-o", "run", "--boilerplate", "7")
    assert set(own(found())) == {("middle", "second"), ("edited", "third"), ("whole", "twin")}


def test_a_file_on_both_sides_is_only_on_the_right_however_it_is_named(twicetold, shelf):
    twicetold("passages", "shelf/middle.txt", shelf / "second.txt", "--against", "shelf/second.txt", "-o", "run")
    assert set(found()) == {("middle", "second")}
    assert Run("run").facts["results"]["documents"] == 2
    _, said = twicetold("passages", shelf, "--against", "shelf", "-o", "none", code=2)
    assert "every input is named by --against as well" in said
    assert "hint:" in said


def test_the_preset_of_the_paper_finds_whole_sentences(twicetold, shelf):
    twicetold("passages", "shelf", "-o", "run", "--preset", "zhang2010")
    shared = own(found())
    assert set(shared) >= {("twin", "whole"), ("collection", "part6"), ("book", "page1"), ("middle", "second")}
    assert ("edited", "third") not in shared, "every sentence of it is edited"
    assert shared["middle", "second"][0][2] == " ".join(essay(2)[3:6])
    facts = Run("run").facts["settings"]["passages"]
    assert (facts["by"], facts["finder"]) == ("sentences", "join")


def test_by_sentences_a_run_is_extended_to_the_words_that_match(twicetold, shelf):
    twicetold("passages", "shelf", "-o", "run", "--by", "sentences")
    (_, mine, theirs), *_ = found()["middle", "second"]
    assert mine == theirs
    assert len(theirs) > len(" ".join(essay(2)[3:6]))


# ---- pairs ----


def test_only_the_named_pairs_are_compared_and_what_is_missed_is_told(twicetold, shelf):
    lines = ["middle second.txt", "whole.txt twin.txt", "", "edited thrid", "alone whole"]
    (shelf.parent / "pairs").write_text("\n".join(lines), encoding="utf-8")
    _, said = twicetold("passages", "shelf", "-o", "run", "--pairs", "pairs")
    assert set(own(found())) == {("middle", "second"), ("twin", "whole")}
    assert "1 of 4 named pairs was not read: line 4: `thrid`" in said
    assert Run("run").facts["results"]["pairs"] == {"named": 4, "missed": 1, "first": ["line 4: `thrid`"]}


def test_named_pairs_may_have_blanks_and_be_of_one_series(twicetold, tmp_path):
    texts = [" ".join([*essay(1), *essay(number)]) for number in (2, 3)]
    records = [{"id": f"n {at}", "series": "one", "text": text} for at, text in enumerate([*texts, " ".join(essay(4))])]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    (tmp_path / "pairs").write_text("n 1\tn 0\n", encoding="utf-8")
    for by in ("words", "sentences"):
        twicetold("passages", "a.jsonl", "-o", by, "--pairs", "pairs", "--by", by)
        assert [row["left_document"] for row in Run(by).passages.to_pylist()] == ["n 0"]


@pytest.mark.parametrize(
    ("content", "error", "hint"),
    [
        (None, "`pairs`: No such file or directory", "two documents on each line"),
        (b"", "`pairs` names no pair", "two documents on each line"),
        (b"\xff\xfe\x00", "`pairs`: the text is not UTF-8", "two documents on each line"),
        (b"middle second\none two three\n", "`pairs`, line 2: expected two names", "two documents on each line"),
        (b"suspicious1 source1\nmiddle source2\n", "none of its pairs is in the input; line 1: `suspicious1`", "by id"),
    ],
)
def test_a_wrong_file_of_pairs_is_told(twicetold, shelf, content, error, hint):
    if content is not None:
        (shelf.parent / "pairs").write_bytes(content)
    _, said = twicetold("passages", "shelf", "-o", "run", "--pairs", "pairs", code=2)
    assert error in said
    assert hint in said.split("hint:")[1]


def test_two_documents_of_one_name_need_their_ids(twicetold, shelf):
    (shelf / "more").mkdir()
    (shelf / "more" / "second.txt").write_text(" ".join(essay(2)), encoding="utf-8")
    (shelf.parent / "pairs").write_text("middle second\n", encoding="utf-8")
    _, said = twicetold("passages", "shelf", "-o", "run", "--pairs", "pairs", code=2)
    assert "`pairs`, line 1: `second` names several documents" in said
    assert "hint: give their ids" in said
    (shelf.parent / "pairs").write_text("middle second.txt\n", encoding="utf-8")
    twicetold("passages", "shelf", "-o", "other", "--pairs", "pairs")
    assert len(Run("other").passages) > 0


def test_pairs_of_two_sides_name_the_left_one_first(twicetold, shelf):
    paths = ["shelf/middle.txt", "--against", "shelf/second.txt"]
    (shelf.parent / "pairs").write_text("middle second\n", encoding="utf-8")
    twicetold("passages", *paths, "-o", "run", "--pairs", "pairs")
    assert set(found()) == {("middle", "second")}
    (shelf.parent / "pairs").write_text("second middle\n", encoding="utf-8")
    _, said = twicetold("passages", *paths, "-o", "turned", "--pairs", "pairs", code=2)
    assert "first the one that is not in --against" in said


# ---- series ----


def test_what_one_series_repeats_does_not_count(twicetold, tmp_path):
    """The records of passim: `{"id", "series", "text"}`."""
    papers = [("n1", "News"), ("n2", "News"), ("t1", "Times")]
    records = [
        {"id": name, "series": series, "text": " ".join([*essay(1), *essay(at + 2)])}
        for at, (name, series) in enumerate(papers)
    ]
    (tmp_path / "papers.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")

    def pairs(run, *options):
        twicetold("passages", "papers.jsonl", "-o", run, *options)
        rows = Run(run).passages.to_pylist()
        assert all(" ".join(essay(1)) == records_text(records, row) for row in rows)
        return {(row["left_document"], row["right_document"]) for row in rows}

    everyone = {("n1", "n2"), ("n1", "t1"), ("n2", "t1")}
    assert pairs("as-it-is") == {("n1", "t1"), ("n2", "t1")}
    assert pairs("none", "--series", "none") == everyone
    assert pairs("field", "--series", "id") == everyone
    assert pairs("source", "--series", "source") == set()


def records_text(records, row):
    (text,) = [record["text"] for record in records if record["id"] == row["left_document"]]
    return text[row["left_start"] : row["left_end"]]


def test_a_folder_may_be_a_series(twicetold, tmp_path):
    for name in ("a/one", "a/two", "b/three"):
        path = tmp_path / "in" / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(" ".join([*essay(1), *essay(len(name) * 7 + ord(name[-1]))]), encoding="utf-8")
    twicetold("passages", "in", "-o", "run", "--series", "folder")
    pairs = {tuple(row[f"{side}_title"] for side in SIDES) for row in Run("run").passages.to_pylist()}
    assert pairs == {("one", "three"), ("two", "three")}


# ---- awkward input ----


def test_chinese_texts_share_passages_too(twicetold, tmp_path):
    for name, text in (("a", f"{TOWN}\n\n{TEA}\n\n{BRIDGE}"), ("b", f"{APPLES}\n\n{TEA}")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    twicetold("passages", "a.txt", "b.txt", "-o", "run", "--min-passage", "40")
    (row,) = Run("run").passages.to_pylist()
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert text[row["left_start"] : row["left_end"]] == TEA


def test_an_empty_file_is_a_reject_and_the_others_are_compared(twicetold, shelf):
    (shelf / "empty.txt").write_text("", encoding="utf-8")
    (shelf / "broken.txt").write_bytes(b"caf\xe9 " * 40)
    _, said = twicetold("passages", "shelf", "-o", "run", code=1)
    assert said.count("rejected: ") == 2
    assert ("twin", "whole") in found()
    assert len(Run("run").rejects) == 2


@pytest.mark.parametrize("options", [(), ("--by", "sentences"), ("--preset", "zhang2010"), ("--thorough", "1000000")])
@pytest.mark.parametrize("text", [" ".join(essay(1)), "One.", "...", "茶"])
def test_one_document_alone_shares_nothing(twicetold, tmp_path, text, options):
    (tmp_path / "one.txt").write_text(text, encoding="utf-8")
    twicetold("passages", "one.txt", "-o", "run", *options)
    assert len(Run("run").passages) == len(Run("run").document_pairs) == 0


@pytest.mark.parametrize(
    ("option", "value", "error", "hint"),
    [
        ("--by", "paragraphs", "unknown by: `paragraphs`", "words, sentences"),
        ("--min-sentences", "0", "`min_sentences` must be 1 or more, not 0", ""),
        ("--max-gap", "-1", "`max_gap` must be 0 or more, not -1", ""),
        ("--min-passage", "-1", "`min_passage` must be 0 or more, not -1", ""),
        ("--run-words", "-1", "`run_words` must be 0 or more, not -1", ""),
        ("--run-window", "-1", "`run_window` must be 0 or more, not -1", ""),
        ("--boilerplate", "-3", "`boilerplate` must be 0 or more, not -3", ""),
        ("--consistency", "2", "`consistency` must be between 0 and 1, not 2", ""),
        ("--evidence", "nan", "`evidence` must be 0 or more, not nan", ""),
        ("--threshold", "1.5", "`threshold` must be between 0 and 1, not 1.5", ""),
        ("--finder", "jion", "unknown finder: `jion`", "did you mean `join`"),
        ("--preset", "zhang2011", "unknown preset: `zhang2011`", "zhang2010"),
        ("--blocks", "prosa", "unknown block: `prosa`", "prose"),
        ("--against", "nowhere", "`nowhere`: no such file or folder", "check"),
    ],
)
def test_bad_settings_are_told_before_anything_is_read(twicetold, shelf, option, value, error, hint):
    _, said = twicetold("passages", "shelf", "-o", "run", option, value, code=2)
    assert error in said
    assert hint in said.split("hint:")[1]
    assert not (shelf.parent / "run").exists()
