"""Where rows are written as they come: a Parquet file, JSON lines or plain lines, in a file or on stdout."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from twicetold import _kernels
from twicetold.engines.parquet import ParquetSink
from twicetold.errors import SettingsError
from twicetold.run import publish_file
from twicetold.text.terminal import write_output


@contextmanager
def open_sink(output: str, format: str, schema: pa.Schema) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """What batches are written with: a Parquet file, JSON lines or plain lines, in a file or on stdout."""
    if output == "-":
        if format not in ("text", "jsonl"):
            raise SettingsError(f"unknown format: `{format}`", "Available: text, jsonl")
        as_bytes = _kernels.format_jsonl if format == "jsonl" else _kernels.format_text_lines
        yield lambda batch: write_output(as_bytes(batch), format == "jsonl")
        sys.stdout.flush()
        return
    path = Path(output)
    if not path.parent.is_dir():
        raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give -o another path")
    with publish_file(path) as part:
        if path.suffix == ".parquet":
            with ParquetSink(part, schema) as sink:
                yield sink.write
        else:
            as_bytes = _kernels.format_jsonl if path.suffix == ".jsonl" else _kernels.format_text_lines
            with part.open("wb") as file:
                yield lambda batch: _discard_result(file.write(as_bytes(batch)))


def _discard_result(_: int) -> None: ...
