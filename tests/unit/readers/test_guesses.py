"""Fields are guessed alike in JSONL and Parquet, which have each a list of the usual names."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.jsonl import JsonlReader
from twicetold.readers.parquet import COLUMN_GUESSES, THREAD_COLUMN_GUESSES, ParquetReader

PLACES = ("source", "place")


def read_both(tmp_path, record, method):
    """What the two readers make of a record, without where it was read."""
    lines, table = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    lines.write_text(json.dumps(record) + "\n", encoding="utf-8")
    pq.write_table(pa.Table.from_pylist([record]), table)
    for reader, path in ((JsonlReader(Reading()), lines), (ParquetReader(reading=Reading()), table)):
        (row,) = [row for batch in getattr(reader, method)(Split(str(path))) for row in batch.to_pylist()]
        yield {name: value for name, value in row.items() if name not in (*PLACES, "thread")}


@pytest.mark.parametrize(
    ("guesses", "method", "text"), [(COLUMN_GUESSES, "read", "text"), (THREAD_COLUMN_GUESSES, "read_posts", "question")]
)
def test_every_usual_name_fills_the_same_column_in_both(tmp_path, guesses, method, text):
    for column, names in guesses.items():
        for name in names:
            one, other = read_both(tmp_path, {"id": "a", text: "Some words.", name: "7"}, method)
            assert one == other, (column, name)


def test_of_several_usual_names_both_take_the_same(tmp_path):
    for guesses, method in ((COLUMN_GUESSES, "read"), (THREAD_COLUMN_GUESSES, "read_posts")):
        names = dict.fromkeys(name for names in guesses.values() for name in names)
        record = {name: str(number) for number, name in enumerate(reversed(names))}
        one, other = read_both(tmp_path, record, method)
        assert one == other
