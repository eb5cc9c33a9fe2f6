"""The jobs as functions. Each takes paths or data in memory, and returns a `Run`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, Unpack

from twicetold.config import JobSettings, apply_options, apply_preset, apply_python_options
from twicetold.engines.base import Engine
from twicetold.engines.local import Local
from twicetold.errors import InputError
from twicetold.jobs.base import Job
from twicetold.jobs.documents.in_memory import UniqueTexts, find_unique_texts
from twicetold.jobs.documents.job import DocumentsJob
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.history.job import HistoryJob
from twicetold.jobs.history.settings import HistorySettings
from twicetold.jobs.passages.in_memory import SharedPassage, list_shared_passages
from twicetold.jobs.passages.job import PassagesJob
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.sentences.in_memory import TextClusters, cluster_texts
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.split.job import SplitJob
from twicetold.jobs.split.settings import SplitSettings
from twicetold.jobs.threads.job import ThreadsJob
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.memory.files import name_memory_file
from twicetold.memory.folder import MemoryFolder
from twicetold.memory.forms import Data
from twicetold.memory.texts import Texts, take_texts
from twicetold.options import (
    DocumentOptions,
    HistoryOptions,
    PassageOptions,
    SentenceOptions,
    SplitOptions,
    ThreadOptions,
)
from twicetold.run import Run
from twicetold.run.progress import StageShares, show_progress

AnySettings = TypeVar("AnySettings", bound=JobSettings)


def split(
    data: Data | None = None,
    output: str | Path | None = None,
    *,
    texts: Texts | None = None,
    settings: SplitSettings | None = None,
    engine: Engine | None = None,
    force: bool = False,
    progress: bool | None = None,
    **options: Unpack[SplitOptions],
) -> Run:
    """Split texts into sentences, each with its place: `split("dump.xml.bz2").sentences` is an Arrow table.

    `data`, `texts`, `output` and `options` are as in `sentences`. Records that could not be read are in `.rejects`.
    """
    wanted = _combine_settings(settings or SplitSettings(), None, options)
    return _run_job(SplitJob(), data, texts, output, wanted, engine, force, progress)


def sentences(
    data: Data | None = None,
    output: str | Path | None = None,
    *,
    texts: Texts | None = None,
    settings: SentenceSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    progress: bool | None = None,
    **options: Unpack[SentenceOptions],
) -> Run:
    """Find near-duplicate sentences: `sentences("dump.xml.bz2").clusters` is an Arrow table, as is `.matches`.

    `data` is a path or a list of paths; or a data frame, an Arrow table, a list or iterator of dicts, or a dict of id
    to text. Plain texts are `texts=[...]`. `options` are single settings by name (`threshold=0.9`, `workers=2`); `id`,
    `text`, `title` and `date` name fields of the data. `preset` gives the settings of a paper. Without `output` the run
    is in a temporary folder that is removed with it. `progress` says whether to print how far the job is; by default it
    is printed on a terminal and in a notebook.
    """
    wanted = _combine_settings(settings or SentenceSettings(), preset, options)
    return _run_job(SentencesJob(), data, texts, output, wanted, engine, force, progress)


def passages(
    data: Data | None = None,
    output: str | Path | None = None,
    *,
    texts: Texts | None = None,
    against: Data = (),
    settings: PassageSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    progress: bool | None = None,
    **options: Unpack[PassageOptions],
) -> Run:
    """Find passages that documents share, located in both: `passages("essays", against="sources").passages`.

    Without `against` all documents are compared with each other. `data`, `texts`, `output`, `options` and `preset` are
    as in `sentences`, and `against` takes what `data` takes.
    """
    wanted = _combine_settings(settings or PassageSettings(), preset, options)
    return _run_job(PassagesJob(), data, texts, output, wanted, engine, force, progress, against)


def threads(
    data: Data | None = None,
    output: str | Path | None = None,
    *,
    against: Data = (),
    texts: Texts | None = None,
    settings: ThreadSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    progress: bool | None = None,
    **options: Unpack[ThreadOptions],
) -> Run:
    """Find threads that ask the same: `threads("Posts.xml").matches` is an Arrow table, as are `.clusters`, `.members`.

    `data`, `output`, `options` and `preset` are as in `sentences`; `question`, `description` and `answer` name fields
    of the data. `texts` are questions. With `against`, threads of that data are suggested, or of the finished run in
    that folder.
    """
    wanted = _combine_settings(settings or ThreadSettings(), preset, options)
    return _run_job(ThreadsJob(), data, texts, output, wanted, engine, force, progress, against)


def documents(
    data: Data | None = None,
    output: str | Path | None = None,
    *,
    texts: Texts | None = None,
    against: Data = (),
    settings: DocumentSettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    progress: bool | None = None,
    **options: Unpack[DocumentOptions],
) -> Run:
    """Find near-duplicate documents, and which to keep: `documents("corpus").members` is an Arrow table with `kept`.

    With `against`, only documents that match one there are removed, and none of those there. `data`, `texts`, `output`,
    `options` and `preset` are as in `sentences`, and `against` takes what `data` takes.
    """
    wanted = _combine_settings(settings or DocumentSettings(), preset, options)
    return _run_job(DocumentsJob(), data, texts, output, wanted, engine, force, progress, against)


def history(
    data: Data | None = None,
    output: str | Path | None = None,
    *,
    texts: Texts | None = None,
    settings: HistorySettings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    progress: bool | None = None,
    **options: Unpack[HistoryOptions],
) -> Run:
    """Find who copied whom in the revisions of pages: `history("wiki-history.xml.bz2").events` is an Arrow table.

    `data` is a history dump, a git repository, or records with `page`, `revision`, `timestamp`, `contributor`,
    `comment` and `text`. `data`, `texts`, `output` and `options` are as in `sentences`.
    """
    wanted = _combine_settings(settings or HistorySettings(), preset, options)
    return _run_job(HistoryJob(), data, texts, output, wanted, engine, force, progress)


def cluster(
    texts: Texts,
    *,
    settings: SentenceSettings | None = None,
    preset: str | None = None,
    **options: Unpack[SentenceOptions],
) -> TextClusters:
    """Find near-duplicates among texts: `cluster(["It froze in 1905.", "it froze in 1905."]).labels` -> `[0, 0]`

    `texts` is a list, an Arrow array or a column of pandas or polars. The settings are those of `sentences`: texts
    under 16 characters do not count, and those under about 40 match only if they are identical but for case and white
    space.
    """
    return cluster_texts(take_texts(texts), _combine_settings(settings or SentenceSettings(), preset, options))


def unique(
    texts: Texts, *, settings: DocumentSettings | None = None, **options: Unpack[DocumentOptions]
) -> UniqueTexts:
    """Choose which texts to keep: `unique(["One two ...", "One two ...!"]).kept` -> `[True, False]`

    `texts` is as in `cluster`, the options are those of `documents`; `keep` is `longest` or `first`.
    """
    return find_unique_texts(take_texts(texts), _combine_settings(settings or DocumentSettings(), None, options))


def compare_passages(left: str, right: str, **options: Unpack[PassageOptions]) -> list[SharedPassage]:
    """Find the passages that two texts share: `[(passage.left_start, passage.left_end, passage.similarity), ...]`.

    The options are those of `passages`; `min_passage=60` also finds passages shorter than 120 characters. Texts are
    read as plain text, unless `cleaner` names their markup.
    """
    for text in (left, right):
        if not isinstance(text, str):
            hint = "for other data use `twicetold.passages`"
            raise InputError(f"a text to compare is of type `{type(text).__name__}`, not a string", hint)
    return list_shared_passages(passages({"left": left}, against={"right": right}, **options), left, right)


def _combine_settings(settings: AnySettings, preset: str | None, options: Mapping[str, Any]) -> AnySettings:
    """Put the settings of a paper on top of these, and single ones by name on top of both."""
    return apply_python_options(apply_preset(settings, preset) if preset else settings, options)


def _run_job(
    job: Job,
    data: Data | None,
    texts: Texts | None,
    output: str | Path | None,
    settings: JobSettings,
    engine: Engine | None,
    force: bool,
    progress: bool | None,
    against: Data = (),
) -> Run:
    """Run a job on paths or on data in memory, which is in a file while the job reads it."""
    if (data is None) == (texts is None):
        what = "no data is given" if data is None else "`data` and `texts` are both given"
        raise InputError(what, 'give one of them: `sentences("corpus.jsonl")`, or `sentences(texts=["One.", "Two."])`')
    with MemoryFolder(output, settings, force) as memory:
        paths = memory.list_paths(data) if texts is None else memory.list_text_paths(texts)
        others = memory.list_paths(against, "against", "against:")
        inputs = job.find_inputs(paths, _set_against(settings, others))
        stored = _set_against(settings, [name_memory_file(path) or path for path in others])
        with _open_engine(engine, settings, job.stages, progress) as opened:
            return job.run(inputs, output, stored, opened, force)


def _set_against(settings: JobSettings, paths: list[str]) -> JobSettings:
    return apply_options(settings, {"against": tuple(paths)}) if paths else settings


@contextmanager
def _open_engine(
    engine: Engine | None, settings: JobSettings, stages: StageShares, show: bool | None
) -> Iterator[Engine]:
    """Give the engine of a job, which says how far it is: where `show` is None, on a terminal and in a notebook."""
    opened = engine or Local(settings.machine)
    before = opened.progress
    with show_progress(stages, show) as progress:
        if engine is None or show is not None:  # an engine that was given may have a progress of its own
            opened.progress = progress
        try:
            yield opened
        finally:
            opened.progress = before
