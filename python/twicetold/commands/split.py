"""`twicetold split` to a file, to stdout or to a run folder, with a summary of what was read."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from twicetold import _kernels, flow
from twicetold.commands.progress import shown
from twicetold.config import Settings
from twicetold.counted import counted
from twicetold.engines.local import Local
from twicetold.engines.parquet import ParquetSink
from twicetold.errors import SettingsError
from twicetold.readers.inputs import Input, find_inputs
from twicetold.run import Run, publish
from twicetold.schema import REJECTS, SENTENCES

REJECTS_SHOWN = 5


@dataclass
class Summary:
    """What came of the input."""

    sentences: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    first_rejects: list[dict[str, str]] = field(default_factory=list)

    @property
    def rejected(self) -> int:
        return sum(records for (status, _), records in self.outcomes.items() if status == "rejected")

    def add(self, sentences: int, rejects: pa.RecordBatch, outcomes: pa.RecordBatch) -> None:
        self.sentences += sentences
        for row in outcomes.to_pylist():
            self.outcomes[row["status"], row["reason"]] += row["records"]
        room = REJECTS_SHOWN - len(self.first_rejects)
        self.first_rejects += rejects.slice(0, max(room, 0)).to_pylist()

    def print(self, seconds: float, what: str = "document") -> None:
        """On stderr: documents, sentences, what was skipped and why, the first rejects."""
        read = self.outcomes["read", ""]
        skipped = {reason: records for (status, reason), records in self.outcomes.items() if status == "skipped"}
        sentences = f"{counted(self.sentences, 'sentence')} in " if what == "document" else ""
        say = f"{sentences}{counted(read, what)}, {seconds:.1f} s"
        if skipped:
            kinds = ", ".join(f"{reason} {records:,}" for reason, records in sorted(skipped.items()))
            say += f"; skipped {sum(skipped.values()):,} ({kinds})"
        print(say, file=sys.stderr)
        for reject in self.first_rejects:
            print(f"rejected: `{reject['source']}`, {reject['place']}: {reject['reason']}", file=sys.stderr)
        if self.rejected > len(self.first_rejects):
            print(f"rejected: and {self.rejected - len(self.first_rejects):,} more", file=sys.stderr)


def split_to(
    paths: Sequence[str],
    output: str,
    format: str,
    rejects: Path | None,
    settings: Settings,
    *,
    force: bool = False,
    quiet: bool = False,
) -> Summary:
    """Splits `paths` and writes to `output`; nothing stands under its name before it is complete."""
    began = time.monotonic()
    inputs = find_inputs(paths, settings.reading)
    engine = Local(settings.machine, shown("split", quiet or (output == "-" and sys.stdout.isatty())))
    if output != "-" and not _is_file(output):
        summary = summary_of_run(flow.split(inputs, output, settings, engine, force))
    else:
        summary = _stream(inputs, output, format, rejects, settings, engine, force)
    if not quiet:
        summary.print(time.monotonic() - began)
        if inputs.ignored:
            print(f"ignored {counted(inputs.ignored, 'file')} of formats that no reader knows", file=sys.stderr)
    return summary


def _stream(
    inputs: Sequence[Input],
    output: str,
    format: str,
    rejects: Path | None,
    settings: Settings,
    engine: Local,
    force: bool,
) -> Summary:
    if output != "-" and Path(output).exists() and not force:
        raise SettingsError(f"`{output}` exists", "add --force to overwrite it")
    summary = Summary()
    tables = flow.front(inputs, settings, engine)
    with ExitStack() as stack:
        write = stack.enter_context(sink(output, format, SENTENCES))
        reject = stack.enter_context(sink(str(rejects), "", REJECTS)) if rejects else lambda _: None
        wanted = (tables["sentences"], tables["rejects"], tables["outcomes"])
        for sentences, rejected, outcomes in engine.batches(*wanted):
            write(sentences)
            reject(rejected)
            summary.add(sentences.num_rows, rejected, outcomes)
    return summary


def summary_of_run(run: Run) -> Summary:
    summary = Summary()
    (rejects,) = run.table("rejects").slice(0, REJECTS_SHOWN).combine_chunks().to_batches() or [
        pa.RecordBatch.from_pylist([], REJECTS)
    ]
    (outcomes,) = run.table("outcomes").combine_chunks().to_batches()
    sentences = run.rows("sentences") if "sentences" in run.tables else 0
    summary.add(sentences, rejects, outcomes)
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


@contextmanager
def sink(output: str, format: str, schema: pa.Schema) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """What batches are written with: a Parquet file, JSON lines or plain lines, in a file or on stdout."""
    if output == "-":
        if format not in ("text", "jsonl"):
            raise SettingsError(f"unknown format: `{format}`", "text or jsonl")
        as_bytes = _kernels.to_jsonl if format == "jsonl" else _kernels.to_lines
        yield lambda batch: _write_out(as_bytes(batch))
        sys.stdout.buffer.flush()
        return
    path = Path(output)
    if not path.parent.is_dir():
        raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give -o another path")
    with publish(path) as part:
        if path.suffix == ".parquet":
            with ParquetSink(part, schema) as sink:
                yield sink.write
        else:
            as_bytes = _kernels.to_jsonl if path.suffix == ".jsonl" else _kernels.to_lines
            with part.open("wb") as file:
                yield lambda batch: _drop(file.write(as_bytes(batch)))


def _write_out(data: bytes) -> None:
    sys.stdout.buffer.write(data)


def _drop(_: int) -> None: ...
