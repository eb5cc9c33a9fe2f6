"""The sentence job by vectors: one answer however it is made, on every engine, and by the command line."""

import json

import pytest
from tests.spark_session import small_session

from twicetold import api
from twicetold.config import PRESETS
from twicetold.engines import local
from twicetold.engines.spark import Spark
from twicetold.planted import Planted
from twicetold.run import Run

CHINESE = "第{}座桥建于{}年，它是这个城市里最古老的桥梁，由当地的工匠用石头修建而成。"
WAYS = {
    "scan": {"finder": "scan"},
    "projection": {"finder": "projection"},
    "projection in windows": {"finder": "projection", "sort_window": 12, "permutations": 6},
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A small encyclopedia, and as many Chinese sentences that are all but the same."""
    folder = tmp_path_factory.mktemp("files")
    Planted(sentences=600, seed=5, duplicate_share=0.3).write_jsonl(folder / "english.jsonl")
    with (folder / "chinese.jsonl").open("w", encoding="utf-8") as file:
        for number in range(60):
            text = CHINESE.format(number, 1900 + number // 2)
            file.write(json.dumps({"id": f"z{number}", "title": "桥", "text": text}, ensure_ascii=False) + "\n")
    return sorted(folder.iterdir())


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def options(request):
    return request.param


def test_threads_batches_memory_and_order_change_nothing(files, options, monkeypatch):
    run = api.sentences(files, threads=2, **options)
    results = run.facts["results"]
    assert results["matches"] > 20
    assert (results["feature"], results["vectors"]) == ("vectors", "hashed")
    assert run.facts["settings"]["matching"]["measure"] == "cosine"
    assert api.sentences(files, threads=1, batch_bytes=500, **options).digest == run.digest
    monkeypatch.setattr(local, "OWN_BYTES", 1 << 60)
    monkeypatch.setattr(local, "LEAST_BYTES", 1 << 12)
    assert api.sentences(files[::-1], threads=2, **options).digest == run.digest


def test_spark_gives_the_same_answer(files, options, monkeypatch):
    from twicetold.finders import projection

    monkeypatch.setattr(projection.Ranges.__init__, "__defaults__", (500,))
    monkeypatch.setattr(projection.NearInRanges.__init__, "__defaults__", (500,))
    here = api.sentences(files, **options)
    there = api.sentences(files, engine=Spark(small_session(), alone_bytes=0), **options)
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest


def test_projection_finds_nearly_what_the_scan_finds(files):
    def pairs(finder):
        sides = ["left_document", "left_position", "right_document", "right_position"]
        return {tuple(row.values()) for row in api.sentences(files, finder=finder).matches.select(sides).to_pylist()}

    exact, found = pairs("scan"), pairs("projection")
    assert found <= exact
    assert len(found) >= 0.97 * len(exact)


def test_every_cosine_in_a_cluster_is_told_by_the_least(files):
    run = api.sentences(files, finder="scan", threshold=0.7)
    assert 0.7 <= min(run.clusters["similarity"].to_pylist()) < 1


def test_the_command_line_takes_projection_and_says_what_it_expects(twicetold, files, tmp_path):
    told = twicetold("sentences", *files, "-o", tmp_path / "run", "--finder", "projection", "--threshold", "0.9")[1]
    assert "orders of 256 bits" in told
    assert "expected recall 99." in told
    assert Run(tmp_path / "run").facts["results"]["finder"] == "projection"


def test_texts_in_memory_are_clustered_by_cosine():
    same = ["The lake froze over in the winter of that year.", "In the winter of that year, the lake froze over!"]
    found = api.cluster([*same, "A tarn is what people call a small lake up in the mountains."], finder="projection")
    assert found.labels.to_pylist() == [0, 0, None], "the words are the same, in another order"
    assert found.facts["feature"] == "vectors"


@pytest.mark.parametrize("preset", [[], ["--preset", "meng2018"]])
def test_plan_says_what_projection_would_find(twicetold, preset):
    told = twicetold("plan", "--measure", "cosine", "--similarity", "0.9", "--sentences", "50k", *preset)[0]
    facts = json.loads(twicetold("plan", "--measure", "cosine", "--similarity", "0.9", "--json", *preset)[0])
    assert facts["scheme"]["name"].split(",")[0].split(" ", 1)[1] in told
    assert [point["found"] for point in facts["curve"]] == sorted(point["found"] for point in facts["curve"])
    assert (facts["recall"] >= 0.99) == (not preset)


def test_plan_by_cosine_refuses_what_is_not_by_cosine(twicetold):
    told = twicetold("plan", "--measure", "cosine", "--preset", "weissman2015", code=2)[1]
    assert "Available: meng2018" in told


def test_the_papers_settings_are_a_preset(twicetold, files, tmp_path):
    told = twicetold("sentences", *files, "-o", tmp_path / "run", "--preset", "meng2018")[1]
    assert "10 orders of 100 bits, 10 in a row, 5 may differ" in told
    finding = Run(tmp_path / "run").facts["settings"]["finding"]
    assert all(finding[name] == value for name, value in PRESETS["meng2018"].items() if name in finding)
