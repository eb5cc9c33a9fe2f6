"""The sentence job with every feature: one answer however it is made, and a lexicon that is made once."""

import json

import pytest
from tests.support.limits import NO_MEMORY
from tests.support.spark import small_session

from twicetold import api
from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.run import Run

CHINESE = "第{}座桥建于{}年，它是这个城市里最古老的桥梁，由当地的工匠用石头修建而成。"
FEATURES = {
    "words": {"feature": "words", "threshold": 0.6},
    "winnow": {"feature": "winnow", "threshold": 0.5, "winnow_window": 2},
    "imatch": {"feature": "imatch", "threshold": 0.25, "lexicons": 8, "lexicon_share": 0.25},
    "imatch by join": {"feature": "imatch", "finder": "join", "idf_range": (0.1, 0.7)},
    "spotsigs": {"feature": "spotsigs", "finder": "join", "threshold": 0.5, "antecedents": "30"},
    "weighted": {"feature": "weighted", "finder": "join", "threshold": 0.6},
    "stems": {"feature": "stems", "threshold": 0.6},
    "grams": {"feature": "grams", "finder": "join", "partition": "term", "threshold": 0.6},
    "edit": {"feature": "spotsigs", "measure": "edit", "similarity": 0.5},
}


@pytest.fixture(params=FEATURES.values(), ids=FEATURES)
def options(request):
    return {"measure": "jaccard", **request.param}


def test_threads_batches_memory_and_order_change_nothing(two_languages, options):
    run = api.sentences(two_languages, workers=2, **options)
    assert run.facts["results"]["matches"] > 20
    assert run.facts["results"]["feature"] == options["feature"]
    assert api.sentences(two_languages, workers=1, batch_bytes=500, **options).digest == run.digest
    engine = Local(Machine(workers=2), limits=NO_MEMORY)
    assert api.sentences(two_languages[::-1], engine=engine, **options).digest == run.digest


@pytest.mark.parametrize("name", ["imatch", "spotsigs", "stems", "grams"])
def test_spark_gives_the_same_answer_and_the_same_lexicon(two_languages, name):
    options = {"measure": "jaccard", **FEATURES[name]}
    here = api.sentences(two_languages, **options)
    there = api.sentences(two_languages, engine=Spark(small_session(), limits=SparkLimits(alone_bytes=0)), **options)
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest
    assert there.lexicon.equals(here.lexicon)


def test_a_stopped_run_goes_on_with_the_lexicon_that_it_made(two_languages, tmp_path):
    class Dies(Local):
        def save(self, tables, passing=()):
            if any("verified" in path.name for path in tables):
                raise KeyboardInterrupt
            return super().save(tables, passing)

    options = {"measure": "jaccard", **FEATURES["spotsigs"]}
    with pytest.raises(KeyboardInterrupt):
        api.sentences(two_languages, tmp_path / "run", engine=Dies(), **options)
    kept = json.loads((tmp_path / "run" / "run.json").read_text())["stages"]
    assert list(kept) == ["front", "units", "lexicon"]
    run = api.sentences(two_languages, tmp_path / "run", **options)
    assert run.facts["stages"]["lexicon"] == kept["lexicon"]
    assert run.digest == api.sentences(two_languages, **options).digest


def test_the_lexicon_is_a_table_that_one_can_read(two_languages):
    common = api.sentences(two_languages, feature="spotsigs", antecedents="4", measure="jaccard").lexicon.to_pylist()
    assert {row["word"] for row in common} == {"the", "and", "of", "a"}
    assert [row["units"] for row in common] == sorted((row["units"] for row in common), reverse=True)
    dropped = api.sentences(
        two_languages, feature="imatch", idf_range=(0.2, 1.0), measure="jaccard"
    ).lexicon.to_pylist()
    assert {"the", "and"} <= {row["word"] for row in dropped}
    assert "lexicon" not in api.sentences(two_languages, feature="winnow", measure="jaccard").tables
    assert (
        "lexicon" not in api.sentences(two_languages, feature="spotsigs", antecedents="the,a", measure="jaccard").tables
    )


def test_texts_in_memory_get_the_clusters_of_the_job(two_languages, options):
    sentences = [CHINESE.format(number, 1900 + number // 2) for number in range(40)]
    found = api.cluster([*sentences, "A sentence of its own that nobody else has ever written."], **options)
    assert found.labels.to_pylist()[-1] is None
    assert found.facts["feature"] == options["feature"]


def test_the_command_line_takes_every_setting(twicetold, two_languages, tmp_path):
    (tmp_path / "weights.tsv").write_text("token\tfactor\nthe\t0\n", encoding="utf-8")
    words = ("--winnow-window", "2", "--winnow-of", "characters", "--shingle", "6")
    for number, (feature, *options) in enumerate(
        [
            ("winnow", *words),
            ("imatch", "--idf-range", "0.2", "0.9", "--lexicons", "3", "--lexicon-share", "0.6"),
            ("stems", "--stemming", "german", "--word-weights", "weights.tsv"),
            ("spotsigs", "--antecedents", "the,a,的,在", "--spot-distance", "2", "--spot-chain", "1"),
        ]
    ):
        twicetold(
            "sentences", *two_languages, "-o", f"run{number}", "--measure", "jaccard", "--feature", feature, *options
        )
        told = Run(f"run{number}").facts["results"]
        assert told["feature"] == feature
    assert (told["antecedents"], told["spot_distance"], told["spot_chain"]) == ("the,a,的,在", 2, 1)
    assert Run("run1").facts["results"]["idf_range"] == [0.2, 0.9]
    stems = Run("run2").facts
    assert stems["results"]["stemming"] == "german"
    assert stems["results"]["word_weights"] in [each["hash"] for each in stems["consulted"]]


def test_settings_of_features_can_come_from_a_file(twicetold, two_languages, tmp_path):
    text = '[sentences]\nfeature = "imatch"\nidf_range = [0.2, 1]\nmeasure = "jaccard"\n'
    (tmp_path / "my.toml").write_text(text, encoding="utf-8")
    twicetold("sentences", *two_languages, "-o", "run", "--config", "my.toml")
    assert Run("run").facts["results"]["idf_range"] == [0.2, 1.0]
