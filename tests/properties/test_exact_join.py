"""The exact join finds what comparing all pairs finds, by every measure, both ways, however little memory there is."""

from dataclasses import replace
from unittest import mock

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import join as reference_join
from tests.properties.test_sentence_job import texts
from tests.runs.sentence_rows import sentences, tallied
from tests.support.examples import examples

from twicetold.config import Finding, Folding, Machine, Matching
from twicetold.engines.local import Local, LocalLimits
from twicetold.finders import join
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fold_sentences, match_units
from twicetold.measures.base import list_measures


@st.composite
def asked(draw):
    finding = Finding(
        finder="join",
        feature=draw(st.sampled_from(["characters", "characters", "words"])),
        shingle=draw(st.integers(1, 5)),
        min_length=draw(st.sampled_from([0, 1, 1, 8])),
        max_length=draw(st.sampled_from([0, 0, 30])),
        partition=draw(st.sampled_from(["document", "term"])),
    )
    matching = Matching(draw(st.sampled_from(list_measures("texts", "sets"))), draw(st.integers(1, 20)) / 20)
    machine = Machine(workers=draw(st.sampled_from([1, 2])), memory_bytes=draw(st.sampled_from([1, 2**30])))
    return SentenceSettings(folding=Folding(min_characters=1), finding=finding, matching=matching, machine=machine)


def found(given_texts, settings_, limits=LocalLimits()):  # noqa: B008 (frozen)
    """The texts that are compared by unit, the matches, the tallies."""
    engine = Local(settings_.machine, limits=limits)
    rows = engine.load_rows(pa.Table.from_batches([sentences(given_texts)]))
    units = engine.collect({"units": fold_sentences(rows, settings_, engine)})["units"]
    finder = build_finder(settings_, units.num_rows)
    tables = engine.collect(match_units(engine.load_rows(units), finder, settings_, engine))
    finding = settings_.finding
    compared = {
        row["unit"]: row["text"]
        for row in units.to_pylist()
        if reference_join.is_compared(
            row["text"], finding.feature, finding.shingle, finding.min_length, finding.max_length
        )
    }
    pairs = [(row["left"], row["right"]) for row in tables["verified"].to_pylist()]
    assert len(set(pairs)) == len(pairs)
    return compared, set(pairs), tallied(tables["crowds"]), tallied(tables["judged"])


@pytest.mark.slow
@examples(300)
@given(
    texts(),
    asked(),
    st.sampled_from([1, 40, 1 << 18]),
    st.sampled_from([1, 3, 2_048]),
    st.sampled_from([0, 1 << 24]),
    st.sampled_from([1, 1 << 10, 32 << 20]),
)
def test_the_join_finds_every_pair_and_no_other(given_texts, settings_, capacity, crowd, many, least_bytes):
    """Blocks and posting lists are cut as small as one feature, and what is sorted or looked up goes to disk."""
    sizes = {
        "LEAST_CAPACITY": capacity,
        "MOST_CAPACITY": capacity,
        "CROWD_UNITS": crowd,
        "MANY_FEATURES": many,
        "FEW_BLOCKS": many,
    }
    with mock.patch.multiple(join, **sizes):
        compared, pairs, tally, judged = found(given_texts, settings_, LocalLimits(min_kernel_bytes=least_bytes))
    by = settings_.matching.measure, settings_.matching.threshold, settings_.finding.feature, settings_.finding.shingle
    assert pairs == reference_join.join(compared, *by)
    assert tally.get("pairs", 0) == len(compared) * (len(compared) - 1) // 2
    assert tally.get("pruned_by_eq2", 0) == reference_join.pruned_by_eq2(compared, *by)
    assert "pairs_left_out" not in tally
    if settings_.finding.partition == "document":
        assert judged.get("accepted", 0) == sum(judged.values()), "by document, only matches are handed over"
        assert tally.get("pairs", 0) - len(pairs) >= tally.get("pruned_by_eq3", 0) >= tally.get("pruned_by_eq2", 0)


@examples(40)
@given(texts(), asked(), st.integers(1, 3))
def test_what_a_cap_drops_is_counted(given_texts, settings_, cap):
    finding = replace(settings_.finding, partition="term", min_length=1, max_length=0)
    settings_ = replace(settings_, finding=finding)
    _, pairs, _, _ = found(given_texts, settings_)
    _, capped, tally, _ = found(given_texts, replace(settings_, finding=replace(finding, cap=cap)))
    assert capped <= pairs
    assert tally.get("pairs_left_out", 0) >= len(pairs - capped)


@pytest.mark.parametrize("partition", ["document", "term"])
def test_nothing_to_compare_is_no_pair(partition):
    asked_for = SentenceSettings(finding=Finding(finder="join", partition=partition), matching=Matching("jaccard", 0.5))
    assert found([], asked_for)[1] == found(["too short"], asked_for)[1] == set()
