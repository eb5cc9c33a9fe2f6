"""An index as a finished run: the job's own flow, of which reading and matching are already done.

Clusters, kinds and tables are derived from the stored matches by the stages of the job, so the run has the digest of a
run over the documents that are there. Only two stages are replaced: `front` gives the stored rows, and `matches` the
stored matches with the numbers that the texts have now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import ComparisonSettings, convert_to_dict
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local
from twicetold.engines.steps import SelectColumns
from twicetold.errors import RunError
from twicetold.index.crowds import correct_crowded_matches
from twicetold.index.jobs import load_indexed_job
from twicetold.index.jobs.base import Makers
from twicetold.index.keys import KeyPlan
from twicetold.index.segments import OWNER, Segment, collect_crowded_keys, find_units
from twicetold.jobs.base import Job
from twicetold.jobs.flow import JobInputs, Stages
from twicetold.matching.verify import CountSimilarityBands, KeepRelatedPairs
from twicetold.readers.inputs import format_path
from twicetold.readers.outcomes import CountOutcomes, DropDocumentTexts
from twicetold.run import Run
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import UNIT_MATCHES, UNITS
from twicetold.tables.reading import REJECTS, TALLY

_NAMES = ("high", "text")


@dataclass(frozen=True)
class StoredStages(Stages[Any]):
    """The stages of a run, of which some are made from what an index has."""

    stored: Makers = field(default_factory=dict)

    def make(self, name: str, make: Callable[[], Mapping[str, Table]]) -> None:
        super().make(name, partial(self.stored[name], self.run) if name in self.stored else make)


@dataclass(frozen=True)
class Answer:
    """What an index knows, ready to become a run."""

    job: Job
    settings: ComparisonSettings
    engine: Local
    choose_plan: Callable[[int], tuple[KeyPlan, Sequence[Segment]]]  # for the number of texts that are there

    def write_run(self, output: Path, segments: Sequence[Segment], documents: Path | None = None) -> Run:
        """Write the run of this index into a folder; `documents` is the file with its documents, if there is one."""
        inputs = [str(documents)] if documents else []
        makers = load_indexed_job(self.settings.job).list_makers(self, segments, documents)
        with Run.open(output, self.job.name, convert_to_dict(self.settings), inputs, (), force=True) as run:
            temporary = self.job.list_temporary_tables(self.settings)
            stages = StoredStages(run, self.engine, self.settings, JobInputs(()), temporary, makers)
            return self.job.fill_run(stages)

    # ---- front ----

    def load_front(self, segments: Sequence[Segment], file: Path | None) -> dict[str, Table]:
        """The tables of the stage `front`, of the documents that are there; `file` is where a run finds them."""
        documents = self.load_live(segments, "documents")
        read = placed = self.engine.map(documents, DropDocumentTexts())
        if file:
            source = format_path(str(file))
            placed = self.engine.load_batches(
                read.schema, lambda: place_documents((batch for (batch,) in self.engine.stream_batches(read)), source)
            )
        return {
            "documents": placed,
            "rejects": self.engine.load_rows(REJECTS.empty_table()),
            "outcomes": self.engine.map(documents, CountOutcomes()),
            **{name: self.load_live(segments, name) for name in ("sentences", "page_aliases", "sentence_aliases")},
        }

    def load_live(self, segments: Sequence[Segment], name: str) -> Table:
        """The rows of a table whose documents are there, without the numbers of their documents."""
        engine = self.engine
        tables = []
        for segment in segments:
            table = segment.load(name, engine)
            schema = pa.schema([each for each in table.schema if each.name != OWNER.name])
            removed = frozenset(segment.removed.to_pylist())
            live = engine.map(table, KeepLiveRows(removed, table.schema)) if removed else table
            tables.append(engine.map(live, SelectColumns(schema)))
        return engine.union(*tables)

    # ---- matches ----

    def load_matches(self, run: Run) -> dict[str, Table]:
        """The tables of the stage `matches`, with the numbers that texts have in this run."""
        plan, segments = self.choose_plan(run.count_rows("units"))
        engine, matching = self.engine, self.settings.matching
        verified = self.load_verified(number_units(run, segments), plan, segments)
        if matching.relation != "any":
            names = pa.schema([UNITS.field(name) for name in ("unit", "documents")])
            documents = engine.map(engine.load(run.locate_table("units")), SelectColumns(names))
            related = engine.join(verified, documents, on=("left", "right"), key="unit")
            verified = engine.map(related, KeepRelatedPairs(matching.relation, UNIT_MATCHES))
        return {
            "verified": verified,
            "judged": engine.map(verified, CountSimilarityBands(matching.threshold, matching.threshold)),
            "crowds": engine.load_rows(TALLY.empty_table()),
        }

    def load_verified(self, numbers: pa.Array, plan: KeyPlan, segments: Sequence[Segment]) -> Table:
        """The matches among texts that are there; `numbers` has the number in a run of each stored text, or null."""
        crowded = collect_crowded_keys(segments, plan.generation)
        stored = [each for segment in segments for each in segment.map_matches(plan.generation)]
        verified = self.engine.load_batches(
            UNIT_MATCHES, lambda: [partial(renumber_matches, batch, numbers) for batch in stored]
        )
        if not len(crowded):
            return verified
        held = self.engine.collect({"verified": verified})["verified"]
        matches = correct_crowded_matches(held, crowded, numbers, segments, plan, self.engine)
        return self.engine.load_rows(matches)


def place_documents(batches: Iterable[Batch], source: str) -> Iterator[MakeBatch]:
    """Documents that were read, with their lines in a file that has a line for each."""
    first = 1
    for batch in batches:
        read = batch.filter(pc.equal(batch["status"], "read")) if "status" in batch.schema.names else batch
        places = pa.array([f"line {first + row}" for row in range(read.num_rows)], pa.string())
        columns = {name: read[name] for name in read.schema.names}
        columns |= {"source": pa.repeat(source, read.num_rows), "place": places}
        first += read.num_rows
        yield partial(build_named_batch, columns, batch.schema)


def number_units(run: Run, segments: Sequence[Segment]) -> pa.Array:
    """The number in a run of each stored text, null for one that no sentence says any more."""
    stored = [find_units(segments, batch.select(_NAMES)) for batch in run.read_batches("units")]
    units = pa.chunked_array(stored, pa.uint32())
    if units.null_count:
        # Two texts have the same 128-bit hash, and the one that was stored is gone.
        raise RunError("a text of the index has no keys", "make the index again")
    total = sum(segment.facts.units for segment in segments)
    # The units of a run are numbered in the order in which they stand, so a place is a number.
    return pc.index_in(pa.arange(0, total).cast(pa.uint32()), units.combine_chunks()).cast(pa.uint32())


def renumber_matches(matches: Batch, numbers: pa.Array) -> Batch:
    """Matches by other numbers, the lower one on the left, without those of texts that have none."""
    left, right = (numbers.take(matches[side]) for side in ("left", "right"))
    live = pc.and_(pc.is_valid(left), pc.is_valid(right))
    left, right = left.filter(live), right.filter(live)
    lower, higher = pc.min_element_wise(left, right), pc.max_element_wise(left, right)
    return build_batch([lower, higher, matches["similarity"].filter(live)], UNIT_MATCHES)


@dataclass(frozen=True)
class KeepLiveRows:
    """The rows of documents that were neither removed nor replaced."""

    removed: frozenset[int]
    schema: pa.Schema

    def __call__(self, rows: Batch) -> Batch:
        removed = pa.array(sorted(self.removed), pa.uint32())
        return rows.filter(pc.invert(pc.is_in(rows["owner"], removed)))
