"""The input finder: paths, globs and folders to files and readers, and what it says of those that are none."""

from __future__ import annotations

import builtins
import gzip
import io
import itertools
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from twicetold import registry
from twicetold.config import Reading
from twicetold.errors import InputError, MissingPackage, SettingsError
from twicetold.readers import inputs
from twicetold.readers.inputs import Input, find_inputs, format_path, open_source

JSON = b'{"id": 1, "text": "words"}\n'
DUMP = b'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">\n'
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
EXTRACTED = b'<doc id="12" url="x" title="A">\nwords\n</doc>\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in an empty folder, as a user does."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(path: str, content: bytes) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content)
    return path


def found(*paths: str, **reading: Any) -> list[tuple[str, str]]:
    return [(each.reader_name, each.path) for each in find_inputs(paths, Reading(**reading))]


def error(*paths: str, **reading: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        find_inputs(paths, Reading(**reading))
    return caught.value


@pytest.mark.parametrize(
    ("name", "content", "reader"),
    [
        ("a.jsonl", JSON, "jsonl"),
        ("a.NDJSON", JSON, "jsonl"),
        ("a.jsonl.gz", gzip.compress(JSON, mtime=0), "jsonl"),
        ("dump.xml", DUMP, "mediawiki"),
        ("dump.xml-p1p41242.gz", gzip.compress(DUMP, mtime=0), "mediawiki"),
        ("page.xml", b"<!DOCTYPE html>", "html"),
        ("records.xml", JSON, "jsonl"),
        ("wiki_00", EXTRACTED, "wikiextractor"),
        ("a.txt", EXTRACTED, "wikiextractor"),
        ("a.txt", b"words", "text"),
        ("a.txt", b"<!DOCTYPE html> is how pages begin", "text"),
        ("a.md", b"# words", "text"),
        ("a.csv", b"id,text\n", "csv"),
        ("a.jsonl", b"a bad first line\n", "jsonl"),
        ("a.htm", b"<p>words", "html"),
        ("a.parquet", b"PAR1", "parquet"),
        ("a.wet.gz", gzip.compress(b"WARC/1.0", mtime=0), "warc"),
        ("no_suffix", b"words", "text"),
        ("broken.xml.gz", b"\x1f\x8b\x08broken", "mediawiki"),
    ],
)
def test_the_reader_is_told_by_suffix_and_first_bytes(folder: Path, name: str, content: bytes, reader: str) -> None:
    assert found(put(name, content)) == [(reader, name)]


def test_a_named_reader_is_taken_without_a_look(folder: Path) -> None:
    assert found(put("a.xyz", JSON), reader="text") == [("text", "a.xyz")]


def test_an_unknown_reader_is_told_with_the_nearest(folder: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        found(put("a.txt", b"x"), reader="jsonll")
    assert "did you mean `jsonl`?" in caught.value.hint


def test_a_folder_gives_the_files_that_readers_know_and_counts_the_others(folder: Path) -> None:
    put("c/b/two.txt", b"words")
    put("c/one.jsonl", JSON)
    put("c/AA/wiki_00", EXTRACTED)
    put("c/LICENSE", b"words, but nobody asked")
    put("c/picture.png", PICTURE)
    put("c/feed.xml", b"<rss>")
    put("c/.hidden.txt", b"x")
    put("c/.git/config.txt", b"x")
    result = find_inputs(["c"], Reading())
    assert [each.path for each in result] == ["c/AA/wiki_00", "c/b/two.txt", "c/one.jsonl"]
    assert result.ignored == 3


def test_a_named_reader_takes_every_file_of_a_folder(folder: Path) -> None:
    put("news/49960", b"words")
    put("news/.hidden", b"words")
    assert found("news", reader="text") == [("text", "news/49960")]


@pytest.mark.parametrize("order", list(itertools.permutations(["c", "./c/a.txt", "c/*.txt", "b.txt"])))
def test_the_order_of_the_arguments_does_not_matter_and_a_file_counts_once(
    folder: Path, order: tuple[str, ...]
) -> None:
    put("c/a.txt", b"x")
    put("b.txt", b"x")
    assert found(*order) == [("text", "b.txt"), ("text", "c/a.txt")]


def test_an_absolute_path_to_the_same_file_counts_once(folder: Path) -> None:
    put("a.txt", b"x")
    assert found("a.txt", str(folder / "a.txt")) == found(str(folder / "a.txt"), "a.txt")
    assert len(found("a.txt", str(folder / "a.txt"))) == 1


def test_a_glob_that_the_shell_left_alone_is_followed(folder: Path) -> None:
    put("c/d/a.jsonl", JSON)
    put("c/b.jsonl", JSON)
    put("c/d/e/none.png", PICTURE)
    assert found("c/*.jsonl") == [("jsonl", "c/b.jsonl")]
    assert found("c/**/*.jsonl") == [("jsonl", "c/b.jsonl"), ("jsonl", "c/d/a.jsonl")]
    assert len(found("c/**")) == 2


def test_a_file_whose_name_looks_like_a_glob_is_itself(folder: Path) -> None:
    assert found(put("a[1].txt", b"x")) == [("text", "a[1].txt")]


def test_links_to_folders_are_followed_once(folder: Path) -> None:
    put("c/a.txt", b"x")
    Path("c/loop").symlink_to("..", target_is_directory=True)
    assert found("c") == [("text", "c/a.txt")]


def test_an_empty_file_is_marked_and_no_error(folder: Path) -> None:
    assert find_inputs([put("a.jsonl", b"")], Reading()) == [Input("jsonl", "a.jsonl", empty=True, folder=str(folder))]
    assert find_inputs([put("nothing", b"")], Reading()) == [Input("text", "nothing", empty=True, folder=str(folder))]


def test_a_missing_path_names_the_nearest(folder: Path) -> None:
    put("c/posts.jsonl", JSON)
    assert error("c/post.jsonl").hint == "did you mean `c/posts.jsonl`?"
    assert error("c/post.jsonl").message == "`c/post.jsonl`: no such file or folder"
    assert "no folder `d`" in error("d/post.jsonl").hint


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("*.jsonl", "no file matches"),
        ("empty", "the folder contains no files"),
        ("pictures", "no known format among 1 file"),
        ("pictures/*", "no known format among 1 file"),
        ("pictures/a.png", "unknown format"),
        ("Posts.xml", "unknown format (looks like stackexchange)"),
        ("link.txt", "No such file"),
        ("", "no such file or folder"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_a_way_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, given: str, message: str
) -> None:
    monkeypatch.delitem(registry.MENU["reader"], "stackexchange", raising=False)
    put("pictures/a.png", PICTURE)
    put("Posts.xml", b"<posts>")
    Path("empty").mkdir()
    Path("link.txt").symlink_to("nowhere")
    assert message in error(given).message
    assert error(given).hint


def test_an_unknown_format_lists_the_readers(folder: Path) -> None:
    assert "jsonl, mediawiki, page, parquet" in error(put("a.png", PICTURE)).hint
    assert "--reader text" in error("a.png").hint


def test_a_file_that_may_not_be_read_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.txt", b"x")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert error("a.txt").message == "`a.txt`: permission denied"


def test_no_path_at_all_is_an_error() -> None:
    assert "no input" in error().message


class Stdin(io.BufferedReader):
    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content))  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [JSON, gzip.compress(JSON, mtime=0)])
def test_stdin_is_told_by_its_first_bytes_which_stay_unread(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    stdin = SimpleNamespace(buffer=Stdin(content), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", stdin)
    assert found("-", "-") == [("jsonl", "-")]
    stream = open_source("-")
    assert not isinstance(stream, str)
    assert stream.read() == content


@pytest.mark.parametrize("is_terminal", [True, False])
def test_stdin_with_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Stdin(b""), isatty=lambda: is_terminal))
    assert "stdin" in error("-").message


def test_a_local_path_is_its_own_source() -> None:
    assert open_source("c/a.txt") == "c/a.txt"


def test_an_address_with_a_suffix_is_not_opened_to_tell_its_reader() -> None:
    assert found("s3://bucket/part-0.jsonl.zst") == [("jsonl", "s3://bucket/part-0.jsonl.zst")]


def test_an_address_is_opened_by_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = SimpleNamespace(open=lambda: io.BytesIO(JSON))
    monkeypatch.setitem(sys.modules, "fsspec", SimpleNamespace(open=lambda path, mode: opened))
    assert found("https://x.org/records") == [("jsonl", "https://x.org/records")]


def test_an_address_that_fsspec_cannot_open_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str, mode: str) -> Any:
        raise ValueError("Protocol not known: x")

    monkeypatch.setitem(sys.modules, "fsspec", SimpleNamespace(open=fail))
    assert "Protocol not known" in error("x1://records").message


def test_hdfs_without_hadoop_has_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str, mode: str) -> None:
        raise OSError("Unable to load libhdfs")

    monkeypatch.setitem(sys.modules, "fsspec", SimpleNamespace(open=fail))
    with pytest.raises(InputError, match="libhdfs") as told:
        open_source("hdfs://host/a.jsonl")
    assert "webhdfs://" in told.value.hint


def test_without_fsspec_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def importer(name: str, *arguments: Any) -> Any:
        if name == "fsspec":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", importer)
    with pytest.raises(MissingPackage) as caught:
        open_source("s3://bucket/a.jsonl")
    assert "twicetold[remote]" in caught.value.hint


def test_a_name_that_is_not_utf8_can_be_shown() -> None:
    assert format_path(os.fsdecode(b"caf\xe9")) == "caf\\xe9"


def test_every_suffix_belongs_to_a_reader_on_the_menu() -> None:
    assert set(inputs._map_suffixes().values()) <= set(registry.list_names("reader"))
    assert inputs._map_suffixes()[".xml"] == "mediawiki"
