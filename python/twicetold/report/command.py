"""Writes a run's report. A file stands under its name only when it is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from twicetold.commands.export import must_be_free
from twicetold.errors import SettingsError
from twicetold.plan.quantities import bytes_text
from twicetold.report import charts, documents_page, overview, page, passages_page, threads_page
from twicetold.report.choosing import choose
from twicetold.report.clusters import clusters
from twicetold.report.contradictions import contradictions
from twicetold.report.frame import Room, escaped, frame
from twicetold.run import Run, publish
from twicetold.run.finished import finished_run

BYTES_EACH = 6_000  # of a cluster or contradiction, on average: so 1,000 clusters are at most 6 MB
CONTRADICTIONS, CLUSTERS, PAIRS = 10, 20, 20  # seen at first; a button brings more


@dataclass(frozen=True)
class Wanted:
    """How much the page carries."""

    clusters: int = 1_000
    contradictions: int = 300
    pairs: int = 100

    def check(self) -> None:
        for name in ("clusters", "contradictions", "pairs"):
            if getattr(self, name) < 0:
                raise SettingsError(f"`--{name} {getattr(self, name)}`", "give 0 or more")


def report(folder: str | Path, output: str | Path, wanted: Wanted | None = None, *, force: bool = False) -> str:
    """Writes the page of a finished run of a job that has one; gives its size in words."""
    wanted = wanted or Wanted()
    wanted.check()
    run, path = finished_run(folder, *PAGES), Path(output)
    must_be_free(path, run, force)
    with publish(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for piece in PAGES[run.facts["job"]](run, wanted):
            file.write(piece)
    return bytes_text(path.stat().st_size)


def pieces(run: Run, wanted: Wanted) -> Iterator[str]:
    """The page of a run of `sentences`, piece by piece."""
    templates = page.environment()
    choice = choose(run, wanted.clusters)
    groups, shown = _clusters(run, choice.in_turn(), Room(wanted.clusters, BYTES_EACH), templates)
    kinds = overview.kinds(run, choice.there)
    return templates.get_template("page.html.j2").generate(
        **frame(run),
        figures=overview.figures(run),
        pairs=overview.pairs(run),
        kinds=kinds,
        most_clusters=max((row["clusters"] for row in kinds), default=0) or 1,
        meaning=overview.MEANING,
        groups={kind: groups[kind] for kind in choice.there if groups.get(kind)},
        there=choice.there,
        shown=shown,
        contradictions=list(_contradictions(run, wanted.contradictions, shown, templates)),
        sections=list(charts.sections(run)),
        pairs_first=PAIRS,
        steps={"contradictions": CONTRADICTIONS, "clusters": CLUSTERS},
    )


def _clusters(
    run: Run, numbers: Iterable[int], room: Room, templates: Environment
) -> tuple[dict[str, list[Markup]], set[int]]:
    """The clusters' markup by kind, as much as there is room for, and which clusters these are."""
    template = templates.get_template("cluster.html.j2")
    groups: dict[str, list[Markup]] = {}
    shown: set[int] = set()
    for cluster in clusters(run, numbers):
        group = groups.setdefault(cluster.row["kind"], [])
        markup = escaped(template.render(cluster=cluster, hidden=len(group) >= CLUSTERS))
        if not room.takes(markup):
            break
        group.append(markup)
        shown.add(cluster.row["cluster"])
    return groups, shown


def _contradictions(run: Run, most: int, shown: set[int], templates: Environment) -> Iterator[Markup]:
    template, room = templates.get_template("contradiction.html.j2"), Room(most, BYTES_EACH)
    for number, each in enumerate(contradictions(run, most)):
        markup = escaped(template.render(contradiction=each, shown=shown, hidden=number >= CONTRADICTIONS))
        if not room.takes(markup):
            return
        yield markup


PAGES: Mapping[str, Callable[[Run, Wanted], Iterator[str]]] = {
    "sentences": pieces,
    "passages": lambda run, wanted: passages_page.pieces(run, wanted.pairs),
    "threads": lambda run, wanted: threads_page.pieces(run, wanted.clusters),
    "documents": lambda run, wanted: documents_page.pieces(run, wanted.clusters),
}
