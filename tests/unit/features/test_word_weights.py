"""A file of learned weights: what it must be, and that a run knows which one it was made with."""

import json

import pytest

from twicetold import api
from twicetold.errors import RunError, SettingsError
from twicetold.features import locate_features
from twicetold.features.weighted_tokens import WeightedWords
from twicetold.features.word_weights import WordWeights

TEXTS = [
    "The old mill by the river was sold to a miller from York in the spring.",
    "The old mill by the river was sold to a farmer from York in the spring.",
    "A tarn is what the people of the mountains call a very small lake indeed.",
]


@pytest.fixture
def weights(tmp_path):
    def written(content):
        path = tmp_path / "weights.tsv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


@pytest.mark.parametrize(
    ("content", "where", "hint"),
    [
        (b"token\tfactor\nmill\t1\n\xff\t2\n", "line 3 is not UTF-8", "UTF-8"),
        ("", "line 1", "first line"),
        ("mill\t2\n", "line 1", "first line"),
        ("token\tfactor\nmill 2\n", "line 2: `mill 2`", "first line"),
        ("token\tfactor\n\t2\n", "line 2", "first line"),
        ("token\tfactor\nmill\t1\n\nlake\t1\n", "line 3", "first line"),
        ("token\tfactor\nmill\tmuch\n", "line 2: the factor must be 0 or more, not `much`", "1 changes nothing"),
        ("token\tfactor\nmill\t-0.5\n", "line 2: the factor must be 0 or more, not `-0.5`", "1 changes nothing"),
        ("token\tfactor\nmill\tnan\n", "line 2: the factor must be 0 or more, not `nan`", "1 changes nothing"),
        ("token\tfactor\nmill\tinf\n", "line 2: the factor must be 0 or more, not `inf`", "1 changes nothing"),
        ("token\tfactor\nmill\t1\t2\n", "line 2: the factor must be 0 or more, not `1\t2`", "1 changes nothing"),
        ("token\tfactor\nmill\t1\nlake\t1\nmill\t2\n", "line 4 repeats `mill`", "once"),
    ],
)
def test_a_bad_file_is_an_error_with_its_line_and_a_way_out(weights, content, where, hint):
    with pytest.raises(SettingsError) as caught:
        WordWeights.from_file(weights(content))
    assert where in caught.value.message
    assert hint in caught.value.hint


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(SettingsError, match="No such file"):
        WordWeights.from_file(str(tmp_path / "nowhere.tsv"))


def test_tokens_keep_their_spaces_and_lines_may_end_as_on_windows(weights):
    assert WordWeights.from_file(weights("token\tfactor\r\n th\t0.5\r\nhe \t2")).read_factors() == {
        " th": 0.5,
        "he ": 2.0,
    }
    assert WordWeights.from_file(weights("\ufefftoken\tfactor\n")).read_factors() == {}
    assert WordWeights.from_file("").read_factors() == {}


def test_a_factor_goes_onto_words_that_the_corpus_does_not_have(weights):
    given = WordWeights.from_file(weights("token\tfactor\nmill\t0.5\nthe\t0\nlake\t9\nriver\t1\n"))
    feature = WeightedWords(weights=given).fit_to_lexicon([], 0)
    levels = {word: len(locate_features(word, feature)) for word in ("mill", "the", "lake", "river", "tarn")}
    assert levels == {"mill": 4, "the": 0, "lake": 16, "river": 8, "tarn": 8}
    assert feature.facts["word_weights"].startswith("sha256:")


def test_a_file_that_changes_while_a_run_goes_on_is_an_error(weights):
    given = WordWeights.from_file(weights("token\tfactor\nmill\t0.5\n"))
    weights("token\tfactor\nmill\t0.6\n")
    with pytest.raises(SettingsError, match="has changed"):
        WeightedWords(weights=given).fit_to_lexicon([], 0)


def test_a_run_with_other_weights_is_not_gone_on_with(weights, tmp_path):
    lines = [json.dumps({"id": str(at), "text": text}) for at, text in enumerate(TEXTS)]
    (tmp_path / "texts.jsonl").write_text("\n".join(lines), encoding="utf-8")
    path = weights("token\tfactor\nmiller\t0.1\nfarmer\t0.1\n")

    def run(output):
        options = {"feature": "weighted", "finder": "join", "measure": "jaccard", "word_weights": path}
        return api.sentences([tmp_path / "texts.jsonl"], tmp_path / output, workers=1, **options)

    alike = run("run").matches["similarity"].to_pylist()
    assert run("run").matches["similarity"].to_pylist() == alike
    weights("token\tfactor\nmiller\t2\nfarmer\t2\n")
    with pytest.raises(RunError, match="other inputs"):
        run("run")
    assert run("other").matches.num_rows == 0
