"""What every feature and finder on the menu must do, and every step of the sentence job, whatever the text."""

import pickle

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step
from tests.runs.sentence_rows import (
    FAR,
    NEAR,
    ORIGIN,
    SETS,
    check_grouped,
    feature_named,
    grouped,
    paired,
    sentences,
    tallied,
    units,
)

from twicetold import registry
from twicetold.config import DENSE_FINDERS, Finding, Folding, Machine, Matching, check_values, complete_settings
from twicetold.engines.local import Local
from twicetold.features.characters import Characters
from twicetold.finders.minhash import ComputeKeys, CountCrowds, PairByKey
from twicetold.jobs.sentences.document_pairs import PairDocuments
from twicetold.jobs.sentences.kinds import choose_cluster_examples
from twicetold.jobs.sentences.matches import (
    keep_cluster_matches,
    keep_sentence_bridges,
    order_match_sides,
)
from twicetold.jobs.sentences.members import HashSentences, label_sentences
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, check_settings, fit_finder_in_memory, match_units
from twicetold.jobs.stages import fold_sentences as units_of
from twicetold.matching import verify
from twicetold.matching.clusters.cohere import BreakChains
from twicetold.matching.clusters.members import (
    KeepClusteredUnits,
    number_unit_variants,
    select_label_hashes,
    summarise_unit_clusters,
)
from twicetold.matching.fold import IdentifySentences, fold_identical_sentences
from twicetold.matching.similarity import Comparison
from twicetold.measures.base import list_measures
from twicetold.tables.matching import IDENTIFIED_SENTENCES, KEYS, PAIRS, UNITS


@pytest.fixture(params=SETS)
def feature(request):
    return feature_named(request.param)


# ---- folding ----


@pytest.mark.parametrize("settings", [Folding(), Folding((), 1, 0, False, True), Folding(("list",))], ids=str)
def test_the_steps_of_folding_keep_the_promises_of_a_step(settings):
    check_step(IdentifySentences(settings), sentences())
    check_step(HashSentences(settings), sentences())


def test_folding_gives_a_unit_for_each_text_and_keeps_the_promises_of_a_grouped_step():
    identified = grouped(IdentifySentences(Folding(min_characters=1))(sentences()), ("high", "low"), "unit")
    check_grouped(fold_identical_sentences, identified, ("unit",))
    folded = {row["text"]: row for row in fold_identical_sentences(identified).to_pylist()}
    assert folded[ORIGIN.lower()]["copies"] == 3
    assert (folded[ORIGIN.lower()]["document"], folded[ORIGIN.lower()]["position"]) == ("0", 12)
    assert len(folded[ORIGIN.lower()]["documents"]) == 3
    assert sum(row["copies"] for row in folded.values()) == identified.num_rows


def test_of_two_texts_with_one_hash_the_smaller_keeps_it_and_the_others_are_counted():
    rows = [
        {"high": 1, "low": 2, "text": text, "document": "1", "title": "T", "position": at}
        for at, text in enumerate(["bbb", "aaa", "bbb"])
    ]
    found = fold_identical_sentences(
        grouped(pa.RecordBatch.from_pylist(rows, IDENTIFIED_SENTENCES), ("high", "low"), "unit")
    ).to_pylist()
    assert [(row["text"], row["copies"], row["collided"]) for row in found] == [("aaa", 1, 2)]


def test_a_sentence_is_marked_with_the_hashes_of_its_unit():
    marked = HashSentences(Folding(min_characters=1))(sentences()).to_pylist()
    by_hash = {(row["high"], row["low"], row["check"]): row["text"] for row in units().to_pylist()}
    same = [by_hash[row["high"], row["low"], row["check"]] for row in marked if row["text"] in (ORIGIN, ORIGIN.upper())]
    assert same == [ORIGIN.lower()] * 3


# ---- finders ----


SCHEMES = [
    Finding(min_length=1),
    Finding(signatures="draws", drawn=4, min_length=1),
    Finding(rows=2, bands=9, shingle=4),
    Finding(feature="words", min_length=1),
]


@pytest.mark.parametrize("finding", SCHEMES, ids=["chosen", "draws", "bands", "words"])
@pytest.mark.parametrize("name", registry.list_names("finder"))
def test_a_finder_finds_near_texts_and_each_pair_once(name, finding):
    if name in DENSE_FINDERS and finding.feature == "words":
        finding = Finding(feature="vectors", min_length=1)
    settings = complete_settings(
        SentenceSettings(finding=Finding(**{**vars(finding), "finder": name}), machine=Machine(workers=1))
    )
    engine = Local(settings.machine)
    folded = engine.collect(
        {"units": units_of(engine.load_rows(pa.Table.from_batches([sentences()])), settings, engine)}
    )
    count = folded["units"].num_rows
    finder = fit_finder_in_memory(build_finder(settings, count), engine.load_rows(folded["units"]), count, engine)
    assert pickle.loads(pickle.dumps(finder)) == finder
    assert {"finder", "scheme", "recall", "feature"} <= set(finder.facts)
    found = finder.find_candidates(engine.load_rows(folded["units"]), engine)
    pairs = engine.collect({"pairs": found.pairs})["pairs"].to_pylist()
    texts = folded["units"]["text"].to_pylist()
    assert all(pair["left"] < pair["right"] < len(texts) for pair in pairs)
    assert len({(pair["left"], pair["right"]) for pair in pairs}) == len(pairs)
    assert {ORIGIN.lower(), NEAR.lower()} in [{texts[pair["left"]], texts[pair["right"]]} for pair in pairs]
    tables = engine.collect(match_units(engine.load_rows(folded["units"]), finder, settings, engine))
    assert set(tables) == {"verified", "judged", *found.tallies}
    assert tallied(tables["judged"])["accepted"] == tables["verified"].num_rows
    assert sum(tallied(tables["judged"]).values()) == len(pairs), "every candidate is counted"


@pytest.mark.parametrize("method", [("bands", (2, 9)), ("draws", (20, 10, 10, 60))])
def test_keys_keep_the_promises_of_a_step_and_identical_texts_share_them_all(feature, method):
    keys = ComputeKeys(feature, (1, 2**32, 0), *method, 7)
    check_step(keys, units())
    twice = pa.RecordBatch.from_pylist(
        [{"unit": unit, "text": ORIGIN} for unit in (3, 8)],
        units().schema.empty_table().select(["unit", "text"]).schema,
    )
    found = keys(twice).to_pylist()
    assert {row["key"] for row in found if row["unit"] == 3} == {row["key"] for row in found if row["unit"] == 8}
    assert len(found) == 2 * (9 if method[0] == "bands" else 10)
    assert keys(units()).num_rows > 0


def test_pairing_up_keeps_the_promises_of_a_grouped_step():
    rows = [{"key": key, "unit": unit} for key in (1, 2**63, 5) for unit in range(key % 7 + 2)]
    keys = grouped(pa.RecordBatch.from_pylist(rows, KEYS), ("key",))
    check_grouped(PairByKey(1000, 8), keys, ("key",))
    check_grouped(PairByKey(2, 1), keys, ("key",))
    check_grouped(CountCrowds(2, 1), keys, ("key",))
    sizes = [key % 7 + 2 for key in (1, 2**63, 5)]
    assert PairByKey(1000, 8)(keys).num_rows == sum(size * (size - 1) // 2 for size in sizes)
    left_out = tallied(CountCrowds(2, 1)(keys))
    assert left_out["pairs_left_out"] == PairByKey(1000, 8)(keys).num_rows - PairByKey(2, 1)(keys).num_rows
    assert left_out["keys"] == sum(size > 2 for size in sizes)


# ---- verify ----


@pytest.mark.parametrize("measure", list_measures("texts", "sets"))
def test_the_steps_of_verifying_keep_the_promises_of_a_step(feature, measure):
    texts = [*AWKWARD[:8], ORIGIN, NEAR, FAR]  # every cut of every pair: the longest would take long
    judged = verify.ComputeSimilarity(Comparison(feature, measure, 0.45))
    check_step(judged, paired(texts))
    found = judged(paired(texts))
    check_step(verify.KeepMatches(0.55), found)
    bands = verify.CountSimilarityBands(0.55, 0.45)
    assert bands(found).schema.equals(bands.schema)
    assert bands(found.slice(0, 0)).num_rows == 0
    assert tallied(bands(found.slice(0, 7)), bands(found.slice(7))) == tallied(bands(found))
    accepted = verify.KeepMatches(0.55)(found)
    assert accepted.num_rows == tallied(bands(found))["accepted"] > 0
    assert sum(tallied(bands(found)).values()) == found.num_rows


def test_the_last_accepted_similarity_is_the_threshold_itself():
    pair = {"left": 0, "right": 1, "left_text": "abcdefghij", "right_text": "abcdefghXY"}
    judged = verify.ComputeSimilarity(Comparison(Characters(2), "edit", 0.7))(pa.RecordBatch.from_pylist([pair]))
    assert [verify.KeepMatches(threshold)(judged).num_rows for threshold in (0.8, 0.81)] == [1, 0]


@pytest.mark.parametrize(("relation", "kept"), [("across", [0, 1, 3]), ("within", [1, 2])])
def test_pairs_are_kept_by_where_they_stand(relation, kept):
    documents = [([1], [2]), ([1, 2], [2]), ([1], [1]), ([1], [2, 2])]
    rows = [
        {"left": at, "right": 9, "left_documents": left, "right_documents": right}
        for at, (left, right) in enumerate(documents)
    ]
    lists = [pa.field(f"{side}_documents", UNITS.field("documents").type, nullable=False) for side in ("left", "right")]
    batch = pa.RecordBatch.from_pylist(rows, pa.schema([*PAIRS, *lists]))
    check_step(verify.KeepRelatedPairs(relation), batch)
    assert verify.KeepRelatedPairs(relation)(batch)["left"].to_pylist() == kept


def test_a_join_can_take_a_step_of_another_process():
    """Steps are equal and hash alike after pickling: engines look them up by value."""
    steps = [
        IdentifySentences(Folding()), HashSentences(Folding()), fold_identical_sentences, label_sentences,
        summarise_unit_clusters, number_unit_variants, choose_cluster_examples, select_label_hashes, order_match_sides,
        keep_cluster_matches, keep_sentence_bridges, PairByKey(9, 1), CountCrowds(9, 1), KeepClusteredUnits("any"),
        ComputeKeys(Characters(3), (1, 9, 0), "bands", (1, 2), 3), BreakChains(Characters(3), "edit", 0.8),
        verify.ComputeSimilarity(Comparison(Characters(3), "edit", 0.8)), verify.KeepMatches(0.8), PairDocuments(3),
    ]  # fmt: skip
    for step in steps:
        again = pickle.loads(pickle.dumps(step))
        assert (again, hash(again)) == (step, hash(step))


def test_unknown_names_are_errors_with_a_hint():
    from twicetold.errors import SettingsError

    for settings, said in [
        (SentenceSettings(finding=Finding(finder="minhsh")), "minhash"),
        (SentenceSettings(finding=Finding(feature="leters", rows=1, bands=1)), "characters"),
        (SentenceSettings(finding=Finding(signatures="bandz")), "bands, draws"),
        (SentenceSettings(finding=Finding(rows=3)), "give both"),
    ]:
        with pytest.raises(SettingsError) as caught:
            check_settings(settings)
        assert said in caught.value.hint
    for matching in (
        Matching(measure="cosinus"),
        Matching(relation="near"),
        Matching(threshold=1.1),
        Matching(cohesion=-1),
    ):
        with pytest.raises(SettingsError) as caught:
            check_values(SentenceSettings(matching=matching))
        assert caught.value.hint
