"""read -> clean -> split: what every job begins with; and the job `split`, which is no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twicetold import registry
from twicetold.config import JobSettings, convert_to_dict
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.readers.base import EmptyFileReader, Reader
from twicetold.readers.inputs import Input
from twicetold.readers.outcomes import CountOutcomes, DropDocumentTexts, KeepRejects, RefuseRejects
from twicetold.readers.vectors import choose_vector_reader
from twicetold.run import Run
from twicetold.splitter import SplitIntoSentences


def run_split_job(
    inputs: Sequence[Input], output: str | Path | None, settings: JobSettings, engine: Engine, force: bool = False
) -> Run:
    """The job `split`: the sentences of all inputs, as a run."""
    files = [found.path for found in inputs]
    with Run.open(output, "split", convert_to_dict(settings), files, force=force) as run:
        run.run_stage("front", lambda: read_and_split(inputs, settings, engine), engine)
        return run.finish("documents", "sentences")


def read_and_split(inputs: Sequence[Input], settings: JobSettings, engine: Engine) -> dict[str, Table]:
    """read -> clean -> split: `documents`, `rejects`, `outcomes` and `sentences`, all made in one pass."""
    documents = read_documents(inputs, settings, engine)
    return {**record_outcomes(documents, engine), "sentences": engine.map(documents, build_splitter(settings))}


def read_documents(inputs: Sequence[Input], settings: JobSettings, engine: Engine) -> Table:
    """The documents of files."""
    documents = engine.read([(build_reader(found, settings), found.path) for found in inputs])
    return engine.map(documents, RefuseRejects()) if settings.reading.strict else documents


def build_vector_readers(inputs: Sequence[Input], settings: JobSettings) -> list[tuple[Reader, str]]:
    """The readers of the inputs' vectors; an InputError where one can have none."""
    workers = settings.machine.worker_count
    return [(choose_vector_reader(build_reader(found, settings), found.path, workers), found.path) for found in inputs]


def build_reader(found: Input, settings: JobSettings) -> Reader:
    """The reader of a file, with the settings it needs."""
    kind = EmptyFileReader if found.empty else registry.load_class("reader", found.reader_name)
    reader: Reader = kind(reading=settings.reading, workers=settings.machine.worker_count, folder=found.folder)
    return reader


def build_splitter(settings: JobSettings) -> SplitIntoSentences:
    """The step from documents to sentences."""
    return SplitIntoSentences(settings.reading.cleaner, settings.reading.language)


def record_outcomes(documents: Table, engine: Engine) -> dict[str, Table]:
    """Who was read, and what could not be."""
    return {
        "documents": engine.map(documents, DropDocumentTexts()),
        "rejects": engine.map(documents, KeepRejects()),
        "outcomes": engine.map(documents, CountOutcomes()),
    }
