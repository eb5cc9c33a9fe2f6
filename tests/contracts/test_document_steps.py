"""The steps of the job `documents` keep the promises of a step."""

import pyarrow as pa
import pytest
from tests.contracts.sentence_rows import FAR, NEAR, ORIGIN, SETS, check_grouped, feature_named, grouped
from tests.contracts.test_steps import AWKWARD, check_step, documents

from twicetold import registry
from twicetold.config import Finding, Keeping, Matching
from twicetold.engines.plan import Planner, Table
from twicetold.features.base import feature_of
from twicetold.finders.join_steps import TEXTS as UNIT_TEXTS
from twicetold.finders.minhash import MinHash
from twicetold.finders.sketches import KeysOf, Likely, sketched, sketching
from twicetold.schema import ALIKE, FOLDED, PAIRS
from twicetold.stages.documents import kept, resembling, standing
from twicetold.stages.documents.keeping import keep_of
from twicetold.stages.threads.aspects import SET_MEASURES

TEXTS = [*AWKWARD, ORIGIN, ORIGIN.upper(), NEAR, FAR]
LONGEST = keep_of(Keeping())


@pytest.mark.parametrize("markup", registry.names("cleaner"))
@pytest.mark.parametrize("keep", ["longest", "newest", "score:max"])
def test_documents_become_whole_texts_by_every_cleaner(markup, keep):
    whole = standing.Whole(keep_of(Keeping(keep=keep, prefer="language=de")), against=frozenset(["x"]))
    check_step(whole, documents(TEXTS, markup))


def test_a_document_without_text_is_left_out_and_markup_does_not_count():
    assert standing.Whole(LONGEST)(documents(["", "  ", "a b"])).num_rows == 1
    (plain,) = standing.Whole(LONGEST)(documents(["A lake."])).to_pylist()
    (marked,) = standing.Whole(LONGEST)(documents(["<p>A <b>lake</b>.</p>"], "html")).to_pylist()
    assert [plain[name] for name in ("high", "low", "check", "length")] == [
        marked[name] for name in ("high", "low", "check", "length")
    ]


def hashed():
    """Texts 1, 2, 1, 3, 1 of which the last two stand on the other side."""
    rows = [
        {"high": text, "low": 0, "check": 0, "number": number, "side": side, "source": "s", "place": str(number)}
        | {"revision": ""}
        for number, (text, side) in enumerate([(1, 0), (2, 0), (1, 0), (3, 1), (1, 1)])
    ]
    return grouped(pa.RecordBatch.from_pylist(rows, standing.HASHED), ("high",))


@pytest.mark.parametrize("sided", [False, True])
def test_equal_texts_are_known_by_the_first(sided):
    check_grouped(standing.Fold(sided), hashed(), ("high",))
    folded = standing.Fold(sided)(hashed())
    assert {row["number"]: (row["unit"], row["shared"]) for row in folded.to_pylist()} == {
        0: (0, True), 2: (0, True), 4: (0, True), 1: (1, False), 3: (3, False),
    }  # fmt: skip
    check_step(resembling.Sides(), folded)
    assert resembling.Sides()(folded)["unit"].to_pylist() == [0, 1, 3]
    check_grouped(standing.Firsts(), hashed(), ("high",))
    assert standing.Firsts()(hashed())["first_place"].to_pylist() == ["0", "1", "3"]


def test_a_text_whose_hash_collides_is_compared_with_nobody():
    rows = hashed().to_pylist()
    rows[1]["low"] = 7
    folded = standing.Fold(False)(pa.RecordBatch.from_pylist(rows, standing.HASHED))
    assert folded["number"].to_pylist() == [0, 4, 1, 3]
    assert folded["shared"].to_pylist() == [True, True, False, False]


def test_a_text_is_that_of_the_document_which_stands_for_it():
    names = ("source", "place", "revision", "first_source", "first_place", "first_revision", "text")
    rows = [("s", "1", "", "s", "1", "", "A"), ("s", "2", "", "s", "1", "", "A"), ("s", "1", "9", "s", "1", "", "A")]
    joined = pa.RecordBatch.from_pylist([dict(zip(names, row, strict=True)) for row in rows])
    batch = joined.append_column("unit", pa.array([4, 4, 4], pa.uint32()))
    check_step(standing.Units(), batch)
    assert standing.Units()(batch).to_pylist() == [{"unit": 4, "text": "A"}]


def test_equal_texts_of_one_side_are_no_cluster():
    rows = hashed().filter(pa.array([row["side"] == 0 for row in hashed().to_pylist()]))
    assert standing.Fold(True)(rows)["shared"].to_pylist() == [False] * 3
    assert standing.Fold(False)(rows)["shared"].to_pylist() == [True, True, False]


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
    check_step(resembling.Likeness(feature_named(feature), "jaccard", 0.8), met())


@pytest.mark.parametrize("measure", SET_MEASURES)
def test_similarities_keep_them_by_every_measure(measure):
    judged = resembling.Likeness(feature_named("words"), measure, 0.8)(met())
    assert all(not row["similarity"] > 1 for row in judged.to_pylist())


def test_similarities_keep_them_with_vectors():
    dense = feature_of(Finding(feature="vectors", dimensions=16)).fitted([], 10)
    check_step(resembling.Likeness(dense, "cosine", 0.8), met())


def alike():
    """A chain 0-1-2-3, and a pair of its own."""
    pairs = [(0, 1, 0.9), (1, 2, 0.6), (2, 3, 0.7), (5, 6, 1.0)]
    return pa.RecordBatch.from_pylist([dict(zip(ALIKE.names, pair, strict=True)) for pair in pairs], ALIKE)


def test_matches_are_accepted_and_counted():
    check_step(resembling.Accepted(0.7), alike())
    assert resembling.Judged(0.7)(alike()).to_pylist() == [
        {"name": "candidates", "count": 4},
        {"name": "accepted", "count": 3},
    ]


def test_only_pairs_across_the_two_sides_are_left():
    sides = [pa.array(each, pa.uint32()) for each in ([0, 0, 1, 1], [0, 1, 0, 1])]
    pairs = pa.RecordBatch.from_arrays(
        [*alike().columns[:2], *sides], names=["left", "right", "left_side", "right_side"]
    ).cast(pa.schema([*list(ALIKE)[:2], ("left_side", pa.uint32()), ("right_side", pa.uint32())]))
    check_step(resembling.Across(), pairs)
    assert resembling.Across()(pairs)["left"].to_pylist() == [1, 2]


def placed():
    links = pa.RecordBatch.from_arrays([pa.array([0, 0, 0, 5], pa.uint32()), *alike().columns], schema=resembling.LINKS)
    check_grouped(resembling.Settle(), links, ("component",))
    settled = {row["unit"]: row for row in resembling.Settle()(links).to_pylist()}
    assert {unit: row["core"] for unit, row in settled.items()} == {0: 0, 1: 0, 2: 2, 3: 2, 5: 5, 6: 5}
    folded = [(0, 0, 0, False), (1, 1, 0, False), (2, 2, 1, True), (3, 3, 1, False), (4, 4, 0, True), (7, 4, 1, True)]
    rows = [dict(zip(FOLDED.names, each, strict=True)) for each in [*folded, (5, 5, 0, True), (6, 6, 1, True)]]
    joined = [row | {name: settled.get(row["unit"], {}).get(name) for name in ("core", "similarity")} for row in rows]
    schema = pa.schema([*FOLDED, ("core", pa.uint32()), ("similarity", pa.float64())])
    batch = pa.RecordBatch.from_pylist(joined, schema)
    check_step(resembling.Placed(), batch)
    return grouped(resembling.Placed()(batch), ("core",))


@pytest.mark.parametrize(
    ("spared", "removed"),
    [
        (resembling.Spared(), [1, 1, 1, 1]),
        (resembling.Spared(sided=True), [0, 2, 1, 1]),
        (resembling.Spared(everyone=True), [0, 0, 0, 0]),
    ],
)
def test_clusters_are_a_core_and_those_it_removes(spared, removed):
    check_grouped(resembling.Heads(spared), placed(), ("core",))
    heads = sorted(resembling.Heads(spared)(placed()).to_pylist(), key=lambda row: row["core"])
    assert [row["core"] for row in heads] == [0, 2, 4, 5]
    assert [row["removed"] for row in heads] == removed
    assert [row["similarity"] for row in heads] == [0.9, 0.7, 1.0, 1.0]
    assert [row["variants"] for row in heads] == [2, 2, 1, 2]


def test_the_text_of_the_core_is_the_first_variant():
    check_grouped(resembling.Variants(), placed(), ("core",))
    rows = resembling.Variants()(placed()).to_pylist()
    assert {row["number"]: row["variant"] for row in rows} == {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 7: 0, 5: 0, 6: 1}


def known():
    """A core, one like it, and one with its text."""
    names = ("document", "title", "source", "place", "revision", "url", "timestamp", "value", "repeats", "core_source")
    rows = [
        dict.fromkeys(names, "x") | {"cluster": 0, "number": number, "unit": unit, "core": 0, "side": number % 2}
        | {"size": 3, "variant": unit, "similarity": 0.5, "preferred": 2**32 - 1, "order": 1, "length": 9}
        for number, unit in enumerate([0, 1, 0])
    ]  # fmt: skip
    return pa.RecordBatch.from_pylist(rows).cast(
        pa.schema(
            [
                (name, pa.float64() if name == "similarity" else pa.string() if name in names else pa.uint32())
                for name in rows[0]
            ]
        )
    )


def test_members_say_why_they_stay_or_go():
    told = kept.Told(LONGEST, resembling.Spared(), "jaccard")
    check_step(told, known())
    rows = told(known()).to_pylist()
    assert [row["why"] for row in rows] == [
        "longest of 3 (9 characters)",
        "repeats `x` of x (jaccard 0.50)",
        "repeats `x` of x (the same text)",
    ]
    assert [row["repeats"] for row in rows] == ["", "x", "x"]
    everyone = kept.Told(LONGEST, resembling.Spared(everyone=True), "jaccard")(known())
    assert everyone["kept"].to_pylist() == [True] * 3
    against = kept.Told(LONGEST, resembling.Spared(sided=True), "jaccard")(known())
    assert against["why"].to_pylist()[::2] == ["stands in --against"] * 2


def test_matches_are_shown_with_nothing_where_there_is_no_cluster():
    clusters = [pa.array(each, pa.uint32()) for each in ([0, 0, 0, 1], [0, 0, None, 1])]
    names = ["left_cluster", "right_cluster", *ALIKE.names]
    joined = pa.RecordBatch.from_arrays([*clusters, *alike().columns], names=names)
    check_step(kept.Placed(ALIKE), joined)
    rows = kept.Placed(ALIKE)(joined)
    matches = pa.RecordBatch.from_arrays([*rows.columns, *[pa.array(["a", "b", "c", "d"])] * 8], schema=kept._MET)
    for step in (kept.Shown(kept.DOCUMENT_MATCHES), kept.Bridges(kept.DOCUMENT_BRIDGES)):
        check_step(step, matches)
    assert kept.Shown(kept.DOCUMENT_MATCHES)(matches)["cluster"].to_pylist() == [0, 0, None, 1]
    assert kept.Bridges(kept.DOCUMENT_BRIDGES)(matches)["right_cluster"].to_pylist() == [None]


def sketches():
    finding, matching = Finding(feature="words", shingle=2, min_length=1), Matching(measure="jaccard", threshold=0.8)
    looking = sketched(MinHash.settled(sketching(finding, matching), matching, 1000))
    step = looking.sketches(Table(None), Planner()).steps[0]
    rows = [{"unit": unit, "text": text} for unit, text in enumerate([ORIGIN, NEAR, FAR, *AWKWARD])]
    return step, pa.RecordBatch.from_pylist(rows, UNIT_TEXTS)


def test_sketches_and_their_keys_keep_them():
    step, units = sketches()
    check_step(step, units)
    found = step(units)
    assert {len(row["sketch"]) for row in found.to_pylist()} == {208}
    check_step(KeysOf(), found)
    assert KeysOf()(found).num_rows == 26 * found.num_rows


def test_sketches_have_the_keys_of_minhash():
    step, units = sketches()
    finding, matching = Finding(feature="words", shingle=2, min_length=1), Matching(measure="jaccard", threshold=0.8)
    keys = MinHash.settled(sketching(finding, matching), matching, 1000).keys
    assert KeysOf()(step(units)).equals(keys(units))


def test_pairs_whose_sketches_share_enough_are_looked_at():
    rows = [
        {"left": 0, "right": 1, "left_sketch": b"abcd", "right_sketch": b"abcd"},
        {"left": 0, "right": 2, "left_sketch": b"abcd", "right_sketch": b"abxx"},
    ]
    kind = pa.schema([*PAIRS, ("left_sketch", pa.binary()), ("right_sketch", pa.binary())])
    pairs = pa.RecordBatch.from_pylist(rows, kind)
    check_step(Likely(3), pairs)
    assert Likely(3)(pairs).to_pylist() == [{"left": 0, "right": 1}]
    assert Likely(2)(pairs).num_rows == 2
