"""Vectors that stand in the input: a record of one sentence is compared by its own."""

import json
import math

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.spark import small_session

from twicetold import api
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.errors import InputError, SettingsError
from twicetold.readers.vectors import pack_numbers

WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath")


def sentence(number):
    """Words that hardly any other sentence has, and more of them than a sentence must have to be compared."""
    return f"The {number}th of all {WORDS[number % 8]} trees was planted in the year {1700 + 7 * number} by {number}."


def vector(number):
    """Of every two in a row alike, all others far from each other."""
    angle = number // 2 * 0.7 + number % 2 * 0.05
    return [math.cos(angle), 0.0, math.sin(angle), 0.25 * math.cos(3 * angle), 0.25 * math.sin(3 * angle)]


def records():
    rows = [{"id": f"r{n:02}", "text": sentence(n), "place": {"vector": vector(n)}} for n in range(8)]
    rows.append({"id": "long", "text": f"{sentence(50)} {sentence(51)}", "place": {"vector": vector(0)}})
    rows.append({"id": "none", "text": sentence(60), "place": {"vector": None}})
    rows.append({"id": "words", "text": sentence(61), "place": {"vector": ["a", 1]}})
    rows.append({"id": "zeros", "text": sentence(62), "place": {"vector": [0, 0, 0, 0, 0]}})
    return rows


@pytest.fixture
def jsonl(tmp_path):
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in records()), encoding="utf-8")
    return path


@pytest.fixture(params=[pa.list_(pa.float64()), pa.large_list(pa.float64()), pa.list_(pa.float64(), 5)], ids=str)
def parquet(request, tmp_path):
    rows = [row for row in records() if row["id"] != "words"]
    columns = {name: [row[name] for row in rows] for name in ("id", "text")}
    columns["vector"] = pa.array([row["place"]["vector"] for row in rows], request.param)
    path = tmp_path / "records.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=5)
    return path


def clusters(run):
    found = {}
    for row in run.members.to_pylist():
        found.setdefault(row["cluster"], []).append(row["document"])
    return sorted(map(sorted, found.values()))


PAIRS = [[f"r{n:02}", f"r{n + 1:02}"] for n in range(0, 8, 2)]


@pytest.mark.parametrize("finder", ["scan", "projection"])
def test_records_are_compared_by_their_own_vectors(jsonl, finder):
    run = api.sentences(jsonl, vector="place.vector", finder=finder, threshold=0.95)
    assert clusters(run) == PAIRS
    results = run.facts["results"]
    assert (results["vectors"], results["dimensions"]) == ("given", 5)
    # Two sentences of the long one, and three records whose vector is none.
    assert results["crowds"]["without_vector"] == 5


def test_parquet_gives_the_same_whatever_its_lists_are(parquet):
    assert clusters(api.sentences(parquet, vector="vector", threshold=0.95)) == PAIRS


def test_threads_batches_and_spark_change_nothing(jsonl):
    options = {"vector": "place.vector", "threshold": 0.95}
    run = api.sentences(jsonl, workers=2, **options)
    assert api.sentences(jsonl, workers=1, batch_bytes=100, **options).digest == run.digest
    assert (
        api.sentences(jsonl, engine=Spark(small_session(), limits=SparkLimits(alone_bytes=0)), **options).digest
        == run.digest
    )


def test_of_records_that_say_the_same_the_first_has_the_vector(tmp_path):
    rows = [*records()[:4], {**records()[2], "id": "a first", "place": {"vector": vector(0)}}]
    path = tmp_path / "same.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run = api.sentences(path, vector="place.vector", threshold=0.95)
    assert clusters(run) == [["a first", "r00", "r01", "r02"]]


def test_the_command_line_takes_the_field_and_chooses_projection(twicetold, jsonl, tmp_path):
    twicetold("sentences", jsonl, "-o", tmp_path / "run", "--vector-field", "place.vector")
    assert "orders of 256 bits" in twicetold("show", tmp_path / "run", "--details")[0]


def test_what_has_no_vectors_is_an_error_with_a_way_out(tmp_path, jsonl, parquet):
    text = tmp_path / "plain.txt"
    text.write_text(sentence(1), encoding="utf-8")
    with pytest.raises(InputError, match="no vectors in a file of this format"):
        api.sentences(text, vector="vector")
    with pytest.raises(InputError, match="no sentence has a vector"):
        api.sentences(jsonl, vector="vector")
    with pytest.raises(InputError, match="column `vec` does not exist") as caught:
        api.sentences(parquet, vector="vec")
    assert "`vector`" in caught.value.hint
    with pytest.raises(SettingsError, match="both given"):
        api.sentences(jsonl, vector="place.vector", vectors="wordllama")
    with pytest.raises(SettingsError, match="the input has no vectors"):
        api.cluster([sentence(1), sentence(2)], finder="scan", vectors="given")


def test_vectors_of_different_lengths_are_an_error(tmp_path):
    path = tmp_path / "uneven.jsonl"
    rows = [{"id": n, "text": sentence(n), "vector": [1.0] * (n + 2)} for n in range(2)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputError, match=r"differ in length: \d and \d numbers"):
        api.sentences(path, vector="vector")


@pytest.mark.parametrize("lines", ["", "a", "1\nnan", "inf\n1", "0\n0"])
def test_what_is_no_vector_is_left_out(lines):
    assert pack_numbers(lines) == b""


def test_numbers_keep_their_proportion():
    assert pack_numbers("0.5\n-1") == (16384).to_bytes(2, "little") + (-32767).to_bytes(2, "little", signed=True)
