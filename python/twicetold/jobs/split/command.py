"""`twicetold split` to a file, to stdout or to a run folder, with a summary of what was read."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from twicetold.config import JobSettings
from twicetold.engines.local import Local
from twicetold.errors import SettingsError
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.front import read_and_split
from twicetold.jobs.split.job import SplitJob
from twicetold.readers.inputs import Input, find_inputs, format_path
from twicetold.readers.summary import ReadSummary, summarise_reading
from twicetold.run.outputs import check_output
from twicetold.run.progress import show_progress
from twicetold.tables.reading import REJECTS, SENTENCES
from twicetold.text.plurals import format_count
from twicetold.views.sinks import open_sink


def split_files(
    paths: Sequence[str],
    output: str,
    format: str,
    rejects: Path | None,
    settings: JobSettings,
    *,
    force: bool = False,
    quiet: bool = False,
) -> ReadSummary:
    """Split files into sentences and write them to `output`, which appears under its name only when it is complete."""
    began = time.monotonic()
    inputs = find_inputs(paths, settings.reading)
    _check_outputs(output, rejects, [each.path for each in inputs])
    with show_progress(SplitJob.stages, False if quiet or output == "-" else None) as progress:
        engine = Local(settings.machine, progress)
        if output != "-" and not _is_file(output):
            summary = summarise_reading(SplitJob().run(JobInputs(inputs), output, settings, engine, force))
        else:
            progress.begin_stage("front")
            summary = _stream_sentences(inputs, output, format, rejects, settings, engine, force)
    summary.require_records([format_path(each.path) for each in inputs])
    if not quiet:
        summary.print_summary(time.monotonic() - began)
        if inputs.ignored:
            print(f"ignored {format_count(inputs.ignored, 'file')} of formats that no reader knows", file=sys.stderr)
    return summary


def _check_outputs(output: str, rejects: Path | None, inputs: Sequence[str]) -> None:
    """Raise an error where an output would replace an input, or the other output."""
    if output != "-":
        check_output(output, inputs)
    if rejects:
        check_output(rejects, [*inputs, output])


def _stream_sentences(
    inputs: Sequence[Input],
    output: str,
    format: str,
    rejects: Path | None,
    settings: JobSettings,
    engine: Local,
    force: bool,
) -> ReadSummary:
    if output != "-" and Path(output).exists() and not force:
        raise SettingsError(f"`{output}` exists", "add --force to overwrite it")
    summary = ReadSummary()
    tables = read_and_split(inputs, settings, engine)
    with ExitStack() as stack:
        write = stack.enter_context(open_sink(output, format, SENTENCES))
        reject = stack.enter_context(open_sink(str(rejects), "", REJECTS)) if rejects else lambda _: None
        wanted = (tables["sentences"], tables["rejects"], tables["outcomes"])
        for sentences, rejected, outcomes in engine.stream_batches(*wanted):
            write(sentences)
            reject(rejected)
            summary.add_counts(sentences.num_rows, rejected, outcomes)
    return summary


def _is_file(output: str) -> bool:
    suffix = Path(output).suffix
    if suffix in (".parquet", ".jsonl", ".txt"):
        return True
    if suffix and not Path(output).is_dir():
        raise SettingsError(
            f"`{output}`: cannot write `{suffix}` files", "use .parquet, .jsonl, .txt, or a folder's name"
        )
    return False
