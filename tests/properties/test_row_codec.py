"""Rows become bytes that sort as the rows do, and read back as they were; for every kind of column, nulls last."""

import functools
import math
import struct
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold import _kernels

SIMPLE: list[tuple[pa.DataType, st.SearchStrategy[Any]]] = [
    (pa.uint32(), st.integers(0, 2**32 - 1)),
    (pa.uint64(), st.integers(0, 2**64 - 1)),
    (pa.int32(), st.integers(-(2**31), 2**31 - 1)),
    (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    (pa.float64(), st.floats(allow_nan=False)),
    (pa.bool_(), st.booleans()),
    (pa.string(), st.text(st.sampled_from("\0\1aé茶😀"), max_size=4)),
    (pa.binary(), st.lists(st.sampled_from([0, 1, 254, 255]), max_size=4).map(bytes)),
]


@st.composite
def some_field(draw: st.DrawFn, name: str, depth: int = 2) -> tuple[pa.Field, st.SearchStrategy[Any]]:
    """A field, nullable or not, and the values it may hold."""
    shape = draw(st.sampled_from(["simple", "list", "struct"] if depth else ["simple"]))
    if shape == "list":
        item, values = draw(some_field("item", depth - 1))
        kind, values = pa.list_(item), st.lists(values, max_size=3)
    elif shape == "struct":
        parts = [draw(some_field(part, depth - 1)) for part in "xy"[: draw(st.integers(1, 2))]]
        kind = pa.struct([part for part, _ in parts])
        values = st.fixed_dictionaries({part.name: values for part, values in parts})
    else:
        kind, values = draw(st.sampled_from(SIMPLE))
    nullable = draw(st.booleans())
    return pa.field(name, kind, nullable), st.none() | values if nullable else values


@st.composite
def some_batch(draw: st.DrawFn) -> pa.RecordBatch:
    """A batch of one to three columns; equal rows are likely, and it may be a slice of a larger one."""
    columns = [draw(some_field(name)) for name in "abc"[: draw(st.integers(1, 3))]]
    schema = pa.schema([field for field, _ in columns])
    row = st.fixed_dictionaries({field.name: values for field, values in columns})
    rows = draw(st.lists(row, max_size=8))
    rows += [draw(st.sampled_from(rows)) for _ in rows[:2]]
    return pa.RecordBatch.from_pylist(rows, schema).slice(draw(st.integers(0, 2)))


def compare_values(left: Any, right: Any) -> int:
    """-1, 0 or 1 for less, equal or greater: nulls come last, a list before a longer one that it begins."""
    if left is None or right is None:
        return (left is None) - (right is None)
    if isinstance(left, dict):
        left, right = list(left.values()), list(right.values())
    if isinstance(left, list):
        decided = (order for one, two in zip(left, right, strict=False) if (order := compare_values(one, two)))
        return next(decided, (len(left) > len(right)) - (len(left) < len(right)))
    if isinstance(left, float):
        left, right = (left, math.copysign(1, left)), (right, math.copysign(1, right))
    if isinstance(left, str):
        left, right = left.encode(), right.encode()
    return (left > right) - (left < right)


@given(some_batch(), st.data())
def test_rows_read_back_as_they_were(batch: pa.RecordBatch, data: st.DataObject) -> None:
    by = data.draw(st.lists(st.sampled_from(batch.schema.names), unique=True))
    rows = _kernels.encode_rows(batch, by)
    assert len(rows) == batch.num_rows
    read = _kernels.decode_rows(rows, batch.schema, by)
    read.validate(full=True)
    assert read.schema == batch.schema
    assert repr(read.to_pylist()) == repr(batch.to_pylist())


@given(some_batch(), st.data())
def test_keys_sort_as_their_rows_do(batch: pa.RecordBatch, data: st.DataObject) -> None:
    by = data.draw(st.permutations(batch.schema.names))
    keys = _kernels.encode_row_keys(batch, by)
    rows = [[row[name] for name in by] for row in batch.to_pylist()]
    for left, left_row in zip(keys, rows, strict=True):
        for right, right_row in zip(keys, rows, strict=True):
            assert (left > right) - (left < right) == compare_values(left_row, right_row)


@given(some_batch(), st.data())
def test_a_sorter_gives_rows_in_their_order(
    tmp_path_factory: pytest.TempPathFactory, batch: pa.RecordBatch, data: st.DataObject
) -> None:
    by = data.draw(st.permutations(batch.schema.names))
    sorter = _kernels.Sorter(1 << 20, str(tmp_path_factory.getbasetemp()), 1)
    sorter.push(_kernels.encode_rows(batch, by))
    sorter.finish()
    read: list[Any] = []
    while (rows := sorter.next(1)) is not None:
        read += _kernels.decode_rows(rows, batch.schema, by).to_pylist()
    order = functools.cmp_to_key(lambda one, two: compare_values([one[n] for n in by], [two[n] for n in by]))
    assert repr(read) == repr(sorted(batch.to_pylist(), key=order))


def test_a_number_that_is_none_keeps_its_bits() -> None:
    bits = [struct.pack(">Q", number) for number in (0x7FF8000000000000, 0xFFF8000000000001)]
    batch = pa.record_batch({"a": pa.array([struct.unpack(">d", each)[0] for each in bits])})
    read = _kernels.decode_rows(_kernels.encode_rows(batch, []), batch.schema, [])
    assert [struct.pack(">d", value) for value in read["a"].to_pylist()] == bits
