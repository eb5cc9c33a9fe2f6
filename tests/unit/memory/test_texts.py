"""Texts in memory for `cluster` and `unique`: one check for both, and what they say of what they found."""

import pandas
import polars
import pyarrow as pa
import pytest

import twicetold
from twicetold.errors import InputError, MissingPackage

LAKE = "The lake froze over in the winter of 1905, and nobody dared to cross it before the spring."
TEXTS = [LAKE, LAKE.replace("1905", "1906"), "The old mill burnt down on a windy night in March.", LAKE.upper()]
COLUMNS = [list, tuple, iter, pa.array, lambda texts: pa.array(texts, pa.large_string()), pandas.Series, polars.Series]


@pytest.mark.parametrize("function", [twicetold.cluster, twicetold.unique])
@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("one string", "the texts are a `str`, not a list"),
        ({"a": "b"}, "the texts are a `dict`, not a list"),
        (pandas.DataFrame({"text": TEXTS}), "a whole `DataFrame`, not one column"),
        (polars.DataFrame({"text": TEXTS}), "a whole `DataFrame`, not one column"),
        (pa.table({"text": TEXTS}), "a whole `Table`, not one column"),
        ([{"text": "a"}], "the texts are dicts, not strings"),
        (pa.array([1, 2]), "the texts are of type `int64`, not strings"),
        (pandas.Series([1, 2]), "the texts are of type `int64`, not strings"),
        (pandas.Series(["a", 2]), "the texts are not all strings"),
        (["a", 2], "text 1 is of type `int`, not a string"),
        (7, "the texts are of type `int`, not a list"),
    ],
)
def test_what_is_no_list_of_texts_is_refused_alike(function, texts, message):
    with pytest.raises(InputError) as caught:
        function(texts)
    assert message in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("form", COLUMNS)
def test_every_column_of_texts_gives_the_same(form):
    assert twicetold.cluster(form(TEXTS)).labels.to_pylist() == [0, 0, None, 0]
    assert twicetold.unique(form(TEXTS), threshold=0.4).kept == [True, False, True, False]


def test_a_filtered_column_of_pandas_goes_by_place_not_by_label():
    frame = pandas.DataFrame({"text": [None, *TEXTS]}).iloc[:0:-1]
    found = twicetold.unique(frame.text, threshold=0.4, keep="first")
    assert found.kept == [True, True, False, False]
    assert list(frame[found.kept].index) == [4, 3]
    assert polars.DataFrame({"text": frame.text.tolist()}).filter(found.kept).height == 2


def test_two_texts_are_explained():
    found = twicetold.cluster(TEXTS)
    pair = found.explain(0, 1)
    assert (pair.kind, pair.drift) == ("drift", "contradiction")
    assert pair.similarity == found.matches["similarity"][0].as_py()
    assert "1905" in pair.why
    (change,) = pair.changes
    assert pair.left_text[change["left_start"] : change["left_end"]] == change["left"]
    assert str(pair).startswith("drift (contradiction)")
    assert (found.explain(0, 3).kind, found.explain(0, 3).similarity) == ("identical", 1.0)
    assert found.explain(0, 2).kind == ""
    assert "below the threshold 0.80" in str(found.explain(0, 2))
    with pytest.raises(InputError, match="there is no text 4"):
        found.explain(0, 4)


def test_the_kinds_of_matches_are_those_of_the_pairs():
    found = twicetold.cluster(TEXTS)
    (row,) = found.kinds.to_pylist()
    pair = found.explain(row["left"], row["right"])
    assert (row["kind"], row["why"], row["changes"]) == (pair.kind, pair.why, pair.changes)


def test_what_was_found_becomes_data_frames():
    found = twicetold.cluster(TEXTS)
    assert found.to_pandas().cluster.dropna().tolist() == [0, 0, 0]
    assert found.to_polars()["cluster"].to_list() == [0, 0, None, 0]
    assert found.list_groups() == [[0, 1, 3]]
    assert repr(found) == "TextClusters(4 texts: 1 cluster of 3 texts)"
    chosen = twicetold.unique(TEXTS, threshold=0.4)
    assert chosen.to_pandas().columns.tolist() == ["text", "kept", "repeats", "similarity", "why"]
    assert chosen.to_polars()["why"].to_list() == chosen.why
    assert repr(chosen) == "UniqueTexts(4 texts: 2 kept)"


def test_unique_says_why():
    said = twicetold.unique(TEXTS, threshold=0.4).why
    assert said[0] == "longest of 3"
    assert said[1].startswith("repeats text 0 (jaccard 0.")
    assert said[2] == "repeats no other text"
    assert said[3] == "repeats text 0 (jaccard 1.00)"


def test_without_pandas_or_polars_the_error_names_the_package(monkeypatch):
    found = twicetold.cluster(TEXTS)
    for name in ("pandas", "polars"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
        with pytest.raises(MissingPackage, match=name) as caught:
            getattr(found, f"to_{name}")()
        assert caught.value.hint == f"pip install {name}"


def test_a_run_says_what_it_has(tmp_path):
    run = twicetold.sentences(texts=TEXTS)
    assert repr(run) == "Run(sentences, memory: 4 documents, 1 cluster, 1 contradiction)"
    assert {"clusters", "members", "to_pandas", "report"} <= set(dir(run))
    assert not {"finish", "run_stage", "locate_table"} & set(dir(run))
    with pytest.raises(AttributeError, match=r"a run of `sentences` has no table `passages`; it has .*`clusters`"):
        _ = run.passages
    assert run.to_pandas("clusters").shape[0] == run.to_polars("clusters").height == 1
    file = tmp_path / "lake.txt"
    file.write_text(LAKE, encoding="utf-8")
    assert repr(twicetold.split(file)) == "Run(split, lake.txt: 1 document, 1 sentence)"
    (tmp_path / "mill.txt").write_text(TEXTS[2], encoding="utf-8")
    (tmp_path / "more.txt").write_text(TEXTS[1], encoding="utf-8")
    assert "3 files" in repr(twicetold.split(tmp_path))
