"""The plan for a cluster: what is sent, what it takes, what to set; and the model next to what Spark really sends."""

import json
from collections import Counter

import pyarrow as pa
import pytest
from tests.spark_session import small_session

from twicetold import schema
from twicetold.errors import SettingsError
from twicetold.plan import choose, parse_count
from twicetold.plan.cluster import STAGES, Cluster, on_cluster
from twicetold.plan.shuffles import Amounts, amounts, exchanges, row_bytes


def planned(sentences="135.8M", **cluster):
    return on_cluster(choose(0.8, 0.99, sentences=parse_count(sentences)), Cluster(**cluster))


def test_a_row_is_as_wide_as_its_columns():
    assert row_bytes(schema.KEYS, 144) == 8 + 4
    assert row_bytes(schema.PAIRS, 144) == 4 + 4
    texts = schema.UNITS.field("unit"), schema.UNITS.field("text")
    assert row_bytes(pa.schema(texts), 100) == 4 + 4 + 100


def test_the_limits_are_those_of_the_engine():
    from twicetold.engines.spark import blocks, components, engine, local_work, work
    from twicetold.plan import cluster, shuffles

    assert shuffles.ALONE_BYTES == engine.ALONE_BYTES
    assert shuffles.ALONE_PAIRS == components.ALONE_PAIRS
    assert shuffles.BUCKET_BYTES == work.BUCKET_BYTES
    assert shuffles.CHUNK_BYTES == blocks.CHUNK_BYTES
    assert cluster.PARTITION_BYTES <= local_work.TASK_BYTES < cluster.TASK_BYTES


def test_what_is_small_is_not_sent():
    plan = choose(0.8, 0.99, sentences=1_000_000)
    sent = {each.what for each in exchanges(amounts(plan), 144)}
    assert "texts, components" not in sent
    assert {"sentences", "keys", "candidates, left texts"} <= sent
    assert "texts, components" in {each.what for each in exchanges(amounts(plan), 144, alone_bytes=0)}


def test_more_executors_send_as_much_and_need_less_each():
    few, many = planned(executors=8), planned(executors=32)
    assert many.shuffled_bytes == pytest.approx(few.shuffled_bytes, rel=0.05)
    assert many.disk_bytes == pytest.approx(few.disk_bytes / 4, rel=0.05)
    assert many.seconds < few.seconds
    assert sum(each.core_seconds for each in many.stages) == sum(each.core_seconds for each in few.stages)


def test_partitions_go_with_the_bytes_and_with_the_cores():
    assert planned("100k", executors=3, cores=5).partitions == 30, "two for every core"
    assert planned("1B").partitions > 5 * planned("100M").partitions / 2


def test_longer_sentences_send_more_text_and_as_many_keys():
    found = amounts(choose(0.8, 0.99, sentences=1_000_000))
    short, long = (Counter() for _ in range(2))
    for characters, total in ((100, short), (200, long)):
        for each in exchanges(found, characters, alone_bytes=0):
            total[each.what] += each.shuffled_bytes(characters, 100)
    assert long["keys"] == short["keys"]
    assert 1.5 < long["sentences"] / short["sentences"] < 2


def test_more_sentences_than_can_be_numbered_are_warned_of():
    assert not planned("4B").warnings
    assert "32 bits" in planned("10B", executors=100, cores=8, memory_bytes=64 * 10**9).warnings[0]


def test_too_little_memory_for_the_cores_is_told():
    with pytest.raises(SettingsError, match="8 GB for an executor of 8 cores is too little") as told:
        planned(cores=8, memory_bytes=8 * 10**9)
    assert "--memory 16GB" in told.value.hint


def test_the_command_prints_what_is_sent_what_it_takes_and_what_to_set(twicetold):
    options = "--engine spark --sentences 135.8M --executors 16 --cores 8 --memory 32GB --measure jaccard"
    out, _ = twicetold("plan", *options.split())
    assert "signatures    12 bands of 5 rows" in out
    assert "16 executors of 8 cores" in out
    for name in STAGES:
        assert f"\n{name}" in out
    assert "--spark-conf spark.executor.instances=16" in out
    assert "--spark-conf spark.sql.shuffle.partitions=" in out


def test_the_json_adds_up(twicetold):
    options = "--engine spark --sentences 135.8M --executors 16 --json"
    facts = json.loads(twicetold("plan", *options.split())[0])["cluster"]
    assert facts["executors"] == 16
    assert facts["memory_per_executor_bytes"] == facts["java_per_executor_bytes"] + facts["python_per_executor_bytes"]
    assert facts["seconds"] == pytest.approx(sum(stage["seconds"] for stage in facts["stages"]))
    for stage in facts["stages"]:
        own = [each["shuffled_bytes"] for each in facts["exchanges"] if each["stage"] == stage["name"]]
        assert stage["shuffled_bytes"] == pytest.approx(sum(own), abs=len(own))
    assert facts["bytes_per_sentence"] * 135_800_000 == pytest.approx(facts["shuffled_bytes"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--executors", "4"], "`--executors` and `--cores` are for Spark"),
        (["--cores", "4"], "`--executors` and `--cores` are for Spark"),
        (["--engine", "spork"], "did you mean `spark`?"),
        (["--engine", "spark", "--executors", "0"], "`--executors`: 0 is out of range"),
        (["--engine", "spark", "--cores", "-1"], "`--cores`: -1 is out of range"),
        (["--engine", "spark", "--memory", "1GB"], "is too little"),
    ],
)
def test_nonsense_is_told_with_a_way_out(twicetold, options, said):
    out, errors = twicetold("plan", *options, code=2)
    assert said in errors
    assert "hint: " in errors
    assert out == ""


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A planted corpus on Spark, everything spread: the run's results, and the bytes that each stage sent."""
    from benchmarks.shuffles import Watched

    from twicetold import api
    from twicetold.planted import Planted

    folder = tmp_path_factory.mktemp("planted")
    path = Planted(sentences=12_000, seed=5).write_jsonl(folder / "planted.jsonl")
    engine = Watched(small_session(), alone_bytes=0)
    run = api.sentences(path, folder / "run", engine=engine, measure="jaccard", threshold=0.8, shingle=12)
    characters = run.sentences["text"].nbytes / run.sentences.num_rows - 4
    return run.facts["results"], characters, dict(zip(STAGES, engine.saves, strict=True))


def test_the_model_sends_what_spark_sends(measured):
    """Within a tenth when this was written; what is sent does not hang on time or on chance."""
    found, characters, sent = measured
    keys = found["units"] * found["bands"]
    candidates, matches, members = found["candidates"], found["matches"], found["members"]
    rows = found["sentences"], found["units"], keys, 2 * candidates, candidates, matches
    total = Counter()
    amounts = Amounts(*rows, members, members, found["clusters"], members, found["document_pairs"])
    for each in exchanges(amounts, characters, alone_bytes=0):
        total[each.stage] += each.shuffled_bytes(characters, 3)
    modelled, real = sum(total.values()), sum(each.written for each in sent.values())
    assert sent["front"].written == total["front"] == 0
    assert modelled == pytest.approx(real, rel=0.2)
    for name in ("units", "matches", "clusters", "members"):
        assert total[name] == pytest.approx(sent[name].written, rel=0.2), name
