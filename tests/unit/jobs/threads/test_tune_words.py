"""Words weighed by labelled pairs: the slope is right, the similarities are the kernels', and what says nothing is left."""

import numpy as np
import pyarrow as pa
import pytest

from twicetold.config import Finding
from twicetold.features.base import load_feature
from twicetold.features.lexicon import compute_idf
from twicetold.jobs.threads.settings import Aspect, ThreadSettings
from twicetold.jobs.threads.tune_words import LogisticLoss, PairTokens, compute_levels, learn_factors
from twicetold.matching.similarity import Comparison

TEXTS = [
    "how deep is the lake",
    "the lake is deep",
    "who owns the mill",
    "what does a mill cost",
    "湖有多深",
    "湖 多 深",
]


def lexicon_of(texts):
    words = sorted({word for text in texts for word in text.split()})
    units = [sum(word in text.split() for text in texts) for word in words]
    kinds = {"word": pa.string(), "units": pa.uint32()}
    arrays = [pa.array(words, pa.string()), pa.array(units, pa.uint32())]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(kinds)), dict(zip(words, units, strict=True))


@pytest.mark.parametrize("factors", [{}, {"lake": 2.5, "the": 0.1, "mill": 0.6}])
def test_similarities_are_those_that_the_job_computes(tmp_path, factors):
    english = TEXTS[:4]
    batch, units = lexicon_of(english)
    path = tmp_path / "weights.tsv"
    path.write_text("token\tfactor\n" + "".join(f"{word}\t{factor}\n" for word, factor in factors.items()), "utf-8")
    finding = Finding(feature="weighted", word_weights=str(path) if factors else "")
    feature = load_feature(finding).fit_to_lexicon([batch], len(english))
    pairs = [(one, two) for one in english for two in english]
    left, right = (pa.array([pair[side] for pair in pairs]) for side in (0, 1))
    told = Comparison(feature, "jaccard").compare_sides(left, right)
    tokens = PairTokens.from_token_lists(
        [one.split() for one, _ in pairs],
        [two.split() for _, two in pairs],
        {word: compute_idf(count, len(english)) for word, count in units.items()},
    )
    ours = tokens.compute_similarities(np.array([factors.get(name, 1.0) for name in tokens.names]))
    assert ours == pytest.approx(told.to_pylist())


def test_levels_are_eighths_rounded_half_up_and_bounded():
    assert compute_levels(np.array([1.0, 0.5, 1.0, 0.0625]), np.array([0.5, 1.0, 9.0, 1.0])).tolist() == [4, 4, 16, 1]


def test_the_slope_of_the_loss_is_what_small_steps_say():
    random = np.random.default_rng(3)
    shared = (random.random((12, 5)) < 0.4).astype(float)
    either = np.maximum(shared, (random.random((12, 5)) < 0.6).astype(float))
    rest = random.random(12)
    curve = LogisticLoss(
        shared, either, random.random(5) + 0.1, rest * 0.5, rest, np.where(random.random(12) < 0.5, 1.0, -1.0), 0.3
    )
    point = random.normal(size=7) * 0.5
    _, slope = curve(point)
    step = 1e-6
    for place in range(7):
        move = np.eye(7)[place] * step
        told = (curve(point + move)[0] - curve(point - move)[0]) / (2 * step)
        assert slope[place] == pytest.approx(told, rel=1e-4, abs=1e-6)


def labelled_questions(count=120, seed=1):
    """Questions that are the same where their subject is, whatever stands around it."""
    random = np.random.default_rng(seed)
    frames = [["what", "is"], ["tell", "me"], ["do", "you", "know"], ["please", "explain"]]
    subjects = ["lake", "mill", "bridge", "tower", "abbey", "harbour"]
    left, right, labels = [], [], []
    for number in range(count):
        one, other = random.choice(len(subjects), 2, replace=False)
        same = number % 2 == 0
        frame = frames[random.integers(4)]
        left.append([*frame, subjects[one]])
        right.append([*(frames[random.integers(4)] if same else frame), subjects[one if same else other]])
        labels.append(same)
    return left, right, np.array(labels)


def test_words_that_tell_duplicates_come_to_weigh_more_than_those_that_do_not():
    left, right, labels = labelled_questions()
    tokens = PairTokens.from_token_lists(left, right, {})
    plain = tokens.compute_similarities(np.ones(len(tokens.names)))
    factors = learn_factors(tokens, np.arange(len(labels)), labels)
    weights = dict(zip(tokens.names, factors, strict=True))
    assert min(weights[word] for word in ("lake", "mill", "bridge")) > max(weights[word] for word in ("what", "tell"))
    learnt = tokens.compute_similarities(factors)
    assert plain[labels].mean() < plain[~labels].mean()  # the frame misleads
    assert learnt[labels].mean() > learnt[~labels].mean() + 0.1


def test_a_word_of_few_pairs_keeps_its_weight():
    left, right, labels = labelled_questions()
    left[0] = [*left[0], "zebra"]
    tokens = PairTokens.from_token_lists(left, right, {})
    factors = learn_factors(tokens, np.arange(len(labels)), labels)
    assert factors[tokens.names.index("zebra")] == 1.0


def test_a_pair_in_which_nothing_weighs_has_no_similarity():
    tokens = PairTokens.from_token_lists([["the"], ["the", "mill"]], [["a"], ["mill"]], {"the": 0.0, "a": 0.0})
    found = tokens.compute_similarities(np.ones(len(tokens.names)))
    assert np.isnan(found[0])
    assert found[1] == 1.0


def test_aspects_are_read_from_settings_with_files_beside_them(tmp_path):
    from twicetold.config import apply_options, read_settings_file, render_toml

    aspect = Aspect("question", "stems", 0, "jaccard", 0.4, "weights.tsv")
    settings = apply_options(ThreadSettings(), {"aspects": (aspect,), "threshold": 0.3})
    (tmp_path / "tuned.toml").write_text(render_toml(settings), encoding="utf-8")
    assert read_settings_file(ThreadSettings, tmp_path / "tuned.toml").threading.aspects == (aspect,)
    (tmp_path / "weights.tsv").write_text("token\tfactor\n", encoding="utf-8")
    (read,) = read_settings_file(ThreadSettings, tmp_path / "tuned.toml").threading.aspects
    assert read.source == str(tmp_path / "weights.tsv")
