"""The HTML reader and cleaner: encodings as pages tell them, titles, and the main text."""

from __future__ import annotations

import builtins
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from twicetold.cleaners import html as cleaner
from twicetold.config import Reading
from twicetold.errors import MissingPackage
from twicetold.readers.base import DocumentBatchBuilder, Split
from twicetold.readers.html import HtmlReader, decode_page, extract_title

PAGE = (
    "<html><head><title>Rivers &amp;\n Lakes</title></head><body><nav><a href=/>Home</a></nav><main><h1>Rivers</h1>"
    "<p>The Rhine rises in the Alps and it flows to the North Sea.</p><p>It is long, and old.</p></main>"
    "<footer>Copyright by nobody</footer></body></html>"
)


def without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    real = builtins.__import__

    def importer(name: str, *arguments: Any) -> Any:
        if name.startswith(package):
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", importer)


def batch_of(*texts: str, rejected: str = "") -> pa.RecordBatch:
    rows = DocumentBatchBuilder("pages", "html", 1 << 30, 1 << 30)
    for text in texts:
        assert not list(rows.add(document="d", text=text, place="byte 0"))
    if rejected:
        assert not list(rows.reject(place="byte 0", reason="bad", excerpt=rejected))
    return next(rows.flush())


def test_a_page_is_read_as_it_stands_with_the_title_it_gives(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    [batch] = HtmlReader(Reading()).read(Split(str(tmp_path / "a.html")))
    [row] = batch.to_pylist()
    assert (row["text"], row["title"], row["markup"]) == (PAGE, "Rivers & Lakes", "html")


def test_a_page_without_a_title_has_its_files_name() -> None:
    assert HtmlReader().choose_title("web/index.htm", "<p>words") == "index"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<TITLE lang=en>A  B</TITLE>", "A B"),
        ("<titles>no</titles>", ""),
        ("<title>never closed", ""),
        ("<title", ""),
        ("<title>&#xD800;x</title>", "\ufffdx"),
        ("<title>" * 20_000, ""),
    ],
)
def test_a_title_is_found_or_not(page: str, title: str) -> None:
    assert extract_title(page) == title


@pytest.mark.parametrize(
    ("raw", "charset", "text"),
    [
        ("\ufeffÄ<meta charset=latin-1>".encode(), "", "Ä<meta charset=latin-1>"),
        ("Größe".encode("utf-16"), "", "Größe"),
        ("<meta charset='windows-1251'>Война".encode("cp1251"), "", "<meta charset='windows-1251'>Война"),
        ("<meta http-equiv=x content='text/html; charset=gb2312'>长江".encode("gbk"), "", None),
        ("Größe".encode("latin-1"), "ISO-8859-1", "Größe"),
        ("“quoted”".encode("cp1252"), "iso-8859-1", "“quoted”"),
        ("Größe".encode(), "punycode", "Größe"),
        ("Größe".encode(), "no-such-charset", "Größe"),
        ("<meta charset=utf-16>Größe".encode(), "", "<meta charset=utf-16>Größe"),
        ("Größe".encode(), "us-ascii; \x00", "Größe"),
    ],
)
def test_the_encoding_is_told_by_mark_then_head_then_meta(raw: bytes, charset: str, text: str | None) -> None:
    assert decode_page(raw, charset, "utf-8") == (text if text is not None else raw.decode("gbk"))


def test_a_page_that_tells_nothing_is_read_as_the_settings_say() -> None:
    assert decode_page("Größe".encode("latin-1"), "", "latin-1") == "Größe"


def test_a_stray_byte_in_a_long_page_becomes_a_replacement_character() -> None:
    assert decode_page(b"\xc3\xa4" * 2000 + b"\xff", "utf-8", "utf-8") == "ä" * 2000 + "\ufffd"


def test_a_page_that_tells_the_wrong_encoding_is_read_by_detection() -> None:
    words = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. " * 5
    assert decode_page(words.encode("cp1251"), "utf-8", "utf-8") == words


def test_without_the_detector_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "resiliparse")
    with pytest.raises(MissingPackage) as caught:
        decode_page(b"\xff\xfa\xe0" * 100, "", "utf-8")
    assert "twicetold[web]" in caught.value.hint


def test_the_main_text_has_the_paragraphs_and_not_the_menu() -> None:
    [main] = cleaner.extract_main_texts(batch_of(PAGE)).to_pylist()
    assert "The Rhine rises in the Alps and it flows to the North Sea." in main.splitlines()
    assert "Copyright" not in main
    assert "Home" not in main


def test_rows_without_a_main_text_are_null() -> None:
    assert cleaner.extract_main_texts(batch_of("", "<p> </p>", rejected=PAGE)).to_pylist() == [None, None, None]


def test_what_breaks_the_extractor_is_null_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def extract(page: str, **_options: Any) -> str:
        if "bad" in page:
            raise RuntimeError("parser")
        return page

    monkeypatch.setattr(cleaner, "_import_extractor", lambda: extract)
    assert cleaner.extract_main_texts(batch_of("bad", "good")).to_pylist() == [None, "good"]


def test_a_page_too_deep_for_the_extractor_is_left_to_the_scanner() -> None:
    assert cleaner.is_too_deep("<div>" * 100_000)
    assert cleaner.extract_main_texts(batch_of("<div>some text" * 50_000)).to_pylist() == [None]


def test_a_deep_but_sane_page_is_not_too_deep() -> None:
    assert not cleaner.is_too_deep(("<div>" * 60 + "<p>words of a page</p>" * 40 + "</div>" * 60) * 100)
    assert not cleaner.is_too_deep("<p>unclosed, as people write" * 100_000)


def test_the_cleaner_hands_documents_and_main_texts_to_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    fake = SimpleNamespace(clean_html=lambda documents, main: calls.append((documents, main)) or documents)
    monkeypatch.setattr(cleaner, "_kernels", fake)
    batch = batch_of(PAGE)
    cleaner.CleanHtml()(batch)
    cleaner.CleanHtml(main_only=False)(batch)
    assert "Rhine" in calls[0][1].to_pylist()[0]
    assert calls[1] == (batch, None)


def test_without_the_extractor_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "resiliparse")
    with pytest.raises(MissingPackage):
        cleaner.extract_main_texts(batch_of(PAGE))
