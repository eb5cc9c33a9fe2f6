"""Kinds, contradictions and analyses of a run made by Spark: those of the local engine."""

import pytest
from tests.support.spark import small_session

from twicetold import api, registry
from twicetold.analyses.base import list_suitable_analyses
from twicetold.demo import PlantedCorpus
from twicetold.engines.spark import Spark


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    PlantedCorpus(sentences=2_000, seed=6, duplicate_share=0.2).write(folder, truth=False)
    paths = [str(path) for path in sorted(folder.rglob("*")) if path.is_file()]
    return api.sentences(paths), api.sentences(paths, engine=Spark(small_session()))


@pytest.mark.parametrize("table", ["clusters", "matches", "contradictions", "document_pairs"])
def test_every_engine_tells_the_same(runs, table):
    here, there = runs
    assert there.read_table(table) == here.read_table(table)


def test_every_analysis_says_the_same(runs):
    here, there = runs
    names = list_suitable_analyses(here)
    assert len(names) > 4
    for name in names:
        analysis = registry.load_class("analysis", name)()
        assert analysis.compute_table(there) == analysis.compute_table(here), name
        assert analysis.compute_table(here).num_rows, name
