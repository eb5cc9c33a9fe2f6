"""Which of like documents stays: the rules of `--keep` and `--prefer`, and who is removed by whom."""

import random

import pyarrow as pa
import pytest

from twicetold.config import apply_options
from twicetold.errors import InputError, SettingsError
from twicetold.jobs.documents.keep_rule import (
    LAST_ORDER,
    build_keep_rule,
    check_values,
    complete_document_settings,
    parse_number,
)
from twicetold.jobs.documents.settings import DocumentSettings, Keeping
from twicetold.matching.clusters.keep_first import KeepFirst
from twicetold.tables.matching import MATCH_LINKS, UNIT_MATCHES


def settled(matches):
    """Who is removed, by which core, and how like it."""
    rows = [{"component": 1} | dict(zip(UNIT_MATCHES.names, each, strict=True)) for each in sorted(matches)]
    found = KeepFirst()(pa.RecordBatch.from_pylist(rows, MATCH_LINKS)).to_pylist()
    cores = {row["unit"] for row in found if row["unit"] == row["core"]}
    assert {row["core"] for row in found} == cores
    return {row["unit"]: (row["core"], row["similarity"]) for row in found if row["unit"] not in cores}


def documents(**columns):
    return pa.RecordBatch.from_pydict({name: pa.array(values, pa.string()) for name, values in columns.items()})


def order_of(keep, batch, lengths=(0, 0, 0)):
    orders = build_keep_rule(Keeping(keep=keep)).order_documents(batch, pa.array(lengths, pa.uint32())).to_pylist()
    return sorted(range(len(orders)), key=lambda row: (orders[row], row))


def test_the_longest_comes_first():
    assert order_of("longest", documents(document=["a", "b", "c"]), (5, 900, 17)) == [1, 2, 0]


def test_the_newest_and_the_oldest_go_by_dates_in_any_zone_and_those_without_come_last():
    dates = ["2021-03-04T00:30:00+02:00", "", "2021-03-04", "2020-12-31T23:59:59Z"]
    batch = documents(timestamp=dates)
    assert order_of("newest", batch) == [2, 0, 3, 1]
    assert order_of("oldest", batch) == [3, 0, 2, 1]


def test_a_field_goes_by_its_number():
    batch = documents(series=["10", "9.5", "-3", "none", "-20"])
    assert order_of("score:max", batch) == [0, 1, 2, 4, 3]
    assert order_of("score:min", batch) == [4, 2, 1, 0, 3]


@pytest.mark.parametrize("value", ["", "nan", "soon", "2021-13-01"])
def test_what_is_no_number_and_no_date_has_no_value(value):
    assert parse_number(value) is None


def test_preferred_values_come_in_their_order():
    keep = build_keep_rule(Keeping(prefer="source=books, news/*.jsonl"))
    batch = documents(source=["web/a.jsonl", "news/b.jsonl", "x/books/c.jsonl", "books/d.jsonl", "mybooks/e.jsonl"])
    nowhere, somewhere = (pa.array(each) for each in ([False] * 5, [True, False, False, True, False]))
    assert keep.rank_documents(batch, nowhere).to_pylist() == [None, 4, 3, 3, None]
    assert keep.rank_documents(batch, somewhere).to_pylist() == [2, 4, 3, 0, None], "what is in --against comes first"
    by_language = build_keep_rule(Keeping(prefer="language=de,en"))
    languages = documents(language=["en", "fr", "de"])
    assert by_language.rank_documents(languages, pa.array([False] * 3)).to_pylist() == [4, None, 3]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"keep": "shortest"}, "unknown rule: `--keep shortest`"),
        ({"prefer": "books"}, "`--prefer books`"),
        ({"prefer": "length=5"}, "`--prefer length=5`"),
        ({"keep": "score:max", "prefer": "quality=good"}, "cannot both use a field: `score` and `quality`"),
        ({"measure": "edit"}, "unknown measure: `edit`"),
    ],
)
def test_a_rule_that_means_nothing_is_an_error_with_a_way_out(options, said):
    with pytest.raises(SettingsError, match=said) as error:
        complete_document_settings(apply_options(DocumentSettings(), options))
    assert error.value.hint


def test_a_field_that_no_document_has_is_an_error():
    with pytest.raises(InputError, match="no document has a `score`"):
        check_values(build_keep_rule(Keeping(keep="score:max")), [[LAST_ORDER, LAST_ORDER], []])
    check_values(build_keep_rule(Keeping(keep="score:max")), [[LAST_ORDER], [5]])
    check_values(build_keep_rule(Keeping(keep="score:max")), [[]])
    check_values(build_keep_rule(Keeping()), [[LAST_ORDER]])


@pytest.mark.parametrize(
    ("options", "ways"),
    [
        ({}, ("words", "minhash", "jaccard")),
        ({"measure": "containment"}, ("words", "join", "containment")),
        ({"finder": "projection"}, ("vectors", "projection", "cosine")),
        ({"feature": "vectors"}, ("vectors", "projection", "cosine")),
        ({"finder": "join", "feature": "characters"}, ("characters", "join", "jaccard")),
    ],
)
def test_what_is_left_open_is_chosen_to_fit(options, ways):
    settings = complete_document_settings(apply_options(DocumentSettings(), options))
    assert (settings.finding.feature, settings.finding.finder, settings.matching.measure) == ways


def test_why_says_what_decided():
    row = {"rank": None, "order": 7, "length": 4210, "source": "a.jsonl", "place": "line 2", "value": "3"}

    def why(**options):
        return build_keep_rule(Keeping(**options)).explain_kept(row, 3)

    assert why() == "longest of 3 (4,210 characters)"
    assert why(keep="length:min") == "shortest of 3 (4,210 characters)"
    assert why(keep="first") == "first of 3"
    assert why(keep="score:min") == "lowest score of 3 (3)"
    assert why(keep="newest") == "newest of 3 (3)"
    row["order"] = LAST_ORDER
    assert why(keep="newest") == "first of 3, none of which has a `timestamp`"
    row["rank"] = 4  # 0 to 2 are in `--against`
    assert why(prefer="source=books,news") == "preferred of 3: source `news`"


def test_a_chain_keeps_who_matches_nobody_that_is_kept():
    assert settled([(1, 2, 0.9), (2, 3, 0.9), (3, 4, 0.9)]) == {2: (1, 0.9), 4: (3, 0.9)}


def test_who_is_removed_belongs_to_the_kept_one_it_is_most_like():
    assert settled([(1, 5, 0.8), (2, 5, 0.9), (3, 5, 0.9), (2, 4, 0.8), (4, 5, 0.99)]) == {5: (2, 0.9), 4: (2, 0.8)}


def test_the_kept_are_as_many_as_can_be_without_a_match_among_them():
    chance = random.Random(5)
    for _ in range(50):
        pairs = {tuple(sorted(chance.sample(range(20), 2))) for _ in range(chance.randrange(60))}
        removed = settled([(left, right, chance.random()) for left, right in pairs])
        kept = set(range(20)) - removed.keys()
        assert not [pair for pair in pairs if kept.issuperset(pair)]
        assert all((core, unit) in pairs and core in kept for unit, (core, _) in removed.items())
