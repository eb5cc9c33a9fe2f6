"""What every kind of vectors must do, whatever the text, with every finder that takes them."""

import pickle
import struct
from importlib.util import find_spec
from itertools import combinations, pairwise
from types import SimpleNamespace

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step
from tests.oracles import vectors as reference
from tests.oracles.features import grams
from tests.runs.sentence_rows import FAR, NEAR, ORIGIN, check_grouped, grouped, paired, sentences, tallied, units

from twicetold import _kernels
from twicetold.config import Finding, Folding, Machine, Matching, complete_settings
from twicetold.engines.local import Local
from twicetold.engines.steps import SelectColumns
from twicetold.errors import InputError, MissingPackage, SettingsError, TwicetoldError
from twicetold.features import word_pieces
from twicetold.features.base import load_feature
from twicetold.features.word_vector_files import read_rows
from twicetold.finders import scan
from twicetold.finders.join_steps import UNIT_TEXTS, select_candidate_counts, select_candidate_pairs
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, check_settings, fit_finder_in_memory, fold_sentences, match_units
from twicetold.matching import verify
from twicetold.matching.clusters.cohere import BreakChains
from twicetold.matching.similarity import Comparison
from twicetold.tables.matching import COMPONENT_LINKS

WORDS = {"the": (0.1, 0.1, 0.0), "lake": (1.0, -2.0, 0.5), "froze": (0.0, 1.5, 1.0), "Winter": (0.5, 0.5, -3.0)}
TEXTS_TRIED = [*AWKWARD, ORIGIN, NEAR, FAR, "The mill by the river.", "by the mill the river", "北京是中国的首都", "of"]


def text_file(folder, header=True):
    lines = [f"{len(WORDS)} 3"] * header + [f"{word} {' '.join(map(str, row))}" for word, row in WORDS.items()]
    path = folder / ("vectors.vec" if header else "glove.txt")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def binary_file(folder):
    records = [word.encode() + b" " + struct.pack("<3f", *row) + b"\n" for word, row in WORDS.items()]
    path = folder / "vectors.bin"
    path.write_bytes(f"{len(WORDS)} 3\n".encode() + b"".join(records))
    return path


HAS_WORDLLAMA = find_spec("wordllama") is not None


@pytest.fixture(params=["hashed", "hashed grams", "few dimensions", "a file", "a file by sif", "wordllama"])
def finding(request, tmp_path):
    if request.param == "wordllama" and not HAS_WORDLLAMA:
        pytest.skip("wordllama is not installed")
    return {
        "hashed": Finding(feature="vectors"),
        "hashed grams": Finding(feature="vectors", vectors="hashed-grams", shingle=2),
        "few dimensions": Finding(feature="vectors", dimensions=8),
        "a file": Finding(feature="vectors", vectors=str(text_file(tmp_path))),
        "a file by sif": Finding(feature="vectors", vectors=str(binary_file(tmp_path)), averaging="sif"),
        "wordllama": Finding(feature="vectors", vectors="wordllama"),
    }[request.param]


def settled(finding, texts, finder="scan", threshold=0.5):
    """Units, and the finder fitted to them; every unit is compared."""
    asked = complete_settings(
        SentenceSettings(
            folding=Folding(min_characters=1),
            finding=Finding(**{**vars(finding), "min_length": 1, "finder": finder}),
            matching=Matching("cosine", threshold),
            machine=Machine(workers=1),
        )
    )
    engine = Local(asked.machine)
    rows = engine.load_rows(pa.Table.from_batches([sentences(texts)]))
    folded = engine.collect({"units": fold_sentences(rows, asked, engine)})["units"]
    found = build_finder(asked, folded.num_rows)
    return folded, fit_finder_in_memory(found, engine.load_rows(folded), folded.num_rows, engine), asked, engine


def test_the_feature_is_a_value_that_pickles_and_tells_of_itself(finding):
    feature = settled(finding, TEXTS_TRIED)[1].feature
    again = pickle.loads(pickle.dumps(feature))
    assert (again, hash(again)) == (feature, hash(feature))
    assert feature.facts["feature"] == "vectors"
    assert feature.facts["vectors"] == finding.vectors
    assert feature.is_dense
    assert not feature.needs_lexicon
    with pytest.raises(SettingsError, match="`vectors` has no sets"):
        _ = feature.kernel


def test_a_vector_is_that_of_its_text_wherever_a_batch_is_cut(finding):
    feature = settled(finding, TEXTS_TRIED)[1].feature
    texts = pa.array([*TEXTS_TRIED, "", " "], pa.string())
    whole = feature.compute_vectors(texts)
    assert whole.type == pa.binary(feature.facts["dimensions"])
    parts = [feature.compute_vectors(texts.slice(at, 1)) for at in range(len(texts))]
    assert pa.concat_arrays(parts).equals(whole)
    assert whole[-2].as_py() is None, "a text without anything has no vector"
    assert len(feature.compute_vectors(texts.slice(0, 0))) == 0


def test_every_text_with_a_vector_has_cosine_1_with_itself_and_cosines_have_no_direction(finding):
    feature = settled(finding, TEXTS_TRIED)[1].feature
    vectors = feature.compute_vectors(pa.array(TEXTS_TRIED))
    places = pa.arange(0, len(vectors)).cast(pa.int32())
    own = _kernels.compute_vector_similarities(vectors, places, places, "cosine").to_pylist()
    assert own == [None if each.as_py() is None else 1.0 for each in vectors]
    assert 1.0 in own
    pairs = list(combinations(range(len(TEXTS_TRIED)), 2))
    sides = [pa.array([pair[side] for pair in pairs], pa.int32()) for side in (0, 1)]
    left, right = (vectors.take(side) for side in sides)
    there = _kernels.compute_vector_similarities(vectors, *sides, "cosine").to_pylist()
    assert there == _kernels.compute_vector_similarities(vectors, *reversed(sides), "cosine").to_pylist()
    plain = [reference.cosine(one.as_py(), two.as_py()) for one, two in zip(left, right, strict=True)]
    assert there == plain
    assert all(0 <= each <= 1 for each in there if each is not None)


def test_vectors_of_different_lengths_are_an_error():
    places = [pa.array([place], pa.int32()) for place in (0, 1)]
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.compute_vector_similarities(pa.array([b"ab", b"abc"], pa.binary()), *places, "cosine")


def test_hashed_words_are_those_of_the_plain_version():
    folded, finder, asked, _ = settled(Finding(feature="vectors", dimensions=32), [*TEXTS_TRIED, "-- !?"])
    texts = folded["text"].to_pylist()
    vectors = finder.feature.compute_vectors(pa.array(texts)).to_pylist()
    assert vectors == [reference.hashed(text, asked.finding, texts) for text in texts]
    assert None in vectors, "a text without a word"


def test_hashed_grams_are_those_of_the_plain_version():
    finding = Finding(feature="vectors", vectors="hashed-grams", dimensions=32)
    folded, finder, asked, _ = settled(finding, [ORIGIN, NEAR, FAR, *TEXTS_TRIED[-4:], "-- !?"])
    texts = folded["text"].to_pylist()
    vectors = finder.feature.compute_vectors(pa.array(texts)).to_pylist()
    assert vectors == [reference.hashed(text, asked.finding, texts, lambda each: grams(each, 3)) for text in texts]
    assert finder.feature.facts["shingle"] == 3


@pytest.mark.parametrize(
    ("texts", "shingle"),
    [
        (
            ("the rivver flows thrugh the old centr of the town", "the river flows through the old centre of the town"),
            3,
        ),
        (("老舍茶馆位于前门西大街的北侧", "老舍茶馆位於前門西大街的北側"), 1),
    ],
)
def test_by_grams_misspelt_words_are_near_where_by_words_they_are_not(texts, shingle):
    def cosine(vectors):
        finding = Finding(feature="vectors", vectors=vectors, shingle=shingle)
        feature = settled(finding, [*texts, ORIGIN, FAR])[1].feature
        return Comparison(feature, "cosine").compare_sides(*(pa.array([text]) for text in texts))[0].as_py()

    assert cosine("hashed-grams") > cosine("hashed") + 0.1


def test_words_of_a_file_are_added_up_and_a_text_without_one_is_left_out_and_counted(tmp_path):
    finding = Finding(feature="vectors", vectors=str(text_file(tmp_path)))
    texts = ["the lake froze", "froze lake the", "winter of the lake", "unknown here", "nothing known at all", ORIGIN]
    folded, finder, asked, engine = settled(finding, texts, threshold=0.9)
    known = {word.lower(): row for word, row in WORDS.items()}
    told = folded["text"].to_pylist()
    assert finder.feature.compute_vectors(pa.array(told)).to_pylist() == [reference.mean(text, known) for text in told]
    words = [set(text.lower().replace(",", "").replace(".", "").split()) for text in texts]
    every, missing = sum(map(len, words)), sum(len(own - known.keys()) for own in words)
    assert finder.feature.facts["unknown_words"] == round(missing / every, 4)
    tables = engine.collect(match_units(engine.load_rows(folded), finder, asked, engine))
    assert tallied(tables["crowds"]) == {"without_vector": 2}


@pytest.mark.parametrize("make", [text_file, lambda folder: text_file(folder, header=False), binary_file])
def test_every_format_of_word_vectors_gives_the_same_rows(tmp_path, make):
    wanted = {"lake", "winter", "the", "absent"}
    found = {word: list(row) for word, row in read_rows(str(make(tmp_path)), wanted)}
    assert found == {"the": pytest.approx(WORDS["the"]), "lake": list(WORDS["lake"]), "winter": list(WORDS["Winter"])}


def test_what_a_file_has_in_just_the_wanted_letters_goes_before(tmp_path):
    path = tmp_path / "cased.txt"
    path.write_text("Lake 1 2\nLAKE 3 4\nlake 5 6\nlake 7 8\ntwo words 9 9\n", encoding="utf-8")
    assert {word: list(row) for word, row in read_rows(str(path), {"lake", "two words"})} == {
        "lake": [5, 6],
        "two words": [9, 9],
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"hello there\n", "no word vectors"),
        (b"2 3\nlake " + struct.pack("<2f", 1, 2), "expected a word and 3 numbers"),
        (b"the 1 2\nlake 3 x\n", "line 2: expected numbers"),
        (b"the 1 2\nlake 3 nan\n", "line 2: expected 2 numbers"),
    ],
)
def test_a_damaged_file_of_word_vectors_is_an_error_that_says_where(tmp_path, content, said):
    path = tmp_path / "damaged"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said) as caught:
        list(read_rows(str(path), {"lake"}))
    assert caught.value.hint


# ---- finders and steps ----


def test_the_scan_finds_what_brute_force_finds(finding):
    folded, finder, asked, engine = settled(finding, [*TEXTS_TRIED, ORIGIN + " Twice.", NEAR.replace("lake", "tarn")])
    texts = folded["text"].to_pylist()
    vectors = [each.as_py() for each in finder.feature.compute_vectors(pa.array(texts))]
    alike = {pair: reference.cosine(vectors[pair[0]], vectors[pair[1]]) for pair in combinations(range(len(texts)), 2)}
    tables = engine.collect(match_units(engine.load_rows(folded), finder, asked, engine))
    found = {(row["left"], row["right"]) for row in tables["verified"].to_pylist()}
    assert found == {pair for pair, cosine in alike.items() if cosine is not None and cosine >= 0.5}
    assert found
    assert tallied(tables["judged"]) == {"accepted": len(found)}, "a scan finds nothing else"


def test_the_steps_of_the_scan_keep_the_promises_of_steps():
    finder = settled(Finding(feature="vectors"), TEXTS_TRIED)[1]
    rows = SelectColumns(UNIT_TEXTS)(units(TEXTS_TRIED))
    cells = scan.PlaceVectorsInCells(finder.feature, 3, 0)
    check_step(cells, rows)
    groups = grouped(cells(rows), ("cell",))
    step = scan.CompareVectors(0.3)
    found = step(groups)
    assert found.schema.equals(step.schema)
    keys = groups["cell"].to_pylist()
    for cut in [at for at in range(1, len(keys)) if keys[at] != keys[at - 1]]:
        parts = [step(groups.slice(0, cut)), step(groups.slice(cut))]
        assert pa.concat_batches([select_candidate_pairs(each) for each in parts]).equals(select_candidate_pairs(found))
        assert tallied(*map(select_candidate_counts, parts)) == tallied(select_candidate_counts(found))
    assert select_candidate_pairs(found).num_rows > 0
    assert step(groups.slice(0, 0)).num_rows == 0


def test_verifying_by_vectors_keeps_the_promises_of_a_step(finding):
    feature = settled(finding, TEXTS_TRIED)[1].feature
    texts = [*AWKWARD[:8], ORIGIN, NEAR, FAR]
    judged = verify.ComputeSimilarity(Comparison(feature, "cosine"))
    check_step(judged, paired(texts))
    found = judged(paired(texts))
    accepted, bands = verify.KeepMatches(0.55)(found), verify.CountSimilarityBands(0.55, 0.0)(found)
    assert accepted.num_rows == tallied(bands)["accepted"] > 0
    assert sum(tallied(bands).values()) == found.num_rows


def test_chains_are_broken_by_cosine():
    feature = settled(Finding(feature="vectors"), TEXTS_TRIED)[1].feature
    chain = ["a lake of ice", "a lake of ice and snow", "ice and snow all year", "snow all year round here"]
    rows = [{"component": 0, "left": at, "right": at, "similarity": 1.0, "text": text} for at, text in enumerate(chain)]
    vectors = feature.compute_vectors(pa.array(chain)).to_pylist()
    cosines = [reference.cosine(one, two) for one, two in pairwise(vectors)]
    rows += [
        {"component": 0, "left": at, "right": at + 1, "similarity": each, "text": ""} for at, each in enumerate(cosines)
    ]
    other = [
        {"component": 9, "left": left, "right": right, "similarity": 1.0, "text": "" if left < right else "ice"}
        for left, right in ((9, 9), (9, 10), (10, 10))
    ]
    links = grouped(pa.RecordBatch.from_pylist([*rows, *other], COMPONENT_LINKS), ("component",))
    near, far = reference.cosine(vectors[0], vectors[1]), reference.cosine(vectors[0], vectors[3])
    assert near > 0.3 > far
    step = BreakChains(feature, "cosine", 0.3)
    check_grouped(step, links, ("component",))
    cores = {row["unit"]: row["core"] for row in step(links).to_pylist()}
    assert cores[0] == cores[1] != cores.get(3)
    assert cores[9] == cores[10]


# ---- settings ----


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"finder": "minhash", "feature": "vectors"}, "`--finder scan` or `projection`"),
        ({"finder": "join", "feature": "vectors"}, "`--finder scan` or `projection`"),
        ({"finder": "scan", "feature": "words"}, "`--feature vectors`"),
        ({"finder": "scan", "dimensions": 7}, "between 8 and 4096, not 7"),
        ({"finder": "scan", "vectors": "absent.vec"}, "hashed, hashed-grams, wordllama, minilm, or a file"),
        ({"finder": "scan", "vectors": __file__, "averaging": "idf"}, "mean, sif"),
        ({"finder": "scan", "min_length": -1}, "0 or more, not -1"),
    ],
)
def test_a_wrong_setting_is_an_error_with_a_way_out(wrong, said):
    settings = complete_settings(SentenceSettings(finding=Finding(**wrong)))
    with pytest.raises(SettingsError) as caught:
        check_settings(settings)
    assert said in caught.value.message + caught.value.hint


@pytest.mark.parametrize(("matching", "said"), [(Matching("jaccard"), "cosine"), (Matching("cosine", 0.0), "above 0")])
def test_a_scan_is_by_cosine_above_0(matching, said):
    with pytest.raises(SettingsError) as caught:
        build_finder(SentenceSettings(finding=Finding(finder="scan", feature="vectors"), matching=matching), 10)
    assert said in caught.value.message + caught.value.hint


def test_what_does_not_know_the_corpus_says_so(tmp_path):
    for source in ("hashed", "hashed-grams", str(text_file(tmp_path))):
        with pytest.raises(TwicetoldError, match="does not know the corpus"):
            load_feature(Finding(feature="vectors", vectors=source)).compute_vectors(pa.array(["a"]))


def test_without_its_package_wordllama_is_an_error_with_a_way_out(monkeypatch):
    monkeypatch.setattr(word_pieces, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage) as caught:
        load_feature(Finding(feature="vectors", vectors="wordllama"))
    assert caught.value.hint == "pip install 'twicetold[embeddings]'"


def test_a_version_of_wordllama_that_lacks_a_file_is_an_error_with_a_way_out(monkeypatch, tmp_path):
    found = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr(word_pieces, "find_spec", lambda name: found)
    with pytest.raises(TwicetoldError, match="has no file") as caught:
        load_feature(Finding(feature="vectors", vectors="wordllama"))
    assert "0.3.9" in caught.value.hint
