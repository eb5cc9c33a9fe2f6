"""Verified pairs to the tables a user reads: matches inside a cluster, and bridges between two.

turned      the side that stands first is on the left
inside      both sides in one cluster: a match
told        a match with all that its kind is told by: texts, titles, what else its two documents share
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Counted, Same, Select
from twicetold.schema import BRIDGES, DOCUMENT_PAIRS, LABELS, LINKED, PLACED, TOLD, UNITS, VERIFIED, VOICES
from twicetold.stages.sentences.document_pairs import NAMES

FIRST = ("document", "title", "position")  # what orders the sentences of a corpus


def inside_and_between(verified: Any, units: Any, labels: Any, engine: Engine) -> tuple[Any, Any]:
    """The matches inside clusters, and the table `bridges`."""
    firsts = engine.map(units, Select(pa.schema([UNITS.field(name) for name in ("unit", *FIRST)])))
    numbers = engine.map(labels, Select(pa.schema([LABELS.field(name) for name in ("unit", "cluster", "variant")])))
    named = engine.join(verified, firsts, on=("left", "right"), key="unit")
    turned = engine.map(engine.join(named, numbers, on=("left", "right"), key="unit", keep=True), Turned())
    between = engine.group(engine.map(turned, Between()), _BETWEEN.names, Same(_BETWEEN))
    return engine.map(turned, Inside()), engine.map(between, Bridges())


def told(inside: Any, members: Any, document_pairs: Any, engine: Engine) -> Any:
    """The matches inside clusters, in order, with what their kind is told by."""
    counts = engine.group(engine.map(inside, Select(_PER_CLUSTER)), ("cluster",), Counted(_PAIRS_OF))
    counted = engine.join(inside, counts, on=("cluster",), key="cluster")
    met = engine.union(engine.map(counted, MatchesMet()), engine.map(document_pairs, DocumentsMet()))
    shared = engine.group(met, NAMES, Shared())
    voices = engine.group(engine.map(members, Select(PLACED)), ("cluster",), Voices())
    spoken = engine.join(shared, voices, on=("left", "right"), key="voice")
    return engine.group(engine.map(spoken, Select(TOLD)), LINKED.names, Same(TOLD))


_SIDE = ("cluster", "variant", "document", "title", "position")
_TURNED = pa.schema(
    [
        *[pa.field(f"{side}_{name}", LABELS.field(name).type) for side in ("left", "right") for name in _SIDE],
        VERIFIED.field("jaccard"),
        VERIFIED.field("edit_similarity"),
    ]
)


@dataclass(frozen=True)
class Turned:
    """Matches with the side on the left that stands first: by document, title, position."""

    schema: ClassVar[pa.Schema] = _TURNED

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        turn = _kernels.stands_after(joined)
        columns = []
        for name in _TURNED.names:
            side, _, rest = name.partition("_")
            if side in ("left", "right"):
                other = "right" if side == "left" else "left"
                columns.append(pc.if_else(turn, joined[f"{other}_{rest}"], joined[name]))
            else:
                columns.append(joined[name])
        return pa.RecordBatch.from_arrays(columns, schema=_TURNED)


# A match of one cluster; `left` and `right` are voices.
INSIDE = pa.schema(
    [
        LINKED.field("cluster"),
        *[DOCUMENT_PAIRS.field(name) for name in NAMES],
        LINKED.field("left_position"),
        LINKED.field("right_position"),
        VOICES.field("voice").with_name("left"),
        VOICES.field("voice").with_name("right"),
        LINKED.field("jaccard"),
        LINKED.field("edit_similarity"),
    ]
)
_PER_CLUSTER = pa.schema([LINKED.field("cluster")])
_PAIRS_OF = pa.schema([LINKED.field("cluster"), TOLD.field("cluster_pairs")])


@dataclass(frozen=True)
class Inside:
    """The matches whose two sides are in one cluster."""

    schema: ClassVar[pa.Schema] = INSIDE

    def __call__(self, turned: pa.RecordBatch) -> pa.RecordBatch:
        inside = turned.filter(pc.fill_null(pc.equal(turned["left_cluster"], turned["right_cluster"]), False))
        columns = {name: inside[name] for name in INSIDE.names if name in inside.schema.names}
        columns["cluster"] = inside["left_cluster"]
        for side in ("left", "right"):
            columns[side] = voice_of(inside["left_cluster"], inside[f"{side}_variant"])
        return pa.RecordBatch.from_arrays([columns[name] for name in INSIDE.names], schema=INSIDE)


def voice_of(clusters: pa.Array, variants: pa.Array) -> pa.Array:
    """One number for a cluster's variant."""
    return pc.add(pc.multiply(clusters.cast(pa.uint64()), pa.scalar(2**32, pa.uint64())), variants.cast(pa.uint64()))


@dataclass(frozen=True)
class Voices:
    """Members grouped by cluster, to one row for each variant: its first member."""

    schema: ClassVar[pa.Schema] = VOICES

    def __call__(self, members: pa.RecordBatch) -> pa.RecordBatch:
        keys = {
            "voice": voice_of(members["cluster"], members["variant"]),
            "row": pa.array(range(members.num_rows), pa.int64()),
        }
        voices = pa.table(keys).group_by("voice", use_threads=False).aggregate([("row", "min"), ([], "count_all")])
        first = members.take(voices["row_min"].combine_chunks())
        columns = [voices["voice"].combine_chunks(), *(first[name] for name in ("section", "block", "text"))]
        copies = voices["count_all"].combine_chunks().cast(pa.uint32())
        return pa.RecordBatch.from_arrays([*columns, copies], schema=VOICES)


# Matches, and before them what their two documents share.
_MET = pa.schema(
    [
        *[DOCUMENT_PAIRS.field(name) for name in NAMES],
        pa.field("is_match", pa.bool_(), nullable=False),
        *[each for each in INSIDE if each.name not in NAMES],
        TOLD.field("cluster_pairs"),
        DOCUMENT_PAIRS.field("shared"),
        DOCUMENT_PAIRS.field("identical"),
    ]
)


@dataclass(frozen=True)
class MatchesMet:
    """Matches that will hear what their documents share."""

    schema: ClassVar[pa.Schema] = _MET

    def __call__(self, counted: pa.RecordBatch) -> pa.RecordBatch:
        return _met(counted, is_match=True)


@dataclass(frozen=True)
class DocumentsMet:
    """Pairs of documents that will tell it."""

    schema: ClassVar[pa.Schema] = _MET

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return _met(pairs, is_match=False)


def _met(batch: pa.RecordBatch, is_match: bool) -> pa.RecordBatch:
    """The columns that are there, and zeros for the others."""
    columns = []
    for each in _MET:
        if each.name in batch.schema.names:
            columns.append(batch[each.name])
        else:
            value = is_match if each.name == "is_match" else 0
            columns.append(pa.repeat(pa.scalar(value, each.type), batch.num_rows))
    return pa.RecordBatch.from_arrays(columns, schema=_MET)


@dataclass(frozen=True)
class Shared:
    """Matches grouped by their documents, each with what these share besides."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [
            *[each for each in _MET if each.name not in ("is_match", "shared", "identical")],
            TOLD.field("identical_shared"),
            TOLD.field("near_shared"),
        ]
    )

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        rows = pa.array(range(met.num_rows), pa.int64())
        teller = pc.cumulative_max(pc.if_else(met["is_match"], pa.scalar(0, pa.int64()), rows))
        told = met.take(teller)
        known = pc.invert(told["is_match"])
        for name in NAMES:
            known = pc.and_(known, pc.equal(met[name], told[name]))
        shared, identical = (pc.if_else(known, told[name].cast(pa.int64()), 0) for name in ("shared", "identical"))
        near = pc.max_element_wise(pc.subtract(pc.subtract(shared, identical), 1), 0)
        columns = {name: met[name] for name in self.schema.names if name in met.schema.names}
        columns |= {"identical_shared": identical.cast(pa.uint32()), "near_shared": near.cast(pa.uint32())}
        batch = pa.RecordBatch.from_arrays([columns[name] for name in self.schema.names], schema=self.schema)
        return batch.filter(met["is_match"])


NO_CLUSTER = 2**32 - 1
_BETWEEN = pa.schema([each.with_nullable(False) for each in BRIDGES])


@dataclass(frozen=True)
class Between:
    """The matches that would have chained two clusters; a unit that stayed alone has the number NO_CLUSTER."""

    schema: ClassVar[pa.Schema] = _BETWEEN

    def __call__(self, turned: pa.RecordBatch) -> pa.RecordBatch:
        apart = turned.filter(pc.invert(pc.fill_null(pc.equal(turned["left_cluster"], turned["right_cluster"]), False)))
        none = pa.scalar(NO_CLUSTER, pa.uint32())
        columns = [pc.fill_null(apart[name], none) if "cluster" in name else apart[name] for name in _BETWEEN.names]
        return pa.RecordBatch.from_arrays(columns, schema=_BETWEEN)


@dataclass(frozen=True)
class Bridges:
    """The same with nulls again."""

    schema: ClassVar[pa.Schema] = BRIDGES

    def __call__(self, between: pa.RecordBatch) -> pa.RecordBatch:
        none = pa.scalar(None, pa.uint32())
        columns = [
            pc.if_else(pc.equal(between[name], NO_CLUSTER), none, between[name]) if "cluster" in name else between[name]
            for name in BRIDGES.names
        ]
        return pa.RecordBatch.from_arrays(columns, schema=BRIDGES)
