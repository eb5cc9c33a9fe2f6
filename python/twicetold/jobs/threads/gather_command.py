"""`twicetold gather`: threads to a file or to stdout, and the duplicates that a site tells of as a table of pairs."""

from __future__ import annotations

import csv
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import JobSettings
from twicetold.engines.local import Local
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.steps import make_step
from twicetold.errors import SettingsError
from twicetold.jobs.front import record_outcomes
from twicetold.jobs.threads.duplicate_links import read_duplicates
from twicetold.jobs.threads.read import read_threads
from twicetold.readers.inputs import Inputs, find_inputs, format_path
from twicetold.readers.summary import ReadSummary
from twicetold.run import publish_file
from twicetold.run.outputs import check_output
from twicetold.run.progress import StageShare, show_progress
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import REJECTS, THREADS
from twicetold.text.plurals import format_count
from twicetold.text.terminal import write_output
from twicetold.views.sinks import open_sink

GATHER_STAGES = (StageShare("threads", "reading", 100),)
# A thread as others take it, and as the readers of JSONL and Parquet take it back.
_SOURCE_COLUMNS = {"id": "document", "question": "text"}
_EXPORTED_FIELDS = (
    "id",
    "question",
    "description",
    "answer",
    "code",
    "answer_code",
    "more_answers",
    "tags",
    "score",
    "url",
    "timestamp",
    "series",
)


@dataclass(frozen=True)
class GatherOutputs:
    """What is written where."""

    threads: str = "-"
    truth: Path | None = None
    rejects: Path | None = None

    def check_paths(self, force: bool) -> None:
        """Says what is wrong with the names before anything is read."""
        if self.threads != "-" and Path(self.threads).suffix not in (".jsonl", ".parquet"):
            raise SettingsError(f"`{self.threads}`: threads are written as JSONL or Parquet", "use .jsonl or .parquet")
        if self.truth and self.truth.suffix != ".csv":
            raise SettingsError(f"`{self.truth}`: pairs are written as CSV", "use .csv")
        for path in (Path(self.threads), self.truth, self.rejects):
            if path and str(path) != "-" and path.exists() and not force:
                raise SettingsError(f"`{path}` exists", "add --force to overwrite it")
            if path and not path.parent.is_dir():
                raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give another path")

    def check_inputs(self, inputs: Sequence[str]) -> None:
        """Raise an error where an output would replace an input, or another output."""
        others: list[str | Path] = list(inputs)
        for path in (self.threads, self.truth, self.rejects):
            if path and path != "-":
                check_output(path, others)
                others.append(path)


@make_step(
    pa.schema(
        [
            pa.field(name, pa.list_(pa.string()))
            if name == "tags"
            else THREADS.field(_SOURCE_COLUMNS.get(name, name)).with_name(name)
            for name in _EXPORTED_FIELDS
        ]
    )
)
def export_threads(threads: Batch) -> Batch:
    """The threads that were read, with the names that others know."""
    read = threads.filter(pc.equal(threads["status"], "read"))
    columns = [
        _split_tags(read) if name == "tags" else read[_SOURCE_COLUMNS.get(name, name)] for name in _EXPORTED_FIELDS
    ]
    return build_batch(columns, export_threads.schema)


def gather_threads(
    paths: Sequence[str], outputs: GatherOutputs, settings: JobSettings, *, force: bool = False, quiet: bool = False
) -> ReadSummary:
    """Gathers the threads of `paths`; nothing stands under its name before it is complete."""
    began = time.monotonic()
    outputs.check_paths(force)
    inputs = find_inputs(paths, settings.reading)
    outputs.check_inputs([each.path for each in inputs])
    with show_progress(GATHER_STAGES, False if quiet or outputs.threads == "-" else None) as progress:
        progress.begin_stage("threads")
        summary = _write_threads(inputs, outputs, settings, Local(settings.machine, progress))
    summary.require_records([format_path(each.path) for each in inputs])
    if not quiet:
        summary.print_summary(time.monotonic() - began, "thread")
    if outputs.truth:
        _write_duplicate_pairs(inputs, outputs.truth, settings, summary, quiet)
    return summary


def _write_threads(inputs: Inputs, outputs: GatherOutputs, settings: JobSettings, engine: Local) -> ReadSummary:
    summary = ReadSummary()
    threads = read_threads(inputs, settings, engine)
    tables = record_outcomes(threads, engine)
    with ExitStack() as stack:
        write = stack.enter_context(_open_thread_sink(outputs.threads))
        reject = (
            stack.enter_context(open_sink(str(outputs.rejects), "", REJECTS)) if outputs.rejects else lambda _: None
        )
        wanted = engine.map(threads, export_threads), tables["rejects"], tables["outcomes"]
        for exported, rejected, outcomes in engine.stream_batches(*wanted):
            write(exported)
            reject(rejected)
            summary.add_counts(0, rejected, outcomes)
    return summary


def _write_duplicate_pairs(
    inputs: Inputs, path: Path, settings: JobSettings, summary: ReadSummary, quiet: bool
) -> None:
    truth = read_duplicates(inputs, settings.reading, settings.machine.worker_count)
    with publish_file(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        columns = truth.pairs.to_pydict()
        csv.writer(file, lineterminator="\n").writerows([tuple(columns), *zip(*columns.values(), strict=True)])
    summary.outcomes["rejected", ""] += len(truth.rejects)
    if quiet:
        return
    beside = f"; {truth.dangling:,} more lead to a question that is not there" if truth.dangling else ""
    print(f"{format_count(truth.pairs.num_rows, 'pair')} of duplicates{beside}", file=sys.stderr)
    for reject in truth.rejects[:5]:
        print(f"rejected: `{reject['source']}`, {reject['place']}: {reject['reason']}", file=sys.stderr)


@contextmanager
def _open_thread_sink(output: str) -> Iterator[Callable[[Batch], object]]:
    if output == "-":
        yield lambda batch: write_output(_encode_json_lines(batch), is_json=True)
        sys.stdout.flush()
        return
    with publish_file(Path(output)) as part:
        if output.endswith(".parquet"):
            with ParquetSink(part, export_threads.schema) as table:
                yield table.write
        else:
            with part.open("wb") as file:
                yield lambda batch: file.write(_encode_json_lines(batch))


def _split_tags(threads: Batch) -> pa.Array:
    lists = [value.split("\n") if value else [] for value in threads["tags"].to_pylist()]
    return pa.array(lists, pa.list_(pa.string()))


def _encode_json_lines(batch: Batch) -> bytes:
    """The rows as JSON, one to a line."""
    rows = (json.dumps(row, ensure_ascii=False) + "\n" for row in batch.to_pylist())
    return "".join(rows).encode()
