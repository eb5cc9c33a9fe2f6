"""Where two like documents say the same: every pair that was found, located to the character on both sides.

paired      who goes and what it repeats, and every other match
wanted      the documents of these pairs, by where they stand in the input
works       these alone, read again and cut into sentences: what is compared has no places in the text as read
overlaps    the stretches that both say

The work is that of `passages` on named pairs (`src/passages/`); but these two are known to be alike, so no summary is
looked for, and where they share no stretch that is long enough for a passage, a short one will do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.errors import InputError
from twicetold.jobs.documents.overlap_steps import OVERLAP_PAIRS, SIDES, LocateOverlaps
from twicetold.jobs.documents.results import select_text_clusters
from twicetold.jobs.documents.tables import DOCUMENT_OVERLAPS, ORDERED_DOCUMENTS
from twicetold.jobs.flow import JobInputs
from twicetold.matching.clusters.matches import AddMatchClusters
from twicetold.matching.document_sentences import GatherSentences
from twicetold.readers.inputs import Input, format_path
from twicetold.run import Run
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import UNIT_MATCHES
from twicetold.tables.reading import DOCUMENTS
from twicetold.tables.sentence_lists import SENTENCE_LISTS

_IDENTITY_COLUMNS = ("source", "place", "revision")  # what tells a document from all others
_NAME_COLUMNS = ("document", "title", *_IDENTITY_COLUMNS)
_COUNT = pa.uint32()


_KEY = pa.field("key", pa.uint64(), nullable=False)
_NUMBER = ORDERED_DOCUMENTS.field("number")
DOCUMENTS_TO_READ = pa.schema(
    [_KEY, _NUMBER, *[ORDERED_DOCUMENTS.field(name).with_name(f"wanted_{name}") for name in _IDENTITY_COLUMNS]]
)
_NAMED_OVERLAPS = pa.schema(
    [*LocateOverlaps.schema, *[DOCUMENT_OVERLAPS.field(f"{side}_{name}") for side in SIDES for name in _NAME_COLUMNS]]
)
_ORDER = (*OVERLAP_PAIRS.names, "left_start", "left_end", "right_start", "right_end")
PAIRED_SENTENCE_LISTS = pa.schema([SENTENCE_LISTS.field(name) for name in ("number", "text", "cuts", "starts", "ends")])


def must_locate_overlaps(locate: str, inputs: JobInputs) -> bool:
    """Whether overlaps are to be located. The input is read twice for it, which stdin cannot be."""
    piped = "-" in inputs.paths
    if piped and locate == "always":
        raise InputError("overlaps cannot be located in stdin", "the input is read twice: save it to a file first")
    return locate == "always" or (locate == "against" and bool(inputs.against) and not piped)


def list_overlap_pairs(load: Callable[[str], Any], engine: Engine) -> dict[str, Table]:
    """The tables `paired` and `wanted`."""
    labels = load("labels")
    met = engine.join(load("verified"), engine.map(labels, select_text_clusters), SIDES, "unit", keep=True)
    matched = engine.map(engine.map(met, AddMatchClusters(UNIT_MATCHES)), turn_document_matches)
    pairs = engine.group(
        engine.union(engine.map(labels, pair_removed_documents), matched),
        OVERLAP_PAIRS.names,
        DropRepeatedRows(OVERLAP_PAIRS),
    )
    numbers = engine.union(*(engine.map(pairs, ListPairDocuments(side)) for side in SIDES))
    once = engine.group(numbers, ("number",), DropRepeatedRows(ListPairDocuments.schema))
    known = engine.map(
        load("standing"),
        SelectColumns(pa.schema([ORDERED_DOCUMENTS.field(name) for name in ("number", *_IDENTITY_COLUMNS)])),
    )
    wanted = engine.map(engine.join(once, known, on=("number",), key="number"), key_documents_to_read)
    return {"paired": pairs, "wanted": engine.group(wanted, ("key",), KeepFirstOfKey(DOCUMENTS_TO_READ))}


def select_inputs_to_read(inputs: Iterable[Input], to_read: Iterable[Batch]) -> list[Input]:
    """The files that have a document that is wanted: no other is read again."""
    sources = {source for batch in to_read for source in pc.unique(batch["wanted_source"]).to_pylist()}
    return [each for each in inputs if format_path(each.path) in sources]


def split_documents_to_read(documents: Table, to_read: Table, split: SplitIntoSentences, engine: Engine) -> Table:
    """The table `works`: of the documents as read those that are wanted, with their sentences."""
    return engine.map(
        engine.join(engine.map(documents, key_read_documents), to_read, on=("key",), key="key"),
        SplitKeyedDocuments(split),
    )


def locate_overlaps(load: Callable[[str], Any], settings: Locating, engine: Engine) -> Table:
    """The table `overlaps`: pair after pair, in the order of the documents that go."""
    met = engine.join(load("paired"), load("works"), on=SIDES, key="number")
    found = engine.map(met, LocateOverlaps(replace(settings, summary_evidence=0.0)))
    names = engine.map(
        load("standing"),
        SelectColumns(pa.schema([ORDERED_DOCUMENTS.field(name) for name in ("number", *_NAME_COLUMNS)])),
    )
    named = engine.map(engine.join(found, names, on=SIDES, key="number"), SelectColumns(_NAMED_OVERLAPS))
    return engine.group(named, _ORDER, SelectColumns(DOCUMENT_OVERLAPS))


def summarise_overlaps(run: Run) -> dict[str, Any]:
    """How many pairs were looked at, how many have an overlap, and how many overlaps there are."""
    ends = [f"{side}_{name}" for side in SIDES for name in _IDENTITY_COLUMNS]
    pairs, last = 0, None
    for batch in run.read_batches("overlaps"):
        for pair in zip(*(batch[name].to_pylist() for name in ends), strict=True):
            pairs, last = pairs + (pair != last), pair  # the rows of a pair stand together
    looked_at = run.count_rows("paired")
    return {"located": {"pairs": looked_at, "with_overlap": pairs}, "overlaps": run.count_rows("overlaps")}


# ---- pairs ----


@make_step(OVERLAP_PAIRS)
def pair_removed_documents(labels: Batch) -> Batch:
    """Documents of clusters with their core; copies of the core that stand in `--against` with it are no pair."""
    rows = labels.filter(pc.and_(pc.invert(labels["is_against"]), pc.not_equal(labels["number"], labels["core"])))
    return build_batch([rows[name] for name in ("cluster", "number", "core")], OVERLAP_PAIRS)


@make_step(OVERLAP_PAIRS)
def turn_document_matches(placed: Batch) -> Batch:
    """Matches the other way round: the left one of a match is the one that stays, if one does."""
    return build_batch([placed[name] for name in ("cluster", "right", "left")], OVERLAP_PAIRS)


@dataclass(frozen=True)
class DropRepeatedRows:
    """Rows in order, each once."""

    schema: pa.Schema

    def __call__(self, rows: Batch) -> Batch:
        return rows.filter(_mark_changes(rows, self.schema.names))


@dataclass(frozen=True)
class KeepFirstOfKey:
    """Of rows with one key the first."""

    schema: pa.Schema

    def __call__(self, rows: Batch) -> Batch:
        return rows.filter(_mark_changes(rows, ("key",)))


def _mark_changes(rows: Batch, by: Sequence[str]) -> pa.Array:
    """Which rows differ from the one before."""
    changed = pa.repeat(False, max(rows.num_rows - 1, 0))
    for name in by:
        own, before = rows[name].slice(1), rows[name].slice(0, len(changed))
        differs = pc.coalesce(pc.not_equal(own, before), pc.xor(own.is_null(), before.is_null()))
        changed = pc.or_(changed, differs)
    return pa.concat_arrays([pa.repeat(True, min(rows.num_rows, 1)), changed])


@dataclass(frozen=True)
class ListPairDocuments:
    """The documents on one side of pairs."""

    side: str
    schema: ClassVar[pa.Schema] = pa.schema([_NUMBER])

    def __call__(self, pairs: Batch) -> Batch:
        return build_batch([pairs[self.side]], self.schema)


# ---- documents ----


@make_step(DOCUMENTS_TO_READ)
def key_documents_to_read(known: Batch) -> Batch:
    """Documents under the key by which they are known again when they are read once more."""
    own = [known[name] for name in _IDENTITY_COLUMNS]
    return build_batch([_compute_keys(known), known["number"], *own], DOCUMENTS_TO_READ)


@make_step(pa.schema([*DOCUMENTS, _KEY]))
def key_read_documents(documents: Batch) -> Batch:
    """Documents that were read, with that key."""
    read = documents.filter(pc.equal(documents["status"], "read"))
    return build_batch([*read.columns, _compute_keys(read)], key_read_documents.schema)


def _compute_keys(rows: Batch) -> pa.Array:
    own = zip(*(rows[name].to_pylist() for name in _IDENTITY_COLUMNS), strict=True)
    return pa.array([_hash_name("\0".join(each)) for each in own], pa.uint64())


def _hash_name(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest())


@dataclass(frozen=True)
class SplitKeyedDocuments:
    """Documents that found their number by the key: those that are the ones meant, with their sentences."""

    split: SplitIntoSentences
    schema: ClassVar[pa.Schema] = PAIRED_SENTENCE_LISTS

    def __call__(self, joined: Batch) -> Batch:
        same = pa.repeat(True, joined.num_rows)
        for name in _IDENTITY_COLUMNS:
            same = pc.and_(same, pc.equal(joined[name], joined[f"wanted_{name}"]))
        own = joined.filter(same)
        documents = own.select(DOCUMENTS.names).set_column(0, DOCUMENTS.field(0), own["number"].cast(pa.string()))
        gathered = GatherSentences(self.split)(documents)
        rest = [gathered[name] for name in PAIRED_SENTENCE_LISTS.names[1:]]
        return build_batch([gathered["document"].cast(_COUNT), *rest], PAIRED_SENTENCE_LISTS)
