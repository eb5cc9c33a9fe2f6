"""Dumps of MediaWiki with every revision: what may be hidden in them, what moved, and how they are packed."""

import bz2
import gzip
import lzma

import pytest
from tests.support.seven_zip import seven_zip

import twicetold

LAKE = "The lake froze over in the winter of 1905, and nobody crossed it for eleven weeks."
MILL = "An old mill of grey stone stands on the hill above the water."
HEAD = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en"><siteinfo><namespaces>'
    '<namespace key="0" /><namespace key="1">Talk</namespace></namespaces></siteinfo>'
)


def revision(number, text, who="<username>Ada</username><id>1</id>", attributes="", comment="<comment>c</comment>"):
    who = f"<contributor>{who}</contributor>" if who else '<contributor deleted="deleted" />'
    content = f"<text{attributes} />" if text is None else f"<text{attributes}>{text}</text>"
    moment = f"2010-01-{number:02}T00:00:00Z"
    return f"<revision><id>{number}</id><timestamp>{moment}</timestamp>{who}{comment}{content}</revision>"


def page(number, title, *revisions, namespace=0):
    return f"<page><title>{title}</title><ns>{namespace}</ns><id>{number}</id>{''.join(revisions)}</page>"


def dump(*pages):
    return f"{HEAD}{''.join(pages)}</mediawiki>"


@pytest.fixture
def trace(tmp_path):
    def trace(*pages, **options):
        path = tmp_path / "w-pages-meta-history.xml"
        path.write_text(dump(*pages), encoding="utf-8")
        return twicetold.history(path, **options)

    return trace


def test_one_title_in_two_namespaces_is_two_pages(trace):
    pages = (
        page(1, "Lake", revision(1, LAKE), revision(3, MILL)),
        page(2, "Talk:Lake", revision(2, LAKE), namespace=1),
    )
    assert {(row["document"], row["alive"]) for row in trace(*pages, namespaces=(0, 1)).lives.to_pylist()} == {
        ("1", False),
        ("1", True),
        ("2", True),
    }


def test_a_page_that_was_moved_has_its_newest_title_in_every_row(tmp_path):
    """Two dumps of one wiki: the page has another title in the second, and the same id."""
    paths = [tmp_path / f"{name}.xml" for name in ("a", "b")]
    paths[0].write_text(dump(page(1, "Lake", revision(1, LAKE))), encoding="utf-8")
    newer = page(1, "Great Lake", revision(1, LAKE), revision(2, f"{LAKE}\n\n{MILL}"))
    paths[1].write_text(dump(newer), encoding="utf-8")
    run = twicetold.history(paths)
    assert {(row["title"], row["revision"]) for row in run.lives.to_pylist()} == {
        ("Great Lake", "1"),
        ("Great Lake", "2"),
    }
    assert run.pages.column("revisions").to_pylist() == [2]


def test_what_was_suppressed_is_empty_or_skipped(trace):
    hidden = revision(2, None, who="", attributes=' deleted="deleted"', comment='<comment deleted="deleted" />')
    run = trace(page(1, "Lake", revision(1, LAKE), hidden, revision(3, f"{LAKE}\n\n{MILL}", who="")))
    lives = run.lives.to_pylist()
    assert [(row["text"], row["returns"], row["alive"]) for row in lives] == [(LAKE, 0, True), (MILL, 0, True)]
    assert [(row["editor"], row["editor_kind"]) for row in lives] == [("Ada", "registered"), ("", "hidden")]
    assert run.facts["results"]["revisions"] == 2


def test_a_page_whose_first_revisions_were_deleted_begins_with_what_is_there(trace):
    run = trace(page(1, "Lake", revision(7, LAKE), revision(9, LAKE)))
    assert [(row["revision"], row["begins"]) for row in run.lives.to_pylist()] == [("7", True)]


def test_a_revision_that_is_too_large_is_rejected_with_its_place(trace):
    large = "\n\n".join(f"{MILL} {number}" for number in range(40))
    run = trace(page(1, "Lake", revision(1, LAKE), revision(2, large), revision(3, MILL)), document_bytes=1_000)
    assert {row["text"] for row in run.lives.to_pylist()} == {LAKE, MILL}
    (reject,) = run.rejects.to_pylist()
    assert reject["place"].startswith("byte ")
    assert "1000 bytes" in reject["reason"]


PACKED = {
    "xml": lambda content: content,
    "xml.bz2": bz2.compress,
    "xml.gz": gzip.compress,
    "xml.xz": lzma.compress,
    "xml.lzma": lambda content: lzma.compress(content, lzma.FORMAT_ALONE),
    "xml.7z": lambda content: seven_zip({"w.xml": content}, is_packed=True),
}


@pytest.mark.parametrize("suffix", PACKED)
def test_however_a_dump_is_packed(tmp_path, suffix):
    path = tmp_path / f"w-pages-meta-history.{suffix}"
    path.write_bytes(PACKED[suffix](dump(page(1, "Lake", revision(1, LAKE), revision(2, MILL))).encode()))
    assert [(row["text"], row["end_revision"]) for row in twicetold.history(path).lives.to_pylist()] == [
        (LAKE, "2"),
        (MILL, ""),
    ]
