"""The border to Spark: what crosses comes back, and sorts there as it does here."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold import schema
from twicetold.engines.spark.border import carried, from_spark, to_spark

EXTREMES = {
    pa.uint8(): [0, 1, 255],
    pa.uint32(): [0, 1, 2**31 - 1, 2**31, 2**32 - 1],
    pa.uint64(): [0, 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1],
    pa.int32(): [-(2**31), -1, 0, 2**31 - 1],
    pa.int64(): [-(2**63), -1, 0, 2**63 - 1],
    pa.float64(): [float("-inf"), -1.5, 0.0, 1e-300, 1.0, float("inf")],
    pa.string(): ["", "\0", "a", "a\0", "a\0b", "ä", "湖", "\U0001f469"],
    pa.bool_(): [False, True],
}


def there_and_back(column, kind):
    declared = pa.schema([pa.field("column", kind)])
    batch = pa.RecordBatch.from_arrays([column], schema=declared)
    over = to_spark(batch)
    assert over.schema.equals(carried(declared))
    back = from_spark(over, declared)
    back.validate(full=True)
    assert back.equals(batch)
    return over["column"]


@pytest.mark.parametrize("kind", EXTREMES, ids=str)
def test_extreme_values_come_back_and_keep_their_order(kind):
    over = there_and_back(pa.array(EXTREMES[kind], kind), kind).to_pylist()
    assert over == sorted(over, key=lambda value: value.encode() if isinstance(value, str) else value)


@pytest.mark.parametrize("kind", EXTREMES, ids=str)
def test_nulls_slices_and_nothing_come_back(kind):
    column = pa.array([None, *EXTREMES[kind], None, *EXTREMES[kind]], kind)
    there_and_back(column, kind)
    there_and_back(column.slice(2, 4), kind)
    there_and_back(column.slice(0, 0), kind)


@pytest.mark.parametrize("inner", [pa.uint64(), pa.uint32(), pa.string()], ids=str)
def test_lists_come_back(inner):
    kind = pa.list_(pa.field("item", inner, nullable=False))
    column = pa.array([[], EXTREMES[inner], None, EXTREMES[inner][:1], []], kind)
    there_and_back(column, kind)
    there_and_back(column.slice(1, 3), kind)
    there_and_back(column.slice(4), kind)


@given(st.lists(st.one_of(st.none(), st.lists(st.integers(0, 2**64 - 1)))), st.integers(0, 5))
def test_any_lists_of_numbers_come_back(rows, start):
    there_and_back(pa.array(rows, schema.NUMBERS).slice(start), schema.NUMBERS)


def test_blocks_come_back_with_their_pieces():
    block = {"element": "p", "footer": True, "lossy": False, "section": "", "text": "x"}
    rows = [[], [block | {"pieces": [{"text": 1, "source": 2**32 - 1, "end": 0}]}, block | {"pieces": []}]]
    kind = schema.BLOCKS.field("blocks").type
    there_and_back(pa.array(rows, kind), kind)
    there_and_back(pa.array(rows, kind).slice(1), kind)


@pytest.mark.parametrize("name", [name for name in dir(schema) if isinstance(getattr(schema, name), pa.Schema)])
def test_every_table_crosses_empty(name):
    empty = pa.RecordBatch.from_pylist([], getattr(schema, name))
    assert from_spark(to_spark(empty), empty.schema).equals(empty)
