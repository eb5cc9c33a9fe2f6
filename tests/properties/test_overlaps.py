"""Overlaps of random documents that are alike: places are places of the text as read, and both sides say the same."""

import json
from collections import Counter
from difflib import SequenceMatcher

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from tests.properties.test_passage_job import SENTENCE as ANY_SENTENCE
from tests.support.examples import examples

import twicetold

SENTENCE = ANY_SENTENCE.filter(lambda text: len({*text.split()}) > 3)  # one word again and again has no place
LEAST_ALIKE = 0.4  # of words in order: texts of a few words again and again came down to 0.49


@st.composite
def sets(draw):
    """A training set, and a test set that holds documents of it: whole, cut out, edited; and some of its own."""
    train = [draw(st.lists(SENTENCE, min_size=6, max_size=12)) for _ in range(draw(st.integers(1, 3)))]
    test = []
    for sentences in train:
        first = draw(st.integers(0, 2))
        some = sentences[first:]
        way = draw(st.sampled_from(["same", "edited", "upper", "around", "own"]))
        if way == "edited":
            at = draw(st.integers(0, len(some) - 1))
            some = [*some[:at], draw(SENTENCE), *some[at + 1 :]]
        if way == "around":
            some = [draw(SENTENCE), *some, draw(SENTENCE)]
        test.append(draw(st.lists(SENTENCE, min_size=3, max_size=4)) if way == "own" else some)
        test[-1] = [each.upper() for each in test[-1]] if way == "upper" else test[-1]
    blank = draw(st.sampled_from([" ", "\n", "\n\n", "   "]))
    return [blank.join(each) for each in train], [blank.join(each) for each in test]


def written(path, texts):
    lines = [json.dumps({"id": f"{path.stem}{at}", "text": text}) for at, text in enumerate(texts)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.slow
@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sets())
def test_what_is_located_stands_there_on_both_sides(tmp_path, both):
    train, test = both
    paths = [written(tmp_path / f"{name}.jsonl", texts) for name, texts in (("train", train), ("test", test))]
    run = twicetold.documents(paths[0], against=paths[1], measure="containment", threshold=0.6, finder="join")
    texts = {f"train{at}": text for at, text in enumerate(train)} | {f"test{at}": text for at, text in enumerate(test)}
    found = run.overlaps.to_pylist()
    for row in found:
        left, right = (texts[row[f"{side}_document"]][row[f"{side}_start"] : row[f"{side}_end"]] for side in SIDES)
        assert row["characters"] == min(len(left), len(right)) > 0
        assert left == left.strip()
        assert alike(left, right) >= LEAST_ALIKE
        assert " ".join(left.split()).startswith(" ".join(row["excerpt"].split())[:10])
    pairs = {(row["left_document"], row["right_document"]) for row in found}
    matched = {(row["right_document"], row["left_document"]) for row in run.matches.to_pylist()}
    gone = {(row["document"], row["repeats"]) for row in run.members.to_pylist() if not row["kept"]}
    assert pairs == matched | gone, "every pair that was found is located, and no other"
    for pair in pairs:
        shares = Counter()
        for row in found:
            if (row["left_document"], row["right_document"]) == pair:
                shares.update({side: row[f"{side}_share"] for side in SIDES})
        assert max(shares.values()) >= 0.5, "at least half of the one that stands in the other"


SIDES = ("left", "right")


def alike(left, right):
    """The share of words that both have in the same order."""
    words = [text.lower().replace(".", " ").split() for text in (left, right)]
    return SequenceMatcher(None, *words, autojunk=False).ratio()
