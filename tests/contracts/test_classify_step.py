"""What the kernel of kinds must do, whatever the text."""

import pyarrow as pa
import pytest

from twicetold import _kernels
from twicetold.errors import SettingsError
from twicetold.jobs.sentences.kinds import CHANGE_NAMES, CLASSIFY_INPUT, SENTENCE_KIND_NAMES, classify_matches
from twicetold.jobs.sentences.tables import MATCH_KIND_COLUMNS

AWKWARD = [
    "",
    " ",
    "\0",
    "'s 's 's",
    "1 2 3, 4.5.6 - 7–8 / 9 °C",
    "e\u0301te\u0301 \u0301 12\u0301",
    "\u202eright to left \u202c عدد 12 مليون",
    "東京の人口は1400万人です。",
    '<script>alert(1)</script> "><img onerror=',
    "x" * 100_000,
    "a b " * 3_000,
    "12 " * 3_000,
    "((((((((( [[[[[ {{{{{",
    "🙂🙃 12 May 2010 👩‍👩‍👧",
]


def match(left, right, titles=("A", "B"), counts=(None, None, None)):
    row = {f"{side}_{what}": "" for side in ("left", "right") for what in ("section", "block", "document")}
    names = ("identical_shared", "near_shared", "cluster_pairs")
    places = dict.fromkeys(("neighbours_identical", "neighbours_near", "distance", "repeats"))
    texts = {"left_text": left, "right_text": right, "left_title": titles[0], "right_title": titles[1]}
    return row | texts | places | dict(zip(names, counts, strict=True))


def matches(*rows):
    return pa.RecordBatch.from_pylist(list(rows), CLASSIFY_INPUT)


def test_a_batch_may_be_cut_anywhere_and_says_the_same_twice():
    rows = [match(AWKWARD[at], AWKWARD[-at], counts=(at, None if at % 2 else 1, 2)) for at in range(len(AWKWARD))]
    batch = matches(*rows, match("Ulm has 5 gates.", "Ulm has 6 gates.", ("Ulm", "Ulm")))
    told = classify_matches(batch)
    assert classify_matches(batch).equals(told)
    assert classify_matches(batch.slice(0, 0)).num_rows == 0
    for cut in range(batch.num_rows):
        assert pa.concat_batches([classify_matches(batch.slice(0, cut)), classify_matches(batch.slice(cut))]).equals(
            told
        )


@pytest.mark.parametrize("left", AWKWARD, ids=range(len(AWKWARD)))
def test_awkward_texts_have_a_kind_and_changes_that_slice_back(left):
    rows = [match(left, right) for right in AWKWARD]
    for row, told in zip(rows, classify_matches(matches(*rows)).to_pylist(), strict=True):
        assert told["kind"] in SENTENCE_KIND_NAMES
        assert 0 <= told["confidence"] <= 1
        assert len(told["why"]) < 400
        for change in told["changes"]:
            assert change["kind"] in CHANGE_NAMES
            for side in ("left", "right"):
                place = slice(change[f"{side}_start"], change[f"{side}_end"])
                assert row[f"{side}_text"][place] == change[side]


def test_a_kind_comes_without_context_with_half_of_it_and_with_all():
    texts = ("Ulm has 5 gates.", "Ulm has 6 gates.")
    rows = [match(*texts, ("Ulm", "Ulm"), counts) for counts in ((None, None, None), (3, None, 1), (3, 2, 1))]
    told = classify_matches(matches(*rows))
    assert told.schema.equals(MATCH_KIND_COLUMNS)
    assert told["kind"].to_pylist() == ["drift"] * 3


def test_a_table_of_weights_that_cannot_be_read_is_told_by_its_row():
    with pytest.raises(SettingsError, match="subject\tnobody\t1\t1\t1"):
        _kernels.classify_matches(matches(), "subject\tnobody\t1\t1\t1")
