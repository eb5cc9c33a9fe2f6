"""Blocks: rows alike in their key meet, in Spark's own partitions, and come back as they were."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.spark import small_session

from twicetold import _kernels
from twicetold.engines.spark.blocks import SpreadToBuckets, choose_bucket_ids, unpack_blocks
from twicetold.tables.matching import NUMBER_LIST

ROWS = pa.schema(
    [
        pa.field("word", pa.string(), nullable=False),
        pa.field("number", pa.uint64(), nullable=False),
        pa.field("list", NUMBER_LIST, nullable=False),
        pa.field("maybe", pa.string()),
    ]
)
ROW = st.fixed_dictionaries(
    {
        "word": st.sampled_from(["", "a", "a\0", "b", "湖"]),
        "number": st.sampled_from([0, 1, 2**63, 2**64 - 1]),
        "list": st.lists(st.integers(0, 2**64 - 1), max_size=2),
        "maybe": st.none() | st.text(max_size=3),
    }
)


def batch_of(rows):
    return pa.RecordBatch.from_pylist(rows, ROWS)


def by_bucket(spread, batches):
    """The rows that Spark would bring together, by the number of their partition."""
    found = {}
    for shipped in spread(iter(batches)):
        for row in range(shipped.num_rows):
            one = shipped.slice(row, 1)
            place = spread.ids.index(one["bucket"][0].as_py())
            found.setdefault(place, []).extend(
                each for batch in unpack_blocks([one], ROWS) for each in batch.to_pylist()
            )
    return found


@given(st.lists(ROW, max_size=30), st.integers(1, 5), st.sampled_from([("word",), ("number", "word")]))
def test_rows_come_back_and_those_alike_come_together(rows, buckets, by):
    found = by_bucket(SpreadToBuckets(by, choose_bucket_ids(buckets)), [batch_of(rows[:7]), batch_of(rows[7:])])
    assert sorted(map(repr, (row for each in found.values() for row in each))) == sorted(
        map(repr, batch_of(rows).to_pylist())
    )
    places = {}
    for place, each in found.items():
        for row in each:
            assert places.setdefault(tuple(row[name] for name in by), place) == place


@given(st.lists(ROW, min_size=1, max_size=30), st.integers(1, 4))
def test_bounds_put_buckets_in_order(rows, cuts):
    by = ("word", "number")
    keys = sorted(_kernels.encode_row_keys(batch_of(rows), list(by)))
    bounds = tuple(sorted({keys[len(keys) * cut // (cuts + 1)] for cut in range(cuts + 1)}))
    found = by_bucket(SpreadToBuckets(by, choose_bucket_ids(len(bounds) + 1), bounds), [batch_of(rows)])
    in_order = [(row["word"].encode(), row["number"]) for place in sorted(found) for row in sorted_by(found[place])]
    assert in_order == sorted(in_order)
    assert len(in_order) == len(rows)


def sorted_by(rows):
    return sorted(rows, key=lambda row: (row["word"].encode(), row["number"]))


def test_a_large_bucket_goes_in_several_blocks():
    batch = batch_of([{"word": "same", "number": number, "list": [], "maybe": None} for number in range(2000)])
    (shipped,) = SpreadToBuckets(("word",), choose_bucket_ids(4), block_bytes=1 << 12)(iter([batch]))
    assert shipped.num_rows > 5
    assert pc.max(pc.binary_length(shipped["rows"])).as_py() < 1 << 13
    assert pa.Table.from_batches(unpack_blocks([shipped], ROWS))["number"].to_pylist() == list(range(2000))


@pytest.mark.parametrize("partitions", [1, 2, 7, 200])
def test_spark_puts_each_bucket_into_the_partition_of_its_number(partitions):
    ids = choose_bucket_ids(partitions)
    frame = small_session().createDataFrame([(each,) for each in ids], "bucket int")
    places = [row[0] for row in frame.selectExpr(f"pmod(hash(bucket), {partitions})").collect()]
    assert places == list(range(partitions))
    assert (np.array(ids) >= 0).all()
