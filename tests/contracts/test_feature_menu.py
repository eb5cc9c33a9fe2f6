"""What every feature on the menu must do, whatever the text, with every finder."""

import pickle
from functools import cache

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step
from tests.oracles import features as reference
from tests.runs.sentence_rows import FAR, NEAR, ORIGIN, SETS, check_grouped, grouped, sentences, units

from twicetold import registry
from twicetold.config import Finding, Folding, Machine, Matching
from twicetold.engines.local import Local
from twicetold.errors import SettingsError, TwicetoldError
from twicetold.features import lexicon, locate_features, split_words
from twicetold.features.base import load_feature
from twicetold.features.weighted_tokens import WeightedGrams, WeightedStems, WeightedWords
from twicetold.features.words import Words
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, check_settings, fit_finder_in_memory, fold_sentences, match_units
from twicetold.matching.similarity import Comparison

CHINESE = "北京是中国的首都，也是全国的政治中心和文化中心。"
JAPANESE = "東京は日本の首都であり、世界でも有数の大都市です。"
EDITED = [
    ORIGIN, NEAR, FAR, ORIGIN.replace("nobody", "no one at all"), CHINESE, CHINESE.replace("文化", "经济"),
    JAPANESE, JAPANESE.replace("有数", "最大"), "The mill by the river was sold.", "the river by the mill was sold",
    "The mill by the river was soon sold.", "the of and a", "words",
]  # fmt: skip
ASKED = {
    "characters": Finding(feature="characters", shingle=4),
    "words": Finding(feature="words", shingle=2),
    "winnow": Finding(feature="winnow", shingle=2, winnow_window=2),
    "winnow of characters": Finding(feature="winnow", shingle=4, winnow_of="characters"),
    "imatch": Finding(feature="imatch", idf_range=(0.3, 1.0)),
    "imatch of frequent words": Finding(feature="imatch", idf_range=(0.2, 0.8), lexicons=3),
    "imatch with lexicons": Finding(feature="imatch", lexicons=6, lexicon_share=0.75),
    "spotsigs": Finding(feature="spotsigs", antecedents="6", spot_chain=1),
    "spotsigs of a list": Finding(feature="spotsigs", antecedents="the,by,的,の", spot_chain=2),
    "weighted": Finding(feature="weighted"),
    "stems": Finding(feature="stems"),
    "stems of German": Finding(feature="stems", stemming="german"),
    "grams": Finding(feature="grams"),
    "grams of two": Finding(feature="grams", shingle=2),
}

WEIGHED = ("weighted", "stems", "grams")


def test_every_feature_of_the_menu_that_gives_sets_is_tried_here():
    assert {finding.feature for finding in ASKED.values()} == set(SETS)


@pytest.fixture(params=ASKED.values(), ids=ASKED)
def finding(request):
    return request.param


def settled(finding, texts, **options):
    """Units, and the finder fitted to them; every unit is compared."""
    given = {**vars(finding), "min_length": 1, **options}
    asked = SentenceSettings(
        folding=Folding(min_characters=1), finding=Finding(**given), matching=Matching("jaccard", 0.4),
        machine=Machine(workers=1),
    )  # fmt: skip
    engine = Local(asked.machine)
    rows = engine.load_rows(pa.Table.from_batches([sentences(texts)]))
    folded = engine.collect({"units": fold_sentences(rows, asked, engine)})["units"]
    finder = build_finder(asked, folded.num_rows)
    return folded, fit_finder_in_memory(finder, engine.load_rows(folded), folded.num_rows, engine), asked, engine


def test_a_feature_is_a_value_that_pickles_and_tells_of_itself(finding):
    feature = settled(finding, EDITED)[1].feature
    again = pickle.loads(pickle.dumps(feature))
    assert (again, hash(again)) == (feature, hash(feature))
    assert feature.kernel[0] == feature.facts["feature"] == finding.feature
    assert not feature.needs_lexicon
    assert load_feature(finding).needs_lexicon == (
        finding.feature in ("imatch", *WEIGHED) or (finding.feature == "spotsigs" and finding.antecedents.isdecimal())
    )


def test_every_text_resembles_itself_and_similarity_has_no_direction(finding):
    texts = [*AWKWARD[:6], *EDITED[:4]]
    feature = settled(finding, EDITED)[1].feature

    def alike(pairs):
        sides = (pa.array([pair[side] for pair in pairs], pa.string()) for side in (0, 1))
        return Comparison(feature, "jaccard").compare_sides(*sides).to_pylist()

    own = alike([(text, text) for text in texts])
    assert set(own) <= {1.0, None}  # nothing to compare by
    assert 1.0 in own
    pairs = [(one, two) for one in texts for two in texts]
    assert alike(pairs) == alike([(two, one) for one, two in pairs])


@pytest.mark.parametrize(
    "finder",
    [{"finder": "minhash", "rows": 1, "bands": 160}, {"finder": "join"}, {"finder": "join", "partition": "term"}],
    ids=["minhash", "join", "join by term"],
)
def test_every_finder_finds_what_brute_force_with_the_plain_sets_finds(finding, finder):
    folded, found, asked, engine = settled(finding, [*EDITED, *AWKWARD], **finder)
    tables = engine.collect(match_units(engine.load_rows(folded), found, asked, engine))
    pairs = {(row["left"], row["right"]): row["similarity"] for row in tables["verified"].to_pylist()}
    assert pairs == brute_force(folded["text"].to_pylist(), asked)
    assert pairs


def brute_force(texts, asked):
    """All pairs of texts that have features and reach the threshold, with their Jaccard similarity."""
    sets = [set(reference.hashes(text, asked.finding, texts)) for text in texts]
    alike = {
        (left, right): len(sets[left] & sets[right]) / len(sets[left] | sets[right])
        for right in range(len(texts))
        for left in range(right)
        if sets[left] and sets[right]
    }
    return {pair: similarity for pair, similarity in alike.items() if similarity >= asked.matching.threshold}


@pytest.mark.parametrize("text", [*EDITED, *AWKWARD])
def test_the_slice_of_a_feature_is_the_words_it_was_made_of(finding, text):
    feature = settled(finding, EDITED)[1].feature
    for each in locate_features(text, feature):
        said = split_words(text[each.start : each.end])
        if finding.feature == "words" or (finding.feature == "winnow" and finding.winnow_of == "words"):
            assert reference.fold([reference.shingle(word) for word in said], len(said)) == each.hash
        elif "characters" in (finding.feature, finding.winnow_of):
            assert reference.shingle(text[each.start : each.end]) == each.hash
        elif finding.feature in WEIGHED:
            before = max(each.start - 1, 0) if finding.feature == "grams" else each.start  # what a mark stands on
            assert each.hash in hashes_at_any_level(text[before : each.end], finding)
        else:
            assert text[each.start : each.end].startswith(said[0])
            assert text[each.start : each.end].endswith(said[-1])


@cache
def hashes_at_any_level(text, finding):
    """Of a token's place: the spaces at its ends may be a run of anything, or none at all."""
    tokens = [text.lower()] if finding.feature != "grams" else reference.tokens(text, finding)
    if finding.feature == "stems":
        tokens = [reference.stem(text.lower(), finding.stemming)]
    return {reference.fold([reference.shingle(token), copy], 2) for token in tokens for copy in range(16)}


def test_the_slice_of_a_spot_signature_goes_from_its_antecedent_to_its_last_word():
    feature = settled(ASKED["spotsigs of a list"], EDITED)[1].feature
    text = "It was by the river, the old mill of stone"
    assert [text[start:end] for _, start, end in locate_features(text, feature)] == [
        "by the river, the old", "the river, the old", "the old mill",
    ]  # fmt: skip


# ---- words ----


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't e-mail 3.14.", ["Don't", "e", "mail", "3.14"]),
        (CHINESE[:8], ["北京", "是", "中国", "的", "首都"]),
        (JAPANESE[:11], ["東京", "は", "日本", "の", "首都", "で", "あり"]),
        ("Tea in 北京 — été", ["Tea", "in", "北京", "été"]),
        ("-- !", []),
    ],
)
def test_words_are_those_of_unicode_and_of_dictionaries(text, words):
    assert split_words(text) == words
    assert [text[start:end] for _, start, end in locate_features(text, Words(1))] == words


# ---- the lexicon ----


def test_the_steps_of_the_lexicon_keep_the_promises_of_steps():
    batch = units([*EDITED, *AWKWARD])
    counts = lexicon.CountWords()(batch.slice(0, 4)), lexicon.CountWords()(batch.slice(4))
    summed = lexicon.SumWordCounts(1, lexicon.NO_LIMIT)(grouped(pa.concat_batches(counts), ("word",)))
    assert summed.equals(lexicon.CountWords()(batch)), "it does not matter where the batches were cut"
    check_grouped(lexicon.SumWordCounts(2, 3), grouped(pa.concat_batches(counts), ("word",)), ("word",))
    check_step(lexicon.rank_words, summed)
    numbered = grouped(lexicon.rank_words(summed), ("rank", "word"), "place")
    check_step(lexicon.KeepFirstWords(5), numbered)
    first = lexicon.KeepFirstWords(2)(numbered).to_pylist()
    assert first[0] == {"word": "the", "units": max(summed["units"].to_pylist())}


@pytest.mark.parametrize(
    "feature", [WeightedWords(), WeightedStems(), WeightedGrams(2)], ids=lambda feature: feature.name
)
def test_the_step_that_counts_tokens_keeps_the_promises_of_steps(feature):
    batch, step = units([*EDITED, *AWKWARD]), lexicon.CountWords(feature.token_kernel)
    counts = pa.concat_batches([step(batch.slice(0, 4)), step(batch.slice(4))])
    assert lexicon.SumWordCounts(1, lexicon.NO_LIMIT)(grouped(counts, ("word",))).equals(step(batch))
    asked = Finding(feature=feature.name, shingle=2)
    tokens = [set(reference.tokens(text, asked)) for text in batch["text"].to_pylist()]
    expected = {token: sum(token in each for each in tokens) for each in tokens for token in each}
    assert {row["word"]: row["units"] for row in step(batch).to_pylist()} == expected


def test_of_too_many_tokens_those_in_most_units_have_their_weight(monkeypatch):
    every = settled(Finding(feature="weighted"), EDITED)[1].feature
    monkeypatch.setattr(lexicon, "MOST_WORDS", 3)
    few = settled(Finding(feature="weighted"), EDITED)[1].feature
    levels = [[len(locate_features(word, feature)) for word in ("the", "river", "tarn")] for feature in (every, few)]
    assert levels[0][0] == levels[1][0] < levels[0][1] < levels[1][1] == levels[0][2] == levels[1][2] == 8


def test_a_word_counts_once_for_each_unit():
    rows = lexicon.CountWords()(units(["tea or tea, that is tea", "tea in 北京"])).to_pylist()
    assert {row["word"]: row["units"] for row in rows} == {"tea": 2, "or": 1, "that": 1, "is": 1, "in": 1, "北京": 1}


def test_a_lexicon_beyond_all_measure_is_an_error_with_a_way_out(monkeypatch):
    monkeypatch.setattr(lexicon, "MOST_WORDS", 3)
    with pytest.raises(SettingsError) as caught:
        settled(Finding(feature="imatch", idf_range=(0.0, 0.9)), EDITED)
    assert "--idf-range" in caught.value.hint


@pytest.mark.parametrize("name", ["imatch", "spotsigs", *WEIGHED])
def test_a_feature_that_does_not_know_the_corpus_says_so(name):
    with pytest.raises(TwicetoldError, match="does not know the corpus"):
        _ = load_feature(Finding(feature=name)).kernel


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"feature": "winow"}, "did you mean `winnow`?"),
        ({"feature": "winnow", "winnow_window": 0}, "must be 1 or more, not 0"),
        ({"feature": "winnow", "winnow_of": "letters"}, "words, characters"),
        ({"feature": "imatch", "idf_range": (0.5, 0.1)}, "the smaller first"),
        ({"feature": "imatch", "idf_range": (0.5,)}, "two numbers"),
        ({"feature": "imatch", "idf_range": (0.0, 1.5)}, "from 0 to 1"),
        ({"feature": "imatch", "lexicons": -1}, "must be 0 or more, not -1"),
        ({"feature": "imatch", "lexicon_share": 0.0}, "above 0"),
        ({"feature": "spotsigs", "antecedents": "0"}, "must be 1 or more, not 0"),
        ({"feature": "spotsigs", "antecedents": "the,of the"}, "commas"),
        ({"feature": "spotsigs", "antecedents": ""}, "commas"),
        ({"feature": "spotsigs", "spot_chain": 0}, "must be 1 or more, not 0"),
        ({"feature": "spotsigs", "spot_distance": 0}, "must be 1 or more, not 0"),
        ({"feature": "stems", "stemming": "klingon"}, "english"),
        ({"feature": "grams", "shingle": -1}, "0 is automatic"),
        ({"feature": "grams", "word_weights": "nowhere.tsv"}, "UTF-8 file"),
    ],
)
@pytest.mark.parametrize("finder", registry.list_names("finder"))
def test_a_wrong_setting_is_an_error_with_a_way_out(finder, wrong, said):
    with pytest.raises(SettingsError) as caught:
        check_settings(SentenceSettings(finding=Finding(finder=finder, **wrong)))
    assert said in caught.value.message + caught.value.hint
