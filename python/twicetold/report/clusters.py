"""What the pages of jobs with clusters share: the clusters within a byte budget, and the bridges between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import islice
from typing import Protocol, TypeVar

from jinja2 import Template
from markupsafe import Markup

from twicetold.report.frame import ByteBudget, render_items
from twicetold.report.links import NO_LINK, find_links
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows
from twicetold.views.rows import SIDES, Row, name_side

CLUSTER_BYTES = 9_000  # of a cluster, on average: so 1,000 clusters are at most 9 MB
VISIBLE_CLUSTERS = 20  # clusters that are seen at first; a button brings more
CLUSTERS_AT_ONCE = 50  # clusters that are in memory; for each lot the tables are read once
BRIDGES_PER_CLUSTER = 5
MOST_BRIDGES = 50  # in the list of all of them

PlaceDescriber = Callable[[Row], Row]  # what the page calls a document by, from its columns and its `url`


@dataclass
class ClusterItem:
    """A row of `clusters` as a page shows it, with the first of its bridges."""

    row: Row
    bridges: list[Row] = field(default_factory=list, kw_only=True)
    bridge_count: int = field(default=0, kw_only=True)


AnyCluster = TypeVar("AnyCluster", bound=ClusterItem)


class ClusterReader(Protocol):
    """A function that reads the first clusters of a run, the largest."""

    def __call__(self, run: Run, most: int, /) -> Iterable[ClusterItem]: ...


def render_clusters(run: Run, most: int, template: Template, read_clusters: ClusterReader) -> list[Markup]:
    """The clusters' markup, as much as there is room for. No link goes to a cluster that is not on the page."""

    def render(linked: int) -> list[Markup]:
        items = read_clusters(run, min(most, linked))
        budget = ByteBudget(most, CLUSTER_BYTES)
        return list(render_items(template, "cluster", items, budget, VISIBLE_CLUSTERS, here=linked))

    items = render(most)
    return items if len(items) >= min(most, count_rows(run, "clusters")) else render(len(items))


def read_with_bridges(
    run: Run, most: int, read_some: Callable[[list[int]], Iterable[AnyCluster]], describe_place: PlaceDescriber
) -> Iterator[AnyCluster]:
    """The first clusters of the run, the largest, with their bridges; `read_some` reads a few of them by number."""
    shown = min(most, count_rows(run, "clusters"))
    bridges, counts = read_bridges(run, shown, describe_place)
    numbers = iter(range(shown))
    while some := list(islice(numbers, CLUSTERS_AT_ONCE)):
        for cluster in read_some(some):
            number = cluster.row["cluster"]
            cluster.bridges, cluster.bridge_count = bridges.get(number, []), counts[number]
            yield cluster


def read_bridges(run: Run, shown: int, describe_place: PlaceDescriber) -> tuple[dict[int, list[Row]], Counter[int]]:
    """The first bridges of each cluster on the page, seen from that cluster, and how many it has."""
    found: dict[int, list[Row]] = {}
    counts: Counter[int] = Counter()
    for row in read_rows(run, "bridges"):
        for own, across in (SIDES, SIDES[::-1]):
            number = row[f"{own}_cluster"]
            if number is None or number >= shown:
                continue
            counts[number] += 1
            if counts[number] <= BRIDGES_PER_CLUSTER:
                found.setdefault(number, []).append(row | {"own": own, "across": across})
    located = iter(add_places(run, [bridge for each in found.values() for bridge in each], describe_place))
    return {number: [next(located) for _ in each] for number, each in found.items()}, counts


def list_strongest_bridges(run: Run, describe_place: PlaceDescriber) -> list[Row]:
    """The bridges with the highest similarity."""
    strongest = nlargest(MOST_BRIDGES, read_rows(run, "bridges"), key=lambda row: row["similarity"])
    return add_places(run, strongest, describe_place)


def add_places(run: Run, bridges: Sequence[Row], describe_place: PlaceDescriber) -> list[Row]:
    """Bridges with what the page calls both documents by: under `left` and `right`."""
    links = find_links(run, (name_side(row, side) for row in bridges for side in SIDES))

    def describe_side(row: Row, side: str) -> Row:
        own = {name.removeprefix(f"{side}_"): value for name, value in row.items() if name.startswith(f"{side}_")}
        own["url"] = links.get(name_side(row, side), NO_LINK).url
        return describe_place(own) | {"cluster": own["cluster"]}

    return [row | {side: describe_side(row, side) for side in SIDES} for row in bridges]
