"""What a new user meets: findings first, errors that say what to type, names in any case, JSON everywhere."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

FACT = "The Tarn Bridge was opened in {year} by the mayor of Westhaven and carries two lanes of traffic."
WIKI = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">{}</mediawiki>'
TALK = "<page><title>Talk:A</title><ns>1</ns><id>1</id><revision><id>2</id><text>Some words.</text></revision></page>"


@pytest.fixture
def records(tmp_path):
    """`records("in.jsonl", {...}, ...)` writes JSON lines."""

    def write(name, *rows):
        (tmp_path / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        return name

    return write


@pytest.fixture
def run(twicetold, records):
    """A run in which two of three documents tell a fact with another year."""
    records(
        "in.jsonl",
        {"id": "a", "title": "Tarn Bridge", "text": FACT.format(year=1905)},
        {"id": "b", "title": "Westhaven", "text": FACT.format(year=1906)},
        {"id": "c", "title": "The Mill", "text": "A mill ground corn for the valley until the river was dammed."},
    )
    return "run", twicetold("sentences", "in.jsonl", "-o", "run")[1]


def test_the_last_lines_of_a_job_begin_with_what_was_found(run):
    lines = [line for line in run[1].splitlines() if not line.startswith("[")]
    assert lines[0] == "2 of 3 sentences (67 %) are repeated: 1 cluster, the largest of 2"
    assert lines[1].startswith("1 contradiction; clusters by kind: 1 drift")
    assert lines[2] == "1 pair of documents shares sentences; most: `Tarn Bridge` and `Westhaven`, 1"
    assert lines[3].startswith("read 3 documents, 3 sentences, in ")
    assert lines[4] == "next: twicetold report run"
    assert lines[5].startswith("digest ")


def test_show_begins_with_what_was_found_and_has_machinery_only_with_details(run, twicetold):
    said = twicetold("show", "run")[0]
    assert said.startswith("2 of 3 sentences (67 %) are repeated")
    assert "bands" not in said
    assert "bands" in twicetold("show", "run", "--details")[0]


def test_a_kind_alone_shows_the_largest_of_it(run, twicetold):
    assert "1905" in twicetold("show", "run", "--kind", "drift")[0]


def test_a_pair_shows_the_sentences_that_two_documents_share(run, twicetold):
    said = twicetold("show", "run", "--pair", "tarn bridge", "WESTHAVEN")[0]
    assert "[-1905-]{+1906+}" in said
    assert "The Mill` and" not in said


def test_contradictions_of_a_document_that_is_not_there_is_an_error_with_suggestions(run, twicetold):
    said = twicetold("contradictions", "run", "--document", "Bridge", code=2)[1]
    assert "has no document `Bridge`\nhint: did you mean `Tarn Bridge`?" in said
    assert "contradiction 1 " in twicetold("contradictions", "run", "--document", "tarn bridge")[0]


def test_a_run_with_no_match_says_what_to_try(twicetold, records):
    records("in.jsonl", {"id": "a", "text": "A mill ground corn for the valley until the river was dammed."})
    said = twicetold("sentences", "in.jsonl", "-o", "run")[1]
    assert "nothing is repeated: no two of 1 sentence have a similarity of 0.8 or more" in said
    assert "give a lower --threshold, such as 0.7" in said
    assert "next:" not in said


@pytest.mark.parametrize(
    ("name", "content", "hint"),
    [
        ("a.json", "[]", "name a file with texts in it"),
        ("b.jsonl", "\n\n", "name a file with texts in it"),
        ("c.csv", "id,text\n", "name a file with texts in it"),
        ("d.xml", WIKI.format(""), "name a file with texts in it"),
        ("e.xml", WIKI.format(TALK), "add `--namespaces all`"),
        ("f.jsonl", '{"question": "One or two words.", "answer": "x"}\n' * 3, "use `--text-field question`"),
    ],
)
def test_nothing_read_is_an_error_that_says_what_to_type(twicetold, tmp_path, name, content, hint):
    (tmp_path / name).write_text(content, encoding="utf-8")
    for job in ("sentences", "documents"):
        said = twicetold(job, name, "-o", "run", code=2)[1]
        assert said.count("error: nothing") == 1
        assert hint in said
    assert not (tmp_path / "run" / "run.json").exists(), "the folder is free for another try"


def test_an_empty_parquet_file_is_an_error_too(twicetold, tmp_path):
    pq.write_table(pa.table({"text": pa.array([], pa.string())}), tmp_path / "e.parquet")
    assert "`e.parquet` has no records" in twicetold("sentences", "e.parquet", "-o", "run", code=2)[1]


def test_against_counts_both_sides_and_chooses_containment_for_short_texts(twicetold, records):
    words = [f"word{number}" for number in range(2000)]
    items = [" ".join(words[start : start + 30]) for start in range(0, 300, 30)]
    long = [" ".join(words[500 + 150 * number : 650 + 150 * number]) for number in range(8)]
    records("test.jsonl", *({"id": f"t{number}", "text": text} for number, text in enumerate(items)))
    records(
        "train.jsonl", *({"id": f"d{n}", "text": f"{text} {items[n] if n < 2 else ''}"} for n, text in enumerate(long))
    )
    said = twicetold("documents", "train.jsonl", "--against", "test.jsonl", "-o", "run")[1]
    assert "2 of 8 documents (25 %) contain 2 of 10 documents of `test.jsonl` (20 %)" in said
    assert "measure: containment; the mean text of `test.jsonl` has " in said


def test_nothing_read_of_one_side_is_an_error_too(twicetold, records):
    records("test.jsonl", {"id": "q", "question": "How wide is the lake of Orrin?"})
    records("train.jsonl", {"id": "d", "text": FACT})
    said = twicetold("documents", "train.jsonl", "--against", "test.jsonl", "-o", "run", code=2)[1]
    assert "error: nothing of `--against` could be read" in said
    assert "test.jsonl, line 1: no field" in said


@pytest.mark.parametrize("value", ["2", "1.5", "500"])
def test_a_size_needs_a_unit(twicetold, run, value):
    said = twicetold("sentences", "in.jsonl", "-o", "other", "--memory", value, code=2)[1]
    assert f"the size `{value}` needs a unit" in said
    assert f"use {value}GB" in said


def test_every_command_prints_json(run, twicetold):
    figures = json.loads(twicetold("sentences", "in.jsonl", "-o", "run", "--json")[0])
    assert (figures["clusters"], figures["contradictions"]) == (1, 1)
    assert json.loads(twicetold("report", "run", "--json")[0])["file"] == "report.html"
    assert json.loads(twicetold("contradictions", "run", "--json")[0])["contradiction"] == 0
    assert json.loads(twicetold("export", "run", "--json", "-o", "m.csv")[0])["rows"] == 2
    assert json.loads(twicetold("apply", "run", "--dry-run", "--json")[0])["document"] == "b"
    assert json.loads(twicetold("apply", "run", "-o", "clean", "--json")[0])["files"] == 1


def test_a_dry_run_is_text_for_people(run, twicetold):
    said = twicetold("apply", "run", "--dry-run")[0]
    assert said.startswith("in.jsonl, line 2 (b): ")
    assert said.endswith("repeats in.jsonl, line 1 (a)\n")


def test_help_is_in_panels_without_types_of_flags(twicetold):
    said = twicetold("--help")[0]
    panels = ["Make a run", "Look at a run", "Judge and choose", "Without a run"]
    assert sorted(panels, key=said.index) == panels
    assert "--install-completion" in said
    said = twicetold("sentences", "--help-all")[0]
    assert "<bool>" not in said
    assert "list[str]" not in said
    assert "any|across|within" in said
    assert twicetold("-V")[0].startswith("twicetold ")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("twicetold show ", "run"),
        ("twicetold export run --table ", "members"),
        ("twicetold show run --kind dr", "drift"),
        ("twicetold analyse run si", "sizes"),
        ("twicetold sentences --find", "--finder"),
        ("twicetold sentences --finder jo", "join"),
    ],
)
def test_a_shell_completes_runs_tables_kinds_analyses_and_options(run, twicetold, monkeypatch, words, found):
    monkeypatch.setenv("_TWICETOLD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    assert found in twicetold()[0].split()
