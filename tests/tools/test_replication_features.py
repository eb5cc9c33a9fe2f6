"""The table of features: what is planted is as it says, what is scored is scored right, and it runs to its end."""

import json
import sys
from random import Random

import pytest
from replication.features import __main__ as command
from replication.features import plant, score

from twicetold.demo import PlantedCorpus

ENGLISH = "The old mill by the river was sold in 1905 to a family from the north of the county."
CHINESE = "北京是中国的首都，也是全国的政治中心和文化中心，人口超过 2000 万，是 JR 的三倍。"
OTHERS = ["Nobody crossed the frozen lake on foot.", "A tarn is a small lake.", "湖很小，没有人回答他的问题。"]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
@pytest.mark.parametrize("kind", plant.EDITS)
def test_an_edit_leaves_most_of_a_sentence_as_it_was(kind, text):
    copies = {plant.edit_sentence(text, kind, OTHERS, Random(seed)) for seed in range(20)}
    assert len(copies) > 1
    for copy in copies - {text}:
        lengths = sorted([len(copy), len(text)])
        assert lengths[0] > 0.5 * lengths[1]
        if kind == "swap":
            assert sorted(copy.replace(" ", "")) == sorted(text.replace(" ", ""))
        if kind == "split":
            assert copy in text


def test_planting_is_seeded_and_gives_distinct_texts():
    texts = [f"{ENGLISH[:-1]}, number {number}." for number in range(200)]
    corpus = plant.plant_copies(texts, 0.3, 4)
    assert plant.plant_copies(texts, 0.3, 4) == corpus
    assert plant.plant_copies(texts, 0.3, 5) != corpus
    assert len(set(corpus.texts)) == len(corpus.texts) == 200 + len(corpus.planted)
    assert {copy for _, copy in corpus.planted} == set(range(200, len(corpus.texts)))
    assert set(corpus.planted.values()) == set(plant.EDITS)


def test_identical_pairs_are_right_whatever_the_feature():
    true, found = {(0, 1), (2, 3), (4, 5), (6, 7)}, {(0, 1), (2, 9)}
    assert (score.score_pairs(found, true).precision, score.score_pairs(found, true).recall) == (0.5, 0.25)
    assert score.score_pairs(found, true).f1 == pytest.approx(1 / 3)
    assert score.score_pairs(found, true, identical=4) == score.PairScore(5 / 6, 5 / 8)
    assert score.find_best_threshold({(0, 1): 0.9, (2, 3): 0.65, (8, 9): 0.5}, true) == (0.6, score.PairScore(1.0, 0.5))


def test_a_doubtful_pair_counts_neither_way():
    corpus = plant.EditedCorpus(
        ["one two three four five six", "one two three four five seven", "one two three four ten now"]
    )
    assert set(score.find_similar_pairs(corpus, 0.3, feature="words", shingle=1)) == {(0, 1)}
    corpus.planted[0, 2] = "replace"
    assert set(score.find_similar_pairs(corpus, 0.3, feature="words", shingle=1)) == {(0, 1), (0, 2)}


def test_the_command_prints_its_tables(tmp_path, monkeypatch, capsys):
    lines = PlantedCorpus(sentences=400, seed=3).write_jsonl(tmp_path / "texts.jsonl")
    with lines.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"id": "z", "text": CHINESE}, ensure_ascii=False) + "\n")
    monkeypatch.setattr(sys, "argv", ["features", str(lines), "--sentences", "150"])
    monkeypatch.setattr(command, "ANTECEDENTS", (10,))
    command.main()
    said = capsys.readouterr().out
    assert said.startswith("165 sentences; true pairs: 15 planted")
    for name in command.FEATURES:
        assert said.count(f"| {name} |") == 3
    assert "| 10, chain 2 |" in said
