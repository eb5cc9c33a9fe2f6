"""Facts that no longer agree: the matches of kind drift, each disagreement once, with what a reader needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import CountGroupRows, PassRows, make_step
from twicetold.jobs.sentences.disagreements import find_newer_date, merge_groups, name_fact
from twicetold.jobs.sentences.kinds import LISTED_CONFIDENCE
from twicetold.jobs.sentences.tables import CONTRADICTIONS, MATCH_KIND_COLUMNS, MATCHES_WITH_CONTEXT
from twicetold.run import Run
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.reading import DOCUMENTS

_KIND_NAMES = ("drift", "confidence", "why", "changes")
_CONTEXT_NAMES = [name for name in MATCHES_WITH_CONTEXT.names if name in CONTRADICTIONS.names]
_PLACES = CONTRADICTIONS.field("places")
_FACT = [pa.field(name, pa.string(), nullable=False) for name in ("fact", "documents")]
DRIFT_MATCHES = pa.schema(
    [MATCHES_WITH_CONTEXT.field(name) for name in _CONTEXT_NAMES]
    + [MATCH_KIND_COLUMNS.field(name) for name in _KIND_NAMES]
)
_DATE_COLUMNS = ("revision", "timestamp", "url")
_ORDER = ("doubt", "rarity")


def find_contradictions(drifting: Table, documents: Table, engine: Engine) -> Table:
    """The table `contradictions`, of the matches that drift and the documents they stand in."""
    asked = engine.group(engine.map(drifting, list_drift_documents), ("hash",), CountGroupRows(_DOCUMENT_COUNTS))
    wanted = engine.join(engine.map(documents, select_document_dates), asked, on=("hash",), key="hash")
    dates = engine.group(wanted, ("hash",), keep_unique_dates)
    dated = engine.join(engine.map(drifting, rank_drift_matches), dates, on=("left", "right"), key="hash", keep=True)
    placed = engine.map(dated, fill_missing_dates)
    for by in (("cluster", "fact"), ("documents", "fact")):
        placed = engine.group(placed, by, MergeDisagreements(by))
    ordered = engine.group(placed, DATED_MATCHES.names, PassRows(_NUMBERED_MATCHES), number="contradiction")
    return engine.map(ordered, build_contradictions)


@make_step(DRIFT_MATCHES)
def keep_drift_matches(classified: Batch) -> Batch:
    """The matches of kind drift, with what a reader needs."""
    return classified.filter(pc.equal(classified["kind"], "drift")).select(DRIFT_MATCHES.names)


_HASH = pa.field("hash", pa.uint64(), nullable=False)  # of the document's id and title
_DOCUMENT_DATES = pa.schema([_HASH, *[DOCUMENTS.field(name) for name in _DATE_COLUMNS]])
_DOCUMENT_COUNTS = pa.schema([_HASH, pa.field("matches", pa.uint32(), nullable=False)])


@make_step(pa.schema([_HASH]))
def list_drift_documents(drifting: Batch) -> Batch:
    """The documents of matches, both sides: those whose dates are wanted, of many more that were read."""
    both = pa.chunked_array(_hash_sides(drifting), pa.uint64())
    return build_batch([both.combine_chunks()], list_drift_documents.schema)


def _hash_sides(matches: Batch) -> list[pa.Array]:
    """Of the documents on the left and on the right."""
    return [_kernels.hash_documents(matches, f"{side}_document", f"{side}_title") for side in ("left", "right")]


@make_step(_DOCUMENT_DATES)
def select_document_dates(documents: Batch) -> Batch:
    """Which revision of a document was read, from when, and where it stands."""
    hashes = _kernels.hash_documents(documents, "document", "title")
    return build_batch([hashes, *(documents[name] for name in _DATE_COLUMNS)], _DOCUMENT_DATES)


@make_step(_DOCUMENT_DATES)
def keep_unique_dates(dated: Batch) -> Batch:
    """Dated documents grouped by hash, each once. Where several have the same, nothing is known of their dates."""
    grouped = pa.Table.from_batches([dated]).group_by("hash", use_threads=False)
    counted = grouped.aggregate([([], "count_all"), *((name, "min") for name in _DATE_COLUMNS)])
    one = pc.equal(counted["count_all"], 1)
    columns = [pc.if_else(one, counted[f"{name}_min"], "").combine_chunks() for name in _DATE_COLUMNS]
    return build_batch([counted["hash"].combine_chunks(), *columns], _DOCUMENT_DATES)


_HASHES = [_HASH.with_name(side) for side in ("left", "right")]
_RANKED_MATCHES = pa.schema(
    [*[pa.field(name, pa.uint32(), nullable=False) for name in _ORDER], *_FACT, *_HASHES, *DRIFT_MATCHES]
)


@make_step(_RANKED_MATCHES)
def rank_drift_matches(drifting: Batch) -> Batch:
    """Matches with what orders them: how uncertain they are, and how few sentences they concern."""
    hundredths = pc.round(pc.multiply(drifting["confidence"], 100)).cast(pa.int64())
    doubt = pc.subtract(100, hundredths).cast(pa.uint32())
    copies = pc.add(drifting["left_copies"].cast(pa.int64()), drifting["right_copies"].cast(pa.int64()))
    rarity = pc.subtract(2**32 - 1, copies).cast(pa.uint32())
    drifts, changes = drifting["drift"].to_pylist(), drifting["changes"].to_pylist()
    facts = [name_fact(drift, each) for drift, each in zip(drifts, changes, strict=True)]
    sides = [drifting[f"{side}_document"].to_pylist() for side in ("left", "right")]
    documents = ["\x1f".join(sorted(pair)) for pair in zip(*sides, strict=True)]
    named = [pa.array(each, pa.string()) for each in (facts, documents)]
    columns = [drifting[name] for name in DRIFT_MATCHES.names]
    return build_batch([doubt, rarity, *named, *_hash_sides(drifting), *columns], _RANKED_MATCHES)


DATED_MATCHES = pa.schema(
    [
        *[_RANKED_MATCHES.field(name) for name in (*_ORDER, "fact", "documents")],
        *DRIFT_MATCHES,
        *[CONTRADICTIONS.field(f"{side}_{name}") for side in ("left", "right") for name in _DATE_COLUMNS],
        _PLACES,
    ]
)


@make_step(DATED_MATCHES)
def fill_missing_dates(dated: Batch) -> Batch:
    """The same with dates, "" where there are none, and without further places yet."""
    known = [dated[name] for name in DATED_MATCHES.names if name != _PLACES.name]
    columns = [pc.fill_null(each, "") if pa.types.is_string(each.type) else each for each in known]
    return build_batch([*columns, pa.array([[]] * dated.num_rows, _PLACES.type)], DATED_MATCHES)


@dataclass(frozen=True)
class MergeDisagreements:
    """Matches grouped by what they have in common, to the most certain of each group, with the places of the others."""

    by: tuple[str, ...]
    schema: ClassVar[pa.Schema] = DATED_MATCHES

    def __call__(self, matches: Batch) -> Batch:
        return merge_groups(matches, self.by)


_NUMBERED_MATCHES = pa.schema([CONTRADICTIONS.field("contradiction"), *DATED_MATCHES])


@make_step(CONTRADICTIONS)
def build_contradictions(numbered: Batch) -> Batch:
    """Numbered matches to what a reader sees."""
    columns = {name: numbered[name] for name in CONTRADICTIONS.names if name in numbered.schema.names}
    columns["listed"] = pc.greater_equal(numbered["confidence"], LISTED_CONFIDENCE)
    by_revision = choose_newer(numbered["left_timestamp"], numbered["right_timestamp"])
    by_text = pa.array([find_newer_date(each) for each in numbered["changes"].to_pylist()], pa.string())
    is_dated = pc.and_(pc.equal(numbered["drift"], "dated-update"), pc.not_equal(by_text, ""))
    columns["newer"] = pc.if_else(is_dated, by_text, by_revision)
    return build_named_batch(columns, CONTRADICTIONS)


def choose_newer(left: pa.Array, right: pa.Array) -> pa.Array:
    """Which side is from later: `left`, `right`, or "" where that is not known. ISO 8601 sorts as it stands."""
    known = pc.and_(pc.not_equal(left, ""), pc.not_equal(right, ""))
    later = pc.if_else(pc.greater(left, right), "left", pc.if_else(pc.less(left, right), "right", ""))
    return pc.if_else(known, later, "")


def count_contradictions(run: Run) -> dict[str, int]:
    """The figures of a run: contradictions and older copies that are listed, and entries that are not."""
    counts = {"contradictions": 0, "older_copies": 0, "unlisted": 0}
    for batch in run.read_batches("contradictions"):
        for listed, drift in zip(batch["listed"].to_pylist(), batch["drift"].to_pylist(), strict=True):
            counts["unlisted" if not listed else "older_copies" if drift == "dated-update" else "contradictions"] += 1
    return counts
