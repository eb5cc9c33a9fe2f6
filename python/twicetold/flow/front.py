"""read -> clean -> split: what every job begins with; and the job `split`, which is no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold import registry
from twicetold.config import Settings, to_dict
from twicetold.engines.base import Engine
from twicetold.readers.base import Empty, Reader
from twicetold.readers.inputs import Input
from twicetold.readers.posts import posts_of
from twicetold.readers.vectors import vectors_of
from twicetold.run import Run
from twicetold.schema import POSTS
from twicetold.splitters.sentences import Sentences
from twicetold.stages.outcomes import Outcomes, Rejects, Strict, WithoutText
from twicetold.stages.threads.gathering import Gather, several_sites

FRONT = ("documents", "sentences", "rejects", "outcomes")


def split(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `split`: the sentences of all inputs, as a run."""
    files = [found.path for found in inputs]
    with Run.open(output, "split", to_dict(settings), files, force=force) as run:
        run.stage("front", FRONT, lambda: front(inputs, settings, engine), engine)
        return run.finish("documents", "sentences")


def front(inputs: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean -> split: any input to located sentences. The tables FRONT, promised: one pass gives them all."""
    documents = read(inputs, settings, engine)
    return {**outcomes(documents, engine), "sentences": engine.map(documents, split_of(settings))}


def read(inputs: Sequence[Input], settings: Settings, engine: Engine) -> Any:
    """The documents of files."""
    documents = engine.read([(reader_of(found, settings), found.path) for found in inputs])
    return engine.map(documents, Strict()) if settings.reading.strict else documents


def read_threads(inputs: Sequence[Input], settings: Settings, engine: Engine) -> Any:
    """The threads of files: posts, wherever they stand, brought together by their question. In order of their names."""
    return engine.group(read_posts(inputs, settings, engine), ("thread",), Gather(several_sites(inputs)))


def read_posts(inputs: Sequence[Input], settings: Settings, engine: Engine) -> Any:
    """The posts of files, or whole threads."""
    workers = settings.machine.workers
    posts = engine.read([(posts_of(reader_of(found, settings), found.path, workers), found.path) for found in inputs])
    return engine.map(posts, Strict(POSTS)) if settings.reading.strict else posts


def vectors_in(inputs: Sequence[Input], settings: Settings) -> list[tuple[Reader, str]]:
    """The readers of the inputs' vectors; an InputError where one can have none."""
    workers = settings.machine.workers
    return [(vectors_of(reader_of(found, settings), found.path, workers), found.path) for found in inputs]


def reader_of(found: Input, settings: Settings) -> Reader:
    """The reader of a file, with the settings it needs."""
    kind = Empty if found.empty else registry.load("reader", found.reader_name)
    reader: Reader = kind(reading=settings.reading, threads=settings.machine.workers)
    return reader


def split_of(settings: Settings) -> Sentences:
    """The step from documents to sentences."""
    return Sentences(settings.reading.cleaner, settings.reading.language)


def outcomes(documents: Any, engine: Engine) -> dict[str, Any]:
    """Who was read, and what could not be."""
    return {
        "documents": engine.map(documents, WithoutText()),
        "rejects": engine.map(documents, Rejects()),
        "outcomes": engine.map(documents, Outcomes()),
    }
