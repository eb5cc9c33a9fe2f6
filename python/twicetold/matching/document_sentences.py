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
from twicetold.config.groups import BLOCK_NAMES
from twicetold.engines.steps import make_step
from twicetold.errors import InputError
from twicetold.matching.fold import convert_folding_settings
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import UNITS
from twicetold.tables.reading import SENTENCES
from twicetold.tables.sentence_lists import SENTENCE_LISTS, SENTENCE_LISTS_WITH_SECTIONS, SHARED_CONTENT, WHOLE_TEXT

DOCUMENT_ORDER = ("document", "title", "is_against", "source", "place")  # what tells works apart, and orders them


@dataclass(frozen=True)
class GatherSentences:
    """Documents that were read, each with its sentences; one without any is left out."""

    split: SplitIntoSentences
    against_sources: frozenset[str] = frozenset()  # the sources that stand in `--against`
    series: str = ""
    with_text: bool = False  # whether the document as read is given as well

    @property
    def schema(self) -> pa.Schema:
        whole = WHOLE_TEXT if self.with_text else ()
        return pa.schema([*SENTENCE_LISTS_WITH_SECTIONS, *whole])

    def __call__(self, documents: Batch) -> Batch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        # Under their row's number, so that each sentence finds its document again, whatever that is called.
        numbers = pa.array([str(row) for row in range(read.num_rows)], pa.string())
        sentences = self.split(read.set_column(0, read.schema.field("document"), numbers))
        rows = sentences["document"].cast(pa.int64())
        order = pc.array_sort_indices(rows) if not _is_ascending(rows) else None
        if order is not None:
            sentences, rows = sentences.take(order), rows.take(order)
        return self._build_lists(read, sentences, pc.run_end_encode(rows))

    def _build_lists(self, read: Batch, sentences: Batch, runs: pa.RunEndEncodedArray) -> Batch:
        own = read.take(runs.values)
        ends = runs.run_ends.cast(pa.int32())
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])

        def list_values(name: str, values: pa.Array) -> pa.Array:
            kind = SENTENCE_LISTS_WITH_SECTIONS.field(name).type
            return pa.ListArray.from_arrays(offsets, values.cast(kind.value_type), type=kind)

        columns = {name: own[name] for name in ("document", "title", "source", "place", "timestamp")}
        columns["is_against"] = pc.is_in(own["source"], pa.array(sorted(self.against_sources), pa.string()))
        series = self._name_series(own)
        columns["series"] = pa.array(series, pa.string())
        kins = [_hash_name(name) if name and self.series != "none" else 0 for name in series]
        columns["kin"] = pa.array(kins, pa.uint64())
        columns["text"] = pc.binary_join(pa.ListArray.from_arrays(offsets, sentences["text"]), "")
        columns["cuts"] = list_values("cuts", pc.binary_length(sentences["text"]))
        columns["starts"], columns["ends"] = (
            list_values("starts", sentences["start"]),
            list_values("ends", sentences["end"]),
        )
        columns["sections"] = list_values("sections", sentences["section"])
        columns["blocks"] = list_values("blocks", pc.index_in(sentences["block"], _list_block_names()))
        columns["whole"] = own["text"]
        return build_named_batch(columns, self.schema)

    def _name_series(self, own: Batch) -> list[str]:
        """The series of each document; empty for none."""
        if self.series not in ("folder", "source"):
            names: list[str] = own["series"].to_pylist()
            return names
        sources = own["source"].to_pylist()
        return sources if self.series == "source" else [str(PurePath(each).parent) for each in sources]


def _hash_name(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


def _is_ascending(rows: pa.Array) -> bool:
    return len(rows) < 2 or bool(pc.all(pc.greater_equal(rows.slice(1), rows.slice(0, len(rows) - 1))).as_py())


def check_series(series: str, documents: Iterable[Batch]) -> None:
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


UNNUMBERED_SENTENCE_LISTS = pa.schema([each for each in SENTENCE_LISTS if each.name != "number"])


@make_step(SENTENCES)
def list_sentences(works: Batch) -> Batch:
    """Works to their sentences."""
    return spread_sentences(works, SENTENCES)


def spread_sentences(works: Batch, schema: pa.Schema) -> Batch:
    """The sentences of works with columns of theirs (`position`, `text` ...) and of their works (`document` ...)."""
    parents, positions = number_list_items(works["cuts"])
    own = {
        "position": lambda: positions,
        "start": lambda: pc.list_flatten(works["starts"]),
        "end": lambda: pc.list_flatten(works["ends"]),
        "section": lambda: pc.list_flatten(works["sections"]),
        "block": lambda: _list_block_names().take(pc.list_flatten(works["blocks"])),
        "text": lambda: cut_texts(works["text"], pc.list_flatten(works["cuts"])),
    }
    columns = [
        own[each.name]().cast(each.type) if each.name in own else works[each.name].take(parents) for each in schema
    ]
    return build_batch(columns, schema)


def number_list_items(lists: pa.ListArray) -> tuple[pa.Array, pa.Array]:
    """Of every item of lists the row of its list, and its number there."""
    parents, lengths = pc.list_parent_indices(lists), pc.list_value_length(lists)
    before = pc.subtract(pc.cumulative_sum(lengths), lengths)
    return parents, pc.subtract(pa.arange(0, len(parents)), before.take(parents))


def cut_texts(texts: pa.StringArray, cuts: pa.Array) -> pa.StringArray:
    """The pieces that texts are made of, without a copy; `cuts` are the bytes of each."""
    _, offsets, data = texts.buffers()
    if offsets is None or not len(cuts):
        return pa.array([""] * len(cuts), pa.string())
    first = memoryview(offsets).cast("B").cast("i")[texts.offset] if len(texts) else 0
    ends = pc.add(pc.cumulative_sum(cuts.cast(pa.int32())), pa.scalar(first, pa.int32()))
    bounds = pa.concat_arrays([pa.array([first], pa.int32()), ends])
    return pa.StringArray.from_buffers(len(cuts), bounds.buffers()[1], data)


_HASHES = tuple(UNITS.field(name) for name in ("high", "low", "check"))
_SENTENCE_COLUMNS = tuple(SENTENCES.field(name) for name in ("block", "position", "text"))
_DOCUMENT_COLUMNS = tuple(SENTENCE_LISTS.field(name) for name in ("number", "is_against", "kin"))


@dataclass(frozen=True)
class ListOccurrences:
    """Works to the sentences that count, known by their hashes."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = pa.schema(
        [*_HASHES, *_DOCUMENT_COLUMNS, SENTENCES.field("position"), SHARED_CONTENT.field("length")]
    )

    def __call__(self, works: Batch) -> Batch:
        sentences = spread_sentences(works, pa.schema([*_SENTENCE_COLUMNS, *_DOCUMENT_COLUMNS]))
        hashes = _kernels.hash_sentences(sentences, *convert_folding_settings(self.settings))
        columns = [(hashes if each in _HASHES else sentences)[each.name] for each in list(self.schema)[:-1]]
        columns.append(pc.binary_length(sentences["text"]).cast(pa.uint32()))
        return build_batch(columns, self.schema).filter(hashes["used"])


def _list_block_names() -> pa.Array:
    """The names of blocks, by their number. Not a constant: the first array imports pandas where it is installed."""
    return pa.array(BLOCK_NAMES, pa.string())
