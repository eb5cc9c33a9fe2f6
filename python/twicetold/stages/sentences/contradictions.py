"""Facts that no longer agree: the matches of kind drift, most certain first, with all a reader needs to settle them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Counted, Same
from twicetold.schema import CONTRADICTIONS, DOCUMENTS, MATCHES, TOLD
from twicetold.stages.sentences.classify import kinds_of

STEP = 5  # hundredths of confidence that count as equally certain

DRIFTING = pa.schema([*TOLD, MATCHES.field("confidence")])
_DATES = ("revision", "timestamp", "url")
_ORDER = ("doubt", "rarity")


def contradictions(drifting: Any, documents: Any, engine: Engine) -> Any:
    """The table `contradictions`, of the matches that drift and the documents they stand in."""
    asked = engine.group(engine.map(drifting, Asked()), ("hash",), Counted(_ASKED))
    wanted = engine.join(engine.map(documents, Dated()), asked, on=("hash",), key="hash")
    dates = engine.group(wanted, ("hash",), Once())
    dated = engine.join(engine.map(drifting, Ranked()), dates, on=("left", "right"), key="hash", keep=True)
    placed = engine.map(dated, Placed())
    ordered = engine.group(placed, PLACED.names, Same(_NUMBERED), number="contradiction")
    return engine.map(ordered, Contradictions())


@dataclass(frozen=True)
class Drifting:
    """The matches of kind drift, without what can be told again."""

    schema: ClassVar[pa.Schema] = DRIFTING

    def __call__(self, classified: pa.RecordBatch) -> pa.RecordBatch:
        return classified.filter(pc.equal(classified["kind"], "drift")).select(DRIFTING.names)


_HASH = pa.field("hash", pa.uint64(), nullable=False)  # of the document's id and title
_DATED = pa.schema([_HASH, *[DOCUMENTS.field(name) for name in _DATES]])
_ASKED = pa.schema([_HASH, pa.field("matches", pa.uint32(), nullable=False)])


@dataclass(frozen=True)
class Asked:
    """The documents of matches, both sides: those whose dates are wanted, of many more that were read."""

    schema: ClassVar[pa.Schema] = pa.schema([_HASH])

    def __call__(self, drifting: pa.RecordBatch) -> pa.RecordBatch:
        both = pa.chunked_array(_hashes(drifting), pa.uint64())
        return pa.RecordBatch.from_arrays([both.combine_chunks()], schema=self.schema)


def _hashes(matches: pa.RecordBatch) -> list[pa.Array]:
    """Of the documents on the left and on the right."""
    return [_kernels.hash_documents(matches, f"{side}_document", f"{side}_title") for side in ("left", "right")]


@dataclass(frozen=True)
class Dated:
    """Which revision of a document was read, from when, and where it stands."""

    schema: ClassVar[pa.Schema] = _DATED

    def __call__(self, documents: pa.RecordBatch) -> pa.RecordBatch:
        hashes = _kernels.hash_documents(documents, "document", "title")
        return pa.RecordBatch.from_arrays([hashes, *(documents[name] for name in _DATES)], schema=_DATED)


@dataclass(frozen=True)
class Once:
    """Dated documents grouped by hash, each once. Where several have the same, nothing is known of their dates."""

    schema: ClassVar[pa.Schema] = _DATED

    def __call__(self, dated: pa.RecordBatch) -> pa.RecordBatch:
        grouped = pa.Table.from_batches([dated]).group_by("hash", use_threads=False)
        counted = grouped.aggregate([([], "count_all"), *((name, "min") for name in _DATES)])
        one = pc.equal(counted["count_all"], 1)
        columns = [pc.if_else(one, counted[f"{name}_min"], "").combine_chunks() for name in _DATES]
        return pa.RecordBatch.from_arrays([counted["hash"].combine_chunks(), *columns], schema=_DATED)


_HASHES = [_HASH.with_name(side) for side in ("left", "right")]
_RANKED = pa.schema([*[pa.field(name, pa.uint32(), nullable=False) for name in _ORDER], *_HASHES, *TOLD])


@dataclass(frozen=True)
class Ranked:
    """Matches with what orders them: how uncertain they are, and how few sentences they concern."""

    schema: ClassVar[pa.Schema] = _RANKED

    def __call__(self, drifting: pa.RecordBatch) -> pa.RecordBatch:
        hundredths = pc.round(pc.multiply(drifting["confidence"], 100)).cast(pa.int64())
        doubt = pc.subtract(100 // STEP, pc.divide(hundredths, STEP)).cast(pa.uint32())
        copies = pc.add(drifting["left_copies"].cast(pa.int64()), drifting["right_copies"].cast(pa.int64()))
        rarity = pc.subtract(2**32 - 1, copies).cast(pa.uint32())
        hashes = _hashes(drifting)
        told = [drifting[name] for name in TOLD.names]
        return pa.RecordBatch.from_arrays([doubt, rarity, *hashes, *told], schema=_RANKED)


PLACED = pa.schema(
    [
        *[_RANKED.field(name) for name in _ORDER],
        *TOLD,
        *[CONTRADICTIONS.field(f"{side}_{name}") for side in ("left", "right") for name in _DATES],
    ]
)


@dataclass(frozen=True)
class Placed:
    """The same with dates, "" where there are none."""

    schema: ClassVar[pa.Schema] = PLACED

    def __call__(self, dated: pa.RecordBatch) -> pa.RecordBatch:
        known = [dated[name] for name in PLACED.names]
        columns = [pc.fill_null(each, "") if pa.types.is_string(each.type) else each for each in known]
        return pa.RecordBatch.from_arrays(columns, schema=PLACED)


_NUMBERED = pa.schema([CONTRADICTIONS.field("contradiction"), *PLACED])


@dataclass(frozen=True)
class Contradictions:
    """Numbered matches to what a reader sees. Their changes are told again: they are few, and lists do not travel."""

    schema: ClassVar[pa.Schema] = CONTRADICTIONS

    def __call__(self, numbered: pa.RecordBatch) -> pa.RecordBatch:
        kinds = kinds_of(numbered)
        columns = {name: kinds[name] for name in ("drift", "confidence", "why", "changes")}
        columns["newer"] = newer(numbered["left_timestamp"], numbered["right_timestamp"])
        columns |= {name: numbered[name] for name in CONTRADICTIONS.names if name in numbered.schema.names}
        return pa.RecordBatch.from_arrays([columns[name] for name in CONTRADICTIONS.names], schema=CONTRADICTIONS)


def newer(left: pa.Array, right: pa.Array) -> pa.Array:
    """Which side is from later: `left`, `right`, or "" where that is not known. ISO 8601 sorts as it stands."""
    known = pc.and_(pc.not_equal(left, ""), pc.not_equal(right, ""))
    later = pc.if_else(pc.greater(left, right), "left", pc.if_else(pc.less(left, right), "right", ""))
    return pc.if_else(known, later, "")
