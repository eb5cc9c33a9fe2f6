"""The page of a run of `history`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

import pyarrow.dataset as ds

from twicetold.jobs.history.biography import (
    PageBiography,
    PageExchange,
    list_busiest_pages,
    read_biographies,
    sum_exchanges,
)
from twicetold.jobs.history.diffs import find_wiki_urls, format_diff_url
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.jobs.history.page_contradictions import read_traced
from twicetold.jobs.history.page_trees import read_trees
from twicetold.report import charts, overview, page
from twicetold.report.command import ReportLimits
from twicetold.report.corpus import name_files
from twicetold.report.frame import ByteBudget, build_frame_values, render_items
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.text.plurals import format_count
from twicetold.views.rows import Row

PACKAGE = "twicetold.jobs.history"
TREE_BYTES = 30_000  # of a tree, on average
CONTRADICTION_BYTES = 6_000
VISIBLE_TREES = 20  # trees that are seen at first; a button brings more
MOST_BIOGRAPHIES = 40
MOST_SENTENCES = 10  # sentences of a biography, of those that came and of those that went
KINDS = ("copy", "move", "split", "merge")


@dataclass(frozen=True)
class BiographyItem:
    """A page and the others that it gave to and took from."""

    life: PageBiography
    url: str
    came: list[PageExchange]
    went: list[PageExchange]
    sentences: list[Row]  # events, each with the address of its diff


def render_history_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page with as many trees and contradictions as the limits allow."""
    templates = page.load_templates(PACKAGE)
    figures = _collect_figures(run)
    trees, conflicts = templates.get_template("tree.html.j2"), templates.get_template("traced.html.j2")
    tree_budget = ByteBudget(limits.clusters, TREE_BYTES)
    traced_budget = ByteBudget(limits.contradictions, CONTRADICTION_BYTES)
    items = list(render_items(trees, "tree", read_trees(run, limits.clusters), tree_budget, VISIBLE_TREES))
    traced = read_traced(run, limits.contradictions)
    return templates.get_template("history.html.j2").generate(
        **build_frame_values(run, PACKAGE),
        name=name_files([str(each.get("path", "")) for each in run.facts.get("inputs", [])]),
        heading=_format_heading(figures),
        figures=figures,
        kinds=KINDS,
        items=items,
        contradictions=list(render_items(conflicts, "contradiction", traced, traced_budget, VISIBLE_TREES)),
        events=_list_certain_edits(run, limits.pairs),
        biographies=list(_read_lives_of_pages(run)),
        sections=list(charts.build_sections(run)),
        first=VISIBLE_TREES,
    )


def _collect_figures(run: Run) -> Row:
    results = overview.read_results(run)
    names = ("pages", "revisions", "lives", "contradictions", "rejects")
    found: Row = {name: overview.read_figure(run, name) for name in names}
    kinds = results.get("events", {})
    return found | {
        "copies": int(results.get("copies", 0)),
        "kinds": {name: kinds[name] for name in KINDS if kinds.get(name)},
        "unknown": kinds.get(NO_SOURCE, 0),
        "trees": sum(row["copies"] > 0 for row in read_rows(run, "clusters", columns=["copies"])),
        "traced": sum(count for how, count in results.get("traced", {}).items() if how != "none"),
    }


def _format_heading(figures: Row) -> str:
    """`321 sentences came from another page`"""
    copies = figures["copies"]
    return f"{format_count(copies, 'sentence')} came from another page" if copies else "no sentence was copied"


def _list_certain_edits(run: Run, most: int) -> list[Row]:
    """The surest sentence of each edit and each page that it took from, the most certain first, with its diff."""
    columns = ["kind", "confidence", "event", "source_document", "target_document", "target_revision"]
    best: dict[tuple[str, ...], tuple[float, int]] = {}
    for row in read_rows(run, "events", ds.field("kind") != NO_SOURCE, columns):
        edit = tuple(row[name] for name in columns[3:])
        best[edit] = min(best.get(edit, (0.0, 0)), (-row["confidence"], row["event"]))
    ranked = nsmallest(most, best.values())
    if not ranked:
        return []
    order = {event: place for place, (_, event) in enumerate(ranked)}
    rows = sorted(read_rows(run, "events", ds.field("event").isin(sorted(order))), key=lambda row: order[row["event"]])
    return _add_diffs(run, rows)


def _add_diffs(run: Run, rows: list[Row]) -> list[Row]:
    urls = find_wiki_urls(run, (row[f"{side}_document"] for row in rows for side in ("source", "target")))
    return [
        row
        | {"diff": format_diff_url(urls.get(row["target_document"], ""), row["target_revision"])}
        | {f"{side}_url": urls.get(row[f"{side}_document"], "") for side in ("source", "target")}
        for row in rows
    ]


def _read_lives_of_pages(run: Run) -> Iterator[BiographyItem]:
    """Biographies of the pages that exchanged most sentences."""
    pages = list_busiest_pages(run, MOST_BIOGRAPHIES)
    urls = find_wiki_urls(run, (row["document"] for row in pages))
    for life in read_biographies(run, pages):
        events = [*islice(life.came, MOST_SENTENCES), *islice(life.went, MOST_SENTENCES)]
        yield BiographyItem(
            life,
            urls.get(life.page["document"], ""),
            sum_exchanges(life.came, "came"),
            sum_exchanges(life.went, "went"),
            _add_diffs(run, events),
        )
