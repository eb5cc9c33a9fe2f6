"""The border between our Arrow columns and Spark's, which have no unsigned numbers.

| ours | carried as | because |
| --- | --- | --- |
| uint32 (and smaller) | bigint | it fits |
| uint64 | bigint, the highest bit turned over | Spark then sorts 0, 1 ... 2^64-1 as we do |
| list, struct | the same of what they hold | |
| everything else | itself | |

Whole columns are cast, never rows. `0` as uint64 is carried as -9223372036854775808, `2^63` as 0.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

_HIGHEST = pa.scalar(-(2**63), pa.int64())
_SMALL = frozenset([pa.uint8(), pa.uint16(), pa.uint32()])


def carried(schema: pa.Schema) -> pa.Schema:
    """The columns as they cross: all may be null to Spark, which asks no questions then."""
    return pa.schema([pa.field(each.name, _carried_type(each.type)) for each in schema])


def spark_schema(schema: pa.Schema) -> Any:
    """Our columns as Spark's `StructType`."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(carried(schema))


def to_spark(batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch of ours as Spark takes it."""
    columns = [_carry(column) for column in batch.columns]
    return pa.RecordBatch.from_arrays(columns, schema=carried(batch.schema))


def from_spark(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """A batch of Spark's as the declared columns, found by their names."""
    columns = [_back(batch.column(each.name), each.type) for each in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _carried_type(kind: pa.DataType) -> pa.DataType:
    if kind in _SMALL or kind == pa.uint64():
        return pa.int64()
    if pa.types.is_list(kind):
        return pa.list_(pa.field("element", _carried_type(kind.value_type)))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(each.name, _carried_type(each.type)) for each in kind])
    return kind


def _carry(column: pa.Array) -> pa.Array:
    kind = column.type
    if kind in _SMALL:
        return column.cast(pa.int64())
    if kind == pa.uint64():
        return pc.bit_wise_xor(column.view(pa.int64()), _HIGHEST)
    if pa.types.is_list(kind):
        offsets, values = _inside(column)
        return _list(offsets, _carry(values), _carried_type(kind), column)
    if pa.types.is_struct(kind):
        return _struct([_carry(pc.struct_field(column, [each])) for each in range(len(kind))], column)
    return column


def _back(column: pa.Array, kind: pa.DataType) -> pa.Array:
    if kind == pa.uint64():
        return pc.bit_wise_xor(column, _HIGHEST).view(kind)
    if pa.types.is_list(kind):
        offsets, values = _inside(column)
        return _list(offsets, _back(values, kind.value_type), kind, column)
    if pa.types.is_struct(kind):
        parts = [_back(pc.struct_field(column, [each.name]), each.type) for each in kind]
        return _struct(parts, column, list(kind))
    return column if column.type == kind else column.cast(kind)


def _inside(column: pa.Array) -> tuple[pa.Array, pa.Array]:
    """The offsets of a list column from 0 on, and the values that they count."""
    offsets = column.offsets
    first, last = (offsets[0].as_py(), offsets[-1].as_py()) if len(offsets) else (0, 0)
    return pc.subtract(offsets, pa.scalar(first, offsets.type)), column.values.slice(first, last - first)


def _list(offsets: pa.Array, values: pa.Array, kind: pa.DataType, column: pa.Array) -> pa.Array:
    mask = pc.is_null(column) if column.null_count else None
    return pa.ListArray.from_arrays(offsets, values, type=kind, mask=mask)


def _struct(parts: list[pa.Array], column: pa.Array, fields: list[pa.Field] | None = None) -> pa.Array:
    named = fields or [pa.field(each.name, part.type) for each, part in zip(column.type, parts, strict=True)]
    mask = pc.is_null(column) if column.null_count else None
    return pa.StructArray.from_arrays(parts, fields=named, mask=mask)
