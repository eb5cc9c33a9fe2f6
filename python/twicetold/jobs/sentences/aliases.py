"""Other names for one thing: what the corpus says itself, what the user adds, and which matches they explain.

mentions    every place where a page or a sentence gives a thing another name, found by `src/aliases/`
aliases     the same counted: the table `aliases`
same_names  of a match: the names that differ and are known to be of one thing; it is then classified again
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, make_step
from twicetold.jobs.sentences.kinds import classify_matches
from twicetold.jobs.sentences.tables import (
    ALIASES,
    MATCH_KIND_COLUMNS,
    MATCHES_WITH_CONTEXT,
    UNCLASSIFIED_MATCHES,
)
from twicetold.tables.batches import Batch, build_batch

CLASSIFIED_MATCHES = pa.schema([*MATCHES_WITH_CONTEXT, *MATCH_KIND_COLUMNS])


@make_step(ALIASES)
def find_page_aliases(documents: Batch) -> Batch:
    """The other names that redirects, links, bold names and titles of documents give."""
    return _count_mentions(_kernels.find_page_aliases(documents))


@make_step(ALIASES)
def find_sentence_aliases(sentences: Batch) -> Batch:
    """The other names that sentences give."""
    return _count_mentions(_kernels.find_sentence_aliases(sentences))


def _count_mentions(mentions: Batch) -> Batch:
    """Each mention of a batch once, with its number: links repeat, and what is counted here need not be stored."""
    names = ALIASES.names[:-1]
    counted = pa.Table.from_batches([mentions]).group_by(names, use_threads=False).aggregate([([], "count_all")])
    columns = [counted[name].combine_chunks() for name in names]
    return build_batch([*columns, counted["count_all"].combine_chunks().cast(pa.uint32())], ALIASES)


def collect_aliases(mentions: list[Table], given: pa.Table, engine: Engine) -> Table:
    """The table `aliases`: every alias once, ordered by its names."""
    return engine.group(engine.union(*mentions, engine.load_rows(given)), ALIASES.names[:-1], sum_mentions)


@make_step(ALIASES)
def sum_mentions(mentions: Batch) -> Batch:
    """Mentions grouped by alias, summed up."""
    names = ALIASES.names[:-1]
    summed = pa.Table.from_batches([mentions]).group_by(names, use_threads=False).aggregate([("count", "sum")])
    columns = [summed[name].combine_chunks() for name in names]
    counts = pc.min_element_wise(summed["count_sum"].combine_chunks(), pa.scalar(2**32 - 1, pa.uint64()))
    return build_batch([*columns, counts.cast(pa.uint32())], ALIASES)


def explain_names(classified: Table, aliases: Table, engine: Engine) -> Table:
    """Classified matches in order; those whose names are known to be of one thing are classified again."""
    known = engine.group(
        engine.group(engine.map(aliases, identify_things), ("thing",), pair_names_of_things),
        ("pair",),
        keep_known_pairs,
    )
    asked = engine.map(classified, ask_changed_names)
    answered = engine.map(engine.join(asked, known, on=_QUESTIONS, key="pair", keep=True), classify_named_matches)
    return engine.group(answered, UNCLASSIFIED_MATCHES.names, PassRows(CLASSIFIED_MATCHES))


_THINGS = pa.schema(
    [pa.field("thing", pa.uint64(), nullable=False), *[ALIASES.field(name) for name in ("name", "other_name", "how")]]
)
_PAIR = pa.field("pair", pa.uint64(), nullable=False)  # a number for two names, in either order
_KNOWN_PAIRS = pa.schema([_PAIR, pa.field("known", pa.bool_(), nullable=False)])
_QUESTIONS = ("pair_0", "pair_1", "pair_2", "pair_3")  # two changes, each as it stands and with the names around it
_ASKED = pa.field("asked", pa.uint32(), nullable=False)
_ASKED_MATCHES = pa.schema([*CLASSIFIED_MATCHES, _ASKED, *[_PAIR.with_name(name) for name in _QUESTIONS]])
_SAME_NAMES = pa.list_(
    pa.field(
        "item",
        pa.struct([pa.field(side, pa.string(), nullable=False) for side in ("left", "right")]),
        nullable=False,
    )
)


@make_step(_THINGS)
def identify_things(aliases: Batch) -> Batch:
    """Aliases with a number for the thing: names that are written alike have the same."""
    things = _kernels.hash_names(aliases)["thing"]
    return build_batch([things, *(aliases[name] for name in _THINGS.names[1:])], _THINGS)


@make_step(pa.schema([_PAIR]))
def pair_names_of_things(aliases: Batch) -> Batch:
    """Aliases grouped by thing, to a number for every two of its names."""
    return build_batch(_kernels.pair_names_of_things(aliases).columns, pair_names_of_things.schema)


@make_step(_KNOWN_PAIRS)
def keep_known_pairs(pairs: Batch) -> Batch:
    """Pairs of names, each once."""
    distinct = pc.unique(pairs["pair"])
    return build_batch([distinct, pa.repeat(pa.scalar(True), len(distinct))], _KNOWN_PAIRS)


@make_step(_ASKED_MATCHES)
def ask_changed_names(classified: Batch) -> Batch:
    """Matches with the pairs of names that would explain what differs, and how many changes these are."""
    questions = _kernels.list_changed_names(classified)
    return build_batch([*classified.select(CLASSIFIED_MATCHES.names).columns, *questions.columns], _ASKED_MATCHES)


@make_step(CLASSIFIED_MATCHES)
def classify_named_matches(answered: Batch) -> Batch:
    """Matches whose names were looked up: those with a known pair are classified again."""
    known = [pc.fill_null(answered[f"{name}_known"], False) for name in _QUESTIONS]
    first, second = (
        pc.and_(pc.greater(answered["asked"], before), pc.or_(known[2 * before], known[2 * before + 1]))
        for before in (0, 1)
    )
    explained = pc.or_(first, second)
    plain = answered.filter(pc.invert(explained)).select(CLASSIFIED_MATCHES.names)
    named = answered.filter(explained)
    if not named.num_rows:
        return plain
    same = _list_same_names(named["changes"], first.filter(explained), second.filter(explained))
    again = build_batch(
        [*named.select(MATCHES_WITH_CONTEXT.names).columns, *classify_matches(named, same).columns], CLASSIFIED_MATCHES
    )
    batch: Batch = pa.concat_batches([plain, again])
    return batch


def _list_same_names(changes: pa.Array, first: pa.Array, second: pa.Array) -> pa.Array:
    """The first two changed names of each match, where they are known; few matches have any."""
    rows = []
    for of_match, *known in zip(changes.to_pylist(), first.to_pylist(), second.to_pylist(), strict=True):
        names = [each for each in of_match if each["disagrees"] and each["kind"] in ("name", "place")][:2]
        rows.append(
            [
                {"left": each["left"], "right": each["right"]}
                for each, is_known in zip(names, known, strict=False)
                if is_known
            ]
        )
    return pa.array(rows, _SAME_NAMES)
