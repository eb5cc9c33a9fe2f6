"""The page of a run of `threads`, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from typing import Any

import pyarrow.compute as pc
from jinja2 import Environment
from markupsafe import Markup

from twicetold.report import charts, overview, page
from twicetold.report.frame import Room, escaped, frame
from twicetold.report.threads import clusters, with_places
from twicetold.run import Run
from twicetold.run.finished import count, rows, scan
from twicetold.stages.threads.evidence import compared_by, least_score

BYTES_EACH = 9_000  # of a cluster, on average: so 1,000 clusters are at most 9 MB
FIRST = 20  # clusters that are seen at first; a button brings more
BRIDGES = 50  # in the list of all of them

Row = dict[str, Any]


def pieces(run: Run, most: int) -> Iterator[str]:
    """The page with at most so many clusters."""
    templates = page.environment()
    items = list(_items(run, most, most, templates))
    if len(items) < min(most, count(run, "clusters")):  # there was no room for all: no link may go to what is not here
        items = list(_items(run, most, len(items), templates))
    least = least_score(run)
    return templates.get_template("threads.html.j2").generate(
        **frame(run, "threads"),
        figures=_figures(run),
        fields=_fields(run),
        least=least,
        scores=[step / 10 for step in range(1, 10) if step / 10 > least],
        items=items,
        bridges=_bridges(run),
        sections=list(charts.sections(run)),
        first=FIRST,
    )


def _items(run: Run, most: int, here: int, templates: Environment) -> Iterator[Markup]:
    """The clusters' markup, as much as there is room for, with links to those `here`, on the page."""
    template, room = templates.get_template("thread_cluster.html.j2"), Room(most, BYTES_EACH)
    for number, cluster in enumerate(clusters(run, min(most, here))):
        markup = escaped(template.render(cluster=cluster, here=here, hidden=number >= FIRST))
        if not room.takes(markup):
            return
        yield markup


def _figures(run: Run) -> Row:
    """The numbers that stand on top."""
    names = ("threads", "clusters", "members", "matches", "bridges", "candidates", "rejects")
    found: Row = {name: overview.number(run, name) for name in names}
    found["repeated"] = found["members"] / found["threads"] if found["threads"] else None
    return found


def _fields(run: Run) -> list[Row]:
    """How each field was compared, how many matches have it, and how alike they are in it on average."""
    told = []
    for how in compared_by(run):
        there, total = 0, 0.0
        for batch in scan(run, "matches", columns=[how.field]):
            there += len(batch) - batch[how.field].null_count
            total += pc.sum(batch[how.field]).as_py() or 0.0
        told.append({"how": how, "matches": there, "mean": total / there if there else None})
    return told


def _bridges(run: Run) -> list[Row]:
    """The strongest bridges."""
    return with_places(run, nlargest(BRIDGES, rows(run, "bridges"), key=lambda row: row["score"]))
