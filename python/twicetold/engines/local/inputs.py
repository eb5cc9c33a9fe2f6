"""Batches of what is there already: files with their readers, saved tables, rows in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.graph import FilesNode, MakeBatch, Node, RowsNode, SavedNode
from twicetold.engines.local.batches import PendingBatches, cut_batches, return_batch, wrap_batches
from twicetold.engines.local.limits import LocalLimits
from twicetold.engines.progress import Amount
from twicetold.readers.base import Reader, Split
from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.tables.files import give_to_arrow

CountedBatches: TypeAlias = Iterator[tuple[int, MakeBatch]]  # each with the bytes of the files that are read by then


def measure_input(node: Node) -> Amount | None:
    """Return how much a node reads: the bytes of files, the rows of a table; None where it reads neither.

    The total is None where a size cannot be known (stdin).
    """
    if isinstance(node, FilesNode):
        sizes = [_measure_file(path) for _, path in node.files]
        return Amount(0, None if None in sizes else sum(size for size in sizes if size is not None), "bytes")
    if isinstance(node, SavedNode):
        rows = sum(pq.read_metadata(give_to_arrow(path)).num_rows for path in node.paths)
        return Amount(0, rows, node.paths[0].stem.lstrip(".").replace("_", " ") if node.paths else "rows")
    return None


# ---- files with their readers ----


def read_files(node: FilesNode) -> PendingBatches:
    """Yield the documents of the files in order."""
    total = sum(_measure_file(path) or 0 for _, path in node.files)
    return ((done / total if total else 0.0, make) for done, make in _read_in_order(node))


def _read_in_order(node: FilesNode) -> CountedBatches:
    before = 0
    for reader, files in groupby(node.files, key=lambda each: each[0]):
        paths = [path for _, path in files]
        if hasattr(reader, "read_many"):
            yield from _read_many_files(reader, paths, before)
        else:
            yield from _read_one_by_one(reader, paths, before)
        before += sum(_measure_file(path) or 0 for path in paths)


def _read_one_by_one(reader: Reader, paths: Sequence[str], before: int) -> CountedBatches:
    for path in paths:
        batches = reader.read(Split(path))
        for batch in batches:
            yield before + getattr(batches, "bytes_read", 0), partial(return_batch, batch)
        before += _measure_file(path) or 0


def _read_many_files(reader: Any, paths: Sequence[str], before: int) -> CountedBatches:
    """Small files in common batches: a batch for each of 5,000 files costs more than all that is done with them."""
    done = before

    def list_splits() -> Iterator[Split]:
        nonlocal done
        for path in paths:
            done += _measure_file(path) or 0  # a batch comes with the file that fills it
            yield Split(path)

    for batch in reader.read_many(list_splits()):
        yield done, partial(return_batch, batch)


def _measure_file(path: str) -> int | None:
    try:
        return Path(path).stat().st_size
    except OSError:
        return None


# ---- saved tables ----


def read_saved(node: SavedNode) -> PendingBatches:
    """Yield the row groups of Parquet files; each is read when its batch is made."""
    files = [(path, pq.read_metadata(give_to_arrow(path))) for path in node.paths]
    done, total = 0, sum(metadata.num_rows for _, metadata in files)
    for path, metadata in files:
        for number in range(metadata.num_row_groups):
            done += metadata.row_group(number).num_rows
            yield done / max(total, 1), partial(_read_row_group, path, node.columns, metadata, number)


def count_saved_rows(node: SavedNode) -> int:
    """Count the rows of Parquet files, by what their ends say."""
    return sum(pq.read_metadata(give_to_arrow(path)).num_rows for path in node.paths)


def _read_row_group(path: Path, columns: Sequence[str], metadata: pq.FileMetaData, number: int) -> Batch:
    with pq.ParquetFile(give_to_arrow(path), metadata=metadata) as file:
        table = file.read_row_group(number, columns=list(columns) or None, use_threads=False)
        return _combine_chunks(table.select(list(columns)) if columns else table)


def _combine_chunks(table: pa.Table) -> Batch:
    batches: list[Batch] = table.combine_chunks().to_batches()
    return batches[0] if batches else build_batch_of_rows([], table.schema)


# ---- rows in memory ----


def read_rows(node: RowsNode, workers: int, limits: LocalLimits) -> PendingBatches:
    """Yield rows in batches small enough to keep every worker busy, large enough that the rows are what costs."""
    rows = min(max(node.rows.num_rows // (4 * workers), limits.min_batch_rows), limits.batch_rows)
    return wrap_batches(cut_batches(node.rows.to_batches(), rows), node.rows.num_rows)
