"""The sentence job by vectors: one answer however it is made, on every engine, and by the command line."""

import json

import pytest
from tests.runs.essays import essay
from tests.support.limits import NO_MEMORY
from tests.support.spark import small_session

from twicetold import api
from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.show import SentenceViews
from twicetold.jobs.threads.settings import Aspect
from twicetold.run import Run
from twicetold.views.base import ShowOptions

WAYS = {
    "scan": {"finder": "scan"},
    "projection": {"finder": "projection"},
    "projection in windows": {"finder": "projection", "sort_window": 12, "permutations": 6},
}


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def options(request):
    return request.param


def test_threads_batches_memory_and_order_change_nothing(two_languages, options):
    run = api.sentences(two_languages, workers=2, **options)
    results = run.facts["results"]
    assert results["matches"] > 20
    assert (results["feature"], results["vectors"]) == ("vectors", "hashed")
    assert run.facts["settings"]["sentences"]["measure"] == "cosine"
    assert api.sentences(two_languages, workers=1, batch_bytes=500, **options).digest == run.digest
    engine = Local(Machine(workers=2), limits=NO_MEMORY)
    assert api.sentences(two_languages[::-1], engine=engine, **options).digest == run.digest


def test_spark_gives_the_same_answer(two_languages, options, monkeypatch):
    from twicetold.finders import projection

    monkeypatch.setattr(projection.AssignRanges.__init__, "__defaults__", (500,))
    monkeypatch.setattr(projection.PairNearInRanges.__init__, "__defaults__", (500,))
    here = api.sentences(two_languages, **options)
    there = api.sentences(two_languages, engine=Spark(small_session(), limits=SparkLimits(alone_bytes=0)), **options)
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest


def test_projection_finds_nearly_what_the_scan_finds(two_languages):
    def pairs(finder):
        sides = ["left_document", "left_position", "right_document", "right_position"]
        return {
            tuple(row.values()) for row in api.sentences(two_languages, finder=finder).matches.select(sides).to_pylist()
        }

    exact, found = pairs("scan"), pairs("projection")
    assert found <= exact
    assert len(found) >= 0.97 * len(exact)


def test_every_cosine_in_a_cluster_is_told_by_the_least(two_languages):
    run = api.sentences(two_languages, finder="scan", threshold=0.7)
    assert 0.7 <= min(run.clusters["similarity"].to_pylist()) < 1


def test_the_cosine_of_a_match_is_shown_and_reported(twicetold, two_languages, tmp_path):
    run = api.sentences(two_languages, tmp_path / "run", finder="scan", threshold=0.7)
    shown = [json.loads(line) for line in twicetold("show", run.folder, "--cluster", "0", "--json")[0].splitlines()]
    cosines = [row["similarity"] for row in shown if row["row"] == "match"]
    assert cosines
    assert all(0.7 <= cosine <= 1 for cosine in cosines)
    assert f"  {cosines[0]:.3f}  " in twicetold("show", run.folder, "--cluster", "0")[0]
    page = run.report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert ">similarity 0." in page


def test_the_least_cosine_shown_is_that_of_the_cluster(two_languages):
    """Of a cluster of two the only match holds it, and its similarity was computed by another part of the program."""
    run = api.sentences(two_languages, finder="scan", threshold=0.7)
    pairs = [row for row in run.clusters.to_pylist() if row["variants"] == 2][:10]
    assert pairs
    for row in pairs:
        (match,) = [
            each for each in SentenceViews().show_cluster(run, row["cluster"], ShowOptions()) if each["row"] == "match"
        ]
        assert match["similarity"] == row["similarity"]


def test_the_command_line_takes_projection_and_says_what_it_expects(twicetold, two_languages, tmp_path):
    twicetold("sentences", *two_languages, "-o", tmp_path / "run", "--finder", "projection", "--threshold", "0.9")
    shown = twicetold("show", tmp_path / "run", "--details")[0]
    assert "orders of 256 bits" in shown
    assert "recall          99." in shown
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
    assert "the preset `weissman2015` compares by `jaccard`, not `cosine`" in told


def test_the_papers_settings_are_a_preset(twicetold, two_languages, tmp_path):
    twicetold("sentences", *two_languages, "-o", tmp_path / "run", "--preset", "meng2018")
    shown = twicetold("show", tmp_path / "run", "--details")[0]
    assert "10 orders of 100 bits, 10 in a row, 4 may differ" in shown
    finding = Run(tmp_path / "run").facts["settings"]["sentences"]
    assert all(finding[name] == value for name, value in SentenceSettings.presets["meng2018"].items())


def posts(folder):
    """Threads of which each second one asks what the one before does, in other order and with a word more."""
    asked = [
        "How do I train a network on {0} pictures of {1} birds with so little memory",
        "With so little memory, how do I train my network on {0} pictures of {1} birds",
    ]
    path = folder / "threads.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(60):
            text = asked[number % 2].format(1000 + number // 2 * 37, ("grey", "young", "rare")[number // 2 % 3])
            file.write(
                json.dumps({"id": number, "question": text, "answer": f"Use part {number // 2} of them."}) + "\n"
            )
    return path


THREADS = {
    "compare": "fields",
    "aspects": (Aspect("question", "vectors", measure="cosine"), Aspect("answer", "words", 1, "jaccard", 0.2)),
    "threshold": 0.8,
}


def test_threads_are_found_by_projection_on_both_engines(tmp_path):
    path = posts(tmp_path)
    exact = api.threads(path, **THREADS)
    here = api.threads(path, finder="projection", **THREADS)
    there = api.threads(
        path, finder="projection", engine=Spark(small_session(), limits=SparkLimits(alone_bytes=0)), **THREADS
    )
    assert there.digest == here.digest
    found, known = (
        {(row["left_document"], row["right_document"]) for row in run.matches.to_pylist()} for run in (here, exact)
    )
    assert found <= known
    assert len(found) >= 0.97 * len(known) > 25
    assert 0.98 < here.facts["results"]["recall"] < 1


def test_threads_by_projection_on_the_command_line(twicetold, tmp_path):
    options = (
        "--compare",
        "fields",
        "--finder",
        "projection",
        "--aspect",
        "question:vectors:0:cosine:1",
        "--threshold",
        "0.8",
    )
    twicetold("threads", posts(tmp_path), "-o", tmp_path / "run", *options)
    results = Run(tmp_path / "run").facts["results"]
    assert (results["finder"], results["matches"] > 25) == ("projection", True)


@pytest.mark.parametrize("vectors", ["hashed", "hashed-grams"])
def test_passages_are_found_by_vectors_on_the_command_line(twicetold, tmp_path, vectors):
    (tmp_path / "shelf").mkdir()
    for name, sentences in (("one", essay(1)), ("two", [*essay(2)[:3], *essay(1)[2:6]])):
        (tmp_path / "shelf" / f"{name}.txt").write_text(" ".join(sentences), encoding="utf-8")
    options = "--finder", "projection", "--vectors", vectors, "--by", "sentences"
    twicetold("passages", tmp_path / "shelf", "-o", tmp_path / "run", *options)
    run = Run(tmp_path / "run")
    (passage,) = run.passages.to_pylist()
    assert (passage["left_first"], passage["left_last"]) == (2, 5)
    assert run.facts["results"]["vectors"] == vectors
