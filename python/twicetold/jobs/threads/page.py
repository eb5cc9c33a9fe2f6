"""The page of a run of `threads`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow.compute as pc

from twicetold.jobs.threads.evidence import find_threads, read_field_comparisons, read_settings, read_threshold
from twicetold.jobs.threads.likely import read_likely_duplicates
from twicetold.jobs.threads.page_clusters import describe_place, read_thread_clusters
from twicetold.report import charts, overview, page
from twicetold.report.clusters import VISIBLE_CLUSTERS, list_strongest_bridges, render_clusters
from twicetold.report.command import ReportLimits
from twicetold.report.corpus import describe_corpus
from twicetold.report.frame import build_frame_values
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.text.plurals import agree, format_count
from twicetold.views.rows import Row

PACKAGE = "twicetold.jobs.threads"
MOST_PAIRS = 100  # likely duplicates of each list


def render_threads_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page with at most so many clusters."""
    templates = page.load_templates(PACKAGE)
    template = templates.get_template("thread_cluster.html.j2")
    least = read_threshold(run)
    figures = _collect_figures(run)
    return templates.get_template("threads.html.j2").generate(
        **build_frame_values(run, PACKAGE),
        name=describe_corpus(run, has_parts=True)[0].name,
        heading=_format_heading(figures),
        figures=figures,
        fields=_summarise_fields(run),
        is_ranked=read_settings(run).is_ranked,
        least=least,
        scores=[step / 10 for step in range(1, 10) if step / 10 > least],
        items=render_clusters(run, limits.clusters, template, read_thread_clusters),
        **_collect_likely(run),
        bridges=list_strongest_bridges(run, describe_place),
        sections=list(charts.build_sections(run)),
        first=VISIBLE_CLUSTERS,
    )


def _collect_likely(run: Run) -> Row:
    """Likely duplicates in two lists: those that are not linked, and those that the forum knows."""
    likely = read_likely_duplicates(run)
    new, known = ([row for row in likely if bool(row["known"]) == is_known] for is_known in (False, True))
    shown = [*new[:MOST_PAIRS], *known[:MOST_PAIRS]]
    threads = find_threads(run, {row[name] for row in shown for name in ("document", "other_document")})
    for row in shown:
        for side, prefix in (("left", ""), ("right", "other_")):
            thread = threads.get(row[f"{prefix}document"], {})
            named = {name: row[f"{prefix}{name}"] for name in ("document", "title")}
            row[side] = describe_place(named | {"url": thread.get("url") or ""})
    return {"new": new[:MOST_PAIRS], "known": known[:MOST_PAIRS], "new_count": len(new), "known_count": len(known)}


def _collect_figures(run: Run) -> Row:
    """The numbers that stand on top."""
    names = ("threads", "clusters", "members", "matches", "bridges", "candidates", "rejects")
    found: Row = {name: overview.read_figure(run, name) for name in names}
    found["repeated"] = found["members"] / found["threads"] if found["threads"] else None
    found["largest"] = overview.read_largest_size(run)
    return found


def _format_heading(figures: Row) -> str:
    """`10 questions are asked more than once`"""
    clusters = figures["clusters"]
    if not clusters:
        return "no question is asked twice"
    return f"{format_count(clusters, 'question')} {agree(clusters, 'is', 'are')} asked more than once"


def _summarise_fields(run: Run) -> list[Row]:
    """How each field was compared, how many matches have it, and how alike they are in it on average."""
    rows = []
    for how in read_field_comparisons(run):
        there, total = 0, 0.0
        for batch in scan_table(run, "matches", columns=[how.field]):
            there += len(batch) - batch[how.field].null_count
            total += pc.sum(batch[how.field]).as_py() or 0.0
        rows.append({"how": how, "matches": there, "mean": total / there if there else None})
    return rows
