"""Tables that grow by a small file for each change: small files are merged, so that there are never many.

A file is merged with the one before it when that has less than twice its rows: of n rows that come one by one each is
written log n times.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from twicetold.index.arrow_files import build_damage_error
from twicetold.index.manifest import FileFacts, LayerFacts
from twicetold.tables.batches import Batch
from twicetold.tables.files import sync_file

GROWTH = 2
ROWS_IN_A_BATCH = 1 << 16
Merge = Callable[[pa.Table, bool], pa.Table]  # rows, the oldest first, and whether there are none before them


def check_layer_size(folder: Path, layer: LayerFacts) -> None:
    """Raise an error where a file is not there or has another size."""
    path = folder / layer.name
    size = path.stat().st_size if path.is_file() else -1
    if size != layer.file.bytes:
        raise build_damage_error(path, f"it has {size:,} bytes, not {layer.file.bytes:,}" if size >= 0 else "gone")


def check_layer(folder: Path, layer: LayerFacts) -> None:
    """Raise an error where a file is not as it was written."""
    check_layer_size(folder, layer)
    if FileFacts.measure(folder / layer.name) != layer.file:
        raise build_damage_error(folder / layer.name, "its checksum is wrong")


def read_layer(folder: Path, layer: LayerFacts) -> pa.Table:
    path = folder / layer.name
    try:
        with pa.ipc.open_file(pa.memory_map(os.fsencode(path))) as file:
            return file.read_all()
    except (pa.ArrowException, OSError) as error:
        raise build_damage_error(path, str(error)) from None


def append_rows(
    folder: Path, layers: Sequence[LayerFacts], rows: pa.Table, name: str, first: int, merge: Merge
) -> tuple[LayerFacts, ...]:
    """The layers with new rows, in a file that the disk has; `merge` makes the rows of several layers one table."""
    if not rows.num_rows:
        return tuple(layers)
    kept = list(layers)
    count, parts = rows.num_rows, [rows]
    while kept and kept[-1].rows < GROWTH * count:
        last = kept.pop()
        parts.insert(0, read_layer(folder, last))
        count, first = count + last.rows, last.first
    merged = merge(pa.concat_tables(parts), not kept)
    return (*kept, write_layer(folder, name, merged, first)) if merged.num_rows else tuple(kept)


def write_layer(folder: Path, name: str, rows: pa.Table, first: int) -> LayerFacts:
    path = folder / name
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.OSFile(os.fsencode(path), "wb") as file, pa.ipc.new_file(file, rows.schema, options=options) as writer:
        for batch in rows.combine_chunks().to_batches(ROWS_IN_A_BATCH):
            writer.write_batch(batch)
    sync_file(path)
    return LayerFacts(name, rows.num_rows, first, FileFacts.measure(path))


def read_layers(folder: Path, layers: Sequence[LayerFacts]) -> Iterator[Batch]:
    for layer in layers:
        yield from read_layer(folder, layer).to_batches()
