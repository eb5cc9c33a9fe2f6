"""`bucket_limit`: of the units that share a key only the first are paired, and what is dropped is counted."""

from itertools import combinations, groupby

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from twicetold.finders.minhash import CountCrowds, PairByKey, keep_first_units
from twicetold.tables.batches import build_batch
from twicetold.tables.matching import KEYS


def batch(rows):
    columns = zip(*rows, strict=True) if rows else ([], [])
    types = (KEYS.field("key").type, KEYS.field("unit").type)
    return build_batch([pa.array(list(each), kind) for each, kind in zip(columns, types, strict=True)], KEYS)


def pair_slowly(rows, limit):
    """The pairs of the first units of each key, and how many are dropped."""
    pairs, dropped = [], 0
    for _, group in groupby(rows, key=lambda row: row[0]):
        units = [unit for _, unit in group]
        pairs += combinations(units[:limit], 2)
        dropped += len(list(combinations(units, 2))) - len(list(combinations(units[:limit], 2)))
    return sorted(pairs), dropped


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 30)), max_size=60), st.integers(1, 8))
def test_the_first_units_of_a_key_are_paired_and_the_rest_is_counted(rows, limit):
    keys = batch(sorted(rows))
    pairs, dropped = pair_slowly(sorted(rows), limit)
    found = PairByKey(500, 16, limit)(keys)
    assert sorted(zip(found["left"].to_pylist(), found["right"].to_pylist(), strict=True)) == pairs
    counted = {row["name"]: row["count"] for row in CountCrowds(500, 16, limit)(keys).to_pylist()}
    assert counted.get("pairs_left_out", 0) == dropped


def test_the_first_rows_of_each_key_are_kept():
    kept = keep_first_units(batch([(5, 1), (5, 2), (5, 4), (8, 1)]), 2)
    assert kept["unit"].to_pylist() == [1, 2, 1]
