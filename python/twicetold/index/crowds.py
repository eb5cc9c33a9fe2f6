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

from twicetold.engines.local import Local
from twicetold.finders.base import CandidateTables
from twicetold.finders.minhash import count_letters
from twicetold.index.jobs import load_indexed_job
from twicetold.index.keys import UNIT_TEXTS, KeyPlan, mark_sharing_pairs, take_texts
from twicetold.index.segments import CROWDED_KEYS, Segment
from twicetold.matching import verify
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import KEYS, PAIRS, UNIT_MATCHES


def correct_crowded_matches(
    matches: pa.Table, crowded: pa.Array, numbers: pa.Array, segments: Sequence[Segment], plan: KeyPlan, engine: Local
) -> pa.Table:
    """The matches that a run would find among the texts that are there.

    `matches` are all that are stored, by the numbers of a run; `numbers` has the number in the run of each stored text,
    null for one that is not there.
    """
    members, texts = find_members(crowded, numbers, segments, plan)
    touched = pc.and_(*(pc.is_in(matches[side], texts["unit"]) for side in PAIRS.names))
    doubtful = matches.filter(touched)
    sure = [matches.filter(pc.invert(touched)), doubtful.filter(mark_sharing_pairs(doubtful, crowded, texts, plan))]
    found = pa.concat_tables([*sure, compare_crowds(members, texts, plan, engine)]).combine_chunks()
    return found.group_by(UNIT_MATCHES.names, use_threads=False).aggregate([]).select(UNIT_MATCHES.names)


def find_members(
    crowded: pa.Array, numbers: pa.Array, segments: Sequence[Segment], plan: KeyPlan
) -> tuple[Batch, Batch]:
    """The crowded keys of texts that are there, sorted, and these texts; both by the numbers of a run."""
    asked = build_batch([crowded], CROWDED_KEYS)
    stored = [
        segment.open_keys(plan.generation, chunk).find_units(asked)["unit"]
        for segment in segments
        for chunk in range(len(plan.key_steps))
    ]
    units = pc.unique(pa.chunked_array(stored, pa.uint32()))
    live = units.filter(pc.is_valid(numbers.take(units)))
    members, texts = [KEYS.empty_table()], [UNIT_TEXTS.empty_table()]
    for make in take_texts(segments, live):
        batch = make()
        own = build_batch([numbers.take(batch["unit"]), batch["text"]], UNIT_TEXTS)
        texts.append(pa.Table.from_batches([own]))
        keys = plan.finder.key_step(own)
        members.append(pa.Table.from_batches([keys.filter(pc.is_in(keys["key"], crowded))]))
    ordered = pa.concat_tables(members).sort_by([(name, "ascending") for name in KEYS.names])
    held = pa.concat_tables(texts)
    return _build_one(ordered, KEYS), _build_one(held.filter(pc.is_in(held["unit"], ordered["unit"])), UNIT_TEXTS)


def _build_one(table: pa.Table, schema: pa.Schema) -> Batch:
    return build_batch([table[name].combine_chunks() for name in schema.names], schema)


def compare_crowds(members: Batch, texts: Batch, plan: KeyPlan, engine: Local) -> pa.Table:
    """The matches among the candidates that crowded keys make."""
    finder, matching = plan.finder, replace(plan.settings.matching, relation="any")
    units = engine.load_rows(pa.Table.from_batches([texts]))
    letters = engine.map(units, count_letters) if plan.least else None
    found = finder.pair_by_key(engine.load_rows(pa.Table.from_batches([members])), engine, letters)
    verified = verify.verify_candidates(
        CandidateTables(found.pairs, {}, plan.least), units, finder.feature, matching, engine
    )
    matches = engine.collect({"verified": verified["verified"]})["verified"]
    return load_indexed_job(plan.settings.job).keep_likely_matches(matches, lambda: units, plan, engine)
