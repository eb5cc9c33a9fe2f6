"""Places of documents where text is that stands elsewhere too, and which of them a passage links.

spans     the two sides of passages
places    the spans of a document that overlap are one place, a row for each span
links     two places each; boilerplate links none
linked    what each place is linked with, how typical it is, and the neighbour that is most typical
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.jobs.passages.tables import PASSAGES
from twicetold.matching.lists import group_into_lists, sum_by_list
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import NUMBER_LIST
from twicetold.tables.sentence_lists import SENTENCE_LISTS

WHOLE = 1000  # the closeness of two places that one passage covers


def link_places(load: Callable[[str], Any], engine: Engine) -> dict[str, Table]:
    """The tables `family_places` and `linked`: where text is that stands elsewhere too, and with what it is linked."""
    located = load("located")
    spans = engine.union(*(engine.map(located, ListPassageSpans(side)) for side in ("left", "right")))
    merged = engine.group(spans, ("number",), merge_document_spans)
    numbered = engine.group(merged, ("number", "local"), PassRows(NUMBERED_SPANS), number="place")
    places = engine.group(engine.map(numbered, SelectColumns(PLACES)), ("place",), keep_places_once)
    links = engine.group(engine.map(numbered, select_link_ends), ("passage",), pair_linked_places)
    kinds = engine.map(load("passages"), SelectColumns(_PASSAGE_KINDS))
    weights = engine.group(links, ("left",), sum_place_weights)
    known = engine.join(links, weights, on=("right",), key="place")
    told = engine.join(known, kinds, on=("passage",), key="passage")
    return {"family_places": places, "linked": engine.group(told, ("left",), summarise_links)}


_PASSAGE_KINDS = pa.schema([PASSAGES.field("passage"), PASSAGES.field("kind")])
_SPAN_COLUMNS = ("first", "last", "start", "end")
_SPAN_FIELDS = tuple(PASSAGES.field(f"left_{name}").with_name(name) for name in _SPAN_COLUMNS)
PASSAGE_SPANS = pa.schema([SENTENCE_LISTS.field("number"), *_SPAN_FIELDS, PASSAGES.field("passage")])
MERGED_SPANS = pa.schema(
    [
        SENTENCE_LISTS.field("number"),
        *define_table(local=pa.uint32()),
        *_SPAN_FIELDS,
        PASSAGES.field("passage"),
        *define_table(length=pa.uint32()),  # of the span itself
    ]
)
PLACE = define_table(place=pa.uint32())
NUMBERED_SPANS = pa.schema([*PLACE, *MERGED_SPANS])
PLACES = pa.schema([*PLACE, SENTENCE_LISTS.field("number"), *_SPAN_FIELDS])


@dataclass(frozen=True)
class ListPassageSpans:
    """Passages to the stretch that they cover in the document of one side."""

    side: str
    schema: ClassVar[pa.Schema] = PASSAGE_SPANS

    def __call__(self, located: Batch) -> Batch:
        rows = located.filter(pc.invert(located["boilerplate"]))
        spans = [rows[f"{self.side}_{name}"] for name in _SPAN_COLUMNS]
        return build_batch([rows[self.side], *spans, rows["passage"]], PASSAGE_SPANS)


@make_step(MERGED_SPANS)
def merge_document_spans(spans: Batch) -> Batch:
    """Spans grouped by document, each with the place that it is part of."""
    merged = _kernels.merge_passage_spans(spans)
    length = pc.subtract(spans["end"], spans["start"])
    columns = [spans["number"], *merged.columns, spans["passage"], length]
    return build_batch(columns, MERGED_SPANS)


@make_step(PLACES)
def keep_places_once(places: Batch) -> Batch:
    """Places grouped by their number, each once."""
    runs = pc.run_end_encode(places["place"])
    return places.take(pc.subtract(runs.run_ends, 1)) if places.num_rows else places


_LINK_ENDS = pa.schema([PASSAGES.field("passage"), *PLACE, *define_table(length=pa.uint32(), extent=pa.uint32())])


@make_step(_LINK_ENDS)
def select_link_ends(spans: Batch) -> Batch:
    """Spans as the ends of links: how long the passage is there, and the whole place."""
    extent = pc.subtract(spans["end"], spans["start"])
    return build_batch([spans["passage"], spans["place"], spans["length"], extent], _LINK_ENDS)


LINKS = pa.schema(
    [
        *define_table(left=pa.uint32(), right=pa.uint32()),
        *define_table(closeness=pa.uint64()),  # thousandths of the longer place that the passage covers
        PASSAGES.field("passage"),
    ]
)


@make_step(LINKS)
def pair_linked_places(ends: Batch) -> Batch:
    """The two ends of each passage, which stand together, to a link in either direction."""
    even = pa.array(range(0, ends.num_rows, 2), pa.int64())
    one, two = ends.take(even), ends.take(pc.add(even, 1))
    covered = pc.min_element_wise(one["length"], two["length"]).cast(pa.uint64())
    extent = pc.max_element_wise(one["extent"], two["extent"], 1).cast(pa.uint64())
    closeness = pc.divide(pc.multiply(covered, pa.scalar(WHOLE, pa.uint64())), extent)
    links = [
        build_batch([left["place"], right["place"], closeness, left["passage"]], LINKS)
        for left, right in ((one, two), (two, one))
    ]
    found: Batch = pa.concat_batches(links)
    return found.filter(pc.not_equal(found["left"], found["right"]))


PLACE_WEIGHTS = pa.schema([*PLACE, *define_table(weight=pa.uint64())])


@make_step(PLACE_WEIGHTS)
def sum_place_weights(links: Batch) -> Batch:
    """Links grouped by their left place, to how typical that is: what its passages cover of both places, in all."""
    columns = group_into_lists(links, ("left",), {"right": "others"})
    weights = sum_by_list(links["closeness"], columns["others"]).cast(pa.uint64())
    return build_batch([columns["left"], weights], PLACE_WEIGHTS)


LINKED_PLACES = pa.schema(
    [
        *PLACE_WEIGHTS,
        pa.field("others", NUMBER_LIST, nullable=False),
        *define_table(chief=pa.uint32()),  # the linked place that is most typical
        PASSAGES.field("kind"),  # of its longest passage
    ]
)


@make_step(LINKED_PLACES)
def summarise_links(links: Batch) -> Batch:
    """Links grouped by their left place, with the weight of the right one, to a row for each place."""
    columns = group_into_lists(links, ("left",), {"right": "others"})
    weights = sum_by_list(links["closeness"], columns["others"]).cast(pa.uint64())
    ends = pc.cumulative_sum(pc.list_value_length(columns["others"])).to_pylist()
    rows = zip(*(links[name].to_pylist() for name in ("weight", "right", "passage", "kind")), strict=True)
    every = list(rows)
    chiefs, kinds, first = [], [], 0
    for end in ends:
        own = every[first:end]
        chiefs.append(min((-weight, right) for weight, right, _, _ in own)[1])
        kinds.append(min((passage, kind) for _, _, passage, kind in own)[1])
        first = end
    found = {"place": columns["left"], "weight": weights, "others": columns["others"]}
    found |= {"chief": pa.array(chiefs, pa.uint32()), "kind": pa.array(kinds, pa.string())}
    return build_named_batch(found, LINKED_PLACES)
