"""Letters rule candidates out: never a match, always the same ones, whatever an engine holds in memory."""

from dataclasses import replace
from itertools import combinations

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold import _kernels
from twicetold.config import Finding, Machine, complete_settings
from twicetold.demo.similarity import compute_edit_similarity
from twicetold.engines.local import Local, LocalLimits
from twicetold.engines.steps import sum_tallies
from twicetold.finders import minhash
from twicetold.finders.minhash import MinHash, PairByKey, count_letters
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, match_units
from twicetold.tables.batches import build_batch_of_rows
from twicetold.tables.matching import UNITS

WORDS = [
    "the",
    "river",
    "lake",
    "old",
    "town",
    "was",
    "built",
    "near",
    "a",
    "small",
    "of",
    "in",
    "and",
    "church",
    "bridge",
    "mill",
    "stone",
    "north",
]
UNIT_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])


def make_texts(count):
    """Sentences of few words in changing order, so that many share keys by chance, and some are near copies."""
    texts = []
    for number in range(count):
        words = [WORDS[(number * 7 + place * place * (number % 5 + 1)) % len(WORDS)] for place in range(14)]
        texts.append(f"{' '.join(words)} {number // 3}")
    return sorted(set(texts))


def build_units(texts):
    return pa.Table.from_pylist([{"unit": unit, "text": text} for unit, text in enumerate(texts)], UNIT_TEXTS)


@given(st.lists(st.text("abcde 1é", min_size=1, max_size=40), min_size=2, max_size=8), st.floats(0.3, 1))
def test_no_pair_that_reaches_the_threshold_is_ruled_out(texts, threshold):
    pairs = list(combinations(range(len(texts)), 2))
    left, right = (pa.array(list(side), pa.int32()) for side in zip(*pairs, strict=True))
    possible = _kernels.mark_possible_pairs(pa.array(texts), left, right, threshold).to_pylist()
    for (one, other), is_possible in zip(pairs, possible, strict=True):
        assert is_possible or compute_edit_similarity(texts[one], texts[other]) < threshold


def test_pairs_are_made_without_those_that_letters_rule_out():
    texts = ["he was born in vienna", "he was born in berlin", "six zebras jump quickly"]
    letters = count_letters(build_batch_of_rows(build_units(texts).to_pylist(), UNIT_TEXTS))
    keys = pa.RecordBatch.from_arrays(
        [pa.array([5, 5, 5], pa.uint64()), *letters.columns], ["key", *letters.schema.names]
    )
    assert PairByKey(9, 1, 0, 0.6)(keys).to_pylist() == [{"left": 0, "right": 1}]
    assert PairByKey(9, 1, 0, 0.6)(keys.select(["key", "unit"])).num_rows == 3
    assert PairByKey(9, 1, 2, 0.6)(keys).to_pylist() == [{"left": 0, "right": 1}]


@pytest.mark.parametrize("passes", [1, 4])
@pytest.mark.parametrize("held_share", [0.6, 0.0], ids=["held", "too large to hold"])
def test_the_same_candidates_are_counted_whatever_is_held(passes, held_share, monkeypatch):
    settings = complete_settings(SentenceSettings(finding=Finding(rows=2, bands=12, shingle=4)))
    units = build_units(make_texts(600))
    finder = build_finder(settings, units.num_rows)

    def match(engine):
        found = engine.collect(match_units(engine.load_rows(units), finder, settings, engine))
        return sum_tallies(found["judged"]), sum_tallies(found["crowds"]), found["verified"].sort_by("left").to_pylist()

    expected = match(Local(Machine(workers=1)))
    monkeypatch.setattr(minhash, "count_passes", lambda scheme, sentences: passes)
    assert match(Local(Machine(workers=2), limits=LocalLimits(held_share=held_share, min_kernel_bytes=0))) == expected
    assert expected[0]["accepted"] > 0
    plain = replace(finder, least=0.0)
    assert isinstance(plain, MinHash)
    engine = Local(Machine(workers=1))
    every = engine.collect({"pairs": plain.find_candidates(engine.load_rows(units), engine).pairs})["pairs"].num_rows
    assert sum(expected[0].values()) < every, "letters rule some out"


def test_keys_in_parts_are_the_keys():
    settings = complete_settings(SentenceSettings(finding=Finding(rows=3, bands=10, shingle=4)))
    finder = build_finder(settings, 1000)
    assert isinstance(finder, MinHash)
    units = build_batch_of_rows(build_units(make_texts(5)).to_pylist(), UNIT_TEXTS)
    parts = finder.key_step.split(3)
    assert [step.bands for step in parts] == [(0, 3), (3, 6), (6, 10)]
    rows = [row for step in parts for row in step(units).to_pylist()]
    assert sorted(map(str, rows)) == sorted(map(str, finder.key_step(units).to_pylist()))
