"""The digest sees rows, and nothing of batches, of their order, or of where they were read."""

from itertools import pairwise

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from twicetold.run.digest import Digest
from twicetold.tables.row_sums import sum_rows

SCHEMA = pa.schema(
    [
        ("text", pa.string()),
        ("number", pa.uint32()),
        ("flag", pa.bool_()),
        ("changes", pa.list_(pa.struct([("kind", pa.string()), ("at", pa.int64())]))),
    ]
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.one_of(st.none(), st.text(max_size=5)),
            "number": st.integers(0, 9),
            "flag": st.booleans(),
            "changes": st.lists(
                st.fixed_dictionaries({"kind": st.sampled_from("ab"), "at": st.integers(0, 3)}), max_size=2
            ),
        }
    ),
    max_size=12,
)


def digest(rows, cuts=()):
    table = pa.Table.from_pylist(rows, SCHEMA)
    edges = [0, *sorted(cuts), len(rows)]
    batches = [batch for start, end in pairwise(edges) for batch in table.slice(start, end - start).to_batches()]
    digest = Digest()
    digest.add("table", SCHEMA, batches)
    return digest.hex()


@given(ROWS, st.data())
def test_cutting_the_rows_into_batches_changes_nothing(rows, data):
    cuts = data.draw(st.lists(st.integers(0, len(rows)), max_size=4))
    assert digest(rows, cuts) == digest(rows)


@given(ROWS, ROWS)
def test_other_rows_give_another_digest(left, right):
    def ordered(rows):
        return sorted(repr(sorted(row.items())) for row in rows)

    assert (digest(left) == digest(right)) == (ordered(left) == ordered(right))


@given(ROWS, st.randoms())
def test_the_order_of_the_rows_changes_nothing(rows, random):
    assert digest(random.sample(rows, len(rows))) == digest(rows)


@given(ROWS, st.integers(0, 12))
def test_the_sums_of_two_parts_add_up_to_that_of_the_whole(rows, cut):
    parts = [sum_rows(pa.Table.from_pylist(part, SCHEMA).to_batches()) for part in (rows[:cut], rows[cut:], rows)]
    left, right, whole = parts
    assert left + right == whole


def test_where_a_record_was_read_does_not_count():
    def located(source):
        batch = pa.RecordBatch.from_pydict({"text": ["a"], "source": [source], "left_place": [f"line 1 of {source}"]})
        digest = Digest()
        digest.add("table", batch.schema, [batch])
        return digest.hex()

    assert located("a.jsonl") == located("folder/b.jsonl")


def test_where_one_text_ends_and_the_next_begins_counts():
    row = {"number": 0, "flag": False, "changes": []}
    assert digest([{"text": "ab", **row}, {"text": "c", **row}]) != digest(
        [{"text": "a", **row}, {"text": "bc", **row}]
    )
