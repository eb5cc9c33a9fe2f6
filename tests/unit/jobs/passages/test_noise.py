"""Noise is estimated from the texts, decides how passages are located, and stands in `run.json`."""

import random

import pytest
from benchmarks.noise_corpus import add_noise, add_noise_to_corpus, plant_passages
from tests.runs.essays import essay

import twicetold

WORDS = sorted({word for number in range(8) for line in essay(number) for word in line.lower().strip(".").split()})


def make_texts(count):
    """Texts of common words, so that a wrong letter is seen; no two share a sentence."""
    draw = random.Random(5)
    sentences = [" ".join(draw.choices(WORDS, k=12)).capitalize() + "." for _ in range(60 * count)]
    return [" ".join(sentences[60 * at : 60 * at + 60]) for at in range(count)]


@pytest.fixture(scope="module")
def corpus():
    return plant_passages(make_texts(8))


def compare(corpus, **options):
    targets = {f"t{at}": text for at, text in enumerate(corpus.targets)}
    sources = [{"id": f"s{at}", "text": text} for at, text in enumerate(corpus.sources)]
    texts = [*sources, *({"id": name, "text": text} for name, text in targets.items())]
    return twicetold.passages(texts, **options)


def test_clean_text_is_told_as_clean(corpus):
    noise = compare(corpus).facts["results"]["noise"]
    assert noise["treated_as"] == "none"
    assert noise["wrong_letters"] == 0


def test_noisy_text_is_compared_letter_by_letter(corpus):
    noisy = add_noise_to_corpus(corpus, 0.1, both=True)
    run = compare(noisy)
    noise = run.facts["results"]["noise"]
    assert noise["treated_as"] == "ocr"
    assert 0.02 < noise["wrong_letters"] < 0.15
    pairs = {(f"s{each.source}", f"t{each.target}") for each in noisy.planted}
    found = {(row["left_document"], row["right_document"]) for row in run.passages.to_pylist()}
    assert pairs <= found
    without = compare(noisy, noise="none")
    assert without.facts["results"]["noise"] == {"treated_as": "none"}
    assert without.passages.num_rows < run.passages.num_rows


def test_passages_by_sentences_do_not_ask_for_noise(corpus):
    assert compare(corpus, by="sentences", noise="ocr").facts["results"]["noise"] == {"treated_as": "none"}


def test_noise_keeps_the_place_of_every_character():
    text = "The harbour was closed at noon."
    assert add_noise(text, 0.0, random.Random(1)) == (text, list(range(len(text) + 1)))
    noisy, places = add_noise(text * 50, 0.3, random.Random(1))
    assert places == sorted(places)
    assert places[-1] == len(noisy)
