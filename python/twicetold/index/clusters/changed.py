"""The texts whose copies two states of an index do not share, and the documents that brought or took them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.index.segments import DOCUMENT_IDS, KEY_COLUMN, Segment
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import UNITS

TEXT = ("key", "check")  # what a text is known by
TEXTS = define_table(key=pa.uint64(), check=pa.uint64())
# A text that a document says more or less often than before.
CHANGED_COPIES = define_table(key=pa.uint64(), check=pa.uint64(), document=pa.string(), copies=pa.int64())
LIVE_PLACES = define_table(text=pa.uint32(), document=pa.uint64())


@dataclass(frozen=True)
class ChangedTexts:
    """What sets two states of an index apart."""

    copies: pa.Table  # CHANGED_COPIES
    gone: pa.Array  # ids of documents that are not there any more, or with another text
    new: pa.Array

    @property
    def texts(self) -> Batch:
        """The texts that some document says more or less often, sorted."""
        return sort_texts(self.copies)


def find_changed_texts(before: Sequence[Segment], after: Sequence[Segment]) -> ChangedTexts:
    """Compare two states, of which the later one has the segments of the earlier one, and perhaps more."""
    known = {segment.facts.name: segment for segment in before}
    parts, gone, new = [], [pa.array([], pa.string())], [pa.array([], pa.string())]
    for segment in after:
        earlier = known.get(segment.facts.name)
        if earlier is None:
            every = pa.arange(0, segment.facts.documents).cast(pa.uint32())
            owners, sign, ids = every.filter(pc.invert(pc.is_in(every, segment.removed))), 1, new
        else:
            owners, sign, ids = segment.removed.filter(pc.invert(pc.is_in(segment.removed, earlier.removed))), -1, gone
        if len(owners):
            named = _find_ids(segment, owners)
            ids.append(named)
            parts += [_count_copies(batch, owners, named, sign) for batch in segment.places]
    table = pa.concat_tables(parts) if parts else CHANGED_COPIES.empty_table()
    summed = table.group_by([*TEXT, "document"], use_threads=False).aggregate([("copies", "sum")])
    copies = summed.rename_columns([*TEXT, "document", "copies"]).filter(pc.not_equal(summed["copies_sum"], 0))
    return ChangedTexts(copies, pc.unique(pa.concat_arrays(gone)), pc.unique(pa.concat_arrays(new)))


def _find_ids(segment: Segment, owners: pa.Array) -> pa.Array:
    """The id of each of some documents."""
    known = [batch.filter(pc.is_in(batch["owner"], owners)) for batch in segment.ids]
    found = pa.Table.from_batches(known, DOCUMENT_IDS).combine_chunks()
    ids, numbers = (found[name].combine_chunks() for name in ("document", "owner"))
    return ids.take(pc.index_in(owners, numbers))


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
    rows, units = [pa.array([], pa.uint32())], [pa.array([], pa.uint32())]
    for segment in segments:
        first = segment.facts.first_unit
        for stored in segment.unit_batches:
            asked, places = _find_keys(texts["key"], stored["high"])
            checks = identify_stored_texts(stored["text"].take(places))["check"]
            same = pc.equal(texts["check"].take(asked), checks)
            rows.append(asked.filter(same))
            units.append(pc.add(places.filter(same), pa.scalar(first, pa.uint32())))
            first += stored.num_rows
    every = pa.arange(0, texts.num_rows).cast(pa.uint32())
    return pa.concat_arrays(units).take(pc.index_in(every, pa.concat_arrays(rows)))


def _find_keys(asked: pa.Array, stored: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Where some hashes are among others, which are sorted: the rows of both."""
    if not len(stored):
        return pa.array([], pa.uint32()), pa.array([], pa.uint32())
    near = pc.and_(pc.greater_equal(asked, stored[0]), pc.less_equal(asked, stored[-1]))
    rows = pc.indices_nonzero(near)
    wanted, keys = (build_batch([each], KEY_COLUMN) for each in (asked.take(rows), stored))
    hits = _kernels.find_sorted_keys(wanted, keys)
    return rows.take(hits["asked"]).cast(pa.uint32()), hits["place"]


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
    for number, segment in enumerate(segments):
        for stored in segment.places:
            asked, rows = _find_keys(texts["key"], stored["key"])
            places = stored.select(["check", "owner", "row"]).take(rows)
            live = pc.invert(pc.is_in(places["owner"], segment.removed))
            live = pc.and_(live, pc.equal(places["check"], texts["check"].take(asked)))
            yield number, segment, asked.filter(live), places.filter(live)


def identify_stored_texts(texts: pa.Array) -> Batch:
    """The hashes `high`, `low` and `check` of stored texts, and the texts."""
    return _kernels.identify_texts(texts, 0, False, False)


def take_unit_rows(segments: Sequence[Segment], units: pa.Array, names: Sequence[str]) -> pa.Table:
    """The numbers of units, in order of their hashes, and what is wanted of these hashes and the texts."""
    wanted = pa.schema([UNITS.field(name) for name in dict.fromkeys(["unit", "high", "low", *names])])
    parts = [wanted.empty_table()]
    ordered = units.sort()
    for segment in segments:
        first = segment.facts.first_unit
        for stored in segment.unit_batches:
            start, end = (bisect_left(ordered, each, key=_get_number) for each in (first, first + stored.num_rows))
            own = ordered.slice(start, end - start)
            texts = stored["text"].take(pc.subtract(own, pa.scalar(first, pa.uint32())))
            hashes = identify_stored_texts(texts)
            columns = [own, *(texts if name == "text" else hashes[name] for name in wanted.names[1:])]
            parts.append(pa.table(columns, schema=wanted))
            first += stored.num_rows
    return pa.concat_tables(parts).sort_by([("high", "ascending"), ("low", "ascending")]).combine_chunks()


def _get_number(value: pa.Scalar) -> int:
    number: int = value.as_py()
    return number
