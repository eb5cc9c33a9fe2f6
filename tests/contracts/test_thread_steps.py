"""The steps of the job `threads` keep the promises of a step."""

from dataclasses import dataclass

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step
from tests.runs.sentence_rows import SETS, check_grouped, feature_named, grouped

from twicetold.config import Finding, Folding, Machine
from twicetold.engines.local import Local
from twicetold.engines.steps import SelectColumns
from twicetold.features.base import load_feature
from twicetold.jobs.threads import clusters, pair_threads
from twicetold.jobs.threads import scores as scoring
from twicetold.jobs.threads.aspects import SettledAspect
from twicetold.jobs.threads.fields import HashField, NormaliseThreads, fold_field_texts, select_read_threads
from twicetold.jobs.threads.tables import FIELDS, ORDERED_THREADS, THREAD_SCORES
from twicetold.matching.clusters.stars import build_stars
from twicetold.measures.base import list_measures
from twicetold.tables.matching import MATCH_LINKS
from twicetold.tables.reading import THREADS

TEXTS = [*AWKWARD[:8], "How deep is Lake Orrin?", "How deep is the lake Orrin?", "HOW deep is lake  Orrin?"]


def threads(status="read"):
    numbers = {"namespace": 0, "score": 1}
    rows = [
        dict.fromkeys(THREADS.names, "")
        | numbers
        | {"document": str(at), "text": text, "description": TEXTS[at - 1], "answer": TEXTS[-at], "status": status}
        for at, text in enumerate(TEXTS)
    ]
    return pa.RecordBatch.from_pylist(rows, THREADS)


def asked():
    rows = select_read_threads(threads())
    return pa.RecordBatch.from_arrays(
        [pa.array(range(rows.num_rows), pa.uint32()), *rows.columns], schema=ORDERED_THREADS
    )


@dataclass(frozen=True)
class Nothing:
    """A finder that is not asked for candidates."""

    feature: object


def compared(feature="words", measure="jaccard"):
    finder = Nothing(feature_named(feature))
    return tuple(
        SettledAspect(name, weight, measure, finder) for name, weight in zip(FIELDS, (0.4, 0.2, 0.4), strict=True)
    )


def with_vectors(measure):
    """Questions compared in two aspects, answers not at all."""
    dense = load_feature(Finding(feature="vectors", dimensions=16)).fit_to_lexicon([], 10)
    question = SettledAspect("question", 0.5, "jaccard", Nothing(feature_named("words")))
    return (
        question,
        SettledAspect("question", 0.25, measure, Nothing(dense)),
        SettledAspect("description", 0.25, measure, Nothing(dense)),
    )


def met():
    """Every two threads with their fields, as a join would give them."""
    rows = NormaliseThreads()(asked()).to_pylist()
    pairs = [
        {"left": one["number"], "right": two["number"]}
        | {f"left_{name}": value for name, value in one.items() if name != "number"}
        | {f"right_{name}": value for name, value in two.items() if name != "number"}
        for at, one in enumerate(rows)
        for two in rows[at + 1 :]
    ]
    return pa.RecordBatch.from_pylist(pairs)


def test_threads_become_fields_in_normal_form():
    check_step(select_read_threads, threads())
    assert select_read_threads(threads("rejected")).num_rows == 0
    check_step(NormaliseThreads(), asked())
    assert NormaliseThreads()(asked())["question"].to_pylist()[-3:] == [
        "how deep is lake orrin?",
        "how deep is the lake orrin?",
        "how deep is lake orrin?",
    ]
    assert NormaliseThreads(Folding(ignore_case=False))(asked())["question"][-1].as_py() == "HOW deep is lake Orrin?"


@pytest.mark.parametrize("name", FIELDS)
def test_equal_texts_of_a_field_are_one_unit_with_all_its_threads(name):
    check_step(HashField(name), asked())
    groups = grouped(HashField(name)(asked()), ("high", "low", "text"), "unit")
    check_grouped(fold_field_texts, groups, ("unit",))
    units = fold_field_texts(groups).to_pylist()
    assert sorted(number for unit in units for number in unit["threads"]) == [
        row["number"] for row in asked().to_pylist() if row[name].strip()
    ]
    assert [len(unit["threads"]) for unit in units if unit["text"] == "how deep is lake orrin?"] == [2]


def lists(names, *columns):
    threads = pair_threads.UNIT_THREADS.field("threads")
    schema = pa.schema(
        [threads if name == "threads" else pa.field(name, pa.uint32(), nullable=False) for name in names]
    )
    arrays = [pa.array(each, field.type) for each, field in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def test_alike_texts_bring_every_two_of_their_threads_together():
    alike = lists(["left", "right", "threads"], [0, 1, 2], [7, 8, 9], [[5, 1], [], [3]])
    check_step(pair_threads.SpreadThreadLists("right"), alike)
    to_meet = [(row["thread"], row["unit"]) for row in pair_threads.SpreadThreadLists("right")(alike).to_pylist()]
    assert to_meet == [(5, 7), (1, 7), (3, 9)]
    met = lists(["thread", "unit", "threads"], [5, 1, 3], [7, 7, 9], [[2, 7], [2, 7], [0]])
    check_step(pair_threads.PairThreads(), met)
    pairs = [(row["left"], row["right"]) for row in pair_threads.PairThreads()(met).to_pylist()]
    assert pairs == [(2, 5), (5, 7), (1, 2), (1, 7), (0, 3)]


def test_threads_with_one_text_meet_once():
    units = lists(["unit", "threads"], [0, 1, 2], [[4], [8, 10, 11], [2, 3]])
    check_step(pair_threads.keep_shared_texts, units)
    assert pair_threads.keep_shared_texts(units)["unit"].to_pylist() == [1, 2]
    met = lists(["thread", "unit", "threads"], [8, 10, 11], [1, 1, 1], [[8, 10, 11]] * 3)
    check_step(pair_threads.PairThreads(after=True), met)
    pairs = [(row["left"], row["right"]) for row in pair_threads.PairThreads(after=True)(met).to_pylist()]
    assert pairs == [(8, 10), (8, 11), (10, 11)]


def test_the_pairs_of_a_crowded_text_come_in_many_batches():
    """3,000 threads with one text, among texts that two have: the average list is short, and must not decide."""
    crowd, others = 3_000, 20_000
    threads = [list(range(crowd)), *([crowd + 2 * at, crowd + 2 * at + 1] for at in range(others))]
    units = pa.Table.from_batches([lists(["unit", "threads"], list(range(others + 1)), threads)])
    engine = Local(Machine(workers=1))
    rows = [
        batch.num_rows
        for (batch,) in engine.stream_batches(pair_threads.pair_within_texts(engine.load_rows(units), engine))
    ]
    assert sum(rows) == crowd * (crowd - 1) // 2 + others
    assert max(rows) < 1_500_000


@pytest.mark.parametrize("feature", SETS)
def test_scores_keep_them_by_every_feature(feature):
    how = compared(feature)
    check_step(scoring.ScoreThreadPairs(how), met())


@pytest.mark.parametrize("measure", list_measures("sets"))
def test_scores_keep_them_by_every_measure(measure):
    how = compared(measure=measure)
    check_step(scoring.ScoreThreadPairs(how), met())
    rows = scoring.ScoreThreadPairs(how)(met()).to_pylist()
    same = next(row for row in rows if (row["left"], row["right"]) == (8, 10))
    assert same["question"] == 1.0
    assert all(row[name] is None or 0 <= row[name] <= 1 for row in rows for name in (*FIELDS, "similarity"))


def scored():
    """A chain 0-1-2-3, and a pair of its own."""
    pairs = [(0, 1, 0.9), (1, 2, 0.6), (2, 3, 0.7), (5, 6, 1.0)]
    rows = [
        {"left": left, "right": right, "question": score, "description": None, "answer": score, "similarity": score}
        for left, right, score in pairs
    ]
    return pa.RecordBatch.from_pylist(rows, THREAD_SCORES)


def test_matches_are_accepted_and_counted():
    check_step(scoring.KeepThreadMatches(0.7), scored())
    assert scoring.KeepThreadMatches(0.7)(scored()).num_rows == 3
    assert scoring.CountThreadCandidates(0.7)(scored()).to_pylist() == [
        {"name": "candidates", "count": 4},
        {"name": "accepted", "count": 3},
    ]


def linked():
    component = pa.array([0, 0, 0, 5], pa.uint32())
    return pa.RecordBatch.from_arrays(
        [component, *(scored()[name] for name in MATCH_LINKS.names[1:])], schema=MATCH_LINKS
    )


def test_components_become_stars_and_stars_heads():
    check_grouped(build_stars, linked(), ("component",))
    found = build_stars(linked())
    assert [(row["unit"], row["core"]) for row in found.to_pylist()] == [(0, 1), (1, 1), (2, 1), (5, 5), (6, 5)]
    check_grouped(clusters.summarise_thread_clusters, grouped(found, ("core",)), ("core",))
    assert clusters.summarise_thread_clusters(found)["similarity"].to_pylist() == [0.6, 1.0]


def test_a_thread_goes_to_the_core_it_is_most_like():
    """All that matches 6 matches 1 as well, which has more: 6 stays alone. With two of its own it is a core, and liked better."""
    matches = [(1, 2, 0.6), (1, 3, 0.5), (1, 4, 0.6), (3, 6, 0.9), (6, 7, 0.8), (1, 7, 0.5)]
    assert cores(matches) == {1: 1, 2: 1, 3: 1, 4: 1, 7: 1}
    assert cores([*matches, (6, 8, 0.8), (6, 9, 0.8)]) == {1: 1, 2: 1, 3: 6, 4: 1, 6: 6, 7: 6, 8: 6, 9: 6}


def test_a_core_keeps_its_last_member():
    """2 and 3 both match another core better than 1; 2 goes, and 3 stays."""
    matches = [(1, 2, 0.5), (1, 3, 0.5), (2, 5, 0.9), (5, 6, 0.8), (3, 7, 0.9), (7, 8, 0.8)]
    assert cores(matches) == {1: 1, 2: 5, 3: 1, 5: 5, 6: 5, 7: 7, 8: 7}


def cores(matches):
    rows = [{"component": 1, "left": left, "right": right, "similarity": score} for left, right, score in matches]
    found = build_stars(pa.RecordBatch.from_pylist(rows, MATCH_LINKS)).to_pylist()
    assert all(row["similarity"] == 1.0 for row in found if row["unit"] == row["core"])
    return {row["unit"]: row["core"] for row in found}


def placed():
    return pa.RecordBatch.from_arrays(
        [pa.array([0, 0, 0, 1], pa.uint32()), pa.array([0, 0, None, 1], pa.uint32()), *scored().columns],
        names=["left_cluster", "right_cluster", *THREAD_SCORES.names],
    )


def test_matches_are_shown_with_nothing_where_there_is_nothing():
    check_step(clusters.AddMatchClusters(THREAD_SCORES), placed())
    rows = clusters.AddMatchClusters(THREAD_SCORES)(placed())
    names = pa.array(["a", "b", "c", "d"])
    matches = pa.RecordBatch.from_arrays([*rows.columns, *[names] * 4], schema=clusters._MATCHES_WITH_NAMES)
    for step in (SelectColumns(clusters.THREAD_MATCHES), clusters.KeepBridges(clusters.THREAD_BRIDGES)):
        check_step(step, matches)
    shown = SelectColumns(clusters.THREAD_MATCHES)(matches).to_pylist()
    assert [row["cluster"] for row in shown] == [0, 0, None, 1]
    assert {row["description"] for row in shown} == {None}
    assert [
        (row["left_cluster"], row["right_cluster"])
        for row in clusters.KeepBridges(clusters.THREAD_BRIDGES)(matches).to_pylist()
    ] == [(0, None)]


def test_cores_and_members_keep_them():
    check_step(clusters.name_thread_cores, asked())
    rows = asked()
    numbers = [pa.repeat(pa.scalar(value, pa.uint32()), rows.num_rows) for value in (0, 2)]
    scores = pa.repeat(0.5, rows.num_rows)
    names = [*rows.schema.names, "cluster", "core", "similarity"]
    joined = pa.RecordBatch.from_arrays([*rows.columns, *numbers, scores], names=names)
    check_step(clusters.select_thread_members, joined)
    assert clusters.select_thread_members(joined)["core"].to_pylist() == [
        number == 2 for number in range(rows.num_rows)
    ]


@pytest.mark.parametrize("measure", list_measures("vectors"))
def test_scores_keep_them_with_vectors_and_several_ways_of_a_field(measure):
    how = with_vectors(measure)
    check_step(scoring.ScoreThreadPairs(how), met())
    rows = scoring.ScoreThreadPairs(how)(met()).to_pylist()
    same = next(row for row in rows if (row["left"], row["right"]) == (8, 10))
    assert same["question"] == 1.0
    assert all(row["answer"] is None for row in rows)


def test_a_field_is_the_mean_of_its_ways_and_the_score_that_of_all():
    """Of two shingles one is shared: Jaccard 1/3 and cosine 1/2 of the questions; of descriptions one is missing."""
    finder = Nothing(feature_named("words"))
    how = (
        SettledAspect("question", 0.5, "jaccard", finder),
        SettledAspect("question", 0.25, "cosine", finder),
        SettledAspect("description", 0.25, "jaccard", finder),
    )
    texts = {"left_question": "a b c d", "right_question": "a b c e", "left_description": "", "right_description": "a"}
    row = {"left": 0, "right": 1, **texts}
    found = scoring.ScoreThreadPairs(how)(pa.RecordBatch.from_pylist([row])).to_pylist()[0]
    assert found["question"] == pytest.approx((2 / 3 + 1 / 2) / 3)
    assert found["similarity"] == pytest.approx(found["question"])
    assert found["description"] is found["answer"] is None


def test_what_counts_against_lowers_a_score_and_equal_texts_still_have_one():
    """Jaccard 1/3 with weight 1.25, cosine 1/2 against it with 0.25: (5/12 - 1/8) / 1.25 * 1.25."""
    finder = Nothing(feature_named("words"))
    how = SettledAspect("question", 1.25, "jaccard", finder), SettledAspect("question", -0.25, "cosine", finder)
    rows = [
        {"left": 0, "right": right, "left_question": "a b c d", "right_question": text}
        for right, text in ((1, "a b c e"), (2, "a b c d"))
    ]
    near, same = scoring.ScoreThreadPairs(how)(pa.RecordBatch.from_pylist(rows)).to_pylist()
    assert near["similarity"] == pytest.approx(5 / 12 - 1 / 8)
    assert same["similarity"] == same["question"] == 1.0
