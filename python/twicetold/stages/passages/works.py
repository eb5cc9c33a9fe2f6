"""Documents with their sentences, a row each: what passages are located in.

gathered    documents to works: clean -> split, all sentences of a document in one row
spread      works to sentences again, a row each
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.errors import InputError
from twicetold.schema import GATHERED, MEETING, SENTENCES, UNITS, WORKS
from twicetold.splitters.sentences import Sentences
from twicetold.stages.folding import BLOCKS, how_of

_BLOCKS = pa.array(BLOCKS, pa.string())
NAMES = ("document", "title", "side", "source", "place")  # what tells works apart, and orders them


@dataclass(frozen=True)
class Gathered:
    """Documents that were read, each with its sentences; one without any is left out."""

    split: Sentences
    right: frozenset[str] = frozenset()  # the sources that stand in `--against`
    series: str = ""
    schema: ClassVar[pa.Schema] = GATHERED

    def __call__(self, documents: pa.RecordBatch) -> pa.RecordBatch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        # Under their row's number, so that each sentence finds its document again, whatever that is called.
        numbers = pa.array([str(row) for row in range(read.num_rows)], pa.string())
        sentences = self.split(read.set_column(0, read.schema.field("document"), numbers))
        rows = sentences["document"].cast(pa.int64())
        order = pc.array_sort_indices(rows) if not _ascends(rows) else None
        if order is not None:
            sentences, rows = sentences.take(order), rows.take(order)
        return self._gathered(read, sentences, pc.run_end_encode(rows))

    def _gathered(self, read: pa.RecordBatch, sentences: pa.RecordBatch, runs: pa.RunEndEncodedArray) -> pa.RecordBatch:
        own = read.take(runs.values)
        ends = runs.run_ends.cast(pa.int32())
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])

        def listed(name: str, values: pa.Array) -> pa.Array:
            kind = GATHERED.field(name).type
            return pa.ListArray.from_arrays(offsets, values.cast(kind.value_type), type=kind)

        columns = {name: own[name] for name in ("document", "title", "source", "place")}
        columns["side"] = pa.array([source in self.right for source in own["source"].to_pylist()]).cast(pa.uint32())
        columns["kin"] = self._kin(own)
        columns["text"] = pc.binary_join(pa.ListArray.from_arrays(offsets, sentences["text"]), "")
        columns["cuts"] = listed("cuts", pc.binary_length(sentences["text"]))
        columns["starts"], columns["ends"] = listed("starts", sentences["start"]), listed("ends", sentences["end"])
        columns["sections"] = listed("sections", sentences["section"])
        columns["blocks"] = listed("blocks", pc.index_in(sentences["block"], _BLOCKS))
        return pa.RecordBatch.from_arrays([columns[name] for name in GATHERED.names], schema=GATHERED)

    def _kin(self, own: pa.RecordBatch) -> pa.Array:
        """A number for the series of each; 0 for none."""
        if self.series == "none":
            return pa.repeat(pa.scalar(0, pa.uint64()), own.num_rows)
        if self.series in ("folder", "source"):
            sources = own["source"].to_pylist()
            names = sources if self.series == "source" else [str(PurePath(each).parent) for each in sources]
        else:
            names = own["series"].to_pylist()
        return pa.array([_number(name) if name else 0 for name in names], pa.uint64())


def _number(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


def _ascends(rows: pa.Array) -> bool:
    return len(rows) < 2 or bool(pc.all(pc.greater_equal(rows.slice(1), rows.slice(0, len(rows) - 1))).as_py())


def check_series(series: str, documents: Iterable[pa.RecordBatch]) -> None:
    """A field that the user names and no document has would leave every series out, unnoticed."""
    if series in ("", "none", "folder", "source"):
        return
    seen = False
    for batch in documents:
        seen = seen or batch.num_rows > 0
        if pc.any(pc.not_equal(batch["series"], "")).as_py():
            return
    if seen:
        raise InputError(f"no document has a field `{series}`", "give --series another, or one of folder, source, none")


UNNUMBERED = pa.schema([each for each in WORKS if each.name != "number"])


@dataclass(frozen=True)
class Spread:
    """Works to their sentences."""

    schema: ClassVar[pa.Schema] = SENTENCES

    def __call__(self, works: pa.RecordBatch) -> pa.RecordBatch:
        return spread(works, SENTENCES)


def spread(works: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The sentences of works with columns of theirs (`position`, `text` ...) and of their works (`document` ...)."""
    parents, positions = positions_in(works["cuts"])
    own = {
        "position": lambda: positions,
        "start": lambda: pc.list_flatten(works["starts"]),
        "end": lambda: pc.list_flatten(works["ends"]),
        "section": lambda: pc.list_flatten(works["sections"]),
        "block": lambda: _BLOCKS.take(pc.list_flatten(works["blocks"])),
        "text": lambda: pieces(works["text"], pc.list_flatten(works["cuts"])),
    }
    columns = [
        own[each.name]().cast(each.type) if each.name in own else works[each.name].take(parents) for each in schema
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def positions_in(lists: pa.ListArray) -> tuple[pa.Array, pa.Array]:
    """Of every item of lists the row of its list, and its number there."""
    parents, lengths = pc.list_parent_indices(lists), pc.list_value_length(lists)
    before = pc.subtract(pc.cumulative_sum(lengths), lengths)
    return parents, pc.subtract(pa.arange(0, len(parents)), before.take(parents))


def pieces(texts: pa.StringArray, cuts: pa.Array) -> pa.StringArray:
    """The pieces that texts are made of, without a copy; `cuts` are the bytes of each."""
    _, offsets, data = texts.buffers()
    if offsets is None or not len(cuts):
        return pa.array([""] * len(cuts), pa.string())
    first = memoryview(offsets).cast("B").cast("i")[texts.offset] if len(texts) else 0
    ends = pc.add(pc.cumulative_sum(cuts.cast(pa.int32())), pa.scalar(first, pa.int32()))
    bounds = pa.concat_arrays([pa.array([first], pa.int32()), ends])
    return pa.StringArray.from_buffers(len(cuts), bounds.buffers()[1], data)


_HASHES = tuple(UNITS.field(name) for name in ("high", "low", "check"))
_TEXTS = tuple(SENTENCES.field(name) for name in ("block", "position", "text"))
_OWN = tuple(WORKS.field(name) for name in ("number", "side", "kin"))


@dataclass(frozen=True)
class Occurrences:
    """Works to the sentences that count, known by their hashes."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = pa.schema([*_HASHES, *_OWN, SENTENCES.field("position"), MEETING.field("length")])

    def __call__(self, works: pa.RecordBatch) -> pa.RecordBatch:
        sentences = spread(works, pa.schema([*_TEXTS, *_OWN]))
        hashes = _kernels.identities(sentences, *how_of(self.settings))
        columns = [(hashes if each in _HASHES else sentences)[each.name] for each in list(self.schema)[:-1]]
        columns.append(pc.binary_length(sentences["text"]).cast(pa.uint32()))
        return pa.RecordBatch.from_arrays(columns, schema=self.schema).filter(hashes["used"])
