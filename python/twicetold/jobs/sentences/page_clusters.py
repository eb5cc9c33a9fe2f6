"""Clusters as a page shows them: members by variant, and each variant beside the first with its differences marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.report.differences import EMPTY_TEXT, MarkedParts, ShortenedText, mark_differences, swap_sides
from twicetold.report.links import DocumentLink, find_links
from twicetold.run import Run
from twicetold.run.finished import read_rows, scan_table
from twicetold.tables.batches import Batch
from twicetold.views.rows import DocumentName, Row

VARIANTS_PER_CLUSTER = 8
PLACES_PER_VARIANT = 5
CLUSTER_CHARACTERS = 12_000  # of a cluster's variants together, but always two of them


@dataclass
class SentenceVariantItem:
    """One of a cluster's distinct texts: how often it stands there, its first places, and how it differs."""

    number: int
    text: ShortenedText = EMPTY_TEXT
    language: str = ""
    members: int = 0
    places: list[Row] = field(default_factory=list)
    match: Row | None = None  # with the first variant, as that one's right side
    before: MarkedParts = field(default_factory=list)  # the first variant against this one
    after: MarkedParts = field(default_factory=list)  # this one against the first


@dataclass
class SentenceClusterItem:
    """A row of `clusters`, and its variants."""

    row: Row
    variants: list[SentenceVariantItem]

    @property
    def members_left_out(self) -> int:
        return int(self.row["size"]) - sum(len(variant.places) for variant in self.variants)


def read_sentence_clusters(run: Run, numbers: Iterable[int]) -> Iterator[SentenceClusterItem]:
    """The clusters of these numbers, in this order."""
    wanted = list(numbers)
    if not wanted:
        return
    among = ds.field("cluster").isin(sorted(wanted))
    heads = {row["cluster"]: row for row in read_rows(run, "clusters", among)}
    variants = _read_variants(run, among)
    _attach_matches(run, among, variants)
    known = find_links(
        run, (_name_document(place) for each in variants.values() for one in each for place in one.places)
    )
    for number in wanted:
        yield SentenceClusterItem(
            heads[number], list(_compare_variants(_locate_variants(variants.get(number, []), known)))
        )


def _read_variants(run: Run, among: ds.Expression) -> dict[int, list[SentenceVariantItem]]:
    """Of each cluster the first variants, each with its first places and its first text."""
    found: dict[int, dict[int, SentenceVariantItem]] = {}
    for batch in scan_table(run, "members", among & (ds.field("variant") < VARIANTS_PER_CLUSTER)):
        chosen = []
        for row, (cluster, number) in enumerate(_zip_columns(batch, "cluster", "variant")):
            variant = found.setdefault(cluster, {}).setdefault(number, SentenceVariantItem(number))
            variant.members += 1
            if variant.members <= PLACES_PER_VARIANT:
                chosen.append(row)
        for member in _take_rows(batch, chosen):
            _add_member(found[member["cluster"]][member["variant"]], member)
    return {cluster: [each[number] for number in sorted(each)] for cluster, each in found.items()}


def _add_member(variant: SentenceVariantItem, member: Row) -> None:
    if not variant.places:
        variant.text = ShortenedText.cut_text(member["text"])
    variant.places.append({name: member[name] for name in ("document", "title", "section", "position")})


def _attach_matches(run: Run, among: ds.Expression, variants: dict[int, list[SentenceVariantItem]]) -> None:
    """Gives variants their match with the first one. Matches name a text by its first member."""
    if "matches" not in run.tables:
        return
    named = {
        (cluster, variant.places[0]["document"], variant.places[0]["position"]): variant
        for cluster, each in variants.items()
        for variant in each
    }
    sides = [f"{side}_{name}" for side in ("left", "right") for name in ("document", "position")]
    for batch in scan_table(run, "matches", among):
        ends = [
            (named.get((cluster, *key[:2])), named.get((cluster, *key[2:])))
            for cluster, *key in _zip_columns(batch, "cluster", *sides)
        ]
        chosen = [row for row, (one, other) in enumerate(ends) if one and other and 0 in (one.number, other.number)]
        for row, match in zip(chosen, _take_rows(batch, chosen), strict=True):
            left, right = ends[row]
            if left and right:  # always; for the type checker
                _attach_match(left, right, match)


def _attach_match(left: SentenceVariantItem, right: SentenceVariantItem, match: Row) -> None:
    variant = right if left.number == 0 else left
    changes = match["changes"] if variant is right else swap_sides(match["changes"])
    variant.match = match | {"changes": changes}


def _locate_variants(
    variants: list[SentenceVariantItem], links: dict[DocumentName, DocumentLink]
) -> Iterator[SentenceVariantItem]:
    """Variants whose places can be opened, as many as there is room for."""
    characters = 0
    for number, variant in enumerate(variants):
        characters += len(variant.text.shown)
        if number >= 2 and characters > CLUSTER_CHARACTERS:
            return
        homes = [links.get(_name_document(place), DocumentLink()) for place in variant.places]
        variant.places = [place | {"url": home.url} for place, home in zip(variant.places, homes, strict=True)]
        variant.language = homes[0].language
        yield variant


def _compare_variants(variants: Iterable[SentenceVariantItem]) -> Iterator[SentenceVariantItem]:
    first = None
    for variant in variants:
        first = first or variant
        changes = variant.match["changes"] if variant.match else None
        if variant is not first:
            variant.before, variant.after = mark_differences(first.text, variant.text, changes)
        yield variant


def _name_document(place: Row) -> DocumentName:
    return place["document"], place["title"]


def _zip_columns(batch: Batch, *names: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(batch[name].to_pylist() for name in names), strict=True)


def _take_rows(batch: Batch, rows: list[int]) -> list[Row]:
    picked: list[Row] = batch.take(pa.array(rows, pa.int64())).to_pylist() if rows else []
    return picked
