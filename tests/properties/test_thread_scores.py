"""Threads that reach a score: those that comparing all pairs finds, whatever the weights and whatever is missing."""

from dataclasses import replace

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracles import threads as reference_threads
from tests.support.examples import examples

from twicetold.config import Finding, Machine, Matching
from twicetold.engines.local import Local
from twicetold.jobs.threads import clusters, scores
from twicetold.jobs.threads.aspects import settle_aspects
from twicetold.jobs.threads.fields import FIELDS, NormaliseThreads
from twicetold.jobs.threads.flow import fold_all_fields
from twicetold.jobs.threads.settings import Aspect, Threading, ThreadSettings
from twicetold.jobs.threads.tables import ORDERED_THREADS
from twicetold.measures.base import list_measures
from twicetold.tables.matching import PAIRS

WORDS = st.sampled_from(["lake", "Lake", "deep", "is", "the", "how", "湖", "?", "Orrin", "cold"])
TEXTS = st.one_of(st.just(""), st.just(" ?! "), st.lists(WORDS, max_size=7).map(" ".join))
THREADS = st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=14)


@st.composite
def asked(draw):
    options = {}
    for field in FIELDS:
        options[f"{field}_feature"] = draw(st.sampled_from(["words", "words", "characters"]))
        options[f"{field}_shingle"] = draw(st.integers(1, 3))
        options[f"{field}_measure"] = draw(st.sampled_from(list_measures("sets")))
    weights = draw(st.tuples(*[st.integers(0, 10)] * 3).filter(any))
    threading = Threading(tuple(map(float, weights)), **options)
    matching = Matching(threshold=draw(st.integers(1, 20)) / 20)
    finding = Finding("join", partition=draw(st.sampled_from(["document", "term"])))
    machine = Machine(workers=draw(st.sampled_from([1, 2])), memory_bytes=draw(st.sampled_from([1, 2**30])))
    return ThreadSettings(finding=finding, matching=matching, threading=threading, machine=machine)


def table(threads):
    empty = dict.fromkeys(ORDERED_THREADS.names, "")
    named = [dict(zip(FIELDS, thread, strict=True)) for thread in threads]
    rows = [empty | {"number": number, "document": f"{number:03}"} | each for number, each in enumerate(named)]
    return pa.Table.from_pylist(rows, ORDERED_THREADS)


def knowing(aspect, units, engine):
    """An aspect that knows the corpus, as the job has it."""
    if not aspect.feature.needs_lexicon:
        return aspect
    lexicon = engine.collect(
        {"lexicon": aspect.feature.build_lexicon(engine.load_rows(units), units.num_rows, engine)}
    )["lexicon"]
    return aspect.fit_to_lexicon(lexicon.to_batches(), units.num_rows)


def found(threads, wanted):
    """The tables of the job, from threads on."""
    engine = Local(wanted.machine)
    tables = {"threads": table(threads)}

    def load(name):
        return engine.load_rows(tables[name])

    tables |= engine.collect(fold_all_fields(load("threads"), wanted, engine))
    aspects = [knowing(aspect, tables[f"units_{aspect.field}"], engine) for aspect in settle_aspects(wanted)]
    tables |= engine.collect(scores.find_thread_candidates(load, aspects, engine))
    least, normal = wanted.matching.threshold, NormaliseThreads(wanted.folding)
    tables |= engine.collect(scores.score_pairs(load("pairs"), load("threads"), normal, tuple(aspects), least, engine))
    count = len(threads)
    every = [{"left": left, "right": right} for right in range(count) for left in range(right)]
    tables["every"] = engine.collect(
        scores.score_pairs(
            engine.load_rows(pa.Table.from_pylist(every, PAIRS)), load("threads"), normal, tuple(aspects), least, engine
        )
    )["scored"]
    tables |= engine.collect(clusters.cluster_threads(load("scored"), engine))
    return tables | engine.collect(clusters.build_thread_tables(load, engine))


@pytest.mark.slow
@examples(300)
@given(THREADS, asked())
def test_no_pair_is_lost_and_none_is_made_up(threads, wanted):
    tables = found(threads, wanted)
    expected = reference_threads.matches(threads, wanted)
    pairs = [(row["left"], row["right"]) for row in tables["scored"].to_pylist()]
    assert pairs == [(row["left"], row["right"]) for row in expected]
    shown = {(int(row["left_document"]), int(row["right_document"])): row for row in tables["matches"].to_pylist()}
    assert len(shown) == tables["matches"].num_rows == len(expected)
    for row in expected:
        match = shown[row["left"], row["right"]]
        for name in (*FIELDS, "similarity"):
            assert (match[name] is None) == (row[name] is None)
            assert match[name] is None or abs(match[name] - row[name]) < 1e-11


@st.composite
def aspects(draw):
    """Several aspects for a field, sets and vectors, some of no weight, some that count against."""
    sets = st.builds(
        Aspect,
        st.sampled_from(FIELDS),
        st.sampled_from(["words", "weighted", "stems", "grams"]),
        st.integers(1, 3),
        st.sampled_from(list_measures("sets")),
        st.integers(-2, 5).map(float),
    )
    dense = st.builds(
        Aspect, st.sampled_from(FIELDS), st.just("vectors"), st.just(0), st.sampled_from(["angular", "cosine"])
    )
    found = tuple(draw(st.lists(sets, max_size=4)) + draw(st.lists(dense, min_size=1, max_size=2)))
    assume(sum(aspect.weight for aspect in found) > 0)
    return found


@pytest.mark.slow
@examples(200)
@given(THREADS, asked(), aspects())
def test_no_pair_is_lost_whatever_the_ways(threads, wanted, aspects):
    wanted = replace(wanted, threading=replace(wanted.threading, aspects=aspects))
    tables = found(threads, wanted)
    assert tables["scored"].to_pylist() == tables["every"].to_pylist()


@pytest.mark.slow
@examples(200)
@given(THREADS, asked())
def test_clusters_are_stars_and_bridges_are_the_rest(threads, wanted):
    wanted = replace(wanted, matching=Matching(threshold=0.4))
    tables = found(threads, wanted)
    expected = reference_threads.clusters(reference_threads.matches(threads, wanted))
    members = {}
    for row in tables["members"].to_pylist():
        members.setdefault(row["cluster"], []).append(row)
    assert [[int(row["document"]) for row in rows] for _, rows in sorted(members.items())] == [
        own for _, own in expected
    ]
    assert [[int(row["document"]) for row in rows if row["core"]] for _, rows in sorted(members.items())] == [
        [core] for core, _ in expected
    ]
    assert all(row["similarity"] >= 0.4 for rows in members.values() for row in rows)
    for row, (core, own) in zip(tables["clusters"].to_pylist(), expected, strict=True):
        assert (int(row["document"]), row["size"]) == (core, len(own))
    outside = [row for row in tables["matches"].to_pylist() if row["cluster"] is None]
    assert tables["bridges"].num_rows == len(outside)
    assert all(row["left_cluster"] != row["right_cluster"] for row in tables["bridges"].to_pylist())
