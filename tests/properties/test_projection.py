"""Random projection finds what its plain version finds, however little memory there is and wherever ranges end."""

import math
import random
from operator import itemgetter
from unittest import mock

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.test_steps import check_step
from tests.oracles import projection as reference
from tests.runs.sentence_rows import check_grouped, grouped, sentences, tallied
from tests.support.examples import examples

from twicetold.config import Finding, Folding, Machine, Matching, check_values
from twicetold.engines.local import Local, LocalLimits
from twicetold.errors import SettingsError
from twicetold.finders import projection
from twicetold.finders.join_steps import UNIT_TEXTS, select_candidate_pairs
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory, fold_sentences
from twicetold.plan.projection import PrefixScheme, WindowScheme, choose_hamming, choose_prefixes, choose_windows

WORDS = ["lake", "mill", "river", "snow", "of", "the", "old", "winter", "sold", "tea", "pot", "-"]
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), min_size=1, max_size=25)


@st.composite
def asked(draw):
    bits = draw(st.sampled_from([7, 16, 64, 70]))
    windows = draw(st.booleans())
    finding = Finding(
        finder="projection",
        feature="vectors",
        dimensions=draw(st.sampled_from([8, 20, 65])),
        signature_bits=bits,
        permutations=draw(st.integers(1, 4)),
        prefix_bits=0 if windows else draw(st.integers(1, 6)),
        sort_window=draw(st.integers(1, 5)) if windows else 0,
        hamming=draw(st.integers(1, bits // 2)),
        min_length=1,
        seed=draw(st.integers(0, 2**64 - 1)),
    )
    machine = Machine(workers=draw(st.sampled_from([1, 2])), memory_bytes=draw(st.sampled_from([1, 2**30])))
    return SentenceSettings(
        folding=Folding(min_characters=1), finding=finding, matching=Matching("cosine", 0.9), machine=machine
    )


def plain(units, feature, finding):
    vectors = feature.compute_vectors(units["text"].combine_chunks()).to_pylist()
    numbers = units["unit"].to_pylist()
    signatures = {
        unit: reference.signature(vector, finding.signature_bits, finding.seed)
        for unit, vector in zip(numbers, vectors, strict=True)
        if vector is not None
    }
    if finding.sort_window:
        own = finding.permutations, finding.sort_window, finding.hamming, finding.seed
        return reference.in_windows(signatures, *own), vectors.count(None)
    own = finding.permutations, finding.prefix_bits, finding.hamming, finding.seed
    return reference.with_prefixes(signatures, *own), vectors.count(None)


@examples(60)
@given(texts, asked(), st.sampled_from([6, 9, 1 << 16]))
def test_projection_finds_what_its_plain_version_finds(given_texts, wanted, size):
    engine = Local(wanted.machine, limits=LocalLimits(min_kernel_bytes=1 << 12))
    rows = engine.load_rows(pa.Table.from_batches([sentences(given_texts)]))
    units = engine.collect({"units": fold_sentences(rows, wanted, engine)})["units"]
    count = units.num_rows
    with (
        mock.patch.object(projection.AssignRanges, "size", size),
        mock.patch.object(projection.AssignRanges.__init__, "__defaults__", (size,)),
        mock.patch.object(projection.PairNearInRanges.__init__, "__defaults__", (size,)),
    ):
        finder = fit_finder_in_memory(build_finder(wanted, count), engine.load_rows(units), count, engine)
        found = finder.find_candidates(engine.load_rows(units), engine)
        tables = engine.collect({"pairs": found.pairs, **found.tallies})
    pairs = [(row["left"], row["right"]) for row in tables["pairs"].to_pylist()]
    expected, without = plain(units, finder.feature, wanted.finding)
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == expected
    assert tallied(tables["crowds"]) == ({"without_vector": without} if without else {})


# ---- steps ----


def signed(window=0):
    engine = Local(Machine(workers=1))
    words = random.Random(5).choices(WORDS, k=300)
    given_texts = [" ".join(words[at : at + 5]) for at in range(0, 290, 3)]
    wanted = SentenceSettings(
        folding=Folding(min_characters=1),
        finding=Finding(
            finder="projection", feature="vectors", permutations=3, sort_window=window, hamming=90, min_length=1,
            prefix_bits=0 if window else 3,
        ),
        matching=Matching("cosine", 0.9),
    )  # fmt: skip
    rows = engine.load_rows(pa.Table.from_batches([sentences(given_texts)]))
    units = engine.collect({"units": fold_sentences(rows, wanted, engine)})["units"]
    finder = fit_finder_in_memory(build_finder(wanted, 100), engine.load_rows(units), units.num_rows, engine)
    (batch,) = units.select(UNIT_TEXTS.names).combine_chunks().to_batches()
    return projection.ProjectUnits(finder.feature, (256, 3, 0 if window else 3), 7, 1), batch


def test_the_steps_keep_the_promises_of_steps():
    project, batch = signed()
    check_step(project, batch)
    check_grouped(projection.PairNearSignatures(4096, 90), grouped(project(batch), ("key",)), ("key",))
    project, batch = signed(window=4)
    placed = grouped(project(batch), project.schema.names, "place")
    ranges = projection.AssignRanges(4, 16)
    assert ranges(placed).schema.equals(ranges.schema)
    rows = grouped(ranges(placed), ("range",))
    parts = pa.concat_batches([ranges(placed.slice(0, 21)), ranges(placed.slice(21))])
    assert grouped(parts, ("range",)).equals(rows), "wherever a batch is cut"
    check_grouped(projection.PairNearInRanges(4, 90, 16), rows, ("range",))


def test_windows_that_reach_over_the_end_of_a_range_are_whole():
    project, batch = signed(window=4)
    placed = grouped(project(batch), project.schema.names, "place")

    def found(size):
        rows = grouped(projection.AssignRanges(4, size)(placed), ("range",))
        pairs = select_candidate_pairs(projection.PairNearInRanges(4, 256, size)(rows)).to_pylist()
        return sorted((pair["left"], pair["right"]) for pair in pairs)

    assert found(1 << 16) == found(16) == found(5)
    rows = batch.num_rows
    assert len(found(16)) == 3 * (rows * 4 - 10), "each order has its own windows: none reaches into the next"


def test_of_a_crowd_each_is_compared_with_those_that_follow_and_the_rest_is_counted():
    project, batch = signed()
    groups = grouped(project(batch), ("key",))
    every, few = projection.PairNearSignatures(4096, 256)(groups), projection.PairNearSignatures(2, 256)(groups)
    told = {row["name"]: row["count"] for row in few.to_pylist() if row["name"]}
    assert told["pairs_left_out"] == select_candidate_pairs(every).num_rows - select_candidate_pairs(few).num_rows > 0
    assert told["keys"] > 0


@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize("window", [2, 4096])
def test_all_signatures_with_some_of_the_orders_give_what_rows_of_every_order_give(parts, window):
    """In crowds too: the same pairs, and as many left out."""
    project, batch = signed()
    sign = projection.SignUnits(project.feature, 256, parts, 7, 1)
    check_step(sign, batch)
    near = projection.PairNearInParts((256, 3, 3), parts, 7, window, 90)
    if parts > 1 and window > 2:  # a crowd is counted at the end of a batch
        check_grouped(near, grouped(sign(batch), ("key",)), ("key",))
    answers = [
        projection.PairNearSignatures(window, 90)(grouped(project(batch), ("key",))),
        near(grouped(sign(batch), ("key",))),
    ]
    pairs = [{(row["left"], row["right"]) for row in select_candidate_pairs(each).to_pylist()} for each in answers]
    assert pairs[0] == pairs[1] != set()
    told = [
        {
            name: sum(row["count"] for row in each.to_pylist() if row["name"] == name)
            for name in ("keys", "pairs_left_out")
        }
        for each in answers
    ]
    assert told[0] == told[1]


# ---- what is expected ----


@pytest.mark.parametrize("cosine", [0.8, 0.9, 0.97])
def test_the_expected_recall_of_prefixes_is_that_of_random_bits(cosine):
    scheme, drawn = PrefixScheme(64, 6, 4, 14), random.Random(4)
    chance, orders, found, rounds = math.acos(cosine) / math.pi, [], 0, 4000
    for _ in range(rounds):
        differ = [drawn.random() < chance for _ in range(64)]
        orders = [drawn.sample(range(64), 4) for _ in range(6)]
        found += sum(differ) <= 14 and any(not any(differ[at] for at in order) for order in orders)
    assert found / rounds == pytest.approx(scheme.compute_recall(cosine), abs=4 * math.sqrt(0.25 / rounds))


def test_the_expected_recall_of_windows_is_that_of_random_signatures():
    scheme, drawn = WindowScheme(64, 3, 5, 64, 400), random.Random(4)
    chance, found, rounds = math.acos(0.9) / math.pi, 0, 600
    for _ in range(rounds):
        every = [f"{drawn.getrandbits(64):064b}" for _ in range(399)]
        near = [str(int(bit) ^ (drawn.random() < chance)) for bit in every[0]]
        for _ in range(3):
            turned = itemgetter(*drawn.sample(range(64), 64))  # the bits in another order
            places = sorted([*map(turned, every), turned(near)])
            if abs(places.index(turned(every[0])) - places.index(turned(near))) <= 5:
                found += 1
                break
    assert found / rounds == pytest.approx(scheme.compute_recall(0.9), abs=0.08)


@pytest.mark.parametrize(("cosine", "recall"), [(0.9, 0.99), (0.8, 0.95), (0.95, 0.999)])
def test_what_is_chosen_finds_enough_and_one_order_less_does_not(cosine, recall):
    scheme = choose_prefixes(cosine, recall, 50_000)
    assert scheme.compute_recall(cosine) >= recall
    less = PrefixScheme(scheme.bits, scheme.permutations - 1, scheme.prefix, scheme.hamming)
    assert less.compute_recall(cosine) < recall
    assert choose_prefixes(cosine, recall, 5_000_000).prefix > scheme.prefix
    assert choose_windows(cosine, recall, 50_000, 100).compute_recall(cosine) >= recall


def test_bits_may_differ_as_far_as_those_of_similar_pairs_do():
    assert choose_hamming(256, 0.9, 0.99) == 55
    assert choose_hamming(256, 1.0, 0.99) == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"signature_bits": 0}, "between 1 and 256, not 0"),
        ({"signature_bits": 300}, "between 1 and 256, not 300"),
        ({"permutations": -1}, "between 0 and 2000, not -1"),
        ({"sort_window": 1 << 17}, "between 0 and 65536, not 131072"),
        ({"hamming": 257}, "0 is automatic"),
        ({"prefix_bits": 3}, "give both"),
        ({"sort_window": 9, "permutations": 5}, "fewer `--permutations`"),
        ({"recall": 1.0}, "`--finder scan` finds every pair"),
        ({"signature_bits": 8, "recall": 0.999999}, "`--finder scan`"),
        ({"feature": "words"}, "`--feature vectors`"),
    ],
)
def test_a_wrong_setting_is_an_error_with_a_way_out(wrong, said):
    finding = Finding(**{"finder": "projection", "feature": "vectors", **wrong})
    settings = SentenceSettings(finding=finding, matching=Matching("cosine", 0.5))
    with pytest.raises(SettingsError) as caught:  # noqa: PT012
        check_values(settings)
        build_finder(settings, 10**9)
    assert said in caught.value.message + caught.value.hint
