"""Verified pairs to the tables a user reads: matches inside a cluster, and bridges between two.

turned      the side that stands first is on the left
inside      both sides in one cluster: a match
context     a match with everything that decides its kind: texts, titles, what else its two documents share
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import CountGroupRows, PassRows, SelectColumns, SumGroupCounts, make_step
from twicetold.jobs.sentences.document_pairs import PAIR_NAMES
from twicetold.jobs.sentences.neighbours import (
    MEMBERS_OF_DOCUMENTS,
    NEIGHBOUR_COLUMNS,
    add_neighbours,
    add_places,
    compute_variant_keys,
    count_in_document,
)
from twicetold.jobs.sentences.tables import (
    MATCHES_WITH_CONTEXT,
    SENTENCE_BRIDGES,
    SENTENCE_DOCUMENT_PAIRS,
    UNCLASSIFIED_MATCHES,
    VARIANT_TEXTS,
)
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import UNIT_LABELS, UNIT_MATCHES


def split_matches_and_bridges(verified: Table, places: Table, labels: Table, engine: Engine) -> tuple[Table, Table]:
    """The matches inside clusters, and the table `bridges`."""
    numbers = engine.map(
        labels, SelectColumns(pa.schema([UNIT_LABELS.field(name) for name in ("unit", "cluster", "variant")]))
    )
    named = engine.join(verified, places, on=("left", "right"), key="unit")
    turned = engine.map(engine.join(named, numbers, on=("left", "right"), key="unit", keep=True), order_match_sides)
    bridges = engine.map(turned, keep_sentence_bridges)
    ordered = engine.group(bridges, SENTENCE_BRIDGES.names, PassRows(SENTENCE_BRIDGES))
    return engine.map(turned, keep_cluster_matches), ordered


def add_match_context(inside: Table, members: Table, document_pairs: Table, engine: Engine) -> Table:
    """The matches inside clusters, in any order, with everything that decides their kind."""
    counts = engine.group(
        engine.map(inside, CountGroupRows(CLUSTER_COUNTS)), ("cluster",), SumGroupCounts(CLUSTER_COUNTS)
    )
    counted = engine.join(inside, counts, on=("cluster",), key="cluster")
    matches_and_pairs = engine.union(
        engine.map(counted, convert_match_rows), engine.map(document_pairs, convert_pair_rows)
    )
    shared = engine.group(matches_and_pairs, PAIR_NAMES, add_shared_counts)
    placed = engine.group(
        engine.map(members, SelectColumns(MEMBERS_OF_DOCUMENTS)), ("document", "title"), add_neighbours
    )
    voices = engine.group(placed, ("cluster",), list_variant_texts)
    spoken = engine.join(shared, voices, on=("left", "right"), key="voice")
    return engine.map(spoken, add_places)


_SIDE_COLUMNS = ("cluster", "variant", "document", "title", "position")
_ORDERED_MATCHES = pa.schema(
    [
        *[
            pa.field(f"{side}_{name}", UNIT_LABELS.field(name).type)
            for side in ("left", "right")
            for name in _SIDE_COLUMNS
        ],
        UNIT_MATCHES.field("similarity"),
    ]
)


@make_step(_ORDERED_MATCHES)
def order_match_sides(joined: Batch) -> Batch:
    """Matches with the side on the left that stands first: by document, title, position."""
    turn = _kernels.mark_reversed_pairs(joined)
    columns = []
    for name in _ORDERED_MATCHES.names:
        side, _, rest = name.partition("_")
        if side in ("left", "right"):
            other = "right" if side == "left" else "left"
            columns.append(pc.if_else(turn, joined[f"{other}_{rest}"], joined[name]))
        else:
            columns.append(joined[name])
    return build_batch(columns, _ORDERED_MATCHES)


# A match of one cluster; `left` and `right` are voices.
CLUSTER_MATCHES = pa.schema(
    [
        UNCLASSIFIED_MATCHES.field("cluster"),
        *[SENTENCE_DOCUMENT_PAIRS.field(name) for name in PAIR_NAMES],
        UNCLASSIFIED_MATCHES.field("left_position"),
        UNCLASSIFIED_MATCHES.field("right_position"),
        VARIANT_TEXTS.field("voice").with_name("left"),
        VARIANT_TEXTS.field("voice").with_name("right"),
        UNCLASSIFIED_MATCHES.field("similarity"),
    ]
)
CLUSTER_COUNTS = pa.schema([UNCLASSIFIED_MATCHES.field("cluster"), MATCHES_WITH_CONTEXT.field("cluster_pairs")])


@make_step(CLUSTER_MATCHES)
def keep_cluster_matches(turned: Batch) -> Batch:
    """The matches whose two sides are in one cluster."""
    inside = turned.filter(pc.fill_null(pc.equal(turned["left_cluster"], turned["right_cluster"]), False))
    columns = {name: inside[name] for name in CLUSTER_MATCHES.names if name in inside.schema.names}
    columns["cluster"] = inside["left_cluster"]
    for side in ("left", "right"):
        columns[side] = compute_variant_keys(inside["left_cluster"], inside[f"{side}_variant"])
    return build_named_batch(columns, CLUSTER_MATCHES)


@make_step(pa.schema([*VARIANT_TEXTS, *NEIGHBOUR_COLUMNS]))
def list_variant_texts(members: Batch) -> Batch:
    """Members grouped by cluster, to one row for each variant: its first member, and what stands around it."""
    keys = {
        "voice": compute_variant_keys(members["cluster"], members["variant"]),
        "row": pa.array(range(members.num_rows), pa.int64()),
    }
    voices = pa.table(keys).group_by("voice", use_threads=False).aggregate([("row", "min"), ([], "count_all")])
    rows = voices["row_min"].combine_chunks()
    first = members.take(rows)
    columns = [voices["voice"].combine_chunks(), *(first[name] for name in ("section", "block", "text"))]
    copies = voices["count_all"].combine_chunks().cast(pa.uint32())
    repeats = count_in_document(members).take(rows)
    around = (first[each.name] for each in NEIGHBOUR_COLUMNS)
    return build_batch([*columns, copies, repeats, *around], list_variant_texts.schema)


# Matches, and before them what their two documents share.
_MATCHES_AND_PAIRS = pa.schema(
    [
        *[SENTENCE_DOCUMENT_PAIRS.field(name) for name in PAIR_NAMES],
        pa.field("is_match", pa.bool_(), nullable=False),
        *[each for each in CLUSTER_MATCHES if each.name not in PAIR_NAMES],
        MATCHES_WITH_CONTEXT.field("cluster_pairs"),
        SENTENCE_DOCUMENT_PAIRS.field("shared"),
        SENTENCE_DOCUMENT_PAIRS.field("identical"),
    ]
)


@make_step(_MATCHES_AND_PAIRS)
def convert_match_rows(counted: Batch) -> Batch:
    """Matches in the columns of `_MATCHES_AND_PAIRS`, without the counts of what their documents share."""
    return _fill_columns(counted, is_match=True)


@make_step(_MATCHES_AND_PAIRS)
def convert_pair_rows(pairs: Batch) -> Batch:
    """Pairs of documents in the columns of `_MATCHES_AND_PAIRS`, with the counts of what they share."""
    return _fill_columns(pairs, is_match=False)


def _fill_columns(batch: Batch, is_match: bool) -> Batch:
    """The columns that are there, and zeros for the others."""
    columns = []
    for each in _MATCHES_AND_PAIRS:
        if each.name in batch.schema.names:
            columns.append(batch[each.name])
        else:
            value = is_match if each.name == "is_match" else 0
            columns.append(pa.repeat(pa.scalar(value, each.type), batch.num_rows))
    return build_batch(columns, _MATCHES_AND_PAIRS)


@make_step(
    pa.schema(
        [
            *[each for each in _MATCHES_AND_PAIRS if each.name not in ("is_match", "shared", "identical")],
            MATCHES_WITH_CONTEXT.field("identical_shared"),
            MATCHES_WITH_CONTEXT.field("near_shared"),
        ]
    )
)
def add_shared_counts(matches_and_pairs: Batch) -> Batch:
    """Matches with the counts of the pair of documents that precedes them in their group."""
    rows = pa.array(range(matches_and_pairs.num_rows), pa.int64())
    last_pair_rows = pc.cumulative_max(pc.if_else(matches_and_pairs["is_match"], pa.scalar(0, pa.int64()), rows))
    last_pairs = matches_and_pairs.take(last_pair_rows)
    known = pc.invert(last_pairs["is_match"])
    for name in PAIR_NAMES:
        known = pc.and_(known, pc.equal(matches_and_pairs[name], last_pairs[name]))
    shared, identical = (pc.if_else(known, last_pairs[name].cast(pa.int64()), 0) for name in ("shared", "identical"))
    near = pc.max_element_wise(pc.subtract(pc.subtract(shared, identical), 1), 0)
    near = pc.add(near, _count_own_matches(matches_and_pairs))
    columns = {
        name: matches_and_pairs[name]
        for name in add_shared_counts.schema.names
        if name in matches_and_pairs.schema.names
    }
    columns |= {"identical_shared": identical.cast(pa.uint32()), "near_shared": near.cast(pa.uint32())}
    batch = build_named_batch(columns, add_shared_counts.schema)
    return batch.filter(matches_and_pairs["is_match"])


def _count_own_matches(matches: Batch) -> pa.Array:
    """For matches inside one document, grouped by it, how many others it has; 0 for matches of two documents."""
    inside = pc.and_(*(pc.equal(matches[f"left_{name}"], matches[f"right_{name}"]) for name in ("document", "title")))
    documents = pc.if_else(inside, matches["left_document"], None)
    counted = pc.value_counts(documents)
    others = pc.subtract(counted.field("counts"), 1).take(pc.index_in(documents, counted.field("values")))
    return pc.if_else(inside, others, 0)


@make_step(SENTENCE_BRIDGES)
def keep_sentence_bridges(turned: Batch) -> Batch:
    """The matches that would have chained two clusters; a unit that stayed alone has no cluster."""
    inside = pc.fill_null(pc.equal(turned["left_cluster"], turned["right_cluster"]), False)
    apart = turned.filter(pc.invert(inside)).select(SENTENCE_BRIDGES.names)
    return build_batch(apart.columns, SENTENCE_BRIDGES)
