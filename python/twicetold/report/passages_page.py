"""The page of a run of `passages`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from twicetold.report import overview, page
from twicetold.report.frame import Room, escaped, frame
from twicetold.report.passages import pairings
from twicetold.run import Run
from twicetold.run.finished import count, rows
from twicetold.show.passages import BOILERPLATE, kinds

BYTES_EACH = 80_000  # of a pair of documents, on average: so 100 pairs are at most 8 MB,
LEAST_PAIRS = 50  # and a few may be as large as so many
FIRST = 20  # pairs that are seen at first; a button brings more

MEANING = {
    "document": "nearly all of both documents",
    "quotation": "a part of one in a part of the other",
    "collection": "one document gathers parts of many; this is one of them",
    "multipage": "one document is a page of the other",
    BOILERPLATE: "what many documents have: a licence, a banner, a menu",
}


def pieces(run: Run, pairs: int) -> Iterator[str]:
    """The page with at most so many pairs of documents."""
    templates = page.environment()
    told = [row | {"meaning": MEANING.get(row["kind"], "")} for row in kinds(run)]
    return templates.get_template("passages.html.j2").generate(
        **frame(run, "passages"),
        figures=_figures(run, told),
        kinds=told,
        most_passages=max((row["passages"] for row in told), default=1),
        items=list(_items(run, pairs, templates)),
        first=FIRST,
    )


def _items(run: Run, pairs: int, templates: Environment) -> Iterator[Markup]:
    template, room = templates.get_template("pairing.html.j2"), Room(max(pairs, LEAST_PAIRS), BYTES_EACH)
    for pairing in pairings(run, pairs):
        markup = escaped(template.render(pairing=pairing, hidden=pairing.number >= FIRST))
        if not room.takes(markup):
            return
        yield markup


def _figures(run: Run, told: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers that stand on top."""
    counted = {name: overview.number(run, name) for name in ("documents", "sentences", "matches", "rejects")}
    longest = next(rows(run, "passages", columns=["left_start", "left_end"]), None)
    return counted | {
        "pairs": count(run, "document_pairs"),
        "passages": sum(row["passages"] for row in told if row["kind"] != BOILERPLATE),
        "boilerplate": sum(row["passages"] for row in told if row["kind"] == BOILERPLATE),
        "longest": longest["left_end"] - longest["left_start"] if longest else None,
    }
