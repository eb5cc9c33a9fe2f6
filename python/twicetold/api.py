"""The jobs as functions. Each takes what the CLI takes and gives a `Run`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa

from twicetold.config import JobSettings, apply_options, apply_preset
from twicetold.engines.base import Engine
from twicetold.engines.local import Local
from twicetold.jobs.base import Job
from twicetold.jobs.documents.in_memory import TextSequence, UniqueTexts, find_unique_texts
from twicetold.jobs.documents.job import DocumentsJob
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.passages.job import PassagesJob
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.sentences.in_memory import TextClusters, cluster_texts
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.split.job import SplitJob
from twicetold.jobs.split.settings import SplitSettings
from twicetold.jobs.threads.job import ThreadsJob
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.run import Run

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
AnySettings = TypeVar("AnySettings", bound=JobSettings)


def split(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: SplitSettings | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """The sentences of files, each with its place: `split("dump.xml.bz2").sentences` is an Arrow table.

    `options` are single settings by name (`language="de"`, `workers=2`). Without `output` the run lives in a temporary
    folder. Records that could not be read are in `.rejects`.
    """
    wanted = combine_settings(settings or SplitSettings(), None, options)
    return _run_job(SplitJob(), paths, output, wanted, engine, force)


def sentences(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: SentenceSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Near-duplicate sentences: `sentences("dump.xml.bz2").clusters` is an Arrow table, as are `.members`, `.matches`.

    `options` are single settings by name (`threshold=0.9`, `memory_bytes=2 * 10**9`), `preset` those of a paper.
    Without `output` the run lives in a temporary folder.
    """
    wanted = combine_settings(settings or SentenceSettings(), preset, options)
    return _run_job(SentencesJob(), paths, output, wanted, engine, force)


def passages(
    paths: Paths,
    output: str | Path | None = None,
    *,
    against: Paths = (),
    settings: PassageSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """What documents share, located in both: `passages("essays", against="sources").passages` is an Arrow table.

    Without `against` all of `paths` are compared with each other. `options` are single settings by name
    (`min_sentences=5`, `by="sentences"`), `preset` those of a paper.
    """
    wanted = combine_settings(settings or PassageSettings(), preset, options | _list_against(against))
    return _run_job(PassagesJob(), paths, output, wanted, engine, force)


def threads(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: ThreadSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Threads that ask the same: `threads("Posts.xml").matches` is an Arrow table, as are `.clusters`, `.members`.

    `options` are single settings by name (`threshold=0.4`, `weights=(0.5, 0.2, 0.3)`), `preset` those of a paper.
    """
    wanted = combine_settings(settings or ThreadSettings(), preset, options)
    return _run_job(ThreadsJob(), paths, output, wanted, engine, force)


def documents(
    paths: Paths,
    output: str | Path | None = None,
    *,
    against: Paths = (),
    settings: DocumentSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Near-duplicate documents, and which to keep: `documents("corpus").members` is an Arrow table with `kept`, `why`.

    `options` are single settings by name (`threshold=0.7`, `keep="newest"`, `prefer="source=books"`). With `against`,
    only documents that match one there are removed, and none there.
    """
    wanted = combine_settings(settings or DocumentSettings(), preset, options | _list_against(against))
    return _run_job(DocumentsJob(), paths, output, wanted, engine, force)


def cluster(
    texts: Sequence[str] | pa.Array | pa.ChunkedArray,
    *,
    settings: SentenceSettings | None = None,
    preset: str | None = None,
    **options: Any,
) -> TextClusters:
    """Near-duplicates among texts in memory: `cluster(["It froze in 1905.", "it froze in 1905."]).labels` -> `[0, 0]`

    The settings are those of `sentences`: texts under 16 characters do not count, and those under about 40 are found
    only where they are identical but for case and white space.
    """
    return cluster_texts(texts, combine_settings(settings or SentenceSettings(), preset, options))


def unique(texts: TextSequence, *, settings: DocumentSettings | None = None, **options: Any) -> UniqueTexts:
    """Which of the texts in memory are kept: `unique(["One two ...", "One two ...!"]).kept` -> `[True, False]`

    Options as in `documents`, for whole texts; `keep` is `longest` or `first`.
    """
    return find_unique_texts(texts, combine_settings(settings or DocumentSettings(), None, options))


def combine_settings(settings: AnySettings, preset: str | None, options: Mapping[str, Any]) -> AnySettings:
    """Put the settings of a paper on top of these, and single ones by name on top of both."""
    return apply_options(apply_preset(settings, preset) if preset else settings, options)


def list_paths(paths: Paths) -> list[str]:
    """List one path or several as strings."""
    return [fspath(paths)] if isinstance(paths, str | PathLike) else [fspath(path) for path in paths]


def _list_against(paths: Paths) -> dict[str, tuple[str, ...]]:
    return {"against": tuple(list_paths(paths))} if paths else {}


def _run_job(
    job: Job, paths: Paths, output: str | Path | None, settings: JobSettings, engine: Engine | None, force: bool
) -> Run:
    inputs = job.find_inputs(list_paths(paths), settings)
    return job.run(inputs, output, settings, engine or Local(settings.machine), force)
