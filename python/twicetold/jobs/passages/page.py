"""The page of a run of `passages`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from twicetold.jobs.passages.kinds import BOILERPLATE, PASSAGE_KINDS
from twicetold.jobs.passages.page_pairs import read_pairings
from twicetold.jobs.passages.show import count_passage_kinds
from twicetold.report import overview, page
from twicetold.report.command import ReportLimits
from twicetold.report.frame import ByteBudget, build_frame_values, mark_escaped
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows

PACKAGE = "twicetold.jobs.passages"
BYTES_EACH = 80_000  # of a pair of documents, on average: so 100 pairs are at most 8 MB,
LEAST_PAIRS = 50  # and a few may be as large as so many
VISIBLE_PAIRS = 20  # pairs that are seen at first; a button brings more
KIND_MEANINGS = {kind.name: kind.meaning for kind in PASSAGE_KINDS}


def render_passages_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page with at most so many pairs of documents."""
    templates, pairs = page.load_templates(PACKAGE), limits.pairs
    told = [row | {"meaning": KIND_MEANINGS.get(row["kind"], "")} for row in count_passage_kinds(run)]
    return templates.get_template("passages.html.j2").generate(
        **build_frame_values(run, PACKAGE, PASSAGE_KINDS),
        figures=_collect_figures(run, told),
        kinds=told,
        most_passages=max((row["passages"] for row in told), default=1),
        items=list(_render_pairings(run, pairs, templates)),
        first=VISIBLE_PAIRS,
    )


def _render_pairings(run: Run, pairs: int, templates: Environment) -> Iterator[Markup]:
    template, room = templates.get_template("pairing.html.j2"), ByteBudget(max(pairs, LEAST_PAIRS), BYTES_EACH)
    for pairing in read_pairings(run, pairs):
        markup = mark_escaped(template.render(pairing=pairing, hidden=pairing.number >= VISIBLE_PAIRS))
        if not room.claim_bytes(markup):
            return
        yield markup


def _collect_figures(run: Run, kind_rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers that stand on top."""
    counted = {name: overview.read_figure(run, name) for name in ("documents", "sentences", "matches", "rejects")}
    longest = next(read_rows(run, "passages", columns=["left_start", "left_end"]), None)
    return counted | {
        "pairs": count_rows(run, "document_pairs"),
        "passages": sum(row["passages"] for row in kind_rows if row["kind"] != BOILERPLATE),
        "boilerplate": sum(row["passages"] for row in kind_rows if row["kind"] == BOILERPLATE),
        "longest": longest["left_end"] - longest["left_start"] if longest else None,
    }
