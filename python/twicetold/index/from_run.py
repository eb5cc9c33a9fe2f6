"""An index made from a finished run, of either engine: what the run keeps is not computed again.

A run keeps sentences and matches; these are taken over. It keeps no keys and no texts of documents, so keys are
computed, without candidates or verification, and the inputs are read again, without splitting. They must be unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold.apply.inputs import find_written_inputs
from twicetold.config import build_settings
from twicetold.engines.graph import Table
from twicetold.engines.local import Local
from twicetold.engines.steps import make_step
from twicetold.errors import RunError, SettingsError
from twicetold.index.building import SegmentBuilder
from twicetold.index.documents import keep_usable_records
from twicetold.index.jobs import INDEXED_JOBS
from twicetold.index.keys import KeyPlan
from twicetold.index.segments import OWNER, STORED_SENTENCES, Segment, find_units
from twicetold.jobs.base import Job, load_job
from twicetold.jobs.front import read_documents
from twicetold.matching.fold import identify_texts
from twicetold.plan.estimate import find_size_class
from twicetold.run import Run
from twicetold.run.finished import open_finished_run
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.files import give_to_arrow
from twicetold.tables.matching import PAIRS, UNIT_MATCHES
from twicetold.tables.reading import DOCUMENTS

_STORED_IDS = pa.schema([OWNER, DOCUMENTS.field("document")])


@dataclass(frozen=True)
class IndexableRun:
    """A finished run that can become an index."""

    run: Run
    job: Job
    settings: Any

    @classmethod
    def open(cls, folder: str | Path) -> IndexableRun:
        """Open a run; an error says why it cannot become an index."""
        run = open_finished_run(folder, *INDEXED_JOBS)
        if run.facts["job"] != "sentences":
            message = f"`{folder}` is a run of `{run.facts['job']}`, which keeps no texts to make an index from"
            hint = f"give `twicetold index create PATH --job {run.facts['job']}`, and add the files"
            raise SettingsError(message, hint)
        job = load_job(run.facts["job"])
        settings: Any = build_settings(job.settings, run.facts["settings"], str(run.folder / "run.json"))
        relation = settings.matching.relation
        if relation != "any":
            message = f"a run with `--relation {relation}` has only some of the matches that an index needs"
            raise SettingsError(message, f"give `twicetold index create PATH --relation {relation}`, and add the files")
        return cls(run, job, settings)

    def require_keys(self) -> None:
        """Raise an error where the run's matches were found with other keys than an index has."""
        facts, known = self.plan.finder.facts, self.run.facts["results"]
        if any(value != known.get(name) for name, value in facts.items()):
            message = f"`{self.run.folder}` was made with other keys: {known.get('scheme')}, not {facts['scheme']}"
            raise SettingsError(message, "make the run again with this version of twicetold, with --force")

    @property
    def plan(self) -> KeyPlan:
        """How an index of these texts has keys."""
        return KeyPlan(self.settings, find_size_class(self.run.facts["results"]["units"]), 1)

    def build_segment(self, builder: SegmentBuilder, name: str, folder: Path) -> Segment:
        """Build the segment of all documents; `folder` is for what is needed only meanwhile."""
        engine = builder.engine
        inputs = find_written_inputs(self.run, self.settings)  # raises where one has changed
        path = folder / "documents.parquet"
        engine.save({path: engine.map(read_documents(inputs, self.settings, engine), keep_records)})
        self._require_own_ids(path)
        segment = builder.build(name, 0, list_row_groups(path), [], partial(self._number_sentences, engine))
        if segment.facts.units != self.run.facts["results"]["units"]:
            raise RunError(f"`{self.run.folder}` has other texts than its inputs", "make the run again, with --force")
        return builder.match(segment, [], self.plan, self._number_matches(segment))

    def _require_own_ids(self, documents: Path) -> None:
        """Raise an error where two records have the same id."""
        ids = pq.read_table(give_to_arrow(documents), columns=["document"])["document"]
        counted = pc.value_counts(ids)
        twice = pc.struct_field(counted, "values").filter(pc.greater(pc.struct_field(counted, "counts"), 1))
        if len(twice):
            known = "an index knows a document by its id"
            message = f"two documents of `{self.run.folder}` have the id `{twice[0]}`, and {known}"
            raise RunError(message, "give every record its own id, and make the run again")

    def _number_sentences(self, engine: Local, documents: Table) -> Table:
        """The sentences of the run, each with the number that its document has in the segment."""
        held = engine.collect({"ids": engine.map(documents, select_ids)})["ids"].combine_chunks()
        ids, owners = (held[name].combine_chunks() for name in ("document", "owner"))
        return engine.map(engine.load(self.run.locate_table("sentences")), AddOwners(ids, owners))

    def _number_matches(self, segment: Segment) -> list[Batch]:
        """The matches of the run, by the numbers of their texts in the segment."""
        named = [batch for table in ("matches", "bridges") for batch in self.run.read_batches(table)]
        names = [name_places(batch, f"{side}_") for batch in named for side in PAIRS.names]
        wanted = pc.unique(pa.chunked_array(names, pa.string()))
        units = self._find_units(wanted, segment)
        return [number_matches(batch, wanted, units) for batch in named]

    def _find_units(self, wanted: pa.Array, segment: Segment) -> pa.Array:
        """The number of the text of each sentence that is wanted, by the sentence's place."""
        rows, units = [pa.array([], pa.int32())], [pa.array([], pa.uint32())]
        folding = self.settings.folding
        for batch in self.run.read_batches("sentences"):
            found = pc.index_in(name_places(batch), wanted)
            own = pc.is_valid(found)
            rows.append(found.filter(own))
            units.append(find_units([segment], identify_texts(batch["text"].filter(own), folding)))
        places = pc.index_in(pa.arange(0, len(wanted)).cast(pa.int32()), pa.concat_arrays(rows))
        return pa.concat_arrays(units).take(places)


@make_step(DOCUMENTS)
def keep_records(documents: Batch) -> Batch:
    """The records that count, as an index keeps them."""
    return keep_usable_records(documents)


def list_row_groups(path: Path) -> list[Callable[[], Batch]]:
    """Functions that read the row groups of a file, a batch each."""
    return [
        partial(_read_row_group, path, number) for number in range(pq.read_metadata(give_to_arrow(path)).num_row_groups)
    ]


def _read_row_group(path: Path, number: int) -> Batch:
    with pq.ParquetFile(give_to_arrow(path)) as file:
        columns = file.read_row_group(number, use_threads=False).combine_chunks()
        return build_batch([columns[name].combine_chunks() for name in DOCUMENTS.names], DOCUMENTS)


@make_step(_STORED_IDS)
def select_ids(documents: Batch) -> Batch:
    """The ids of stored documents with their numbers."""
    return documents.select(_STORED_IDS.names)


@dataclass(frozen=True, eq=False)
class AddOwners:
    """Sentences, each with the number of its document."""

    ids: pa.Array
    owners: pa.Array
    schema = STORED_SENTENCES

    def __call__(self, sentences: Batch) -> Batch:
        owners = self.owners.take(pc.index_in(sentences["document"], self.ids))
        return build_batch([owners, *sentences.columns], STORED_SENTENCES)


def name_places(batch: Batch, side: str = "") -> pa.Array:
    """A name for the place of each sentence: its position and its document."""
    return pc.binary_join_element_wise(batch[f"{side}position"].cast(pa.string()), batch[f"{side}document"], ":")


def number_matches(matches: Batch, names: pa.Array, units: pa.Array) -> Batch:
    """Matches by the numbers of their texts, the lower one on the left."""
    left, right = (units.take(pc.index_in(name_places(matches, f"{side}_"), names)) for side in PAIRS.names)
    lower, higher = pc.min_element_wise(left, right), pc.max_element_wise(left, right)
    return build_batch([lower, higher, matches["similarity"]], UNIT_MATCHES)
