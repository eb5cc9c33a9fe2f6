"""Every feature gives what its plain slow version gives, on any text; and winnowing keeps its guarantee."""

import math
from dataclasses import replace

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.test_steps import AWKWARD
from tests.oracles import features as reference
from tests.support.examples import examples

from twicetold import _kernels
from twicetold.config import Finding, Machine
from twicetold.engines.local import Local
from twicetold.features import locate_features, split_words
from twicetold.features.base import load_feature
from twicetold.features.imatch import compute_frequency_range
from twicetold.features.winnow import Winnow
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory
from twicetold.tables.matching import UNITS

SPOKEN = [
    "the",
    "a",
    "of",
    "lake",
    "mill",
    "don't",
    "3.14",
    "été",
    "naïve",
    "北京是中国的首都",
    "湖很小",
    "東京は日本",
    "ไทย",
]
BETWEEN = [" ", " ", " ", ", ", "—", "", " '", "\u00a0", "\n", "_", "."]
some_texts = st.lists(
    st.one_of(
        st.lists(st.sampled_from(SPOKEN), max_size=14).flatmap(
            lambda said: st.lists(st.sampled_from(BETWEEN), min_size=len(said), max_size=len(said)).map(
                lambda gaps: "".join(word + gap for word, gap in zip(said, gaps, strict=True))
            )
        ),
        st.sampled_from(AWKWARD),
        st.text(max_size=20),
    ),
    min_size=1,
    max_size=8,
    unique=True,
)


@st.composite
def findings(draw, feature):
    range_ends = sorted(draw(st.tuples(*[st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 1.0])] * 2)))
    return Finding(
        feature=feature,
        shingle=draw(st.integers(0, 5)),
        winnow_window=draw(st.integers(1, 6)),
        winnow_of=draw(st.sampled_from(["words", "characters"])),
        idf_range=tuple(range_ends),
        lexicons=draw(st.integers(0, 4)),
        lexicon_share=draw(st.sampled_from([0.25, 0.5, 1.0])),
        antecedents=draw(st.sampled_from(["1", "3", "100", "the,a", "of"])),
        spot_distance=draw(st.integers(1, 3)),
        spot_chain=draw(st.integers(1, 3)),
        stemming=draw(st.sampled_from(["english", "none", "german", "french"])),
        seed=draw(st.integers(-3, 3)),
    )


def fitted(finding, texts):
    """The feature, fitted to these texts by the local engine."""
    engine = Local(Machine(workers=1))
    rows = [dict.fromkeys(UNITS.names, 0) | {"unit": at, "text": text} for at, text in enumerate(texts)]
    rows = [row | {"documents": [], "document": "", "title": ""} for row in rows]
    units = engine.load_rows(pa.Table.from_pylist(rows, UNITS))
    finder = build_finder(SentenceSettings(finding=replace(finding, finder="join")), len(texts))
    return fit_finder_in_memory(finder, units, len(texts), engine).feature


@pytest.mark.slow
@pytest.mark.parametrize("name", ["characters", "words", "winnow", "imatch", "spotsigs", "weighted", "stems", "grams"])
@examples(70)
@given(data=st.data())
def test_a_feature_gives_what_its_plain_version_gives(name, data):
    texts, finding = data.draw(some_texts), data.draw(findings(name))
    feature = fitted(finding, texts)
    found = _kernels.hash_features(pa.array(texts), feature.kernel).to_pylist()
    assert found == [reference.hashes(text, finding, texts) for text in texts]
    assert [[each.hash for each in locate_features(text, feature)] for text in texts] == found


@examples(70)
@given(some_texts, st.integers(1, 4), st.integers(1, 4), st.data())
def test_what_shares_enough_words_in_a_row_shares_a_fingerprint(texts, length, window, data):
    """Words with blanks between them, so that what is shared is cut the same on both sides."""
    words = st.sampled_from([word for text in [*texts, "the lake"] for word in split_words(text)])
    shared = data.draw(st.lists(words, min_size=length + window - 1, max_size=length + window + 3))
    left, right = (
        " ".join(data.draw(st.lists(words, max_size=6)) + shared + data.draw(st.lists(words, max_size=6)))
        for _ in range(2)
    )
    sets = [{each.hash for each in locate_features(text, Winnow(length, window))} for text in (left, right)]
    assert sets[0] & sets[1]


@given(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0]), st.sampled_from([0.0, 0.2, 0.5, 1.0]), st.integers(1, 400))
def test_the_frequencies_of_a_range_are_those_whose_idf_is_in_it(low, high, count):
    least, most = compute_frequency_range((low, high), count)
    expected = {
        units for units in range(1, count + 1) if low <= math.log((count + 1) / units) / math.log(count + 1) <= high
    }
    assert set(range(least, most + 1)) == expected


@pytest.mark.parametrize("name", ["weighted", "stems", "grams"])
@examples(50)
@given(data=st.data())
def test_the_jaccard_of_hashes_is_the_jaccard_of_weights(tmp_path_factory, name, data):
    texts, finding = data.draw(some_texts), data.draw(findings(name))
    known = sorted({token for text in texts for token in reference.tokens(text, finding)})
    factor = st.sampled_from([0.0, 0.1, 0.5, 1.0, 1.5, 40.0])
    factors = data.draw(st.dictionaries(st.sampled_from([*known, "elsewhere"]), factor))
    factors = {token: each for token, each in factors.items() if "\n" not in token}
    path = tmp_path_factory.getbasetemp() / "weights.tsv"
    lines = [f"{token}\t{each}\n" for token, each in factors.items()]
    path.write_bytes("".join(["token\tfactor\n", *lines]).encode())
    feature = fitted(replace(finding, word_weights=str(path)), texts)
    found = [set(hashes) for hashes in _kernels.hash_features(pa.array(texts), feature.kernel).to_pylist()]
    levels = reference.levels(finding, tuple(texts), tuple(factors.items()))
    weights = [{token: levels[token] for token in reference.tokens(text, finding)} for text in texts]
    for one, mine in zip(found, weights, strict=True):
        for two, other in zip(found, weights, strict=True):
            tokens = {*mine, *other}
            assert len(one & two) == sum(min(mine.get(token, 0), other.get(token, 0)) for token in tokens)
            assert len(one | two) == sum(max(mine.get(token, 0), other.get(token, 0)) for token in tokens)


@pytest.mark.parametrize("name", ["weighted", "stems", "grams"])
@examples(50)
@given(data=st.data())
def test_the_tokens_of_a_text_come_once_and_in_order(name, data):
    texts, finding = data.draw(some_texts), data.draw(findings(name))
    kernel = load_feature(finding).token_kernel
    found = _kernels.list_feature_tokens(pa.array(texts), kernel).to_pylist()
    assert found == [list(dict.fromkeys(reference.tokens(text, finding))) for text in texts]
