"""What every engine on the menu must do: the verbs give the same rows, those of a group in the same order."""

import random
from functools import partial

import pyarrow as pa
import pytest
from tests.support.spark import small_session

from twicetold import registry
from twicetold.config import Machine
from twicetold.engines.spark import SparkLimits
from twicetold.engines.steps import CountGroupRows, PassRows, SelectColumns
from twicetold.features.words import Words
from twicetold.finders.minhash import PairByKey
from twicetold.matching.similarity import Comparison
from twicetold.matching.verify import ComputeSimilarity
from twicetold.tables.matching import KEYS, NUMBER_LIST, PAIRS, UNIT_LETTERS

MIXED = pa.schema(
    [
        pa.field(name, kind, nullable=False)
        for name, kind in {
            "unit": pa.uint32(),
            "high": pa.uint64(),
            "text": pa.string(),
            "value": pa.float64(),
            "there": pa.bool_(),
            "documents": NUMBER_LIST,
            "namespace": pa.int32(),
            "score": pa.int64(),
        }.items()
    ]
)
TEXTS = ["", "\0", "a", "a\0b", "B", "b", "ä", "湖很小", "\U0001f469", "\ufffe"]


def mixed(rows, seed=1):
    """Rows with few different values, extremes among them, so that groups have members and ties."""
    dice = random.Random(seed)
    large = [0, 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
    return pa.Table.from_pylist(
        [
            {
                "unit": dice.choice([0, 1, 2**31, 2**32 - 1]),
                "high": dice.choice(large),
                "text": dice.choice(TEXTS),
                "value": dice.choice([-1.5, 0.0, 0.25, 1e300, float("nan")]),
                "there": dice.random() < 0.5,
                "documents": dice.sample(large, dice.randrange(3)),
                "namespace": dice.choice([-(2**31), -1, 0, 2**31 - 1]),
                "score": dice.choice([-(2**63), -1, 0, 2**63 - 1]),
            }
            for _ in range(rows)
        ],
        MIXED,
    )


def opened(name):
    name, _, how = name.partition(", ")
    if name == "spark":
        limits = SparkLimits(alone_bytes=0) if how == "spread" else None
        return registry.load_class("engine", name)(small_session(), limits=limits)
    return registry.load_class("engine", name)(Machine(workers=2))


@pytest.fixture(params=[*registry.list_names("engine"), "spark, spread"])
def engine(request):
    """Every engine; and Spark once more, with tables that it takes for too large to be done by one task."""
    return opened(request.param)


def rows(engine, table):
    return engine.collect({"rows": table})["rows"]


def in_plain_order(table, by):
    """The rows as a group gives them, in plain Python."""

    def key(row):
        first = [_key(row[name]) for name in by]
        return first, [_key(row[name]) for name in table.schema.names if name not in by]

    return sorted(table.to_pylist(), key=key)


def _key(value):
    if isinstance(value, str):
        return value.encode()
    return (value != value, value if value == value else 0.0) if isinstance(value, float) else value


def same(found, expected):
    """NaN is alike to NaN."""
    return [str(row) for row in found] == [str(row) for row in expected]


@pytest.mark.parametrize("by", [("high",), ("text", "unit"), ("value",), ("there", "text")], ids=",".join)
def test_groups_come_in_order(engine, by):
    table = mixed(300)
    found = rows(engine, engine.group(engine.load_rows(table), by, PassRows(MIXED)))
    assert found.schema.equals(MIXED)
    assert same(found.to_pylist(), in_plain_order(table, by))


def test_groups_are_numbered_from_0_in_order(engine):
    by = ("high", "text", "value")
    table = mixed(300)
    numbered = pa.schema([pa.field("number", pa.uint32(), nullable=False), *MIXED])
    found = rows(engine, engine.group(engine.load_rows(table), by, PassRows(numbered), number="number")).to_pylist()
    expected, number, before = [], -1, None
    for row in in_plain_order(table, by):
        key = [_key(row[name]) for name in by]
        number += key != before
        before = key
        expected.append({"number": number, **row})
    assert same(found, expected)


def test_no_group_is_cut(engine):
    counts = pa.schema([MIXED.field("text"), pa.field("count", pa.int64(), nullable=False)])
    table = mixed(2000)
    found = rows(engine, engine.group(engine.load_rows(table), ("text",), CountGroupRows(counts)))
    texts = table["text"].to_pylist()
    expected = [(text, texts.count(text)) for text in sorted(TEXTS, key=str.encode)]
    assert list(zip(*found.to_pydict().values(), strict=True)) == expected


@pytest.mark.parametrize("most", [1, 7, 3000])
def test_no_group_of_rows_in_order_is_cut(engine, most):
    """Groups as large as several batches and as small as a row, with batches of one group and of many."""
    sizes = [3 * most, 1, 1, most, 2 * most + 1, 1]
    keys = [number for number, size in enumerate(sizes) for _ in range(size)]
    table = pa.Table.from_pylist([{"left": key // 2, "right": key} for key in keys], PAIRS)
    counts = pa.schema([PAIRS.field("right"), pa.field("count", pa.int64(), nullable=False)])
    batches = engine.load_batches(PAIRS, lambda: [partial(lambda each: each, one) for one in table.to_batches(most)])
    grouped = engine.group(batches, ("left", "right"), CountGroupRows(counts), in_order=True)
    assert [tuple(row.values()) for row in rows(engine, grouped).to_pylist()] == list(enumerate(sizes))


def test_distinct_pairs_come_once(engine):
    dice = random.Random(1)
    pairs = [(dice.randrange(9), dice.randrange(9)) for _ in range(300)]
    table = pa.Table.from_pylist([{"left": left, "right": right} for left, right in pairs], PAIRS)
    found = rows(engine, engine.group(engine.load_rows(table), ("left", "right"), PassRows(PAIRS), distinct=True))
    assert [tuple(row.values()) for row in found.to_pylist()] == sorted(set(pairs))


def test_a_key_of_100_000_units_becomes_a_star_and_a_window(engine):
    """All its units meet in one place, 12 bytes each; what must not happen is 5,000,000,000 pairs."""
    crowd, window, units = 500, 2, 100_000
    numbers = [*range(units), *range(units)]
    table = pa.Table.from_arrays(
        [pa.array([7] * units + list(range(8, units + 8)), pa.uint64()), pa.array(numbers, pa.uint32())], schema=KEYS
    )
    paired = engine.group(engine.load_rows(table), ("key",), PairByKey(crowd, window))
    found = rows(engine, engine.group(paired, ("left", "right"), PassRows(PAIRS), distinct=True))
    expected = {(0, unit) for unit in range(1, units)}
    expected |= {(unit, unit + step) for unit in range(units) for step in range(1, window + 1) if unit + step < units}
    assert list(zip(*found.to_pydict().values(), strict=True)) == sorted(expected)


def test_keys_that_stand_apart_are_paired_as_if_they_did_not(engine):
    """With numbers beside them or without: the step leaves out the same in the end, here nothing."""
    dice = random.Random(2)
    made = [sorted({(part + 2 * dice.randrange(40), dice.randrange(30)) for _ in range(150)}) for part in range(2)]
    tables = [pa.Table.from_pylist([{"key": key << 50, "unit": unit} for key, unit in each], KEYS) for each in made]
    letters = pa.Table.from_pylist([{"unit": unit, "letters": 0, "others": 0} for unit in range(30)], UNIT_LETTERS)
    keys = engine.union(*map(engine.load_rows, tables))
    beside = engine.load_rows(letters)
    paired = engine.group(keys, ("key",), PairByKey(500, 2, 0, 0.5), apart=True, beside=beside)
    found = rows(engine, engine.group(paired, ("left", "right"), PassRows(PAIRS), distinct=True))
    expected = {
        (left, right) for each in made for key, left in each for other, right in each if key == other and left < right
    }
    assert list(zip(*found.to_pydict().values(), strict=True)) == sorted(expected)


LOOKUP = pa.schema([pa.field("unit", pa.uint32(), nullable=False), MIXED.field("text"), MIXED.field("documents")])
LINES = [{"unit": unit, "text": f"of {unit}", "documents": [2**64 - 1 - unit]} for unit in (0, 1, 2**32 - 1)]


@pytest.mark.parametrize("keep", [False, True], ids=["dropped", "kept"])
def test_a_join_gives_each_side_its_own(engine, keep):
    units = [0, 1, 5, 2**32 - 1]
    table = pa.Table.from_pylist([{"left": left, "right": right} for left in units for right in units], PAIRS)
    lookup = engine.load_rows(pa.Table.from_pylist(LINES, LOOKUP))
    found = rows(engine, engine.join(engine.load_rows(table), lookup, ("left", "right"), "unit", keep=keep))
    assert found.schema.names == ["left", "right", "left_text", "left_documents", "right_text", "right_documents"]
    known = {line["unit"]: line for line in LINES}
    expected = []
    for left in units:
        for right in units:
            sides = {"left": known.get(left), "right": known.get(right)}
            if keep or all(sides.values()):
                row = {"left": left, "right": right}
                for side, line in sides.items():
                    row |= {f"{side}_{name}": line and line[name] for name in ("text", "documents")}
                expected.append(row)
    assert sorted(found.to_pylist(), key=lambda row: (row["left"], row["right"])) == expected


def test_a_shared_join_gives_each_side_its_own_for_steps_that_meet_rows_many_times(engine):
    units = [0, 1, 5, 2**32 - 1]
    table = pa.Table.from_pylist([{"left": left, "right": right} for left in units for right in units], PAIRS)
    lookup = engine.load_rows(pa.Table.from_pylist(LINES, LOOKUP).select(["unit", "text"]))
    joined = engine.join(engine.load_rows(table), lookup, ("left", "right"), "unit", shared=True)
    found = rows(engine, engine.map(joined, ComputeSimilarity(Comparison(Words(1), "jaccard", 0.1)))).to_pylist()
    known = [line["unit"] for line in LINES]
    expected = {(left, right): 1.0 if left == right else pytest.approx(1 / 3) for left in known for right in known}
    assert {(row["left"], row["right"]): row["similarity"] for row in found} == expected


def test_what_two_tables_have_in_common_serves_both(engine):
    table = mixed(200)
    grouped = engine.group(engine.load_rows(table), ("high",), PassRows(MIXED))
    few = SelectColumns(pa.schema([MIXED.field("high"), MIXED.field("text")]))
    again = engine.group(engine.map(grouped, few), ("text",), PassRows(few.schema))
    found = engine.collect({"all": grouped, "few": engine.map(grouped, few), "again": again})
    assert same(found["all"].to_pylist(), in_plain_order(table, ("high",)))
    assert found["few"].equals(found["all"].select(["high", "text"]))
    assert found["again"].to_pylist() == in_plain_order(found["few"], ("text",))


def test_rows_that_functions_make_come_in_the_order_of_the_functions(engine):
    """Among them a dictionary, as those of a shared join."""
    schema = pa.schema([MIXED.field("unit"), MIXED.field("text")])
    unit = SelectColumns(pa.schema([schema.field("unit")]))

    def make_batch(number):
        texts = pa.array([f"of {number}"] * 3).dictionary_encode()
        fields = [schema.field("unit"), pa.field("text", texts.type, nullable=False)]
        return pa.RecordBatch.from_arrays([pa.array([number] * 3, pa.uint32()), texts], schema=pa.schema(fields))

    table = engine.map(engine.load_batches(schema, lambda: (partial(make_batch, 9 - at) for at in range(5))), unit)
    grouped = engine.group(table, ("unit",), PassRows(unit.schema))
    found = engine.collect({"table": table, "grouped": grouped})
    assert found["table"]["unit"].to_pylist() == [9 - at for at in range(5) for _ in range(3)]
    assert found["grouped"]["unit"].to_pylist() == [5 + at for at in range(5) for _ in range(3)]
    lookup = engine.load_batches(LOOKUP, lambda: iter([lambda: pa.RecordBatch.from_pylist(LINES, LOOKUP)]))
    pairs = engine.load_rows(pa.Table.from_pylist([{"left": 0, "right": 9}], PAIRS))
    assert rows(engine, engine.join(pairs, lookup, ("left",), "unit"))["text"].to_pylist() == ["of 0"]


@pytest.mark.parametrize("shared", [False, True])
def test_a_union_is_looked_up_for_as_its_tables_are(engine, shared):
    pairs = [engine.load_rows(pa.Table.from_pylist([{"left": 0, "right": unit}], PAIRS)) for unit in (0, 1, 2**32 - 1)]
    lookup = engine.load_rows(pa.Table.from_pylist(LINES, LOOKUP).select(["unit", "text"]))
    joined = engine.join(engine.union(*pairs), lookup, ("left", "right"), "unit", shared=shared)
    found = rows(engine, engine.map(joined, ComputeSimilarity(Comparison(Words(1), "jaccard", 0.1)))).to_pylist()
    assert sorted((row["left"], row["right"]) for row in found) == [(0, 0), (0, 1), (0, 2**32 - 1)]


def test_nothing_gives_nothing(engine):
    empty, pairs = engine.load_rows(mixed(0)), engine.load_rows(pa.Table.from_pylist([], PAIRS))
    numbered = pa.schema([pa.field("number", pa.uint32(), nullable=False), *MIXED])
    tables = {
        "group": engine.group(empty, ("text",), PassRows(MIXED)),
        "number": engine.group(empty, ("text",), PassRows(numbered), number="number"),
        "join": engine.join(pairs, engine.load_rows(pa.Table.from_pylist([], LOOKUP)), ("left",), "unit"),
    }
    for name, found in engine.collect(tables).items():
        assert found.num_rows == 0, name
    assert found.schema.names[-2:] == ["text", "documents"]


def test_tables_are_saved_and_loaded(engine, tmp_path):
    table = engine.group(engine.load_rows(mixed(100)), ("high",), PassRows(MIXED))
    assert engine.save({tmp_path / "one.parquet": table}) == {tmp_path / "one.parquet": 100}
    assert rows(engine, engine.load(tmp_path / "one.parquet")).to_pydict().keys() == {*MIXED.names}
    assert [path.name for path in tmp_path.iterdir()] == ["one.parquet"], "nothing else is left"
