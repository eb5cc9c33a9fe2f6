"""Writes a run's report. A file stands under its name only when it is complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from twicetold._kernels import VERSION
from twicetold.errors import SettingsError
from twicetold.export_command import must_be_free
from twicetold.finished import finished_run
from twicetold.plan.quantities import bytes_text
from twicetold.report import charts, overview, page
from twicetold.report.choosing import choose
from twicetold.report.clusters import clusters
from twicetold.report.contradictions import contradictions
from twicetold.run import Run, publish

BYTES_EACH = 6_000  # of a cluster or contradiction, on average: so 1,000 clusters are at most 6 MB,
LEAST_BYTES = 1 << 20  # but a few may be larger
CONTRADICTIONS, CLUSTERS, PAIRS = 10, 20, 20  # seen at first; a button brings more


@dataclass(frozen=True)
class Wanted:
    """How much the page carries."""

    clusters: int = 1_000
    contradictions: int = 300

    def check(self) -> None:
        for name in ("clusters", "contradictions"):
            if getattr(self, name) < 0:
                raise SettingsError(f"`--{name} {getattr(self, name)}`", "give 0 or more")


class Room:
    """How many bytes so many items may take together."""

    def __init__(self, items: int) -> None:
        self.left = max(items * BYTES_EACH, LEAST_BYTES)

    def takes(self, markup: Markup) -> bool:
        """Whether there is room for it; then it is taken."""
        self.left -= len(markup.encode())
        return self.left >= 0


def report(folder: str | Path, output: str | Path, wanted: Wanted | None = None, *, force: bool = False) -> str:
    """Writes the page of a finished run of the job `sentences`; gives its size in words."""
    wanted = wanted or Wanted()
    wanted.check()
    run, path = finished_run(folder, "sentences"), Path(output)
    must_be_free(path, run, force)
    with publish(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for piece in pieces(run, wanted):
            file.write(piece)
    return bytes_text(path.stat().st_size)


def pieces(run: Run, wanted: Wanted) -> Iterator[str]:
    """The page, piece by piece."""
    templates = page.environment()
    choice = choose(run, wanted.clusters)
    groups, shown = _clusters(run, choice.in_turn(), Room(wanted.clusters), templates)
    kinds = overview.kinds(run, choice.there)
    return templates.get_template("page.html.j2").generate(
        **_frame(run),
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
        markup = _escaped(template.render(cluster=cluster, hidden=len(group) >= CLUSTERS))
        if not room.takes(markup):
            break
        group.append(markup)
        shown.add(cluster.row["cluster"])
    return groups, shown


def _contradictions(run: Run, most: int, shown: set[int], templates: Environment) -> Iterator[Markup]:
    template, room = templates.get_template("contradiction.html.j2"), Room(most)
    for number, each in enumerate(contradictions(run, most)):
        markup = _escaped(template.render(contradiction=each, shown=shown, hidden=number >= CONTRADICTIONS))
        if not room.takes(markup):
            return
        yield markup


def _escaped(rendered: str) -> Markup:
    """What a template gave: it has escaped all that it was given."""
    return Markup(rendered)


def _frame(run: Run) -> dict[str, Any]:
    script, style = page.inlined("page.js"), page.inlined("page.css")
    inputs = overview.inputs(run)
    there = len(run.facts.get("inputs", []))
    return {
        "name": f"{inputs[0]['name']}{f' and {there - 1:,} more' if there > 1 else ''}" if inputs else "this run",
        "script": script,
        "style": style,
        "policy": page.policy(script, style),
        "version": VERSION,
        "run_version": run.facts.get("versions", {}).get("twicetold", VERSION),
        "digest": run.digest,
        "figures": overview.figures(run),
        "inputs": inputs,
        "inputs_there": there,
        "settings": overview.settings(run),
        "search": overview.search(run),
        "pairs": overview.pairs(run),
        "rejects": overview.rejects(run),
    }
