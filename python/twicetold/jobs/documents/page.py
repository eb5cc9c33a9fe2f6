"""The page of a run of `documents`, piece by piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import pyarrow.compute as pc

from twicetold.jobs.documents.page_clusters import describe_place, read_document_clusters, shorten_source
from twicetold.report import charts, overview, page
from twicetold.report.clusters import VISIBLE_CLUSTERS, list_strongest_bridges, render_clusters
from twicetold.report.command import ReportLimits
from twicetold.report.corpus import NamedCorpus, describe_corpus
from twicetold.report.frame import build_frame_values
from twicetold.run import Run
from twicetold.run.finished import read_rows, scan_table
from twicetold.text.plurals import format_share
from twicetold.views.rows import Row

PACKAGE = "twicetold.jobs.documents"
MOST_SOURCES = 20  # sources in the list of those that lose most
MOST_FILES = 100  # of more files, the list has their folders


def render_documents_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page with at most so many clusters."""
    templates = page.load_templates(PACKAGE)
    template = templates.get_template("document_cluster.html.j2")
    own, other = describe_corpus(run)
    figures = _collect_figures(run, own, other)
    sources, sources_there = _count_by_source(run)
    return templates.get_template("documents.html.j2").generate(
        **build_frame_values(run, PACKAGE),
        name=f"{other.name} in {own.name}" if other else own.name,
        heading=_format_heading(figures, own, other),
        figures=figures,
        own=own,
        other=other,
        scores=[each / 100 for each in (70, 80, 85, 90, 95, 99) if each / 100 > (figures["threshold"] or 0)],
        items=render_clusters(run, limits.clusters, template, read_document_clusters),
        bridges=list_strongest_bridges(run, describe_place),
        sources=sources,
        sources_there=sources_there,
        sections=list(charts.build_sections(run)),
        first=VISIBLE_CLUSTERS,
    )


def _collect_figures(run: Run, own: NamedCorpus, other: NamedCorpus | None) -> Row:
    """The numbers that stand on top; what the run does not know is None."""
    results = run.facts.get("results", {})
    names = ("documents", "clusters", "members", "matches", "bridges", "candidates", "distinct", "kept", "removed")
    found: Row = {name: overview.read_figure(run, name) for name in (*names, "without_text", "overlaps", "rejects")}
    found |= {name: results.get(name) for name in ("recall", "measure", "threshold", "feature", "shingle", "finder")}
    found["left_out"] = results.get("crowds", {}).get("pairs_left_out", 0)
    keeping = run.facts["settings"].get("documents", {})
    found |= {name: keeping.get(name, "") for name in ("keep", "prefer")}
    found["others"] = (found["clusters"] or 0) + _count_texts_only_in_bridges(run) if other else 0
    searched = own.documents if other else found["documents"]
    found["repeated"] = found["removed"] / searched if searched else None
    found["largest"] = overview.read_largest_size(run)
    return found


def _format_heading(figures: Row, own: NamedCorpus, other: NamedCorpus | None) -> str:
    """`12 of 90 documents (13 %) repeat another`; against another set, how many of this one repeat something of it."""
    if not figures["clusters"]:
        return "nothing found" if other else "no document is repeated"
    if other:
        return format_share(figures["removed"], own.documents, "document")
    if not figures["removed"]:
        return f"{format_share(figures['members'], figures['documents'], 'document')} are near-duplicates"
    return f"{format_share(figures['removed'], figures['documents'], 'document')} repeat another"


def _count_texts_only_in_bridges(run: Run) -> int:
    """Texts of the other set that match one of this set, which repeats another of that set more."""
    columns = ["left_cluster", "left_source", "left_place"]
    alone = (row for row in read_rows(run, "bridges", columns=columns) if row["left_cluster"] is None)
    return len({(row["left_source"], row["left_place"]) for row in alone})


def _count_by_source(run: Run) -> tuple[list[Row], int]:
    """The files that lose most, or of very many files their folders; and how many there are."""
    read, gone = Counter[str](), Counter[str]()
    for batch in scan_table(run, "documents", columns=["source"]):
        read.update(_count_values(batch["source"]))
    for batch in scan_table(run, "members", columns=["source", "kept"]):
        gone.update(_count_values(batch["source"].filter(pc.invert(batch["kept"]))))
    if len(read) > MOST_FILES:
        read, gone = _sum_by_folder(read), _sum_by_folder(gone)
    order = sorted(read, key=lambda source: (-gone[source], source))[:MOST_SOURCES]
    rows = [{"source": shorten_source(each), "read": read[each], "removed": gone[each]} for each in order]
    return rows, len(read)


def _count_values(sources: Any) -> dict[str, int]:
    return {row["values"]: row["counts"] for row in pc.value_counts(sources).to_pylist()}


def _sum_by_folder(counts: Counter[str]) -> Counter[str]:
    folders = Counter[str]()
    for source, times in counts.items():
        folders[str(PurePath(source).parent)] += times
    return folders
