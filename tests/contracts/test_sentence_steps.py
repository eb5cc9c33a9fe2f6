"""What every feature and finder on the menu must do, and every step of the sentence job, whatever the text."""

import pickle
from functools import partial

import pyarrow as pa
import pytest
from tests.contracts.sentence_rows import (
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
from tests.contracts.test_steps import AWKWARD, check_step

from twicetold import registry
from twicetold.config import DENSE_FINDERS, Finding, Folding, Machine, Matching, Settings, completed
from twicetold.engines.local import Local
from twicetold.features.characters import Characters
from twicetold.finders.minhash import Crowds, Keys, PairUp
from twicetold.flow import finder_of, fitted, match
from twicetold.flow import units as units_of
from twicetold.schema import IDENTIFIED, KEYS, UNITS
from twicetold.stages import verify
from twicetold.stages.clustering import (
    BreakChains,
    Clustered,
    Heads,
    Looked,
    Variants,
)
from twicetold.stages.folding import Fold, Identify, Labelled, Marked
from twicetold.stages.sentences.classify import Examples
from twicetold.stages.sentences.document_pairs import PairDocuments
from twicetold.stages.sentences.matches import Between, Bridges, Inside, Turned


@pytest.fixture(params=SETS)
def feature(request):
    return feature_named(request.param)


# ---- folding ----


@pytest.mark.parametrize("settings", [Folding(), Folding((), 1, 0, False, True), Folding(("list",))], ids=str)
def test_the_steps_of_folding_keep_the_promises_of_a_step(settings):
    check_step(Identify(settings), sentences())
    check_step(Marked(settings), sentences())


def test_folding_gives_a_unit_for_each_text_and_keeps_the_promises_of_a_grouped_step():
    identified = grouped(Identify(Folding(min_characters=1))(sentences()), ("high", "low"), "unit")
    check_grouped(Fold(), identified, ("unit",))
    folded = {row["text"]: row for row in Fold()(identified).to_pylist()}
    assert folded[ORIGIN.lower()]["copies"] == 3
    assert (folded[ORIGIN.lower()]["document"], folded[ORIGIN.lower()]["position"]) == ("0", 12)
    assert len(folded[ORIGIN.lower()]["documents"]) == 3
    assert sum(row["copies"] for row in folded.values()) == identified.num_rows


def test_of_two_texts_with_one_hash_the_smaller_keeps_it_and_the_others_are_counted():
    rows = [
        {"high": 1, "low": 2, "text": text, "document": "1", "title": "T", "position": at}
        for at, text in enumerate(["bbb", "aaa", "bbb"])
    ]
    found = Fold()(grouped(pa.RecordBatch.from_pylist(rows, IDENTIFIED), ("high", "low"), "unit")).to_pylist()
    assert [(row["text"], row["copies"], row["collided"]) for row in found] == [("aaa", 1, 2)]


def test_a_sentence_is_marked_with_the_hashes_of_its_unit():
    marked = Marked(Folding(min_characters=1))(sentences()).to_pylist()
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
@pytest.mark.parametrize("name", registry.names("finder"))
def test_a_finder_finds_near_texts_and_each_pair_once(name, finding):
    if name in DENSE_FINDERS and finding.feature == "words":
        finding = Finding(feature="vectors", min_length=1)
    settings = completed(Settings(finding=Finding(**{**vars(finding), "finder": name}), machine=Machine(threads=1)))
    engine = Local(settings.machine)
    folded = engine.collect({"units": units_of(engine.table(pa.Table.from_batches([sentences()])), settings, engine)})
    count = folded["units"].num_rows
    finder = fitted(finder_of(settings, count), engine.table(folded["units"]), count, engine)
    assert pickle.loads(pickle.dumps(finder)) == finder
    assert {"finder", "scheme", "recall", "feature"} <= set(finder.facts)
    found = finder.candidates(engine.table(folded["units"]), engine)
    pairs = engine.collect({"pairs": found.pairs})["pairs"].to_pylist()
    texts = folded["units"]["text"].to_pylist()
    assert all(pair["left"] < pair["right"] < len(texts) for pair in pairs)
    assert len({(pair["left"], pair["right"]) for pair in pairs}) == len(pairs)
    assert {ORIGIN.lower(), NEAR.lower()} in [{texts[pair["left"]], texts[pair["right"]]} for pair in pairs]
    tables = engine.collect(match(engine.table(folded["units"]), finder, settings, engine))
    assert set(tables) == {"verified", "judged", *found.tallies}
    assert tallied(tables["judged"])["accepted"] == tables["verified"].num_rows
    assert sum(tallied(tables["judged"]).values()) == len(pairs), "every candidate is counted"


@pytest.mark.parametrize("method", [("bands", (2, 9)), ("draws", (20, 10, 10, 60))])
def test_keys_keep_the_promises_of_a_step_and_identical_texts_share_them_all(feature, method):
    keys = Keys(feature, (1, 2**32, 0), *method, 7)
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
    check_grouped(PairUp(1000, 8), keys, ("key",))
    check_grouped(PairUp(2, 1), keys, ("key",))
    check_grouped(Crowds(2, 1), keys, ("key",))
    sizes = [key % 7 + 2 for key in (1, 2**63, 5)]
    assert PairUp(1000, 8)(keys).num_rows == sum(size * (size - 1) // 2 for size in sizes)
    left_out = tallied(Crowds(2, 1)(keys))
    assert left_out["pairs_left_out"] == PairUp(1000, 8)(keys).num_rows - PairUp(2, 1)(keys).num_rows
    assert left_out["keys"] == sum(size > 2 for size in sizes)


# ---- verify ----


@pytest.mark.parametrize("measure", verify.MEASURES)
def test_the_steps_of_verifying_keep_the_promises_of_a_step(feature, measure):
    texts = [*AWKWARD[:8], ORIGIN, NEAR, FAR]  # every cut of every pair: the longest would take long
    judged = verify.Judged(feature, measure, 0.55)
    check_step(judged, paired(texts))
    found = judged(paired(texts))
    check_step(verify.Accepted(measure, 0.55), found)
    bands = verify.Bands(measure, 0.55)
    assert bands(found).schema.equals(bands.schema)
    assert bands(found.slice(0, 0)).num_rows == 0
    assert tallied(bands(found.slice(0, 7)), bands(found.slice(7))) == tallied(bands(found))
    accepted = verify.Accepted(measure, 0.55)(found)
    assert accepted.num_rows == tallied(bands(found))["accepted"] > 0
    assert sum(tallied(bands(found)).values()) == found.num_rows


def test_the_last_accepted_similarity_is_the_threshold_itself():
    pair = {"left": 0, "right": 1, "left_text": "abcdefghij", "right_text": "abcdefghXY"}
    batch = pa.RecordBatch.from_pylist([pair], verify.TEXTS)
    assert verify.Accepted("edit", 0.8)(verify.Judged(Characters(2), "edit", 0.8)(batch)).num_rows == 1
    assert verify.Accepted("edit", 0.81)(verify.Judged(Characters(2), "edit", 0.81)(batch)).num_rows == 0


@pytest.mark.parametrize(("relation", "kept"), [("across", [0, 1, 3]), ("within", [1, 2])])
def test_pairs_are_kept_by_where_they_stand(relation, kept):
    documents = [([1], [2]), ([1, 2], [2]), ([1], [1]), ([1], [2, 2])]
    rows = [
        {"left": at, "right": 9, "left_text": "a", "right_text": "b", "left_documents": left, "right_documents": right}
        for at, (left, right) in enumerate(documents)
    ]
    lists = [pa.field(f"{side}_documents", UNITS.field("documents").type, nullable=False) for side in ("left", "right")]
    batch = pa.RecordBatch.from_pylist(rows, pa.schema([*verify.TEXTS, *lists]))
    check_step(verify.Related(relation), batch)
    assert verify.Related(relation)(batch)["left"].to_pylist() == kept


def test_a_join_can_take_a_step_of_another_process():
    """Steps are equal and hash alike after pickling: engines look them up by value."""
    made = [
        partial(Identify, Folding()), partial(Marked, Folding()), Fold, Labelled, Heads, Variants, Examples, Looked, Turned,
        Inside, Between, Bridges, partial(PairUp, 9, 1), partial(Crowds, 9, 1), partial(Clustered, "any"),
        partial(Keys, Characters(3), (1, 9, 0), "bands", (1, 2), 3), partial(BreakChains, Characters(3), "edit", 0.8),
        partial(verify.Judged, Characters(3), "edit", 0.8), partial(verify.Accepted, "edit", 0.8), partial(PairDocuments, 3),
    ]  # fmt: skip
    for make in made:
        step = make()
        again = pickle.loads(pickle.dumps(step))
        assert (again, hash(again)) == (step, hash(step))


def test_unknown_names_are_errors_with_a_hint():
    from twicetold.errors import SettingsError

    for settings, said in [
        (Settings(finding=Finding(finder="minhsh")), "minhash"),
        (Settings(finding=Finding(feature="leters", rows=1, bands=1)), "characters"),
        (Settings(finding=Finding(signatures="bandz")), "bands, draws"),
        (Settings(finding=Finding(rows=3)), "give both"),
    ]:
        with pytest.raises(SettingsError) as caught:
            _ = finder_of(settings, 10).feature
        assert said in caught.value.hint
    for matching in (
        Matching(measure="cosinus"),
        Matching(relation="near"),
        Matching(threshold=1.1),
        Matching(cohesion=-1),
    ):
        with pytest.raises(SettingsError) as caught:
            verify.check(matching)
        assert caught.value.hint
