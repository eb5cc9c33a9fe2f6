"""A history: revisions are counted as revisions, their pages as documents. Wikimedia packed it with lzma."""

from __future__ import annotations

import lzma
from pathlib import Path

import pyarrow as pa

import twicetold
from twicetold.readers.revisions import count_changes
from twicetold.readers.summary import summarise_reading

HEAD = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">\n'


def write_history(path: Path) -> Path:
    revision = "<revision><id>{}</id><text>The mill by the lake was built in the year {}.</text></revision>"
    pages = "".join(
        f"<page><title>Mill {page}</title><ns>0</ns><id>{page}</id>"
        + "".join(revision.format(10 * page + each, 1900 + each) for each in range(3))
        + "</page>\n"
        for page in (1, 2)
    )
    path.write_bytes(lzma.compress(f"{HEAD}{pages}</mediawiki>\n".encode(), format=lzma.FORMAT_ALONE))
    return path


def test_a_history_in_lzma_is_read_and_its_pages_are_the_documents(tmp_path: Path, capsys) -> None:
    run = twicetold.sentences(write_history(tmp_path / "h-pages-meta-history.xml.lzma"), revisions="all")
    results = run.facts["results"]
    assert (results["documents"], results["revisions"]) == (2, 6)
    assert run.clusters["documents"].to_pylist() == [2]
    summarise_reading(run).print_summary(0.0)
    assert "read 6 revisions of 2 pages, 6 sentences" in capsys.readouterr().err


def test_pages_are_counted_across_batches() -> None:
    columns = [["1", "1"], [], ["1", "2"], ["2"], ["1"]]
    assert count_changes(pa.array(each, pa.string()) for each in columns) == 3
