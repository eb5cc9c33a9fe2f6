"""`twicetold apply`: the input once more, without what is there twice, every record accounted for."""

import bz2
import gzip
import json
import lzma

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.end_to_end.test_documents_command import LAKE, MILL, TOWER, changed, lines

LONGER = f"{LAKE} and one more line at the end"


def jsonl(*rows):
    return "".join(rows).encode()


# Spelled in ways that no program would write again.
KEPT = f'{{"id":1.50, "text" : "{LONGER}" , "x":1e400}}\r\n'
OTHER = f'{{"text":"{TOWER}","caf\\u00e9":"é"}}'
GONE = f'{{"id": "b", "text": "{LAKE}"}}\n'


def removed(folder):
    return [json.loads(line) for line in (folder / "removed.jsonl").read_text().splitlines()]


def test_lines_that_stay_are_the_same_to_the_byte(twicetold, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(jsonl(KEPT, GONE, "\n", "not json\n", OTHER))
    twicetold("documents", "a.jsonl", "-o", "run", code=1)
    out, said = twicetold("apply", "run", "--dry-run", "--json")
    assert [json.loads(line)["document"] for line in out.splitlines()] == ["b"]
    assert "4 records: 2 kept, 1 removed, 1 rejected" in said
    assert not (tmp_path / "clean").exists()
    _, said = twicetold("apply", "run", "-o", "clean")
    assert (tmp_path / "clean" / "a.jsonl").read_bytes() == jsonl(KEPT, OTHER)
    assert "4 records: 2 kept, 1 removed, 1 rejected" in said
    (row,) = removed(tmp_path / "clean")
    assert (row["source"], row["place"]) == ("a.jsonl", "line 2")
    assert row["repeats"] == {"document": "1.50", "title": "", "revision": "", "source": "a.jsonl", "place": "line 1"}
    assert row["similarity"] == pytest.approx(116 / 123)
    assert row["why"] == "repeats `1.50` (jaccard 0.94)"
    assert json.loads(out) == row


@pytest.mark.parametrize(("suffix", "pack", "unpack"), [
    ("gz", gzip.compress, gzip.decompress),
    ("bz2", bz2.compress, bz2.decompress),
    ("xz", lzma.compress, lzma.decompress),
    ("zst", lambda data: pa.compress(data, "zstd", asbytes=True), None),
])  # fmt: skip
def test_a_packed_file_stays_packed(twicetold, tmp_path, suffix, pack, unpack):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"a.jsonl.{suffix}").write_bytes(pack(jsonl(KEPT, GONE, OTHER)))
    twicetold("documents", "in", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    made = (tmp_path / "clean" / f"a.jsonl.{suffix}").read_bytes()
    if unpack is None:
        made = pa.CompressedInputStream(pa.BufferReader(made), "zstd").read()
        assert made == jsonl(KEPT, OTHER)
    else:
        assert unpack(made) == jsonl(KEPT, OTHER)


def test_rows_of_csv_stay_the_same_over_several_lines(twicetold, tmp_path):
    rows = [f'1,"{LAKE[:300]}\n{LONGER[300:]}",x\n', f"2,{LAKE},\n", "\n", "3,too,many,fields\n", f'4,"{TOWER}","y"\n']
    (tmp_path / "a.csv").write_text("id,text,more\n" + "".join(rows))
    twicetold("documents", "a.csv", "-o", "run", code=1)
    twicetold("apply", "run", "-o", "clean")
    assert (tmp_path / "clean" / "a.csv").read_text() == "id,text,more\n" + rows[0] + rows[4]


def test_parquet_keeps_columns_compression_and_row_groups(twicetold, tmp_path):
    table = pa.table({
        "id": pa.array([1, 2, 3, 4], pa.int16()),
        "text": [LAKE, LONGER, None, TOWER],
        "tags": [["a"], [], None, ["b", "c"]],
    })  # fmt: skip
    pq.write_table(table, tmp_path / "a.parquet", compression="zstd", row_group_size=2)
    twicetold("documents", "a.parquet", "-o", "run", code=1)
    _, said = twicetold("apply", "run", "-o", "clean")
    assert "4 records: 2 kept, 1 removed, 1 rejected" in said
    made = pq.ParquetFile(tmp_path / "clean" / "a.parquet")
    assert made.read().equals(table.take([1, 3]))
    assert made.metadata.num_row_groups == 2
    assert made.metadata.row_group(0).column(0).compression == "ZSTD"


def test_files_of_folders_are_copied_to_where_they_were(twicetold, tmp_path):
    for name, text in (("x/a.txt", LAKE), ("y/z/b.txt", LONGER), ("y/c.html", f"<p>{TOWER}</p>"), ("y/d.txt", "")):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    twicetold("documents", "in", "-o", "run", code=1)
    _, said = twicetold("apply", "run", "-o", "clean")
    made = sorted(str(path.relative_to(tmp_path / "clean")) for path in (tmp_path / "clean").rglob("*.*"))
    assert made == ["removed.jsonl", "y/c.html", "y/z/b.txt"]
    assert "wrote 2 files to clean" in said
    assert "4 records: 2 kept, 1 removed, 1 rejected" in said


def test_no_file_is_written_beside_the_folder(twicetold, tmp_path):
    for name in ("home/in", "other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "home" / "in" / "a.jsonl").write_bytes(jsonl(KEPT, GONE))
    (tmp_path / "other" / "b.jsonl").write_bytes(jsonl(OTHER))
    twicetold("documents", "home/in/a.jsonl", "home/in/../../other/b.jsonl", "-o", "run")
    twicetold("apply", "run", "-o", "out/deep/clean")
    written = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.jsonl"))
    kept = ["deep/clean/home/in/a.jsonl", "deep/clean/other/b.jsonl", "deep/clean/removed.jsonl"]
    assert written == kept


def test_what_cannot_be_written_as_it_was_becomes_jsonl_and_says_so(twicetold, dump, tmp_path):
    (tmp_path / "b.json").write_text(json.dumps([{"id": "1", "text": LAKE}, {"id": "2", "text": LONGER, "n": 1}]))
    twicetold("documents", dump.name, "b.json", "-o", "run")
    _, said = twicetold("apply", "run", "-o", "clean")
    assert "cannot be written as it was read: `pages.xml.jsonl`" in said
    pages = [json.loads(line) for line in (tmp_path / "clean" / "pages.xml.jsonl").read_text().splitlines()]
    assert [page["title"] for page in pages] == ["Lake Orrin", "Tarn"]
    assert pages[0]["text"].startswith("'''Lake Orrin'''")
    (left,) = (tmp_path / "clean" / "b.json.jsonl").read_text().splitlines()
    assert json.loads(left) == {"id": "2", "text": LONGER}


def test_the_index_line_of_a_search_dump_goes_with_its_record(twicetold, tmp_path):
    rows = [{"index": {"_id": "1"}}, {"text": LAKE}, {"index": {"_id": "2"}}, {"text": LONGER}]
    (tmp_path / "a.jsonl").write_text(lines(rows))
    twicetold("documents", "a.jsonl", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    assert (tmp_path / "clean" / "a.jsonl").read_text() == lines(rows[2:])


def test_against_another_set_only_the_first_set_is_written(twicetold, tmp_path):
    (tmp_path / "train.jsonl").write_text(lines([{"id": "a", "text": LAKE}, {"id": "b", "text": TOWER}]))
    (tmp_path / "test.jsonl").write_text(lines([{"id": "t", "text": changed(LAKE, 1)}]))
    twicetold("documents", "train.jsonl", "--against", "test.jsonl", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    assert sorted(path.name for path in (tmp_path / "clean").iterdir()) == ["removed.jsonl", "train.jsonl"]
    assert [json.loads(line)["id"] for line in (tmp_path / "clean" / "train.jsonl").read_text().splitlines()] == ["b"]


def test_the_kept_set_applied_again_loses_nothing(twicetold, tmp_path):
    every = [{"id": str(at), "text": changed(MILL, at % 7, at)} for at in range(40)]
    (tmp_path / "a.jsonl").write_text(lines(every))
    twicetold("documents", "a.jsonl", "-o", "run", "--finder", "join", "--threshold", "0.6")
    twicetold("apply", "run", "-o", "clean")
    assert 0 < len((tmp_path / "clean" / "a.jsonl").read_text().splitlines()) < 40
    _, said = twicetold("documents", "clean/a.jsonl", "-o", "again", "--finder", "join", "--threshold", "0.6")
    assert "nothing is repeated" in said


def test_where_nothing_is_there_twice_the_files_are_the_same(twicetold, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(jsonl(KEPT, "\n", OTHER, "\n\n"))
    twicetold("documents", "a.jsonl", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    assert (tmp_path / "clean" / "a.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
    assert removed(tmp_path / "clean") == []


@pytest.fixture
def run(twicetold, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(jsonl(KEPT, GONE))
    twicetold("documents", "a.jsonl", "-o", "run")
    return tmp_path


def test_an_input_that_changed_since_is_refused(twicetold, run):
    (run / "a.jsonl").write_bytes(jsonl(KEPT, GONE, OTHER))
    _, said = twicetold("apply", "run", "-o", "clean", code=2)
    assert "`a.jsonl` has changed since the run was made" in said
    (run / "a.jsonl").unlink()
    _, said = twicetold("apply", "run", "-o", "clean", code=2)
    assert "`a.jsonl` no longer exists" in said
    assert not (run / "clean").exists()


def test_what_is_there_is_not_lost(twicetold, run):
    (run / "clean").mkdir()
    (run / "clean" / "mine").write_text("x")
    _, said = twicetold("apply", "run", "-o", "clean", code=2)
    assert "`clean` is not empty" in said
    twicetold("apply", "run", "-o", "clean", "--force")
    assert sorted(path.name for path in (run / "clean").iterdir()) == ["a.jsonl", "removed.jsonl"]
    for folder in (".", "run"):
        _, said = twicetold("apply", "run", "-o", folder, "--force", code=2)
        assert "inputs are never overwritten" in said
    assert (run / "a.jsonl").exists()


def test_a_record_that_is_not_met_again_lets_nothing_appear(twicetold, run):
    """As if a reader and a writer did not agree on what a record is."""
    documents = pq.read_table(run / "run" / "documents.parquet")
    pq.write_table(pa.concat_tables([documents, documents.slice(0, 1).set_column(
        documents.schema.get_field_index("place"), "place", [["line 99"]]).cast(documents.schema)]),
        run / "run" / "documents.parquet")  # fmt: skip
    _, said = twicetold("apply", "run", "-o", "clean", code=2)
    assert "`a.jsonl`: the number of records kept is 1, but 2 were expected" in said
    assert sorted(path.name for path in run.iterdir()) == ["a.jsonl", "run"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--remove", "sentences", "-o", "clean"), "`--remove sentences` does not work with a run of `documents`"),
        (("--remove", "lines", "-o", "clean"), "`--remove lines` does not work with a run of `documents`"),
        ((), "needs a folder to write to"),
        (("-o", "a.jsonl"), "`a.jsonl`"),
    ],
)
def test_what_cannot_be_done_is_told_with_a_way_out(twicetold, run, options, said):
    _, error = twicetold("apply", "run", *options, code=2)
    assert said in error
    assert "hint: " in error
