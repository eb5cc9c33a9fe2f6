"""The page of a run of `threads`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from typing import Any

import pyarrow.compute as pc
from jinja2 import Environment
from markupsafe import Markup

from twicetold.jobs.threads.evidence import read_field_comparisons, read_threshold
from twicetold.jobs.threads.page_clusters import add_places, read_thread_clusters
from twicetold.report import charts, overview, page
from twicetold.report.command import ReportLimits
from twicetold.report.frame import ByteBudget, build_frame_values, mark_escaped
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, scan_table

PACKAGE = "twicetold.jobs.threads"
BYTES_EACH = 9_000  # of a cluster, on average: so 1,000 clusters are at most 9 MB
VISIBLE_CLUSTERS = 20  # clusters that are seen at first; a button brings more
MOST_BRIDGES = 50  # in the list of all of them

Row = dict[str, Any]


def render_threads_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page with at most so many clusters."""
    templates, most = page.load_templates(PACKAGE), limits.clusters
    items = list(_render_clusters(run, most, most, templates))
    if len(items) < min(
        most, count_rows(run, "clusters")
    ):  # there was no room for all: no link may go to what is not here
        items = list(_render_clusters(run, most, len(items), templates))
    least = read_threshold(run)
    return templates.get_template("threads.html.j2").generate(
        **build_frame_values(run, PACKAGE),
        figures=_collect_figures(run),
        fields=_summarise_fields(run),
        least=least,
        scores=[step / 10 for step in range(1, 10) if step / 10 > least],
        items=items,
        bridges=_list_strongest_bridges(run),
        sections=list(charts.build_sections(run)),
        first=VISIBLE_CLUSTERS,
    )


def _render_clusters(run: Run, most: int, here: int, templates: Environment) -> Iterator[Markup]:
    """The clusters' markup, as much as there is room for, with links to those `here`, on the page."""
    template, room = templates.get_template("thread_cluster.html.j2"), ByteBudget(most, BYTES_EACH)
    for number, cluster in enumerate(read_thread_clusters(run, min(most, here))):
        markup = mark_escaped(template.render(cluster=cluster, here=here, hidden=number >= VISIBLE_CLUSTERS))
        if not room.claim_bytes(markup):
            return
        yield markup


def _collect_figures(run: Run) -> Row:
    """The numbers that stand on top."""
    names = ("threads", "clusters", "members", "matches", "bridges", "candidates", "rejects")
    found: Row = {name: overview.read_figure(run, name) for name in names}
    found["repeated"] = found["members"] / found["threads"] if found["threads"] else None
    return found


def _summarise_fields(run: Run) -> list[Row]:
    """How each field was compared, how many matches have it, and how alike they are in it on average."""
    told = []
    for how in read_field_comparisons(run):
        there, total = 0, 0.0
        for batch in scan_table(run, "matches", columns=[how.field]):
            there += len(batch) - batch[how.field].null_count
            total += pc.sum(batch[how.field]).as_py() or 0.0
        told.append({"how": how, "matches": there, "mean": total / there if there else None})
    return told


def _list_strongest_bridges(run: Run) -> list[Row]:
    """The strongest bridges."""
    return add_places(run, nlargest(MOST_BRIDGES, read_rows(run, "bridges"), key=lambda row: row["similarity"]))
