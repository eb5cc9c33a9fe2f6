"""The page of a run of `passages`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twicetold.jobs.passages.kinds import BOILERPLATE, PASSAGE_KINDS
from twicetold.jobs.passages.page_families import FamilyItem, count_taken, read_families
from twicetold.jobs.passages.page_pairs import read_pairings
from twicetold.jobs.passages.show import count_passage_kinds
from twicetold.report import charts, overview, page
from twicetold.report.command import ReportLimits
from twicetold.report.corpus import describe_corpus
from twicetold.report.frame import ByteBudget, build_frame_values, render_items
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows
from twicetold.text.plurals import format_count

PACKAGE = "twicetold.jobs.passages"
PAIR_BYTES = 80_000  # of a pair of documents, on average: so 100 pairs are at most 8 MB
LEAST_PAIRS = 50  # a page of fewer pairs may be as large as one of so many
FAMILY_BYTES = 40_000  # of a family, on average
MOST_SERIES = 500  # series to choose from
VISIBLE_PAIRS = 20  # pairs that are seen at first; a button brings more
KIND_MEANINGS = {kind.name: kind.meaning for kind in PASSAGE_KINDS}


def render_passages_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page with at most so many pairs of documents."""
    templates = page.load_templates(PACKAGE)
    template = templates.get_template("pairing.html.j2")
    budget = ByteBudget(max(limits.pairs, LEAST_PAIRS), PAIR_BYTES)
    kinds = [row | {"meaning": KIND_MEANINGS.get(row["kind"], "")} for row in count_passage_kinds(run)]
    figures = _collect_figures(run, kinds)
    families = list(read_families(run, limits.pairs))
    shown = templates.get_template("family.html.j2")
    family_budget = ByteBudget(max(limits.pairs, LEAST_PAIRS), FAMILY_BYTES)
    sides = [each.counted for each in describe_corpus(run) if each]
    return templates.get_template("passages.html.j2").generate(
        **build_frame_values(run, PACKAGE, PASSAGE_KINDS),
        name=", ".join(sides),
        heading=format_count(figures["passages"], "passage") if figures["passages"] else "no passage is shared",
        figures=figures,
        most_shared=next(read_rows(run, "document_pairs"), None),
        most_copied=families[0].row if families else None,
        kinds=kinds,
        most_passages=max((row["passages"] for row in kinds), default=1),
        families=list(render_items(shown, "family", families, family_budget, VISIBLE_PAIRS)),
        decades=_list_decades(families),
        all_series=sorted({name for each in families for name in each.series})[:MOST_SERIES],
        taken=count_taken(run),
        items=list(render_items(template, "pairing", read_pairings(run, limits.pairs), budget, VISIBLE_PAIRS)),
        sections=list(charts.build_sections(run)),
        first=VISIBLE_PAIRS,
    )


def _list_decades(families: list[FamilyItem]) -> list[int]:
    """The decades that the families are from: `[1830, 1840]`"""
    years = [int(year) for each in families for year in each.years if year]
    return list(range(min(years) // 10 * 10, max(years) + 1, 10)) if years else []


def _collect_figures(run: Run, kind_rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers that stand on top."""
    counted = {
        name: overview.read_figure(run, name) for name in ("documents", "sentences", "sentence_matches", "rejects")
    }
    longest = next(read_rows(run, "passages", columns=["left_start", "left_end"]), None)
    return counted | {
        "pairs": count_rows(run, "document_pairs"),
        "families": count_rows(run, "families") if "families" in run.tables else 0,
        "passages": sum(row["passages"] for row in kind_rows if row["kind"] != BOILERPLATE),
        "boilerplate": sum(row["passages"] for row in kind_rows if row["kind"] == BOILERPLATE),
        "longest": longest["left_end"] - longest["left_start"] if longest else None,
    }
