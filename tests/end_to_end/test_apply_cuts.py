"""`twicetold apply` on runs of sentences and passages: texts without what they repeat, the first kept."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

FROZE = "The lake froze over in the winter of 1905, and nobody crossed it."
NEARLY = "The lake froze over in the winter of 1906, and nobody crossed it."
PIER = "An old pier stands at its northern end, where the ferry used to land."
MILL = "Below the dam there is a mill whose wheel has not turned for years."
TOWN = "The town was founded by fishermen who came over the mountains in spring."
TEXTS = [f"{FROZE} {PIER}", f"{MILL}\n\n{NEARLY}\n\n{TOWN} {PIER}", f"{TOWN} It is small."]
LEFT = [TEXTS[0], f"{MILL}\n\n{TOWN} ", "It is small."]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def texts(path):
    return [json.loads(line)["text"] for line in path.read_text().splitlines()]


def cut(twicetold):
    twicetold("sentences", "in", "-o", "run")
    return twicetold("apply", "run", "-o", "clean")[1]


def test_repeated_sentences_go_from_jsonl_and_the_first_stays(twicetold, tmp_path):
    (tmp_path / "in").mkdir()
    rows = [{"id": str(9 - at), "text": text, "n": at} for at, text in enumerate(TEXTS)]
    (tmp_path / "in" / "a.jsonl").write_text(lines(rows))
    said = cut(twicetold)
    assert texts(tmp_path / "clean" / "a.jsonl") == LEFT
    assert (tmp_path / "clean" / "a.jsonl").read_text().splitlines()[0] == lines(rows).splitlines()[0]
    assert "3 records: 3 kept, 0 removed, 0 rejected" in said
    assert "3 sentences cut out of 2 records" in said
    removed = [json.loads(line) for line in (tmp_path / "clean" / "removed.jsonl").read_text().splitlines()]
    assert sorted(row["text"] for row in removed) == sorted([NEARLY, PIER, TOWN])
    nearly = next(row for row in removed if row["text"] == NEARLY)
    assert (nearly["place"], nearly["repeats"]["place"], nearly["repeats"]["text"]) == ("line 2", "line 1", FROZE)
    assert TEXTS[1][nearly["start"] : nearly["end"]] == NEARLY


def test_they_go_from_csv_parquet_and_text_files_alike(twicetold, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text(f'id;text\r\n1;"{TEXTS[0]}"\r\n', newline="")
    columns = {"name": ["b"], "content": pa.array([TEXTS[1]]).dictionary_encode()}
    pq.write_table(pa.table(columns), tmp_path / "in" / "b.parquet")
    (tmp_path / "in" / "c.txt").write_bytes(b"\xff\xfe" + TEXTS[2].encode("utf-16-le"))
    said = cut(twicetold)
    assert "3 sentences cut out of 2 records" in said
    assert (tmp_path / "clean" / "a.csv").read_bytes() == (tmp_path / "in" / "a.csv").read_bytes()
    made = pq.read_table(tmp_path / "clean" / "b.parquet")
    assert made["content"].to_pylist() == [LEFT[1]]
    assert (
        made.schema.field("content").type == pq.read_table(tmp_path / "in" / "b.parquet").schema.field("content").type
    )
    assert (tmp_path / "clean" / "c.txt").read_bytes() == b"\xff\xfe" + LEFT[2].encode("utf-16-le")


def test_a_row_of_csv_that_is_cut_is_still_one(twicetold, tmp_path):
    (tmp_path / "in").mkdir()
    rows = [f'{at},"{text}"\n' for at, text in enumerate(TEXTS)]
    (tmp_path / "in" / "a.csv").write_text("id,text\n" + "".join(rows))
    cut(twicetold)
    assert (tmp_path / "clean" / "a.csv").read_text() == f'id,text\n{rows[0]}1,"{LEFT[1]}"\n2,{LEFT[2]}\n'


def test_nothing_is_cut_out_of_markup(twicetold, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_text(f"<p>{FROZE}</p>")
    twicetold("sentences", "in", "-o", "run")
    _, said = twicetold("apply", "run", "-o", "clean", code=2)
    assert "text cannot be cut out of html" in said
    assert not (tmp_path / "clean").exists()


def test_documents_of_one_name_cannot_be_told_apart(twicetold, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(lines([{"id": "1", "text": FROZE}, {"id": "1", "text": FROZE}]))
    twicetold("sentences", "in", "-o", "run")
    _, said = twicetold("apply", "run", "-o", "clean", code=2)
    assert "two documents are called `1`" in said


SHARED = f"{FROZE} {PIER} {MILL} Nobody knows who built it, and the papers of the parish say nothing of it at all."
OWN = [
    "A guide to the northern lakes, written for those who travel alone and on foot. ",
    "What my grandfather told me when I was a child, as far as I remember it now. ",
    "Minutes of the third meeting of the society for the preservation of old mills. ",
]


@pytest.fixture
def passages(tmp_path):
    rows = [{"id": f"d{at}", "text": f"{own}{SHARED} The end of {at}, in other words."} for at, own in enumerate(OWN)]
    (tmp_path / "in.jsonl").write_text(lines(rows))
    return rows


def test_a_passage_stays_where_it_first_stands(twicetold, passages, tmp_path):
    twicetold("passages", "in.jsonl", "-o", "run", "--boilerplate", "9")
    _, said = twicetold("apply", "run", "-o", "clean", "--remove", "passages")
    made = texts(tmp_path / "clean" / "in.jsonl")
    assert made[0] == passages[0]["text"]
    for own, text in zip(OWN[1:], made[1:], strict=True):
        assert text.startswith(own)
        assert FROZE not in text
        assert MILL not in text
    assert "2 passages cut out of 2 records" in said
    removed = [json.loads(line) for line in (tmp_path / "clean" / "removed.jsonl").read_text().splitlines()]
    assert [(row["document"], row["repeats"]["document"]) for row in removed] == [("d1", "d0"), ("d2", "d0")]
    assert all(row["similarity"] > 0.9 for row in removed)


def test_what_stands_in_against_is_never_cut(twicetold, passages, tmp_path):
    (tmp_path / "in.jsonl").write_text(lines(passages[:1]))
    (tmp_path / "others.jsonl").write_text(lines(passages[1:]))
    twicetold("passages", "in.jsonl", "--against", "others.jsonl", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    assert sorted(path.name for path in (tmp_path / "clean").iterdir()) == ["in.jsonl", "removed.jsonl"]
    (left,) = texts(tmp_path / "clean" / "in.jsonl")
    assert left.startswith(OWN[0])
    assert FROZE not in left
