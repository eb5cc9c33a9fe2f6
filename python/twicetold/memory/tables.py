"""Tables in memory, written as Parquet: only the columns that a reader looks for, batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold.config import Reading
from twicetold.errors import InputError
from twicetold.memory.forms import ArrowStream
from twicetold.memory.records import FieldNames
from twicetold.readers.parquet import ParquetReader, convert_to_strings
from twicetold.tables.batches import Batch
from twicetold.tables.files import give_to_arrow

GROUP_BYTES = 8 << 20  # of a row group, which one task reads as a whole


def write_stream(
    data: ArrowStream, path: Path, reading: Reading, of_threads: bool, fields: FieldNames, id_prefix: str
) -> None:
    """Write the rows of an Arrow stream. A row without an id gets its number in the order given, from 0."""
    stream = _open_stream(data)
    fields.check_presence(stream.schema.names)
    reader = ParquetReader(reading=reading)
    columns = reader.choose_columns(path.stem, stream.schema, reader.choose_schema(of_threads))
    id_name = columns.get("document", fields.id_name)
    kept = [name for name in dict.fromkeys(columns.values()) if name != id_name]
    schema = pa.schema([pa.field(id_name, pa.string()), *(stream.schema.field(name) for name in kept)])
    count = 0
    with pq.ParquetWriter(give_to_arrow(path, "wb"), schema, compression="lz4") as writer:
        for batch in _cut_batches(stream):
            ids = batch[id_name] if id_name in columns.values() else pa.nulls(batch.num_rows, pa.string())
            numbered = _fill_ids(ids, count, id_prefix)
            writer.write_batch(pa.RecordBatch.from_arrays([numbered, *(batch[name] for name in kept)], schema=schema))
            count += batch.num_rows
    if not count:
        raise InputError("the data has no rows", "give at least one")


def _open_stream(data: ArrowStream) -> pa.RecordBatchReader:
    try:
        return pa.RecordBatchReader.from_stream(data)
    except (pa.ArrowException, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())
        hint = 'give a table whose columns have one type each, such as `df[["id", "text"]]`; one column is `texts=...`'
        raise InputError(f"the data cannot be read as an Arrow table: {reason}", hint) from None


def _cut_batches(stream: Iterable[Batch]) -> Iterator[Batch]:
    """Yield batches of at most about `GROUP_BYTES`; a data frame comes as a single one."""
    for batch in stream:
        rows = max(1, batch.num_rows * GROUP_BYTES // max(1, batch.nbytes))
        yield from (batch.slice(start, rows) for start in range(0, batch.num_rows, rows))


def _fill_ids(ids: pa.Array, first: int, prefix: str) -> pa.Array:
    """Return ids as strings, with numbers for those that are missing."""
    numbers = pa.array(range(first, first + len(ids))).cast(pa.string())
    own = convert_to_strings(ids)
    is_missing = pc.or_kleene(pc.is_null(own), pc.equal(own, ""))
    return pc.if_else(is_missing, pc.binary_join_element_wise(prefix, numbers, ""), own).cast(pa.string())
