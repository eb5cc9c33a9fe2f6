"""Clusters as a page shows them: members by variant, and each variant beside the first with its differences marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.report.links import Home, Name, homes
from twicetold.report.marking import EMPTY, Parts, Text, marked, swapped
from twicetold.run import Run
from twicetold.run.finished import rows, scan
from twicetold.show.cosines import cosines

VARIANTS = 8  # of a cluster,
PLACES = 5  # of a variant,
CHARACTERS = 12_000  # of a cluster's variants together, but always two of them

Row = dict[str, Any]


@dataclass
class Variant:
    """One of a cluster's distinct texts: how often it stands there, its first places, and how it differs."""

    number: int
    text: Text = EMPTY
    whole: str = ""  # the text without a cut
    language: str = ""
    members: int = 0
    places: list[Row] = field(default_factory=list)
    match: Row | None = None  # with the first variant, as that one's right side
    before: Parts = field(default_factory=list)  # the first variant against this one
    after: Parts = field(default_factory=list)  # this one against the first


@dataclass
class Cluster:
    """A row of `clusters`, and its variants."""

    row: Row
    variants: list[Variant]

    @property
    def members_left_out(self) -> int:
        return int(self.row["size"]) - sum(len(variant.places) for variant in self.variants)


def clusters(run: Run, numbers: Iterable[int]) -> Iterator[Cluster]:
    """The clusters of these numbers, in this order."""
    wanted = list(numbers)
    if not wanted:
        return
    among = ds.field("cluster").isin(sorted(wanted))
    heads = {row["cluster"]: row for row in rows(run, "clusters", among)}
    variants = _variants(run, among)
    _match(run, among, variants)
    _measure(run, variants)
    known = homes(run, (_name(place) for each in variants.values() for one in each for place in one.places))
    for number in wanted:
        yield Cluster(heads[number], list(_compared(_placed(variants.get(number, []), known))))


def _variants(run: Run, among: ds.Expression) -> dict[int, list[Variant]]:
    """Of each cluster the first variants, each with its first places and its first text."""
    found: dict[int, dict[int, Variant]] = {}
    for batch in scan(run, "members", among & (ds.field("variant") < VARIANTS)):
        chosen = []
        for row, (cluster, number) in enumerate(_columns(batch, "cluster", "variant")):
            variant = found.setdefault(cluster, {}).setdefault(number, Variant(number))
            variant.members += 1
            if variant.members <= PLACES:
                chosen.append(row)
        for member in _picked(batch, chosen):
            _enter(found[member["cluster"]][member["variant"]], member)
    return {cluster: [each[number] for number in sorted(each)] for cluster, each in found.items()}


def _enter(variant: Variant, member: Row) -> None:
    if not variant.places:
        variant.text, variant.whole = Text.cut(member["text"]), member["text"]
    variant.places.append({name: member[name] for name in ("document", "title", "section", "position")})


def _match(run: Run, among: ds.Expression, variants: dict[int, list[Variant]]) -> None:
    """Gives variants their match with the first one. Matches name a text by its first member."""
    if "matches" not in run.tables:
        return
    named = {
        (cluster, variant.places[0]["document"], variant.places[0]["position"]): variant
        for cluster, each in variants.items()
        for variant in each
    }
    sides = [f"{side}_{name}" for side in ("left", "right") for name in ("document", "position")]
    for batch in scan(run, "matches", among):
        ends = [
            (named.get((cluster, *key[:2])), named.get((cluster, *key[2:])))
            for cluster, *key in _columns(batch, "cluster", *sides)
        ]
        chosen = [row for row, (one, other) in enumerate(ends) if one and other and 0 in (one.number, other.number)]
        for row, match in zip(chosen, _picked(batch, chosen), strict=True):
            left, right = ends[row]
            if left and right:  # always; for the type checker
                _give(left, right, match)


def _measure(run: Run, variants: dict[int, list[Variant]]) -> None:
    """Gives matches by vectors their cosine."""
    matched = [(each[0], variant) for each in variants.values() for variant in each[1:] if variant.match]
    found = cosines(run, [(first.whole, variant.whole) for first, variant in matched])
    for (_, variant), cosine in zip(matched, found, strict=True):
        if variant.match and cosine is not None:
            variant.match["cosine"] = cosine


def _give(left: Variant, right: Variant, match: Row) -> None:
    variant = right if left.number == 0 else left
    changes = match["changes"] if variant is right else swapped(match["changes"])
    variant.match = match | {"changes": changes}


def _placed(variants: list[Variant], known: dict[Name, Home]) -> Iterator[Variant]:
    """Variants whose places can be opened, as many as there is room for."""
    characters = 0
    for number, variant in enumerate(variants):
        characters += len(variant.text.shown)
        if number >= 2 and characters > CHARACTERS:
            return
        homes = [known.get(_name(place), Home()) for place in variant.places]
        variant.places = [place | {"url": home.url} for place, home in zip(variant.places, homes, strict=True)]
        variant.language = homes[0].language
        yield variant


def _compared(variants: Iterable[Variant]) -> Iterator[Variant]:
    first = None
    for variant in variants:
        first = first or variant
        changes = variant.match["changes"] if variant.match else None
        if variant is not first:
            variant.before, variant.after = marked(first.text, variant.text, changes)
        yield variant


def _name(place: Row) -> Name:
    return place["document"], place["title"]


def _columns(batch: pa.RecordBatch, *names: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(batch[name].to_pylist() for name in names), strict=True)


def _picked(batch: pa.RecordBatch, rows: list[int]) -> list[Row]:
    picked: list[Row] = batch.take(pa.array(rows, pa.int64())).to_pylist() if rows else []
    return picked
