"""Files to what is new in their revisions: each page's new paragraphs, its versions, its revisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.errors import InputError
from twicetold.jobs.front import build_reader
from twicetold.jobs.history.git import GIT_READER, GitReader
from twicetold.jobs.history.settings import HistorySettings
from twicetold.jobs.history.tables import REVISION_PARTS
from twicetold.readers.base import ConvertedBatches, DelegatingReader, Reader, Split
from twicetold.readers.inputs import Input
from twicetold.readers.outcomes import CountOutcomes
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import OUTCOMES, REJECTS

GATHERED_BYTES = 1 << 20  # of parts in a batch, at least, where there are that many


@dataclass(frozen=True)
class RevisionReader(DelegatingReader):
    """What is new in the revisions of a file, by the reader of its format."""

    template_names: tuple[str, ...] = ()
    schema: ClassVar[pa.Schema] = REVISION_PARTS

    def read(self, split: Split) -> Iterator[Batch]:
        """The parts of a split; what a page had before is not given again."""
        reader, cutter = self.reader_with_workers, _kernels.RevisionCutter(list(self.template_names))
        records = getattr(reader, "read_revisions", reader.read)(split)
        cleaner = self.reading.cleaner
        return GatheredParts(ConvertedBatches(records, lambda batch: cutter.cut(batch, cleaner)))


@dataclass
class GatheredParts:
    """Parts of several batches as one: what is new in a megabyte of revisions is often a few kilobytes."""

    batches: ConvertedBatches

    def __iter__(self) -> GatheredParts:
        return self

    def __next__(self) -> Batch:
        gathered, size = [next(self.batches)], 0
        while (size := size + gathered[-1].nbytes) < GATHERED_BYTES:
            if (batch := next(self.batches, None)) is None:
                break
            gathered.append(batch)
        if len(gathered) == 1:
            return gathered[0]
        whole: Batch = pa.Table.from_batches(gathered).combine_chunks().to_batches()[0]
        return whole

    @property
    def bytes_read(self) -> int:
        return self.batches.bytes_read


def read_revision_parts(inputs: Sequence[Input], settings: HistorySettings, engine: Engine) -> Table:
    """The parts of all files; with `strict`, an error for the first record that cannot be read."""
    workers, templates = settings.machine.worker_count, settings.tracing.template_names
    parts = engine.read(
        [(RevisionReader(_build_record_reader(found, settings), workers, templates), found.path) for found in inputs]
    )
    return engine.map(parts, refuse_rejected_parts) if settings.reading.strict else parts


def _build_record_reader(found: Input, settings: HistorySettings) -> Reader:
    if found.reader_name == GIT_READER:
        return GitReader(settings.reading, settings.machine.worker_count, found.folder)
    return build_reader(found, settings)


def keep_records(parts: Batch) -> Batch:
    """The rows that stand for a record: revisions, and what is none."""
    return parts.filter(pc.greater_equal(parts["part"], 2))


@make_step(OUTCOMES)
def count_record_outcomes(parts: Batch) -> Batch:
    """How many revisions were read; a page that was emptied, or became a redirect, is read."""
    records = keep_records(parts)
    is_revision = pc.equal(records["part"], 2)
    status = pc.if_else(is_revision, "read", records["status"])
    return CountOutcomes()(pa.RecordBatch.from_arrays([status, records["reason"]], ["status", "reason"]))


@make_step(REJECTS)
def keep_rejected_parts(parts: Batch) -> Batch:
    """The records that could not be read."""
    rejected = parts.filter(pc.and_(pc.equal(parts["part"], 3), pc.equal(parts["status"], "rejected")))
    return build_batch([rejected[name] for name in ("source", "place", "reason", "text")], REJECTS)


@make_step(REVISION_PARTS)
def refuse_rejected_parts(parts: Batch) -> Batch:
    """The parts as they are, or an error at the first record that was rejected."""
    for row in keep_rejected_parts(parts).slice(0, 1).to_pylist():
        hint = "without --strict it becomes a reject and the rest is read"
        raise InputError(f"`{row['source']}`, {row['place']}: {row['reason']}", hint)
    return parts
