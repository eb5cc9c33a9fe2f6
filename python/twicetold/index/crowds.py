"""Keys that more texts have than are all compared with each other: their candidates depend on the whole corpus.

Of such a crowd a run compares each text with the first and with its neighbours, in the order of their hashes. So a text
that comes or goes changes the candidates of others. An index does not store pairs of crowded keys: it makes them again
for the texts that are there, and drops stored matches that only a crowded key would have found and would not find now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.local import Local
from twicetold.finders.base import CandidateTables
from twicetold.finders.minhash import count_letters
from twicetold.index.building import KeyPlan
from twicetold.index.segments import CROWDED_KEYS, Segment
from twicetold.matching import verify
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import KEYS, PAIRS, UNIT_MATCHES, UNITS

_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])


def collect_crowded_keys(segments: Sequence[Segment], generation: int) -> pa.Array:
    """The keys that are crowded, or were."""
    found = [batch["key"] for segment in segments for batch in segment.map_crowds(generation)]
    return pc.unique(pa.chunked_array(found, pa.uint64())).sort() if found else pa.array([], pa.uint64())


def correct_crowded_matches(
    matches: pa.Table, crowded: pa.Array, numbers: pa.Array, segments: Sequence[Segment], plan: KeyPlan, engine: Local
) -> pa.Table:
    """The matches that a run would find among the texts that are there.

    `matches` are all that are stored, by the numbers of a run; `numbers` has the number in the run of each stored text,
    null for one that is not there.
    """
    members = find_members(crowded, numbers, segments, plan)
    texts = take_live_texts(pc.unique(members["unit"]), numbers, segments)
    touched = pc.and_(*(pc.is_in(matches[side], texts["unit"]) for side in PAIRS.names))
    doubtful = matches.filter(touched)
    sure = [matches.filter(pc.invert(touched)), doubtful.filter(mark_found_elsewhere(doubtful, crowded, texts, plan))]
    found = pa.concat_tables([*sure, compare_crowds(members, texts, plan, engine)]).combine_chunks()
    return found.group_by(UNIT_MATCHES.names, use_threads=False).aggregate([]).select(UNIT_MATCHES.names)


def find_members(crowded: pa.Array, numbers: pa.Array, segments: Sequence[Segment], plan: KeyPlan) -> Batch:
    """The texts that have crowded keys and are there, by the numbers of a run, sorted by key and number."""
    asked = build_batch([crowded], CROWDED_KEYS)
    keys, units = [], []
    for segment in segments:
        for chunk in range(len(plan.key_steps)):
            for stored in segment.map_keys(plan.generation, chunk):
                hits = _kernels.find_sorted_keys(asked, stored)
                keys.append(crowded.take(hits["asked"]))
                units.append(numbers.take(stored["unit"].take(hits["place"])))
    table = pa.table([pa.chunked_array(keys, pa.uint64()), pa.chunked_array(units, pa.uint32())], names=KEYS.names)
    live = table.filter(pc.is_valid(table["unit"])).group_by(KEYS.names, use_threads=False).aggregate([])
    ordered = live.select(KEYS.names).sort_by([(name, "ascending") for name in KEYS.names])
    return build_batch([ordered[name].combine_chunks() for name in KEYS.names], KEYS)


def take_live_texts(units: pa.Array, numbers: pa.Array, segments: Sequence[Segment]) -> Batch:
    """The texts of units, by their numbers in a run."""
    stored = pc.index_in(units, numbers).cast(pa.uint32())
    taken, texts = [], []
    for segment in segments:
        first, end = segment.facts.first_unit, segment.facts.first_unit + segment.facts.units
        own = pc.and_(pc.greater_equal(stored, first), pc.less(stored, end))
        taken.append(units.filter(own))
        texts.append(segment.take_units(stored.filter(own))["text"])
    columns = [pa.chunked_array(taken, pa.uint32()), pa.chunked_array(texts, pa.string())]
    return build_batch([each.combine_chunks() for each in columns], _TEXTS)


def mark_found_elsewhere(matches: pa.Table, crowded: pa.Array, texts: Batch, plan: KeyPlan) -> pa.Array:
    """Whether the two texts of each match share a key that is not crowded."""
    marks = pa.repeat(pa.scalar(False), matches.num_rows)
    if not matches.num_rows:
        return marks
    wanted = pc.unique(pa.chunked_array([*matches["left"].chunks, *matches["right"].chunks]))
    own = texts.filter(pc.is_in(texts["unit"], wanted))
    keys = plan.finder.key_step(own)
    # Every text has as many keys, one for each band, in the same order.
    bands = keys.num_rows // own.num_rows
    left, right = (pc.multiply(pc.index_in(matches[side].combine_chunks(), own["unit"]), bands) for side in PAIRS.names)
    for band in range(bands):
        of_left, of_right = (keys["key"].take(pc.add(rows, band)) for rows in (left, right))
        free = pc.invert(pc.is_in(of_left, crowded))
        marks = pc.or_(marks, pc.and_(pc.equal(of_left, of_right), free))
    return marks


def compare_crowds(members: Batch, texts: Batch, plan: KeyPlan, engine: Local) -> pa.Table:
    """The matches among the candidates that crowded keys make."""
    finder, matching = plan.finder, replace(plan.settings.matching, relation="any")
    units = engine.load_rows(pa.Table.from_batches([texts]))
    letters = engine.map(units, count_letters) if plan.least else None
    found = finder.pair_by_key(engine.load_rows(pa.Table.from_batches([members])), engine, letters)
    verified = verify.verify_candidates(
        CandidateTables(found.pairs, {}, plan.least), units, finder.feature, matching, engine
    )
    matches: pa.Table = engine.collect({"verified": verified["verified"]})["verified"]
    return matches
