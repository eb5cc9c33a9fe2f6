"""A small Stack Exchange dump, written for the tests."""

from __future__ import annotations

from html import escape
from typing import Any

BANNER = (
    '<blockquote>\n  <p><strong>Possible Duplicate:</strong><br>\n  <a href="https://x.example/questions/1">How deep is '
    "Lake Orrin?</a>  </p>\n</blockquote>\n\n"
)


def row(**attributes: Any) -> str:
    values = " ".join(f'{name}="{escape(str(value))}"'.replace("\n", "&#xA;") for name, value in attributes.items())
    return f"  <row {values} />\n"


def question(number: int, title: str, body: str = "", **more: Any) -> str:
    return row(Id=number, PostTypeId=1, Body=body, Title=title, Tags="<lakes><maps>", Score=3, **more)


def answer(number: int, parent: int, body: str, score: int = 0) -> str:
    return row(Id=number, PostTypeId=2, ParentId=parent, Score=score, Body=body)


def posts(*rows: str) -> bytes:
    return ('\ufeff<?xml version="1.0" encoding="utf-8"?>\n<posts>\n' + "".join(rows) + "</posts>").encode()


def links(*pairs: tuple[int, int, int]) -> bytes:
    """`(left, right, 3)` is a duplicate."""
    rows = (
        row(Id=number, PostId=left, RelatedPostId=right, LinkTypeId=kind)
        for number, (left, right, kind) in enumerate(pairs, 1)
    )
    return ('<?xml version="1.0" encoding="utf-8"?>\n<postlinks>\n' + "".join(rows) + "</postlinks>").encode()


DUMP = posts(
    answer(3, 1, "<p>Very deep.</p>", 9),  # before its question, and not the accepted one
    question(
        1,
        "How deep is Lake Orrin?",
        "<p>I want to <b>dive</b>.</p><pre><code>depth()\n</code></pre>",
        AcceptedAnswerId=4,
    ),
    question(2, "How deep is the lake? [duplicate]", BANNER + "<p>Orrin, I mean.</p>", AcceptedAnswerId=99),
    answer(4, 1, "<p>It is 90&nbsp;m deep: <code>90</code>.</p>", -1),
    answer(5, 2, "<p>Ask a diver.</p>", 2),
    answer(6, 2, "<p>Ninety.</p><pre>print(90)</pre>", 7),
    answer(10, 2, "<p>As the other says.</p>", 7),
    question(7, "Is it cold?"),
    row(Id=8, PostTypeId=5, Body="about lakes"),
    answer(9, 404, "<p>To a question that is gone.</p>"),
)
LINKS = links((2, 1, 3), (7, 1, 1), (7, 404, 3), (1, 2, 3), (2, 1, 3))


def write_dump(folder):
    """A folder with the posts and the links between them."""
    folder.mkdir()
    (folder / "Posts.xml").write_bytes(DUMP)
    (folder / "PostLinks.xml").write_bytes(LINKS)
    return folder
