"""Measures: one line adds one of sets, its weights give its similarities and their bound, and wrong weights are refused."""

from typing import ClassVar

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold import registry
from twicetold.config import Finding, Matching, apply_options, list_settings
from twicetold.errors import SettingsError
from twicetold.features.words import Words
from twicetold.finders.join import ExactJoin
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.matching.similarity import Comparison
from twicetold.measures.base import Measure, Weights, list_measures, load_measure


class ShareOfLarger(Measure):
    name: ClassVar[str] = "larger"
    compares: ClassVar[tuple[str, ...]] = ("sets",)
    weights: ClassVar[Weights] = (0.0, 0.0, 1.0, 0.0)


class ThirdsOfSizes(ShareOfLarger):
    weights: ClassVar[Weights] = (0.0, 1 / 3, 2 / 3, 0.0)


@pytest.fixture
def larger(monkeypatch):
    monkeypatch.setitem(registry.MENU["measure"], "larger", f"{__name__}:ShareOfLarger")


@pytest.mark.usefixtures("larger")
def test_a_line_of_the_menu_adds_a_measure_to_the_settings_of_every_job():
    for kind, name in [
        (SentenceSettings, "measure"),
        (DocumentSettings, "measure"),
        (ThreadSettings, "answer_measure"),
    ]:
        assert "larger" in list_settings(kind)[name].help
        apply_options(kind(), {name: "larger"})


@pytest.mark.usefixtures("larger")
def test_a_measure_that_was_added_compares_texts_and_joins_them():
    similarity = Comparison(Words(1), "larger").compare_sides(pa.array(["a b c"]), pa.array(["b c d e"]))
    assert similarity.to_pylist() == [0.5]
    assert ExactJoin.from_settings(Finding(feature="words"), Matching("larger", 0.5), 10).facts["recall"] == 1.0


def test_weights_that_break_the_bounds_are_an_error_and_leave_the_other_measures_alone(monkeypatch):
    monkeypatch.setitem(registry.MENU["measure"], "larger", f"{__name__}:ThirdsOfSizes")
    with pytest.raises(SettingsError, match="cannot have the weights") as caught:
        apply_options(SentenceSettings(), {"measure": "larger"})
    assert "add up to 1" in caught.value.hint
    assert list_measures("sets") == ["jaccard", "cosine", "dice", "containment"]


@given(st.sampled_from(list_measures("sets")), st.integers(1, 60), st.integers(0, 60))
def test_the_highest_similarity_is_what_the_kernel_computes_when_all_is_shared(name, small, more):
    words = [f"w{number}" for number in range(small + more)]
    sides = pa.array([" ".join(words[:small])]), pa.array([" ".join(words)])
    computed = Comparison(Words(1), name).compare_sides(*sides)
    assert computed.to_pylist() == [load_measure(name).compute_highest(small, small + more)]
