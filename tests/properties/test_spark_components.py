"""Components on Spark against union-find: any graph, and the shapes that such algorithms fail on."""

import random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.spark import small_session

from twicetold.engines.graph import RowsNode, Table
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.engines.spark.components import (
    apply_large_star,
    apply_small_star,
    check_components,
    mirror_pairs,
    unite_pairs,
)
from twicetold.engines.spark.work import SparkWork
from twicetold.errors import RunError
from twicetold.tables.matching import COMPONENTS, PAIRS


def batch(pairs):
    left, right = zip(*pairs, strict=True) if pairs else ((), ())
    return pa.RecordBatch.from_arrays([pa.array(left, pa.uint32()), pa.array(right, pa.uint32())], schema=PAIRS)


def chain(length):
    return [(number, number + 1) for number in range(length)]


def star(size):
    return [(0, number) for number in range(1, size)]


def grid(side):
    across = [(row * side + column, row * side + column + 1) for row in range(side) for column in range(side - 1)]
    return across + [
        (row * side + column, (row + 1) * side + column) for row in range(side - 1) for column in range(side)
    ]


def shuffled(pairs, seed=1):
    """Other numbers, other order: nothing stands next to its neighbour."""
    dice = random.Random(seed)
    most = max(max(pair) for pair in pairs) + 1
    names = dice.sample(range(2**32 - 1), most)
    named = [tuple(sorted((names[left], names[right]))) for left, right in pairs]
    dice.shuffle(named)
    return named


SHAPES = {
    "random": shuffled([(a, b) for a, b in np.random.default_rng(1).integers(0, 900, (700, 2)).tolist() if a != b]),
    "chain": shuffled(chain(400)),
    "star": shuffled(star(40_000)),
    "grid": shuffled(grid(20)),
    "skewed": shuffled(star(5_000) + [(5_000 + a, 5_000 + b) for a, b in chain(50)] + [(3, 5_001)]),
    "none": [],
}


def by_union_find(pairs):
    """Each unit and the least of its component, in plain Python."""
    above = {}

    def root(unit):
        while above.setdefault(unit, unit) != unit:
            above[unit] = above[above[unit]]
            unit = above[unit]
        return unit

    for left, right in pairs:
        least, other = sorted((root(left), root(right)))
        above[other] = least
    return {unit: root(unit) for unit in sorted(above)}


@pytest.mark.parametrize("alone_pairs", [-1, 1 << 23], ids=["in rounds", "in one task"])
@pytest.mark.parametrize("shape", SHAPES)
def test_components_are_those_of_union_find(shape, alone_pairs):
    pairs = SHAPES[shape]
    engine = Spark(small_session(), limits=SparkLimits(alone_bytes=0, alone_pairs=alone_pairs))
    found = engine.collect({"found": engine.find_components(engine.load_rows(pa.Table.from_batches([batch(pairs)])))})[
        "found"
    ]
    assert dict(zip(found["unit"].to_pylist(), found["component"].to_pylist(), strict=True)) == by_union_find(pairs)
    assert len(set(found["unit"].to_pylist())) == found.num_rows, "every unit once"
    assert engine.notes["components"]["pairs"] == len(pairs)
    assert not found.num_rows or engine.notes["components"]["rounds"] >= (alone_pairs < 0)


def turned(pairs, cut):
    """A round of both stars without Spark, the sorted pairs cut into batches of `cut`."""

    def pieces(rows):
        rows = sorted(rows)
        return (batch(rows[start : start + cut]) for start in range(0, len(rows), cut))

    def rows(batches):
        return [(row["left"], row["right"]) for each in batches for row in each.to_pylist()]

    both = rows([mirror_pairs(batch(pairs))])
    return rows(apply_small_star(pieces(rows(apply_large_star(pieces(both))))))


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({1: 1, 2: 1, 3: 3, 4: 4}, "pairs in two: 1"),
        ({1: 1, 2: 1, 3: 3}, "1 of 2 were met"),
        ([(1, 1), (2, 1), (3, 3), (4, 3), (4, 1)], "units in two: 1,"),
    ],
    ids=["apart", "lost", "twice"],
)
def test_wrong_components_are_noticed(found, told, tmp_path):
    """Pairs 1-2 and 3-4, and an answer that does not fit them."""
    rows = found if isinstance(found, list) else list(found.items())
    pairs = Table(RowsNode(pa.Table.from_batches([batch([(1, 2), (3, 4)])])))
    units = [pa.array(column, pa.uint32()) for column in zip(*rows, strict=True)]
    answer = Table(RowsNode(pa.Table.from_arrays(units, schema=COMPONENTS)))
    work = SparkWork(small_session(), [], tmp_path, SparkLimits(alone_bytes=0, alone_pairs=-1), {})
    with pytest.raises(RunError, match=told):
        check_components(work, pairs, answer, 2)


PAIR = st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda pair: pair[0] != pair[1])


@given(st.lists(PAIR, min_size=1, max_size=60), st.integers(1, 7))
@examples(60)
def test_stars_end_at_the_least_unit_wherever_batches_are_cut(pairs, cut):
    now, rounds = pairs, 0
    while (then := turned(now, cut)) != sorted(now) and sorted(then) != sorted(now):
        now, rounds = then, rounds + 1
        assert rounds < 30
    assert sorted(then) == sorted((root, unit) for unit, root in by_union_find(pairs).items() if unit != root)


@given(st.lists(PAIR, min_size=1, max_size=60))
def test_union_find_in_a_task_gives_the_same(pairs):
    units, roots = unite_pairs(batch(pairs))
    assert dict(zip(units.tolist(), roots.tolist(), strict=True)) == by_union_find(pairs)
