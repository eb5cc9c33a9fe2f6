"""The jobs as functions. Each takes what the CLI takes and gives a `Run`."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import flow
from twicetold.config import Settings, with_options, with_preset
from twicetold.engines.base import Engine
from twicetold.engines.local import Local
from twicetold.errors import InputError
from twicetold.flow.texts import Clusters, cluster_texts
from twicetold.flow.whole_texts import Texts, Unique, unique_texts
from twicetold.readers.inputs import Input, find_inputs, real_path
from twicetold.run import Run

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]


def split(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: Settings | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """The sentences of files, each with its place: `split("dump.xml.bz2").sentences` is an Arrow table.

    `options` are single settings by name (`language="de"`, `threads=2`). Without `output` the run lives in a temporary
    folder. Records that could not be read are in `.rejects`.
    """
    settings = with_options(settings or Settings(), options)
    inputs = find_inputs(as_list(paths), settings.reading)
    return flow.split(inputs, output, settings, engine or Local(settings.machine), force)


def sentences(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: Settings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Near-duplicate sentences: `sentences("dump.xml.bz2").clusters` is an Arrow table, as are `.members`, `.matches`.

    `options` are single settings by name (`threshold=0.9`, `memory_bytes=2 * 10**9`), `preset` those of a paper.
    Without `output` the run lives in a temporary folder.
    """
    settings = settings or Settings()
    settings = with_options(with_preset(settings, preset) if preset else settings, options)
    inputs = find_inputs(as_list(paths), settings.reading)
    return flow.sentences(inputs, output, settings, engine or Local(settings.machine), force)


def passages(
    paths: Paths,
    output: str | Path | None = None,
    *,
    against: Paths = (),
    settings: Settings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """What documents share, located in both: `passages("essays", against="sources").passages` is an Arrow table.

    Without `against` all of `paths` are compared with each other. `options` are single settings by name
    (`min_sentences=5`, `by="sentences"`), `preset` those of a paper.
    """
    settings = settings or Settings()
    given = {"against": tuple(as_list(against))} if against else {}
    settings = with_options(with_preset(settings, preset) if preset else settings, {**options, **given})
    inputs, others = both(as_list(paths), settings)
    return flow.passages(inputs, others, output, settings, engine or Local(settings.machine), force)


def threads(
    paths: Paths,
    output: str | Path | None = None,
    *,
    threshold: float | None = None,
    settings: Settings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Threads that ask the same: `threads("Posts.xml").matches` is an Arrow table, as are `.clusters`, `.members`.

    `threshold` is the least score of a match. `options` are single settings by name (`weights=(0.5, 0.2, 0.3)`,
    `question_feature="characters"`), `preset` those of a paper.
    """
    settings = settings or Settings()
    given = {} if threshold is None else {"least_score": threshold}
    settings = with_options(with_preset(settings, preset) if preset else settings, {**options, **given})
    inputs = find_inputs(as_list(paths), settings.reading)
    return flow.threads(inputs, output, settings, engine or Local(settings.machine), force)


def documents(
    paths: Paths,
    output: str | Path | None = None,
    *,
    against: Paths = (),
    settings: Settings | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Near-duplicate documents, and which to keep: `documents("corpus").members` is an Arrow table with `kept`, `why`.

    `threshold`, `measure`, `feature`, `shingle`, `finder`, `recall`, `crowd` and `partition` are those of documents
    (words of 5, Jaccard 0.8); other `options` are single settings by name (`keep="newest"`, `prefer="source=books"`).
    With `against`, only what already stands there is to go, and nothing there.
    """
    given = {f"document_{name}" if name in OF_DOCUMENTS else name: value for name, value in options.items()}
    given |= {"against": tuple(as_list(against))} if against else {}
    settings = with_options(settings or Settings(), given)
    inputs, others = both(as_list(paths), settings)
    return flow.documents(inputs, others, output, settings, engine or Local(settings.machine), force)


OF_DOCUMENTS = (
    "threshold",
    "measure",
    "feature",
    "shingle",
    "finder",
    "partition",
    "crowd",
    "recall",
)  # settings that this job has for itself


def both(paths: Sequence[str], settings: Settings) -> tuple[Sequence[Input], Sequence[Input]]:
    """The inputs of both sides. A file that is on both is only on the right."""
    against = settings.locating.against
    others = find_inputs(against, settings.reading) if against else []
    taken = {real_path(each.path) for each in others}
    inputs = [each for each in find_inputs(paths, settings.reading) if real_path(each.path) not in taken]
    if not inputs:
        raise InputError("nothing is left to compare", "every file stands in --against as well")
    return inputs, others


def cluster(
    texts: Sequence[str] | pa.Array | pa.ChunkedArray,
    *,
    settings: Settings | None = None,
    preset: str | None = None,
    **options: Any,
) -> Clusters:
    """Near-duplicates among texts in memory: `cluster(["It froze in 1905.", "it froze in 1905."]).labels` -> `[0, 0]`

    The settings are those of `sentences`: texts under 16 characters do not count, and those under about 40 are found
    only where they are identical but for case and white space.
    """
    settings = settings or Settings()
    settings = with_options(with_preset(settings, preset) if preset else settings, options)
    return cluster_texts(texts, settings)


def unique(texts: Texts, *, settings: Settings | None = None, **options: Any) -> Unique:
    """Which of the texts in memory stay: `unique(["One two ...", "One two ...!"]).kept` -> `[True, False]`

    Options as in `documents`, for whole texts; `keep` is `longest` or `first`.
    """
    given = {f"document_{name}" if name in OF_DOCUMENTS else name: value for name, value in options.items()}
    return unique_texts(texts, with_options(settings or Settings(), given))


def as_list(paths: Paths) -> list[str]:
    """One path or several, as strings."""
    return [fspath(paths)] if isinstance(paths, str | PathLike) else [fspath(path) for path in paths]
