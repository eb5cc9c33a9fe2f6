"""The jobs, stage after stage. Read this first.

    read -> clean -> split -> features -> candidates -> verify -> cluster -> classify -> report
    files   text     units    numbers     pairs         matches   clusters   kinds       a page

Each function below says what happens to the rows; how they are moved is the engine's affair, what a stage does to a
batch stands in the step it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold import registry
from twicetold.config import Settings, to_dict
from twicetold.engines.base import Engine
from twicetold.outcomes import Outcomes, Rejects, Strict, WithoutText
from twicetold.readers.base import Empty, Reader
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.splitters.sentences import Sentences

FRONT = ("documents", "sentences", "rejects", "outcomes")


def front(inputs: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean -> split: any input to located sentences. The tables FRONT, promised: one pass gives them all."""
    documents = engine.read([(reader_of(found, settings), found.path) for found in inputs])
    if settings.reading.strict:
        documents = engine.map(documents, Strict())
    return {
        "documents": engine.map(documents, WithoutText()),
        "sentences": engine.map(documents, Sentences(settings.reading.cleaner, settings.reading.language)),
        "rejects": engine.map(documents, Rejects()),
        "outcomes": engine.map(documents, Outcomes()),
    }


def split(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `split`: the sentences of all inputs, as a run."""
    files = [found.path for found in inputs]
    with Run.open(output, job="split", settings=to_dict(settings), inputs=files, force=force) as run:
        run.stage("front", FRONT, lambda: front(inputs, settings, engine), engine)
        return run.finish("documents", "sentences")


def reader_of(found: Input, settings: Settings) -> Reader:
    """The reader of a file, with the settings it needs."""
    kind = Empty if found.empty else registry.load("reader", found.reader_name)
    reader: Reader = kind(reading=settings.reading, threads=settings.machine.workers)
    return reader
