"""read -> clean -> split: what every job begins with."""

from __future__ import annotations

from collections.abc import Sequence

from twicetold import registry
from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.readers.base import EmptyFileReader, Reader
from twicetold.readers.inputs import Input
from twicetold.readers.outcomes import CountOutcomes, DropDocumentTexts, KeepRejects, RefuseRejects
from twicetold.readers.regions import choose_region_reader
from twicetold.readers.vectors import choose_vector_reader
from twicetold.splitter import SplitIntoSentences


def read_and_split(inputs: Sequence[Input], settings: JobSettings, engine: Engine) -> dict[str, Table]:
    """read -> clean -> split: `documents`, `rejects`, `outcomes` and `sentences`, all made in one pass."""
    documents = read_documents(inputs, settings, engine)
    return {**record_outcomes(documents, engine), "sentences": engine.map(documents, build_splitter(settings))}


def read_documents(inputs: Sequence[Input], settings: JobSettings, engine: Engine) -> Table:
    """The documents of files; with `strict`, an error for the first record that cannot be read."""
    documents = engine.read([(build_reader(found, settings), found.path) for found in inputs])
    return engine.map(documents, RefuseRejects()) if settings.reading.strict else documents


def build_vector_readers(inputs: Sequence[Input], settings: JobSettings) -> list[tuple[Reader, str]]:
    """The readers of the inputs' vectors; an InputError where one can have none."""
    workers = settings.machine.worker_count
    return [(choose_vector_reader(build_reader(found, settings), found.path, workers), found.path) for found in inputs]


def read_regions(inputs: Sequence[Input], settings: JobSettings, engine: Engine) -> dict[str, Table]:
    """The table `regions`: where texts are on their pages; no table if no input says so."""
    workers = settings.machine.worker_count
    readers = [(choose_region_reader(build_reader(found, settings), found.path, workers), found) for found in inputs]
    known = [(reader, found.path) for reader, found in readers if reader is not None]
    return {"regions": engine.read(known)} if known else {}


def build_reader(found: Input, settings: JobSettings) -> Reader:
    """The reader of a file, with the settings it needs."""
    kind = EmptyFileReader if found.empty else registry.load_class("reader", found.reader_name)
    reader: Reader = kind(reading=settings.reading, workers=settings.machine.worker_count, folder=found.folder)
    return reader


def build_splitter(settings: JobSettings) -> SplitIntoSentences:
    """The step from documents to sentences."""
    return SplitIntoSentences(settings.reading.cleaner, settings.reading.language)


def record_outcomes(documents: Table, engine: Engine) -> dict[str, Table]:
    """The documents that were read without their texts, the records that could not be read, and counts of both."""
    return {
        "documents": engine.map(documents, DropDocumentTexts()),
        "rejects": engine.map(documents, KeepRejects()),
        "outcomes": engine.map(documents, CountOutcomes()),
    }
