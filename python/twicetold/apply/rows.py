"""Parquet once more: the same columns, compression and row groups, without the rows that go."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.apply.editing import cut_spans
from twicetold.apply.records import FileRecords, RecordCounts
from twicetold.config import Reading
from twicetold.readers.parquet import ParquetReader
from twicetold.tables.files import give_to_arrow
from twicetold.tables.reading import DOCUMENTS


def write_parquet(path: str, target: Path, records: FileRecords, reading: Reading) -> RecordCounts:
    """Writes the file without what goes, a row group at a time."""
    counts, first = RecordCounts(), 1
    rejected = set(records.rejected)
    with pq.ParquetFile(give_to_arrow(path)) as file:
        column = (
            ParquetReader(reading).choose_columns(path, file.schema_arrow, DOCUMENTS)["text"] if records.cuts else ""
        )
        with pq.ParquetWriter(
            give_to_arrow(target, "wb"), file.schema_arrow, compression=_detect_compression(file)
        ) as writer:
            for group in range(file.num_row_groups):
                table = file.read_row_group(group)
                numbers = range(first, first + table.num_rows)
                kept = [number not in records.removed and number not in rejected for number in numbers]
                counts += _count_rows(numbers, records, rejected)
                writer.write_table(_shorten_texts(table, first, column, records).filter(pa.array(kept, pa.bool_())))
                first += table.num_rows
    return counts


def _count_rows(numbers: range, records: FileRecords, rejected: set[int]) -> RecordCounts:
    gone, bad, changed = (
        sum(number in those for number in numbers) for those in (records.removed, rejected, records.cuts)
    )
    return RecordCounts(len(numbers) - gone - bad, changed, gone, bad)


def _detect_compression(file: pq.ParquetFile) -> str:
    metadata = file.metadata
    codec = metadata.row_group(0).column(0).compression if metadata.num_row_groups and metadata.num_columns else ""
    return "none" if codec in ("", "UNCOMPRESSED") else codec


def _shorten_texts(table: pa.Table, first: int, column: str, records: FileRecords) -> pa.Table:
    """The rows with shorter texts."""
    cut = [row for row in range(table.num_rows) if first + row in records.cuts]
    if not cut:
        return table
    values, place = table[column].to_pylist(), table.schema.get_field_index(column)
    for row in cut:
        value = values[row]
        text = value.decode() if isinstance(value, bytes) else value
        new = cut_spans(text, records.cuts[first + row])
        values[row] = new.encode() if isinstance(value, bytes) else new
    field = table.schema.field(column)
    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    return table.set_column(place, field, pa.array(values, kind).cast(field.type))
