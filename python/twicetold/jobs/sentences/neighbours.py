"""What stands around the two sentences of a match: whether one passage was copied, or one frame filled twice.

Identical sentences before or behind both say that a passage was copied. All is found in the members of the clusters: of
a sentence that is repeated nowhere nothing is known.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.steps import make_step
from twicetold.jobs.sentences.tables import MATCHES_WITH_CONTEXT, SENTENCE_MEMBERS
from twicetold.tables.batches import Batch, build_batch, build_named_batch

NEIGHBOURHOOD = 3  # sentences before and behind
NO_VOICE = 2**64 - 1  # where a neighbour is repeated nowhere

_STEPS = range(1, NEIGHBOURHOOD + 1)
_AROUND = {way: [f"{way}_{step}" for step in _STEPS] for way in ("before", "behind")}
NEIGHBOUR_COLUMNS = [pa.field(name, pa.uint64(), nullable=False) for names in _AROUND.values() for name in names]

_MEMBER_COLUMNS = ("document", "title", "position", "cluster", "variant", "section", "block", "text")
MEMBERS_OF_DOCUMENTS = pa.schema([SENTENCE_MEMBERS.field(name) for name in _MEMBER_COLUMNS])
_PLACE_COLUMNS = ("cluster", "document", "title", "position")
MEMBERS_WITH_NEIGHBOURS = pa.schema(
    [SENTENCE_MEMBERS.field(name) for name in _PLACE_COLUMNS]
    + [SENTENCE_MEMBERS.field(name) for name in ("variant", "section", "block", "text")]
    + NEIGHBOUR_COLUMNS
)


def compute_variant_keys(clusters: pa.Array, variants: pa.Array) -> pa.Array:
    """One number for a cluster's variant: its voice."""
    return pc.add(pc.multiply(clusters.cast(pa.uint64()), pa.scalar(2**32, pa.uint64())), variants.cast(pa.uint64()))


@make_step(MEMBERS_WITH_NEIGHBOURS)
def add_neighbours(members: Batch) -> Batch:
    """Members grouped by document, each with the voices of the members near it."""
    names = [each.name for each in NEIGHBOUR_COLUMNS]
    found = {name: pa.nulls(members.num_rows, pa.uint64()) for name in names}
    voices = compute_variant_keys(members["cluster"], members["variant"])
    positions = members["position"].cast(pa.int64())
    for way, sign in (("before", -1), ("behind", 1)):
        for rows in _STEPS:  # positions rise in a document, so a neighbour is no more rows away than sentences
            places = _shift_rows(members.num_rows, sign * rows)
            same = pc.and_(*(pc.equal(members[name].take(places), members[name]) for name in ("document", "title")))
            apart = pc.multiply(pc.subtract(positions.take(places), positions), sign)
            for step in _STEPS:
                here = pc.fill_null(pc.and_(same, pc.equal(apart, step)), False)
                name = f"{way}_{step}"
                found[name] = pc.if_else(here, voices.take(places), found[name])
    columns: dict[str, pa.Array] = {name: members[name] for name in MEMBERS_OF_DOCUMENTS.names}
    columns |= {name: pc.fill_null(column, pa.scalar(NO_VOICE, pa.uint64())) for name, column in found.items()}
    return build_named_batch(columns, MEMBERS_WITH_NEIGHBOURS)


def _shift_rows(count: int, by: int) -> pa.Array:
    """The numbers of the rows that many further, null beyond the ends."""
    return pa.array([row + by if 0 <= row + by < count else None for row in range(count)], pa.int64())


def count_in_document(members: Batch) -> pa.Array:
    """For each of the members grouped by cluster, how many of its cluster are in its document."""
    if not members.num_rows:
        return pa.array([], pa.uint32())
    before = _shift_rows(members.num_rows, -1)
    differs = pa.repeat(False, members.num_rows)
    for name in ("cluster", "document", "title"):
        differs = pc.or_(differs, pc.fill_null(pc.not_equal(members[name].take(before), members[name]), False))
    runs = pc.cumulative_sum(differs.cast(pa.int64()))
    return pc.value_counts(runs).field("counts").take(runs).cast(pa.uint32())


def count_neighbours(matches: Batch) -> dict[str, pa.Array]:
    """For matches with the neighbours of both sides: how many of the left one's stand near the right one, too.

    A neighbour on the left counts as identical where the same text stands on that side of the right sentence, as near
    where only a text of its cluster does.
    """
    zeros = pa.repeat(pa.scalar(0, pa.uint32()), matches.num_rows)
    identical, near = zeros, zeros
    for names in _AROUND.values():
        for name in names:
            own = matches[f"left_{name}"]
            known = pc.not_equal(own, pa.scalar(NO_VOICE, pa.uint64()))
            same = _is_among(own, [matches[f"right_{other}"] for other in names])
            close = _is_among(_read_clusters(own), [_read_clusters(matches[f"right_{other}"]) for other in names])
            identical = pc.add(identical, pc.and_(known, same).cast(pa.uint32()))
            near = pc.add(near, pc.and_(known, pc.and_not(close, same)).cast(pa.uint32()))
    return {"neighbours_identical": identical, "neighbours_near": near}


def _read_clusters(voices: pa.Array) -> pa.Array:
    return pc.shift_right(voices, pa.scalar(32, pa.uint64()))


def _is_among(values: pa.Array, others: list[pa.Array]) -> pa.Array:
    found = pc.equal(values, others[0])
    for other in others[1:]:
        found = pc.or_(found, pc.equal(values, other))
    return found


@make_step(MATCHES_WITH_CONTEXT)
def add_places(spoken: Batch) -> Batch:
    """Matches with what their sides say, with what stands around them."""
    apart = pc.or_(*(pc.not_equal(spoken[f"left_{name}"], spoken[f"right_{name}"]) for name in ("document", "title")))
    left, right = (spoken[f"{side}_position"].cast(pa.int64()) for side in ("left", "right"))
    distance = pc.if_else(apart, 0, pc.abs(pc.subtract(left, right))).cast(pa.uint32())
    columns = {name: spoken[name] for name in MATCHES_WITH_CONTEXT.names if name in spoken.schema.names}
    columns |= count_neighbours(spoken)
    columns |= {"distance": distance, "repeats": pc.min_element_wise(spoken["left_repeats"], spoken["right_repeats"])}
    return build_batch([columns[name] for name in MATCHES_WITH_CONTEXT.names], MATCHES_WITH_CONTEXT)
