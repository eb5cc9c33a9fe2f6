"""The sentence job by vectors: one answer however it is made, on every engine, and by the command line."""

import json

import pytest
from tests.end_to_end.essays import essay
from tests.spark_session import small_session

from twicetold import api
from twicetold.config import PRESETS, Aspect
from twicetold.engines import local
from twicetold.engines.spark import Spark
from twicetold.planted import Planted
from twicetold.run import Run
from twicetold.show import views

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


def test_the_cosine_of_a_match_is_shown_and_reported(twicetold, files, tmp_path):
    run = api.sentences(files, tmp_path / "run", finder="scan", threshold=0.7)
    shown = [json.loads(line) for line in twicetold("show", run.folder, "--cluster", "0", "--json")[0].splitlines()]
    cosines = [row["cosine"] for row in shown if row["row"] == "match"]
    assert cosines
    assert all(0.7 <= cosine <= 1 for cosine in cosines)
    assert f"cosine {cosines[0]:.3f}  jaccard" in twicetold("show", run.folder, "--cluster", "0")[0]
    page = run.report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert ">cosine 0." in page


def test_a_cosine_by_a_file_that_has_changed_is_not_told(tmp_path):
    words, texts = tmp_path / "words.vec", tmp_path / "texts.txt"
    words.write_text("the 1 0.5\nlake 0 1\nin 1 -1\n", encoding="utf-8")
    texts.write_text(
        "The lake froze over in the winter of 1905.\n\nThe lake thawed again in the summer of 1906.\n", "utf-8"
    )
    run = api.sentences(texts, finder="scan", threshold=0.9, vectors=str(words))

    def told():
        return ["cosine" in row for row in views.one_cluster(run, 0) if row["row"] == "match"]

    assert told()
    assert all(told())
    words.write_text("the 1 0.5\nlake 0 1\n", encoding="utf-8")
    assert not any(told())


def test_the_least_cosine_shown_is_that_of_the_cluster(files):
    """Of a cluster of two the only match holds it, and its similarity was computed by another part of the program."""
    run = api.sentences(files, finder="scan", threshold=0.7)
    pairs = [row for row in run.clusters.to_pylist() if row["variants"] == 2][:10]
    assert pairs
    for row in pairs:
        (match,) = [each for each in views.one_cluster(run, row["cluster"]) if each["row"] == "match"]
        assert match["cosine"] == row["similarity"]


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
    "aspects": (Aspect("question", "vectors", measure="cosine"), Aspect("answer", "words", 1, "jaccard", 0.2)),
    "threshold": 0.8,
}


def test_threads_are_found_by_projection_on_both_engines(tmp_path):
    path = posts(tmp_path)
    exact = api.threads(path, **THREADS)
    here = api.threads(path, thread_finder="projection", **THREADS)
    there = api.threads(path, thread_finder="projection", engine=Spark(small_session(), alone_bytes=0), **THREADS)
    assert there.digest == here.digest
    found, known = (
        {(row["left_document"], row["right_document"]) for row in run.matches.to_pylist()} for run in (here, exact)
    )
    assert found <= known
    assert len(found) >= 0.97 * len(known) > 25
    assert 0.98 < here.facts["results"]["recall"] < 1


def test_threads_by_projection_on_the_command_line(twicetold, tmp_path):
    options = "--finder", "projection", "--aspect", "question:vectors:0:cosine:1", "--threshold", "0.8"
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
