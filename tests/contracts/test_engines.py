"""What the engine of one machine must do with tables, whatever is in them, and with next to no memory.

`test_engine_verbs.py` holds every engine on the menu to the verbs; a job on Spark takes seconds, so that the many
examples here are for engines that start at once.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import kernels as reference
from tests.support.examples import examples

from twicetold import registry
from twicetold.config import Machine
from twicetold.engines.local import LocalLimits
from twicetold.engines.steps import CountGroupRows, PassRows, SelectColumns
from twicetold.tables.matching import KEYS, PAIRS

ROOMY = LocalLimits()
TIGHT = LocalLimits(process_bytes=1 << 60, min_kernel_bytes=1 << 10)
MADE = {"local": lambda kind, threads, limits: kind(Machine(workers=threads), limits=limits)}


def engine_of(name, threads=2, limits=ROOMY):
    return MADE[name](registry.load_class("engine", name), threads, limits)


@pytest.fixture(params=list(MADE))
def name(request):
    return request.param


@pytest.fixture(params=[ROOMY, TIGHT], ids=["roomy", "tight"])
def engine(request, name):
    """The engine with all the memory there is, and with next to none: what is sorted or looked up then goes to disk."""
    return engine_of(name, limits=request.param)


WORDS = ["", "a", "a\0", "ab", "b", "é", "湖", "z" * 300]
NUMBERS = pa.list_(pa.field("item", pa.uint64(), nullable=False))
ROWS = pa.schema(
    [
        pa.field("word", pa.string(), nullable=False),
        pa.field("number", pa.uint32(), nullable=False),
        pa.field("wide", pa.uint64(), nullable=False),
        pa.field("real", pa.float64(), nullable=False),
        pa.field("list", NUMBERS, nullable=False),
    ]
)


def random_rows(count, seed=1):
    random = Random(seed)
    return [
        {
            "word": random.choice(WORDS),
            "number": random.choice([0, 1, 256, 2**32 - 1]),
            "wide": random.choice([0, 1, 2**40, 2**64 - 1]),
            "real": random.choice([0.0, 0.25, 1.0, 0.1]),
            "list": [random.randrange(2**64) for _ in range(random.randrange(3))],
        }
        for _ in range(count)
    ]


def table_of(rows, schema=ROWS, batch_rows=7):
    """A table in many small pieces, some of them empty."""
    batches = [pa.RecordBatch.from_pylist(rows[at : at + batch_rows], schema) for at in range(0, len(rows), batch_rows)]
    empty = pa.RecordBatch.from_pylist([], schema)
    return pa.Table.from_batches([empty, *(each for batch in batches for each in (batch, empty))], schema)


def rows_of(engine, table):
    return [row for (batch,) in engine.stream_batches(table) for row in batch.to_pylist()]


@dataclass(frozen=True)
class Sized:
    """Each group as one row: how many rows the step saw of it, and that it saw them in one place."""

    by: str
    schema: ClassVar[pa.Schema] = pa.schema(
        [pa.field("first", pa.string(), nullable=False), pa.field("rows", pa.uint32(), nullable=False)]
    )

    def __call__(self, batch):
        rows = []
        for value in batch[self.by].to_pylist():
            if rows and rows[-1]["first"] == str(value):
                rows[-1]["rows"] += 1
            else:
                rows.append({"first": str(value), "rows": 1})
        return pa.RecordBatch.from_pylist(rows, self.schema)


@dataclass(frozen=True)
class Plus:
    """Adds to `number`."""

    amount: int
    schema: ClassVar[pa.Schema] = pa.schema([ROWS.field("number")])

    def __call__(self, batch):
        added = pc.bit_wise_and(pc.add(batch["number"].cast(pa.uint64()), self.amount), 2**32 - 1)
        return pa.RecordBatch.from_arrays([added.cast(pa.uint32())], schema=self.schema)


# ---- map, save, load ----


def test_map_keeps_every_row_in_order(engine):
    rows = random_rows(500)
    table = engine.map(engine.map(engine.load_rows(table_of(rows)), Plus(1)), Plus(2))
    assert [row["number"] for row in rows_of(engine, table)] == [(row["number"] + 3) % 2**32 for row in rows]


@pytest.mark.parametrize("passing", [False, True])
def test_what_is_saved_is_loaded_again(engine, tmp_path, passing):
    rows = random_rows(300)
    path = tmp_path / "rows.parquet"
    assert engine.save({path: engine.load_rows(table_of(rows))}, {path} if passing else ()) == {path: 300}
    assert rows_of(engine, engine.load(path)) == rows
    some = SelectColumns(pa.schema([ROWS.field("real"), ROWS.field("word")]))
    assert rows_of(engine, engine.map(engine.load(path), some)) == [
        {"real": row["real"], "word": row["word"]} for row in rows
    ]
    assert pq.read_schema(tmp_path / "rows.parquet").equals(ROWS)


def test_an_empty_table_goes_through_every_verb(engine, tmp_path):
    empty = engine.load_rows(table_of([]))
    keys = engine.load_rows(table_of([], KEYS))
    pairs = engine.load_rows(table_of([], PAIRS))
    tables = {
        "map": engine.map(empty, Plus(1)),
        "group": engine.group(empty, ("word",), PassRows(ROWS)),
        "numbered": engine.group(empty, ("word",), PassRows(numbered(ROWS)), number="group"),
        "keys": engine.group(keys, ("key",), PassRows(KEYS)),
        "distinct": engine.group(pairs, ("left", "right"), PassRows(PAIRS), distinct=True),
        "join": engine.join(empty, keys, on=("number",), key="unit"),
        "union": engine.union(empty, empty),
        "components": engine.find_components(pairs),
    }
    saved = engine.save({tmp_path / name: table for name, table in tables.items()})
    assert set(saved.values()) == {0}
    assert pq.read_schema(tmp_path / "join").names == [*ROWS.names, "key"]


def numbered(schema, name="group"):
    return pa.schema([pa.field(name, pa.uint32(), nullable=False), *schema])


def test_tables_with_a_common_part_are_filled_in_one_pass(engine, tmp_path):
    """One of them is what another is made of: a side table, filled on the way."""
    rows = random_rows(200)
    source = engine.load_rows(table_of(rows))
    plus = engine.map(source, Plus(5))
    counted = engine.group(
        plus, ("number",), CountGroupRows(pa.schema([ROWS.field("number"), pa.field("rows", pa.uint32())]))
    )
    names = ("plus", "counted", "words", "again")
    words = engine.map(source, SelectColumns(pa.schema([ROWS.field("word")])))
    again = engine.map(engine.map(counted, SelectColumns(Plus.schema)), Plus(1))
    saved = engine.save(
        {tmp_path / each: table for each, table in zip(names, (plus, counted, words, again), strict=True)}
    )
    counts = Counter((row["number"] + 5) % 2**32 for row in rows)
    assert list(saved.values()) == [200, len(counts), 200, len(counts)]
    assert [tuple(row.values()) for row in pq.read_table(tmp_path / "counted").to_pylist()] == sorted(counts.items())
    assert pq.read_table(tmp_path / "words")["word"].to_pylist() == [row["word"] for row in rows]
    assert pq.read_table(tmp_path / "again")["number"].to_pylist() == [number + 1 for number in sorted(counts)]


def test_a_side_table_is_filled_once_though_two_others_are_made_of_it(engine, tmp_path):
    rows = random_rows(60)
    table = engine.group(engine.load_rows(table_of(rows)), ("word",), PassRows(ROWS))
    names = pa.schema([pa.field("unit", pa.uint32(), nullable=False), *[each for each in ROWS if each.name == "real"]])
    lookup = engine.load_rows(table_of([{"unit": 0, "real": 0.5}], names))
    tables = {
        "side": table,
        "one": engine.group(table, ("number",), PassRows(ROWS)),
        "two": engine.join(engine.map(table, Plus(0)), lookup, on=("number",), key="unit"),
    }
    saved = engine.save({tmp_path / each: made for each, made in tables.items()})
    zeros = sum(row["number"] == 0 for row in rows)
    assert list(saved.values()) == [60, 60, zeros]
    assert pq.read_table(tmp_path / "side").num_rows == 60


@pytest.mark.parametrize("keep", [False, True])
def test_only_a_join_that_keeps_rows_can_give_nulls(engine, tmp_path, keep):
    lookup = engine.load_rows(table_of(lookup_rows(3), LOOKUP))
    pairs = engine.load_rows(table_of([{"left": 1, "right": 2}], PAIRS))
    engine.save({tmp_path / "joined": engine.join(pairs, lookup, on=("left",), key="unit", keep=keep)})
    found = pq.read_schema(tmp_path / "joined")
    assert [(each.name, each.nullable) for each in found] == [
        ("left", False),
        ("right", False),
        ("text", keep),
        ("list", keep),
    ]


# ---- group ----


@pytest.mark.parametrize("by", [("word",), ("number",), ("wide", "word"), ("real",), tuple(ROWS.names)])
def test_groups_come_in_order_and_within_them_the_other_columns(engine, by):
    rows = random_rows(800)
    order = [*by, *(each for each in ROWS.names if each not in by)]
    found = rows_of(engine, engine.group(engine.load_rows(table_of(rows)), by, PassRows(ROWS)))
    plain = [each for each in order if each != "list"]
    assert [[row[each] for each in plain] for row in found] == sorted([row[each] for each in plain] for row in rows)
    assert Counter(map(repr, found)) == Counter(map(repr, rows)), "no row is lost, none is made"


def test_no_group_is_cut_however_large_it_is(engine):
    rows = random_rows(3000)
    for row in rows:
        row["word"] *= 50
    found = rows_of(engine, engine.group(engine.load_rows(table_of(rows, batch_rows=100)), ("word",), Sized("word")))
    counts = Counter(row["word"] for row in rows)
    assert [(row["first"], row["rows"]) for row in found] == sorted(counts.items())


def test_groups_are_numbered_from_0_in_order(engine):
    rows = random_rows(700)
    table = engine.group(engine.load_rows(table_of(rows)), ("number", "word"), PassRows(numbered(ROWS)), number="group")
    found = rows_of(engine, table)
    groups = {key: at for at, key in enumerate(sorted({(row["number"], row["word"]) for row in rows}))}
    assert [row["group"] for row in found] == [groups[row["number"], row["word"]] for row in found]
    assert len(found) == 700


def test_distinct_pairs_come_once_and_in_order(engine):
    random = Random(3)
    rows = [{"left": random.randrange(30), "right": random.randrange(2**31, 2**31 + 30)} for _ in range(4000)]
    found = rows_of(
        engine, engine.group(engine.load_rows(table_of(rows, PAIRS)), ("left", "right"), PassRows(PAIRS), distinct=True)
    )
    assert [tuple(row.values()) for row in found] == sorted({tuple(row.values()) for row in rows})


def test_keys_come_together_with_all_their_units_in_order(engine):
    random = Random(4)
    rows = [{"key": random.choice([0, 7, 2**64 - 1, random.randrange(2**64)]), "unit": unit} for unit in range(4000)]
    random.shuffle(rows)
    seen = defaultdict(list)
    for (batch,) in engine.stream_batches(
        engine.group(engine.load_rows(table_of(rows, KEYS)), ("key",), PassRows(KEYS))
    ):
        for key in set(batch["key"].to_pylist()):
            assert key not in seen, "no group is cut"
        for row in batch.to_pylist():
            seen[row["key"]].append(row["unit"])
    expected = defaultdict(list)
    for row in rows:
        expected[row["key"]].append(row["unit"])
    assert seen == {key: sorted(units) for key, units in expected.items()}


# ---- join ----


def lookup_rows(count):
    return [
        {"unit": unit, "text": f"text {unit} " + "é" * (unit % 5), "list": [unit] * (unit % 3)} for unit in range(count)
    ]


LOOKUP = pa.schema(
    [pa.field("unit", pa.uint32(), nullable=False), pa.field("text", pa.string(), nullable=False), ROWS.field("list")]
)


@pytest.mark.parametrize("keep", [False, True])
def test_a_join_adds_what_the_lookup_says_of_each_row(engine, keep):
    random = Random(5)
    texts = lookup_rows(400)
    random.shuffle(texts)
    rows = [{"left": random.randrange(500), "right": random.randrange(500)} for _ in range(900)]
    lookup = engine.load_rows(table_of(texts, LOOKUP))
    found = rows_of(
        engine,
        engine.join(engine.load_rows(table_of(rows, PAIRS)), lookup, on=("left", "right"), key="unit", keep=keep),
    )
    known = {row["unit"]: row for row in texts} | {}
    nothing = {"text": None, "list": None}
    expected = [
        row
        | {
            f"{side}_{column}": known.get(row[side], nothing)[column]
            for side in ("left", "right")
            for column in nothing
        }
        for row in rows
        if keep or (row["left"] in known and row["right"] in known)
    ]
    assert found == expected


@pytest.mark.parametrize("keep", [False, True])
def test_a_join_by_one_column_keeps_the_names(engine, keep):
    rows = [{"left": each, "right": 0} for each in (3, 9, 1, 3)]
    lookup = engine.map(
        engine.load_rows(table_of(lookup_rows(4), LOOKUP)),
        SelectColumns(pa.schema([LOOKUP.field("unit"), LOOKUP.field("text")])),
    )
    found = rows_of(
        engine, engine.join(engine.load_rows(table_of(rows, PAIRS)), lookup, on=("left",), key="unit", keep=keep)
    )
    known = {row["unit"]: row["text"] for row in lookup_rows(4)}
    assert found == [row | {"text": known.get(row["left"])} for row in rows if keep or row["left"] in known]


def test_a_join_works_by_wide_keys_and_with_a_lookup_that_is_empty(engine):
    wide = pa.schema([pa.field("high", pa.uint64(), nullable=False), ROWS.field("number")])
    rows = random_rows(50)
    lookup = table_of([{"high": 2**64 - 1, "number": 8}, {"high": 1, "number": 9}], wide)
    table = engine.map(
        engine.load_rows(table_of(rows)), SelectColumns(pa.schema([ROWS.field("word"), ROWS.field("wide")]))
    )
    found = rows_of(engine, engine.join(table, engine.load_rows(lookup), on=("wide",), key="high"))
    numbers = {2**64 - 1: 8, 1: 9}
    assert found == [
        {"word": row["word"], "wide": row["wide"], "number": numbers[row["wide"]]}
        for row in rows
        if row["wide"] in numbers
    ]
    none = engine.join(table, engine.load_rows(table_of([], wide)), on=("wide",), key="high", keep=True)
    assert [row["number"] for row in rows_of(engine, none)] == [None] * 50


# ---- union ----


def test_a_union_has_the_rows_of_all_tables(engine):
    rows = random_rows(90)
    parts = [engine.load_rows(table_of(part)) for part in (rows[:40], [], rows[40:])]
    found = rows_of(engine, engine.map(engine.union(*parts), PassRows(ROWS)))
    assert Counter(map(repr, found)) == Counter(map(repr, rows))
    grouped = engine.group(engine.union(*parts, parts[0]), ("word",), Sized("word"))
    counts = Counter(row["word"] for row in rows + rows[:40])
    assert [(row["first"], row["rows"]) for row in rows_of(engine, grouped)] == sorted(counts.items())


# ---- components ----


def components_of(engine, pairs):
    rows = [{"left": left, "right": right} for left, right in pairs]
    found = rows_of(engine, engine.find_components(engine.load_rows(table_of(rows, PAIRS, batch_rows=500))))
    assert len({row["unit"] for row in found}) == len(found), "every unit once"
    return {row["unit"]: row["component"] for row in found}


@pytest.mark.parametrize("engine_name", list(MADE))
@examples(40)
@given(
    pairs=st.lists(
        st.tuples(st.integers(0, 25), st.integers(0, 25)).filter(lambda pair: pair[0] != pair[1]), max_size=30
    )
)
def test_components_are_what_pairs_reach(engine_name, pairs):
    assert components_of(engine_of(engine_name, 1), pairs) == reference.components(pairs)


def test_a_long_chain_and_a_large_star_are_one_component_each(engine):
    chain = [(at, at + 1) for at in range(1000, 21_000)]
    star = [(70_000, 100_000 + at) for at in range(20_000)]
    pairs = chain + star
    Random(6).shuffle(pairs)
    found = components_of(engine, pairs)
    assert found == dict.fromkeys(range(1000, 21_001), 1000) | dict.fromkeys([70_000, *range(100_000, 120_000)], 70_000)


# ---- the same answer ----


def test_threads_and_the_cut_of_batches_change_nothing(name):
    rows = random_rows(600)
    answers = []
    for threads, batch_rows, limits in [(1, 600, ROOMY), (2, 1, ROOMY), (3, 11, TIGHT)]:
        engine = engine_of(name, threads, limits)
        grouped = engine.group(
            engine.load_rows(table_of(rows, batch_rows=batch_rows)), ("word",), PassRows(numbered(ROWS)), number="group"
        )
        lookup = engine.load_rows(table_of(lookup_rows(3), LOOKUP.remove(2)))
        answers.append(rows_of(engine, engine.join(grouped, lookup, on=("group",), key="unit", keep=True)))
    assert answers[0] == answers[1] == answers[2]
    assert len(answers[0]) == 600
