"""Kinds, contradictions and analyses of a run made by Spark: those of the local engine."""

import pytest
from tests.spark_session import small_session

from twicetold import api, registry
from twicetold.analyses.base import suited
from twicetold.engines.spark import Spark
from twicetold.planted import Planted


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    Planted(sentences=2_000, seed=6, duplicate_share=0.2).write(folder, truth=False)
    paths = [str(path) for path in sorted(folder.rglob("*")) if path.is_file()]
    return api.sentences(paths), api.sentences(paths, engine=Spark(small_session()))


@pytest.mark.parametrize("table", ["clusters", "matches", "contradictions", "document_pairs"])
def test_every_engine_tells_the_same(runs, table):
    here, there = runs
    assert there.table(table) == here.table(table)


@pytest.mark.parametrize("name", suited("sentences"))
def test_every_analysis_says_the_same(runs, name):
    here, there = runs
    analysis = registry.load("analysis", name)()
    assert analysis.table(there) == analysis.table(here)
    assert analysis.table(here).num_rows
