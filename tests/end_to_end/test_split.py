"""`twicetold split` as a user runs it, in an empty directory."""

import bz2
import gzip
import json
import lzma
import subprocess
from random import Random

import pyarrow.parquet as pq
import pytest
from tests.conftest import PAGES
from tests.support.processes import COMMAND

from twicetold.run import Run
from twicetold.tables.reading import SENTENCES


@pytest.fixture
def run(forked, tmp_path, monkeypatch):
    """`run("split", "a.xml")` -> what it printed, and what it said on stderr, in a process of its own."""
    monkeypatch.chdir(tmp_path)

    def twicetold(*arguments, code=0, stdin=b""):
        done = forked.run(arguments, tmp_path, stdin)
        assert done.code == code, done.err
        return done.out, done.err

    return twicetold


EXPECTED = [
    ("7", "", "prose", "Lake Orrin is a lake in Norland."),
    ("7", "", "prose", "It is 12.5 km (7.8 mi) long & deep."),
    ("7", "", "prose", "Dr. Korn measured it in 1901."),
    ("7", "History", "heading", "History"),
    ("7", "History", "prose", "The lake froze in 1905."),
    ("7", "History", "prose", "Nobody crossed it."),
    ("7", "History", "list", "The first crossing was made on foot."),
    ("7", "See also", "heading", "See also"),
    ("7", "See also", "footer", "Tarn"),
    ("7", "", "reference", "Hale, Lakes, p. 4."),
    ("10", "", "prose", "A tarn is a small lake."),
    ("10", "", "prose", "湖很小。"),
]


def test_a_dump_becomes_located_sentences(run, dump):
    _, errors = run("split", str(dump), "-o", "sentences.parquet")
    table = pq.read_table("sentences.parquet")
    assert table.schema.equals(SENTENCES)
    rows = table.to_pylist()
    assert [(row["document"], row["section"], row["block"], row["text"]) for row in rows] == EXPECTED
    assert [row["position"] for row in rows] == [*range(10), 0, 1]
    assert "read 2 documents, 12 sentences" in errors
    assert "skipped 2 (namespace 1, redirect 1)" in errors


def test_the_same_goes_to_jsonl_stdout_and_a_run_folder(run, dump, tmp_path):
    run("split", str(dump), "-o", "a.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["text"] for row in rows] == [text for *_, text in EXPECTED]
    lines, _ = run("split", str(dump))
    assert lines.splitlines() == [text for *_, text in EXPECTED]
    lines, _ = run("split", str(dump), "--format", "jsonl", "--quiet")
    assert [json.loads(line) for line in lines.splitlines()] == rows
    run("split", str(dump), "-o", "folder")
    assert Run("folder").sentences.to_pylist() == rows
    assert Run("folder").documents["title"].to_pylist() == ["Lake Orrin", "Tarn"]


@pytest.mark.parametrize("pack", [bytes, bz2.compress, gzip.compress, lzma.compress], ids=["plain", "bz2", "gz", "xz"])
def test_stdin_is_read_however_it_is_packed(run, pack):
    lines, _ = run("split", "-", stdin=pack(PAGES.encode()))
    assert lines.splitlines() == [text for *_, text in EXPECTED]


@pytest.mark.parametrize("pack", [bytes, bz2.compress, gzip.compress], ids=["plain", "bz2", "gz"])
def test_a_long_stdin_is_told_by_its_head(run, pack):
    words = "".join(Random(1).choices("abcdefghijklmnopqrstuvwxyz ", k=2_000_000))
    head, tail = PAGES.split("A '''tarn'''")
    lines, _ = run("split", "-", stdin=pack((head + words + ". A '''tarn'''" + tail).encode()))
    assert lines.splitlines()[0] == EXPECTED[0][3]
    assert lines.splitlines()[-1] == EXPECTED[-1][3]


@pytest.mark.slow
def test_threads_batches_and_the_order_of_files_change_nothing(run, tmp_path):
    for name, page in (("b.xml", PAGES.replace("Orrin", "Hale")), ("a.xml", PAGES)):
        (tmp_path / name).write_text(page, encoding="utf-8")
    (tmp_path / "small.toml").write_text("[reading]\nbatch_bytes = 1\n")
    digests = set()
    for number, arguments in enumerate(
        [
            ("a.xml", "b.xml"),
            ("b.xml", "a.xml", "--workers", "1"),
            ("a.xml", "b.xml", "a.xml", "--workers", "2"),
            ("*.xml",),
        ]
    ):
        run("split", *arguments, "-o", f"run{number}")
        digests.add(Run(f"run{number}").digest)
    run("split", "a.xml", "b.xml", "--config", "small.toml", "-o", "small")
    digests.add(Run("small").digest)
    assert len(digests) == 1


def test_a_damaged_dump_gives_what_can_be_saved_and_exit_code_1(run, tmp_path):
    (tmp_path / "cut.xml").write_text(
        PAGES[: PAGES.index("<title>Tarn")] + "<title>Tarn</title><ns>0", encoding="utf-8"
    )
    lines, errors = run("split", "cut.xml", "--rejects", "rejects.jsonl", code=1)
    assert "Lake Orrin is a lake in Norland." in lines
    assert "rejected: `cut.xml`, byte" in errors
    rejects = [json.loads(line) for line in (tmp_path / "rejects.jsonl").read_text().splitlines()]
    assert [reject["source"] for reject in rejects] == ["cut.xml", "cut.xml"]  # the page, and the dump's end
    _, errors = run("split", "cut.xml", "--strict", code=2)
    assert errors.startswith("error: `cut.xml`, byte")


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (("split", "nothing.xml"), "nothing.xml", ""),
        (("split", "pages.xml", "--reader", "mediawki"), "unknown reader: `mediawki`", "did you mean `mediawiki`?"),
        (("split", "pages.xml", "-o", "out.docx"), "cannot write `.docx` files", ".parquet"),
        (("split", "pages.xml", "-o", "no/such/out.jsonl"), "is not a folder", "make it first"),
        (("split", "pages.xml", "--namespaces", "x"), "--namespaces x", "0,4"),
        (("split", "pages.xml", "--config", "no.toml"), "no.toml", "--config"),
        (("split", "pages.xml", "--revisions", "some"), "unknown revisions: `some`", "latest"),
        (("split", "pages.xml", "--format", "xml"), "unknown format: `xml`", "text"),
    ],
)
def test_a_mistake_gets_an_error_and_its_way_out(run, dump, arguments, error, hint):
    _, errors = run(*arguments, code=2)
    first, *rest = errors.splitlines()
    assert first.startswith("error: ")
    assert error in first
    assert hint in "".join(rest)


def test_what_is_there_is_not_overwritten_unasked(run, dump, tmp_path):
    (tmp_path / "mine.jsonl").write_text("precious")
    _, errors = run("split", str(dump), "-o", "mine.jsonl", code=2)
    assert "--force" in errors
    assert (tmp_path / "mine.jsonl").read_text() == "precious"
    run("split", str(dump), "-o", "mine.jsonl", "--force")
    assert "Lake Orrin" in (tmp_path / "mine.jsonl").read_text()


def test_a_reader_that_closes_early_is_no_error(tmp_path):
    (tmp_path / "long.txt").write_text("A word and another. " * 100_000)  # far more than a pipe holds
    command = " ".join(f"'{part}'" for part in COMMAND) + " split long.txt | head -1; echo ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, cwd=tmp_path)
    assert done.stdout.decode().splitlines() == ["A word and another.", "0"]
    assert b"Traceback" not in done.stderr


def test_help_and_version_are_there(run):
    assert run("--version")[0].startswith("twicetold ")
    for command in ("split", "demo"):
        assert "Example" in run(command, "--help")[0]
