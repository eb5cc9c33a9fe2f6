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
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import flow
from twicetold.commands.progress import shown
from twicetold.commands.split import Summary, sink
from twicetold.config import Settings
from twicetold.counted import counted
from twicetold.engines.local import Local
from twicetold.engines.parquet import ParquetSink
from twicetold.errors import SettingsError
from twicetold.readers.inputs import Inputs, find_inputs
from twicetold.run import publish
from twicetold.schema import REJECTS, THREADS
from twicetold.stages.threads.links import duplicates

# A thread as others take it, and as the readers of JSONL and Parquet take it back.
_RENAMED = {"id": "document", "question": "text"}
_KEPT = (
    "id",
    "question",
    "description",
    "answer",
    "code",
    "answer_code",
    "tags",
    "score",
    "url",
    "timestamp",
    "series",
)


@dataclass(frozen=True)
class Outputs:
    """What is written where."""

    threads: str = "-"
    truth: Path | None = None
    rejects: Path | None = None

    def check(self, force: bool) -> None:
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


@dataclass(frozen=True)
class Export:
    """The threads that were read, with the names that others know."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [
            pa.field(name, pa.list_(pa.string()))
            if name == "tags"
            else THREADS.field(_RENAMED.get(name, name)).with_name(name)
            for name in _KEPT
        ]
    )

    def __call__(self, threads: pa.RecordBatch) -> pa.RecordBatch:
        read = threads.filter(pc.equal(threads["status"], "read"))
        columns = [_tags(read) if name == "tags" else read[_RENAMED.get(name, name)] for name in _KEPT]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def gather_to(
    paths: Sequence[str], outputs: Outputs, settings: Settings, *, force: bool = False, quiet: bool = False
) -> Summary:
    """Gathers the threads of `paths`; nothing stands under its name before it is complete."""
    began = time.monotonic()
    outputs.check(force)
    inputs = find_inputs(paths, settings.reading)
    engine = Local(settings.machine, shown("gather", quiet or (outputs.threads == "-" and sys.stdout.isatty())))
    summary = _threads(inputs, outputs, settings, engine)
    if not quiet:
        summary.print(time.monotonic() - began, "thread")
    if outputs.truth:
        _pairs(inputs, outputs.truth, settings, summary, quiet)
    return summary


def _threads(inputs: Inputs, outputs: Outputs, settings: Settings, engine: Local) -> Summary:
    summary = Summary()
    threads = flow.read_threads(inputs, settings, engine)
    told = flow.outcomes(threads, engine)
    with ExitStack() as stack:
        write = stack.enter_context(_sink(outputs.threads))
        reject = stack.enter_context(sink(str(outputs.rejects), "", REJECTS)) if outputs.rejects else lambda _: None
        wanted = engine.map(threads, Export()), told["rejects"], told["outcomes"]
        for exported, rejected, outcomes in engine.batches(*wanted):
            write(exported)
            reject(rejected)
            summary.add(0, rejected, outcomes)
    return summary


def _pairs(inputs: Inputs, path: Path, settings: Settings, summary: Summary, quiet: bool) -> None:
    truth = duplicates(inputs, settings.reading, settings.machine.workers)
    with publish(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        columns = truth.pairs.to_pydict()
        csv.writer(file, lineterminator="\n").writerows([tuple(columns), *zip(*columns.values(), strict=True)])
    summary.outcomes["rejected", ""] += len(truth.rejects)
    if quiet:
        return
    beside = f"; {truth.dangling:,} more lead to a question that is not there" if truth.dangling else ""
    print(f"{counted(truth.pairs.num_rows, 'pair')} of duplicates{beside}", file=sys.stderr)
    for reject in truth.rejects[:5]:
        print(f"rejected: `{reject['source']}`, {reject['place']}: {reject['reason']}", file=sys.stderr)


@contextmanager
def _sink(output: str) -> Iterator[Callable[[pa.RecordBatch], object]]:
    if output == "-":
        yield lambda batch: sys.stdout.buffer.write(_lines(batch))
        sys.stdout.buffer.flush()
        return
    with publish(Path(output)) as part:
        if output.endswith(".parquet"):
            with ParquetSink(part, Export.schema) as table:
                yield table.write
        else:
            with part.open("wb") as file:
                yield lambda batch: file.write(_lines(batch))


def _tags(threads: pa.RecordBatch) -> pa.Array:
    lists = [value.split("\n") if value else [] for value in threads["tags"].to_pylist()]
    return pa.array(lists, pa.list_(pa.string()))


def _lines(batch: pa.RecordBatch) -> bytes:
    """The rows as JSON, one to a line."""
    rows = (json.dumps(row, ensure_ascii=False) + "\n" for row in batch.to_pylist())
    return "".join(rows).encode()
