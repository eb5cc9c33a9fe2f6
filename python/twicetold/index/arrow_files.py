"""The Arrow files of a segment: written batch by batch, and mapped into memory, so that opening one reads nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Self

import pyarrow as pa

from twicetold.errors import RunError
from twicetold.tables.batches import Batch, build_batch, concat_batches


class ArrowSink:
    """An Arrow file that batches are added to; when it is closed it has all of them.

    `compression` is that of each batch for itself, so any of them can be read alone.
    """

    def __init__(self, path: Path, schema: pa.Schema, compression: str | None = None) -> None:
        self.rows = 0
        self._schema = schema
        self._file = pa.OSFile(os.fsencode(path), "wb")
        options = pa.ipc.IpcWriteOptions(compression=compression, use_threads=False)
        self._writer = pa.ipc.new_file(self._file, schema, options=options)

    def write(self, batch: Batch) -> None:
        if batch.num_rows:
            self.rows += batch.num_rows
            self._writer.write_batch(build_batch(batch.select(self._schema.names).columns, self._schema))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._file.close()


def write_arrow(path: Path, schema: pa.Schema, batches: Iterable[Batch], compression: str | None = None) -> int:
    """Write batches to an Arrow file, and return the number of rows."""
    with ArrowSink(path, schema, compression) as sink:
        for batch in batches:
            sink.write(batch)
    return sink.rows


def open_arrow(path: Path) -> Any:
    """An Arrow file, mapped into memory, whose batches can be read one by one."""
    try:
        options = pa.ipc.IpcReadOptions(use_threads=False)
        return pa.ipc.open_file(pa.memory_map(os.fsencode(path)), options=options)
    except (pa.ArrowException, OSError) as error:
        raise build_damage_error(path, str(error)) from None


def map_arrow(path: Path) -> list[Batch]:
    """The batches of an Arrow file, mapped into memory."""
    file = open_arrow(path)
    try:
        return [file.get_batch(number) for number in range(file.num_record_batches)]
    except (pa.ArrowException, OSError) as error:
        raise build_damage_error(path, str(error)) from None


def cut_rows(batches: Iterable[Batch], rows: int) -> Iterator[Batch]:
    """The same rows in batches of `rows` each, the last one apart."""
    held: list[Batch] = []
    count = 0
    for batch in batches:
        held.append(batch)
        count += batch.num_rows
        if count < rows:
            continue
        whole = concat_batches(held)
        end = count - count % rows
        for start in range(0, end, rows):
            yield whole.slice(start, rows)
        held, count = [whole.slice(end)], count - end
    if count:
        yield concat_batches(held)


def build_damage_error(path: Path, reason: str) -> RunError:
    return RunError(
        f"`{path}` is missing or damaged: {reason}", "restore the index from a copy, or make the index again"
    )
