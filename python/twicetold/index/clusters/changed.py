"""The texts whose copies two states of an index do not share, and the documents that brought or took them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.index.segments import KEY_COLUMN, STORED_UNITS, Segment
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import UNITS

TEXT = ("key", "check")  # what a text is known by
TEXTS = define_table(key=pa.uint64(), check=pa.uint64())
# A text that a document says more or less often than before; a document is known by the hash of its id.
CHANGED_COPIES = define_table(key=pa.uint64(), check=pa.uint64(), id=pa.uint64(), copies=pa.int64())
LIVE_PLACES = define_table(text=pa.uint32(), document=pa.uint64())


@dataclass(frozen=True)
class ChangedTexts:
    """What sets two states of an index apart."""

    copies: pa.Table  # CHANGED_COPIES
    gone: pa.Array  # hashes of the ids of documents that are not there any more, or with another text
    new: pa.Array

    @property
    def texts(self) -> Batch:
        """The texts that some document says more or less often, sorted."""
        return sort_texts(self.copies)


def find_changed_texts(before: Sequence[Segment], after: Sequence[Segment]) -> ChangedTexts:
    """Compare two states, of which the later one has the segments of the earlier one, and perhaps more."""
    known = {segment.facts.name: segment for segment in before}
    parts, gone, new = [], [pa.array([], pa.uint64())], [pa.array([], pa.uint64())]
    for segment in after:
        earlier = known.get(segment.facts.name)
        if earlier is None:
            every = pa.arange(0, segment.facts.documents).cast(pa.uint32())
            owners, sign, ids = every.filter(pc.invert(pc.is_in(every, segment.removed))), 1, new
        else:
            owners, sign, ids = segment.removed.filter(pc.invert(pc.is_in(segment.removed, earlier.removed))), -1, gone
        if len(owners):
            named = _find_ids(segment, owners)
            ids.append(named.drop_null())
            parts += [_count_copies(batch, owners, named, sign) for batch in segment.places]
    table = pa.concat_tables(parts) if parts else CHANGED_COPIES.empty_table()
    summed = table.group_by([*TEXT, "id"], use_threads=False).aggregate([("copies", "sum")])
    copies = summed.rename_columns([*TEXT, "id", "copies"]).filter(pc.not_equal(summed["copies_sum"], 0))
    return ChangedTexts(copies, pc.unique(pa.concat_arrays(gone)), pc.unique(pa.concat_arrays(new)))


def _find_ids(segment: Segment, owners: pa.Array) -> pa.Array:
    """The hash of the id of each of some documents."""
    return segment.ids["key"].take(pc.index_in(owners, segment.ids["owner"]))


def _count_copies(places: Batch, owners: pa.Array, ids: pa.Array, sign: int) -> pa.Table:
    rows = pc.index_in(places["owner"], owners)
    own = pc.is_valid(rows)
    found = ids.take(rows.filter(own))
    columns = [places[name].filter(own) for name in TEXT]
    return pa.table([*columns, found, pa.repeat(pa.scalar(sign, pa.int64()), len(found))], schema=CHANGED_COPIES)


def sort_texts(table: pa.Table) -> Batch:
    """The distinct texts of a table, sorted."""
    distinct = table.select(TEXT).group_by(list(TEXT), use_threads=False).aggregate([])
    ordered = distinct.select(TEXT).sort_by([(name, "ascending") for name in TEXT])
    return build_batch([ordered[name].combine_chunks() for name in TEXT], TEXTS)


def find_text_units(segments: Sequence[Segment], texts: Batch) -> pa.Array:
    """The number of each text in an index, null for one that no segment has: `discard`ed ones, for example."""
    asked = build_batch([texts["key"]], KEY_COLUMN)
    found = pa.nulls(texts.num_rows, pa.uint32())
    rows = pa.arange(0, texts.num_rows).cast(pa.uint32())
    for segment in segments:
        stored = segment.units
        hits = _kernels.find_sorted_keys(asked, build_batch([stored["high"]], KEY_COLUMN))
        same = pc.equal(texts["check"].take(hits["asked"]), stored["check"].take(hits["place"]))
        numbers = pc.add(hits["place"].filter(same), pa.scalar(segment.facts.first_unit, pa.uint32()))
        found = pc.coalesce(found, numbers.take(pc.index_in(rows, hits["asked"].filter(same))))
    return found


def find_live_places(segments: Sequence[Segment], texts: Batch) -> pa.Table:
    """The documents that say each text, by the text's row, as often as they say it."""
    rows, documents = [pa.array([], pa.uint32())], [pa.array([], pa.uint64())]
    for number, _, asked, places in _iterate_places(segments, texts):
        rows.append(asked)
        # The number of a segment and that of a document in it are the document's in the index.
        owners = places["owner"].cast(pa.uint64())
        documents.append(pc.bit_wise_or(owners, pa.scalar(number << 32, pa.uint64())))
    return pa.table([pa.concat_arrays(rows), pa.concat_arrays(documents)], schema=LIVE_PLACES)


def find_live_rows(segments: Sequence[Segment], texts: Batch, most: int) -> list[dict[str, Any]]:
    """The first sentences that say one of some texts, at most so many."""
    found: list[dict[str, Any]] = []
    for _, segment, _, places in _iterate_places(segments, texts):
        found += [segment.read_sentence(row) for row in places["row"].slice(0, most - len(found)).to_pylist()]
    return found


def _iterate_places(segments: Sequence[Segment], texts: Batch) -> Iterator[tuple[int, Segment, pa.Array, Batch]]:
    """Where texts are: the number of a segment, the segment, rows of `texts`, and a place for each."""
    asked = build_batch([texts["key"]], KEY_COLUMN)
    for number, segment in enumerate(segments):
        for stored in segment.places:
            hits = _kernels.find_sorted_keys(asked, stored.select(["key"]))
            places = stored.select(["check", "owner", "row"]).take(hits["place"])
            live = pc.invert(pc.is_in(places["owner"], segment.removed))
            live = pc.and_(live, pc.equal(places["check"], texts["check"].take(hits["asked"])))
            yield number, segment, hits["asked"].filter(live), places.filter(live)


def take_unit_rows(segments: Sequence[Segment], units: pa.Array, names: Sequence[str]) -> pa.Table:
    """Some stored columns of units, with their numbers, in order of their hashes."""
    wanted = list(dict.fromkeys(["high", "low", *names]))
    parts = [pa.schema([UNITS.field("unit"), *(STORED_UNITS.field(name) for name in wanted)]).empty_table()]
    for segment in segments:
        first, end = segment.facts.first_unit, segment.facts.first_unit + segment.facts.units
        own = units.filter(pc.and_(pc.greater_equal(units, first), pc.less(units, end)))
        if len(own):
            rows = pc.subtract(own, pa.scalar(first, pa.uint32()))
            columns = [segment.units[name].take(rows) for name in wanted]
            parts.append(pa.table([own, *columns], schema=parts[0].schema))
    return pa.concat_tables(parts).sort_by([("high", "ascending"), ("low", "ascending")]).combine_chunks()
