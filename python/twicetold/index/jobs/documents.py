"""What an index must know of the job `documents`: a document is one text, and documents are kept in an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold.cleaners.base import apply_by_markup
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local
from twicetold.engines.steps import PassRows, SelectColumns
from twicetold.errors import RunError, SettingsError
from twicetold.finders.sketches import KeepLikelyPairs, add_sketches
from twicetold.index.answer import Answer, place_documents
from twicetold.index.clusters.changed import TEXTS, find_text_units, take_unit_rows
from twicetold.index.jobs.base import IndexedJob, Makers
from twicetold.index.keys import KeyPlan
from twicetold.index.segments import Segment
from twicetold.jobs.documents.keep_rule import build_keep_rule, complete_document_settings
from twicetold.jobs.documents.ordering import CLEAN_TEXTS, NormaliseDocuments, clean_texts, order_documents
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.front import record_outcomes
from twicetold.matching.clusters.base import resolve_matches
from twicetold.matching.clusters.keep_first import KeepFirst
from twicetold.matching.verify import CountSimilarityBands
from twicetold.plan.sketches import compute_least_shared
from twicetold.readers.inputs import format_path
from twicetold.run import Run
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.files import give_to_arrow
from twicetold.tables.matching import PAIRS, SKETCHES, UNIT_MATCHES
from twicetold.tables.reading import DOCUMENTS, SENTENCES, TALLY
from twicetold.text.terminal import cut_title

MEMORY = "memory"  # the source of documents that are in no file
_SKETCH = pa.schema([SKETCHES.field("unit"), SKETCHES.field("sketch")])
_WITHOUT_TEXT = ["owner", *(name for name in DOCUMENTS.names if name not in ("text", "site"))]


class IndexedDocuments(IndexedJob):
    names_files = True

    def complete_settings(self, settings: DocumentSettings) -> DocumentSettings:
        if settings.against:
            raise SettingsError("an index does not work with `--against`", "leave it out")
        if settings.keeping.locate == "always":
            raise SettingsError("an index does not work with `--locate always`", "leave it out")
        own = build_keep_rule(settings.keeping).requested_field
        if own:
            raise SettingsError(f"an index cannot keep documents by a field of your own, `{own}`", "keep another way")
        return complete_document_settings(settings)

    def relax_settings(self, settings: DocumentSettings) -> DocumentSettings:
        # A document counts however short it is.
        return replace(settings, folding=replace(settings.folding, min_characters=0, min_aside=0))

    def build_splitter(self, settings: DocumentSettings) -> Callable[[Batch], Batch]:
        return WholeDocuments(settings.reading.cleaner)

    def keep_likely_matches(
        self, matches: pa.Table, texts: Callable[[], Table], plan: KeyPlan, engine: Local
    ) -> pa.Table:
        sketching = add_sketches(plan.finder)
        if not sketching or not matches.num_rows:
            return matches
        sketches = engine.map(sketching.compute_sketches(texts(), engine), SelectColumns(_SKETCH))
        pairs = engine.load_rows(matches.select(PAIRS.names))
        least = compute_least_shared(sketching.scheme.functions, sketching.similarity)
        joined = engine.join(pairs, sketches, on=("left", "right"), key="unit", shared=True)
        likely = engine.collect({"likely": engine.map(joined, KeepLikelyPairs(least))})["likely"]
        return matches.filter(pc.is_in(_pack_pairs(matches), _pack_pairs(likely).combine_chunks()))

    def order_texts(self, texts: pa.Table, segments: Sequence[Segment], settings: DocumentSettings) -> pa.Table:
        """Texts in the order in which the first document of each would be kept."""
        if not texts.num_rows:
            return texts
        rows = list_text_documents(texts, segments)
        stored = take_unit_rows(segments, texts["unit"].combine_chunks(), ["text"])  # in the same order
        lengths = pc.utf8_length(stored["text"]).combine_chunks().cast(pa.uint32()).take(rows["text"])
        keep = build_keep_rule(settings.keeping)
        columns = {name: rows[name] for name in rows.schema.names}
        columns |= {name: texts[name].combine_chunks().take(rows["text"]) for name in ("high", "low")}
        columns["order"] = keep.order_documents(rows, lengths)
        columns["rank"] = keep.rank_documents(rows, pa.repeat(False, rows.num_rows))
        columns |= {"source": pa.repeat("", rows.num_rows), "place": pa.repeat("", rows.num_rows)}
        ordered = pa.table(columns).sort_by([(name, "ascending") for name in keep.sort_columns])
        return texts.take(pc.unique(ordered["text"].combine_chunks()))

    def find_clusters(
        self, units: Batch, matches: pa.Table, settings: DocumentSettings, plan: KeyPlan, engine: Local
    ) -> pa.Table:
        cores = resolve_matches(engine.load_rows(matches), KeepFirst(), engine)
        found = engine.collect({"cores": cores})["cores"].select(["unit", "core"])
        alone = pc.and_(pc.greater(units["copies"], 1), pc.invert(pc.is_in(units["unit"], found["unit"])))
        repeated = units["unit"].filter(alone)
        return pa.concat_tables([found, pa.table([repeated, repeated], schema=found.schema)])

    def list_makers(self, answer: Answer, segments: Sequence[Segment], file: Path | None) -> Makers:
        empty = answer.engine.load_rows
        return {
            "front": lambda _: load_ordered_documents(answer, segments, format_path(str(file)) if file else MEMORY),
            "sketches": lambda _: {"sketches": empty(SKETCHES.empty_table())},
            "candidates": lambda _: {"candidates": empty(PAIRS.empty_table()), "crowds": empty(TALLY.empty_table())},
            "matches": lambda run: load_document_matches(answer, run),
        }

    def classify_matches(self, pairs: Sequence[tuple[str, Mapping[str, Any]]]) -> list[dict[str, Any]]:
        similar = {"kind": "similar", "drift": "", "confidence": 1.0, "changes": (), "why": "nearly the same text"}
        return [similar] * len(pairs)

    def describe_place(self, place: Mapping[str, Any]) -> str:
        return str(place["title"] or place["document"])

    def cut_text(self, text: str) -> str:
        return cut_title(" ".join(text.split()))


def _pack_pairs(pairs: pa.Table) -> pa.ChunkedArray:
    """Both numbers of each pair in one."""
    return pc.bit_wise_or(pc.shift_left(pairs["left"].cast(pa.uint64()), 32), pairs["right"].cast(pa.uint64()))


@dataclass(frozen=True)
class WholeDocuments:
    """Documents, each as one sentence without markup."""

    cleaner: str = "auto"
    schema: ClassVar[pa.Schema] = SENTENCES

    def __call__(self, documents: Batch) -> Batch:
        texts = apply_by_markup(documents, self.cleaner, clean_texts, CLEAN_TEXTS)["text"]
        zeros = pa.repeat(pa.scalar(0, pa.uint32()), documents.num_rows)
        columns = {name: documents[name] for name in ("document", "title")}
        columns |= {"section": pa.repeat("", len(texts)), "block": pa.repeat("prose", len(texts)), "position": zeros}
        columns |= {"start": zeros, "end": pc.utf8_length(documents["text"]).cast(pa.uint32()), "text": texts}
        return build_named_batch(columns, SENTENCES)


def list_text_documents(texts: pa.Table, segments: Sequence[Segment]) -> Batch:
    """The documents of texts without what they say: the row of each one's text, and its place in the index as `at`."""
    lists = texts["documents"].combine_chunks()
    places, rows = pc.list_flatten(lists), pc.list_parent_indices(lists)
    parts = []
    for number, segment in enumerate(segments):
        own = pc.equal(pc.shift_right(places, 32), number)
        owners = pc.bit_wise_and(places.filter(own), pa.scalar(2**32 - 1, pa.uint64())).cast(pa.uint32())
        for stored in _read_documents(segment, owners):
            found = pc.index_in(stored["owner"], owners)
            columns = {name: stored[name] for name in _WITHOUT_TEXT[1:]}
            columns |= {"text": rows.filter(own).take(found), "at": places.filter(own).take(found)}
            parts.append(pa.table(columns))
    found = pa.concat_tables(parts).combine_chunks()
    batch: Batch = found.to_batches()[0]
    return batch


def _read_documents(segment: Segment, owners: pa.Array) -> Iterator[Batch]:
    if not len(owners):
        return
    with pq.ParquetFile(give_to_arrow(segment.locate("documents.parquet"))) as file:
        for group in range(file.num_row_groups):
            for batch in file.iter_batches(row_groups=[group], columns=_WITHOUT_TEXT, use_threads=False):
                yield batch.filter(pc.is_in(batch["owner"], owners))


def load_ordered_documents(answer: Answer, segments: Sequence[Segment], source: str) -> dict[str, Table]:
    """The tables of the stage `front`."""
    settings, engine = cast(DocumentSettings, answer.settings), answer.engine
    stored = answer.load_live(segments, "documents")

    def list_batches() -> Iterator[MakeBatch]:
        yield from place_documents((batch for (batch,) in engine.stream_batches(stored)), source)

    every = engine.load_batches(DOCUMENTS, list_batches)
    keep = build_keep_rule(settings.keeping)
    normalise = NormaliseDocuments(keep, settings.reading.cleaner, frozenset(), settings.folding)
    return {**record_outcomes(every, engine), **order_documents(every, normalise, engine)}


def load_document_matches(answer: Answer, run: Run) -> dict[str, Table]:
    """The tables of the stage `matches`, with the numbers that texts have in this run."""
    plan, segments = answer.choose_plan(run.count_rows("units"))
    engine, threshold = answer.engine, answer.settings.matching.threshold
    verified = answer.load_verified(number_documents(run, segments), plan, segments)
    return {
        "verified": engine.group(verified, ("left", "right"), PassRows(UNIT_MATCHES)),
        "judged": engine.map(verified, CountSimilarityBands(threshold, threshold)),
    }


def number_documents(run: Run, segments: Sequence[Segment]) -> pa.Array:
    """The number in a run of each stored text, that of its first document; null for one that no document has."""
    first = pa.concat_arrays([batch["unit"] for batch in run.read_batches("units")])
    units, numbers = [pa.array([], pa.uint32())], [pa.array([], pa.uint32())]
    for batch in run.read_batches("standing"):
        own = batch.filter(pc.is_in(batch["number"], first))
        units.append(find_text_units(segments, build_batch([own["high"], own["check"]], TEXTS)))
        numbers.append(own["number"])
    stored = pa.concat_arrays(units)
    if stored.null_count:
        raise RunError("a text of the index has no keys", "make the index again")
    total = sum(segment.facts.units for segment in segments)
    return pa.concat_arrays(numbers).take(pc.index_in(pa.arange(0, total).cast(pa.uint32()), stored))
