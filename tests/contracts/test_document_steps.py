"""The steps of the job `documents` keep the promises of a step."""

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step, documents
from tests.runs.sentence_rows import FAR, NEAR, ORIGIN, SETS, check_grouped, feature_named, grouped

from twicetold import registry
from twicetold.config import Finding, Matching
from twicetold.engines.graph import Planner, Table
from twicetold.features.base import load_feature
from twicetold.finders.join_steps import UNIT_TEXTS as UNIT_TEXTS
from twicetold.finders.minhash import MinHash
from twicetold.finders.sketches import KeepLikelyPairs, add_sketches, choose_sketch_settings, expand_sketch_keys
from twicetold.jobs.documents import ordering, results, similar_documents
from twicetold.jobs.documents.keep_rule import build_keep_rule
from twicetold.jobs.documents.settings import Keeping
from twicetold.jobs.documents.tables import DOCUMENT_UNITS
from twicetold.matching import verify
from twicetold.matching.clusters.keep_first import KeepFirst
from twicetold.matching.similarity import Comparison
from twicetold.measures.base import list_measures
from twicetold.tables.matching import MATCH_LINKS, PAIRS, UNIT_MATCHES

TEXTS = [*AWKWARD, ORIGIN, ORIGIN.upper(), NEAR, FAR]
LONGEST = build_keep_rule(Keeping())


@pytest.mark.parametrize("markup", registry.list_names("cleaner"))
@pytest.mark.parametrize("keep", ["longest", "newest", "score:max"])
def test_documents_become_whole_texts_by_every_cleaner(markup, keep):
    whole = ordering.NormaliseDocuments(
        build_keep_rule(Keeping(keep=keep, prefer="language=de")), against=frozenset(["x"])
    )
    check_step(whole, documents(TEXTS, markup))


def test_a_document_without_text_is_left_out_and_markup_does_not_count():
    assert ordering.NormaliseDocuments(LONGEST)(documents(["", "  ", "a b"])).num_rows == 1
    (plain,) = ordering.NormaliseDocuments(LONGEST)(documents(["A lake."])).to_pylist()
    (marked,) = ordering.NormaliseDocuments(LONGEST)(documents(["<p>A <b>lake</b>.</p>"], "html")).to_pylist()
    assert [plain[name] for name in ("high", "low", "check", "length")] == [
        marked[name] for name in ("high", "low", "check", "length")
    ]


def hashed():
    """Texts 1, 2, 1, 3, 1 of which the last two stand on the other side."""
    rows = [
        {
            "high": text,
            "low": 0,
            "check": 0,
            "number": number,
            "is_against": side == 0,
            "source": "s",
            "place": str(number),
        }
        | {"revision": ""}
        for number, (text, side) in enumerate([(1, 0), (2, 0), (1, 0), (3, 1), (1, 1)])
    ]
    return grouped(pa.RecordBatch.from_pylist(rows, ordering.DOCUMENT_HASHES), ("high",))


@pytest.mark.parametrize("sided", [False, True])
def test_equal_texts_are_known_by_the_first(sided):
    check_grouped(ordering.FoldDocuments(sided), hashed(), ("high",))
    folded = ordering.FoldDocuments(sided)(hashed())
    assert {row["number"]: (row["unit"], row["shared"]) for row in folded.to_pylist()} == {
        0: (0, True), 2: (0, True), 4: (0, True), 1: (1, False), 3: (3, False),
    }  # fmt: skip
    check_step(similar_documents.list_units_against, folded)
    assert similar_documents.list_units_against(folded)["unit"].to_pylist() == [0, 1, 3]
    check_grouped(ordering.keep_first_documents, hashed(), ("high",))
    assert ordering.keep_first_documents(hashed())["first_place"].to_pylist() == ["0", "1", "3"]


def test_a_text_whose_hash_collides_is_compared_with_nobody():
    rows = hashed().to_pylist()
    rows[1]["low"] = 7
    folded = ordering.FoldDocuments(False)(pa.RecordBatch.from_pylist(rows, ordering.DOCUMENT_HASHES))
    assert folded["number"].to_pylist() == [0, 4, 1, 3]
    assert folded["shared"].to_pylist() == [True, True, False, False]


def test_a_text_is_that_of_the_document_which_stands_for_it():
    names = ("source", "place", "revision", "first_source", "first_place", "first_revision", "text")
    rows = [("s", "1", "", "s", "1", "", "A"), ("s", "2", "", "s", "1", "", "A"), ("s", "1", "9", "s", "1", "", "A")]
    joined = pa.RecordBatch.from_pylist([dict(zip(names, row, strict=True)) for row in rows])
    batch = joined.append_column("unit", pa.array([4, 4, 4], pa.uint32()))
    check_step(ordering.select_unit_texts, batch)
    assert ordering.select_unit_texts(batch).to_pylist() == [{"unit": 4, "text": "A"}]


def test_equal_texts_of_one_side_are_no_cluster():
    rows = hashed().filter(pa.array([row["is_against"] for row in hashed().to_pylist()]))
    assert ordering.FoldDocuments(True)(rows)["shared"].to_pylist() == [False] * 3
    assert ordering.FoldDocuments(False)(rows)["shared"].to_pylist() == [True, True, False]


def met():
    pairs = [(one, two) for one in range(len(TEXTS)) for two in range(one + 1, len(TEXTS))]
    rows = [
        {"left": left, "right": right, "left_text": TEXTS[left], "right_text": TEXTS[right]} for left, right in pairs
    ]
    return pa.RecordBatch.from_pylist(rows).cast(
        pa.schema(
            [("left", pa.uint32()), ("right", pa.uint32()), ("left_text", pa.string()), ("right_text", pa.string())]
        )
    )


@pytest.mark.parametrize("feature", SETS)
def test_similarities_keep_them_by_every_feature(feature):
    check_step(verify.ComputeSimilarity(Comparison(feature_named(feature), "jaccard", 0.8)), met())


@pytest.mark.parametrize("measure", list_measures("sets"))
def test_similarities_keep_them_by_every_measure(measure):
    judged = verify.ComputeSimilarity(Comparison(feature_named("words"), measure, 0.8))(met())
    assert all((row["similarity"] or 0) <= 1 for row in judged.to_pylist())


def test_similarities_keep_them_with_vectors():
    dense = load_feature(Finding(feature="vectors", dimensions=16)).fit_to_lexicon([], 10)
    check_step(verify.ComputeSimilarity(Comparison(dense, "cosine", 0.8)), met())


def alike():
    """A chain 0-1-2-3, and a pair of its own."""
    pairs = [(0, 1, 0.9), (1, 2, 0.6), (2, 3, 0.7), (5, 6, 1.0)]
    return pa.RecordBatch.from_pylist(
        [dict(zip(UNIT_MATCHES.names, pair, strict=True)) for pair in pairs], UNIT_MATCHES
    )


def test_only_pairs_across_the_two_sides_are_left():
    sides = [pa.array(each, pa.bool_()) for each in ([True, True, False, False], [True, False, True, False])]
    pairs = pa.RecordBatch.from_arrays(
        [*alike().columns[:2], *sides], names=["left", "right", "left_is_against", "right_is_against"]
    ).cast(pa.schema([*list(UNIT_MATCHES)[:2], ("left_is_against", pa.bool_()), ("right_is_against", pa.bool_())]))
    check_step(similar_documents.keep_pairs_across_sides, pairs)
    assert similar_documents.keep_pairs_across_sides(pairs)["left"].to_pylist() == [1, 2]


def placed():
    links = pa.RecordBatch.from_arrays([pa.array([0, 0, 0, 5], pa.uint32()), *alike().columns], schema=MATCH_LINKS)
    check_grouped(KeepFirst(), links, ("component",))
    settled = {row["unit"]: row for row in KeepFirst()(links).to_pylist()}
    assert {unit: row["core"] for unit, row in settled.items()} == {0: 0, 1: 0, 2: 2, 3: 2, 5: 5, 6: 5}
    folded = [(0, 0, True, False), (1, 1, True, False), (2, 2, False, True), (3, 3, False, False), (4, 4, True, True)]
    folded += [(7, 4, False, True), (5, 5, True, True), (6, 6, False, True)]
    rows = [dict(zip(DOCUMENT_UNITS.names, each, strict=True)) for each in folded]
    joined = [row | {name: settled.get(row["unit"], {}).get(name) for name in ("core", "similarity")} for row in rows]
    schema = pa.schema([*DOCUMENT_UNITS, ("core", pa.uint32()), ("similarity", pa.float64())])
    batch = pa.RecordBatch.from_pylist(joined, schema)
    check_step(similar_documents.keep_clustered_documents, batch)
    return grouped(similar_documents.keep_clustered_documents(batch), ("core",))


@pytest.mark.parametrize(
    ("spared", "removed"),
    [
        (similar_documents.KeepPolicy(), [1, 1, 1, 1]),
        (similar_documents.KeepPolicy(has_against=True), [0, 2, 1, 1]),
        (similar_documents.KeepPolicy(keeps_all=True), [0, 0, 0, 0]),
    ],
)
def test_clusters_are_a_core_and_those_it_removes(spared, removed):
    check_grouped(similar_documents.SummariseDocumentClusters(spared), placed(), ("core",))
    heads = sorted(
        similar_documents.SummariseDocumentClusters(spared)(placed()).to_pylist(), key=lambda row: row["core"]
    )
    assert [row["core"] for row in heads] == [0, 2, 4, 5]
    assert [row["removed"] for row in heads] == removed
    assert [row["similarity"] for row in heads] == [0.9, 0.7, 1.0, 1.0]
    assert [row["variants"] for row in heads] == [2, 2, 1, 2]


def test_the_text_of_the_core_is_the_first_variant():
    check_grouped(similar_documents.number_document_variants, placed(), ("core",))
    rows = similar_documents.number_document_variants(placed()).to_pylist()
    assert {row["number"]: row["variant"] for row in rows} == {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 7: 0, 5: 0, 6: 1}


def known():
    """A core, one like it, and one with its text."""
    names = ("document", "title", "source", "place", "revision", "url", "timestamp", "value", "repeats")
    rows = [
        dict.fromkeys(names, "x") | {"cluster": 0, "number": number, "unit": unit, "core": 0, "is_against": number % 2 == 0}
        | {"size": 3, "variant": unit, "similarity": 0.5, "rank": None, "order": 1, "length": 9}
        for number, unit in enumerate([0, 1, 0])
    ]  # fmt: skip
    types = {"similarity": pa.float64(), "is_against": pa.bool_()}
    return pa.RecordBatch.from_pylist(
        rows, pa.schema([(name, types.get(name, pa.string() if name in names else pa.uint32())) for name in rows[0]])
    )


def test_members_say_why_they_stay_or_go():
    told = results.ExplainDocumentMembers(LONGEST, similar_documents.KeepPolicy(), "jaccard")
    check_step(told, known())
    rows = told(known()).to_pylist()
    assert [row["why"] for row in rows] == [
        "longest of 3 (9 characters)",
        "repeats `x` (jaccard 0.50)",
        "repeats `x` (the same text)",
    ]
    assert [row["repeats"] for row in rows] == ["", "x", "x"]
    everyone = results.ExplainDocumentMembers(LONGEST, similar_documents.KeepPolicy(keeps_all=True), "jaccard")(known())
    assert everyone["kept"].to_pylist() == [True] * 3
    against = results.ExplainDocumentMembers(LONGEST, similar_documents.KeepPolicy(has_against=True), "jaccard")(
        known()
    )
    assert against["why"].to_pylist()[::2] == ["it is in the set given by --against"] * 2


def test_matches_are_shown_with_nothing_where_there_is_no_cluster():
    clusters = [pa.array(each, pa.uint32()) for each in ([0, 0, 0, 1], [0, 0, None, 1])]
    names = ["left_cluster", "right_cluster", *UNIT_MATCHES.names]
    joined = pa.RecordBatch.from_arrays([*clusters, *alike().columns], names=names)
    check_step(results.AddMatchClusters(UNIT_MATCHES), joined)
    rows = results.AddMatchClusters(UNIT_MATCHES)(joined)
    matches = pa.RecordBatch.from_arrays(
        [*rows.columns, *[pa.array(["a", "b", "c", "d"])] * 8], schema=results._MATCHES_WITH_NAMES
    )
    for step in (results.SelectColumns(results.DOCUMENT_MATCHES), results.KeepBridges(results.DOCUMENT_BRIDGES)):
        check_step(step, matches)
    assert results.SelectColumns(results.DOCUMENT_MATCHES)(matches)["cluster"].to_pylist() == [0, 0, None, 1]
    assert results.KeepBridges(results.DOCUMENT_BRIDGES)(matches)["right_cluster"].to_pylist() == [None]


def sketches():
    finding, matching = Finding(feature="words", shingle=2, min_length=1), Matching(measure="jaccard", threshold=0.8)
    looking = add_sketches(MinHash.from_settings(choose_sketch_settings(finding, matching), matching, 1000))
    step = looking.compute_sketches(Table(None), Planner()).steps[0]
    rows = [{"unit": unit, "text": text} for unit, text in enumerate([ORIGIN, NEAR, FAR, *AWKWARD])]
    return step, pa.RecordBatch.from_pylist(rows, UNIT_TEXTS)


def test_sketches_and_their_keys_keep_them():
    step, units = sketches()
    check_step(step, units)
    found = step(units)
    assert {len(row["sketch"]) for row in found.to_pylist()} == {208}
    check_step(expand_sketch_keys, found)
    assert expand_sketch_keys(found).num_rows == 26 * found.num_rows


def test_sketches_have_the_keys_of_minhash():
    step, units = sketches()
    finding, matching = Finding(feature="words", shingle=2, min_length=1), Matching(measure="jaccard", threshold=0.8)
    keys = MinHash.from_settings(choose_sketch_settings(finding, matching), matching, 1000).key_step
    assert expand_sketch_keys(step(units)).equals(keys(units))


def test_pairs_whose_sketches_share_enough_are_looked_at():
    rows = [
        {"left": 0, "right": 1, "left_sketch": b"abcd", "right_sketch": b"abcd"},
        {"left": 0, "right": 2, "left_sketch": b"abcd", "right_sketch": b"abxx"},
    ]
    kind = pa.schema([*PAIRS, ("left_sketch", pa.binary()), ("right_sketch", pa.binary())])
    pairs = pa.RecordBatch.from_pylist(rows, kind)
    check_step(KeepLikelyPairs(3), pairs)
    assert KeepLikelyPairs(3)(pairs).to_pylist() == [{"left": 0, "right": 1}]
    assert KeepLikelyPairs(2)(pairs).num_rows == 2
