"""Table 1 of paper 004: the texts, with how many documents and sentences they have."""

from __future__ import annotations

from collections.abc import Iterator

from replication.base import Part, Table
from replication.source import CHINESE, ENGLISH, Source

PAPER = (
    ("WT10g", "English", 1_692_096, "11 GB"),
    ("Blogs06", "English", 3_215_171, "88.8 GB"),
    ("SogouT 2.0", "Chinese", 24_833_521, "372.5 GB"),
    ("ClueWeb09-T09B", "English", 50_220_423, "490.4 GB"),
)


def list_languages(source: Source) -> dict[str, str]:
    """List the corpora by language; there is no planted text in Chinese."""
    return {"English": ENGLISH} if source.is_planted else {"English": ENGLISH, "Chinese": CHINESE}


def run(source: Source) -> Iterator[Part]:
    rows: list[list[object]] = []
    for language, name in list_languages(source).items():
        texts = source.read_articles(name)
        size = sum(len(text.encode()) for text in texts.values()) / 1e6
        rows.append([source.name_corpus(name), language, len(texts), f"{size:.1f} MB"])
    yield Table(
        ["collection", "language", "documents", "size"], [*rows, *(["paper: " + row[0], *row[1:]] for row in PAPER)]
    )
