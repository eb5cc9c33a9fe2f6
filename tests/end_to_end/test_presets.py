"""The presets: what each of them takes from its paper, and refuses."""

import pytest

import twicetold
from twicetold.config import Finding, check_values
from twicetold.errors import SettingsError
from twicetold.jobs.threads.settings import ThreadSettings

SHORT = "A short sentence is discarded, however often it is said."
LONG = (
    "The mill on the river Orrin was built in the year 1812 by the brothers of the abbey and ground corn until the war."
)


def test_sentences_outside_the_paper_s_bounds_are_discarded_even_if_identical():
    texts = [SHORT, SHORT, LONG, LONG]
    assert twicetold.cluster(texts).labels.to_pylist() == [0, 0, 1, 1]
    assert twicetold.cluster(texts, preset="weissman2015").labels.to_pylist() == [None, None, 0, 0]
    kept = twicetold.cluster(texts, preset="weissman2015", outside="identical")
    assert kept.labels.to_pylist() == [0, 0, 1, 1]


@pytest.mark.parametrize(("shingles", "kept"), [(75, False), (76, True), (599, True), (600, False)])
def test_the_bounds_are_strict(shingles, kept):
    text = ("The mill of the abbey stood by the river. " * 20)[: shingles + 11].replace(" ", "x")
    labels = twicetold.cluster([text, text], preset="weissman2015").labels.to_pylist()
    assert labels == ([0, 0] if kept else [None, None])


def test_the_second_filter_of_ayhan2013_is_edit_distance():
    shorter = LONG.replace("by the brothers of the abbey ", "")  # 29 of 114 characters: more than a quarter
    found = twicetold.cluster([LONG, LONG.replace("1812", "1821"), shorter], preset="ayhan2013")
    assert found.labels.to_pylist()[2] is None


def test_a_bucket_limit_drops_pairs_and_counts_them():
    texts = [f"{LONG} It was sold {number} times." for number in range(30)]
    found = twicetold.cluster(texts, preset="ayhan2013")
    assert found.facts["crowds"]["pairs_left_out"] > 0
    assert twicetold.cluster(texts, preset="ayhan2013", bucket_limit=0).facts["crowds"]["pairs_left_out"] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"outside": "discard"}, "`--outside discard` needs a limit"),
        ({"outside": "discard", "min_length": 5}, "`--outside discard` needs a definite shingle"),
        ({"outside": "discard", "min_length": 5, "feature": "imatch", "finder": "join"}, "does not work with"),
        ({"bucket_limit": 5, "finder": "join"}, "`--bucket-limit` works only with `--finder minhash`, not `join`"),
        ({"cap": 5}, "`--cap` works only with `--finder join`, not `minhash`"),
    ],
)
def test_a_setting_that_is_not_used_is_an_error(options, said):
    with pytest.raises(SettingsError, match=said):
        twicetold.cluster([LONG, LONG], **options)


def test_a_setting_that_a_job_leaves_out_is_an_error_even_in_python():
    with pytest.raises(SettingsError, match="`threads` does not use the setting `max_length`"):
        check_values(ThreadSettings(finding=Finding(finder="join", max_length=5)))
