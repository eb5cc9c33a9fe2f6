"""Words are looked up in a file of vectors as they are, or as paper 002 did: by stem, without stop words and numbers."""

import twicetold
from twicetold.features.stem_lookup import STOP_WORDS, find_lookup_forms


def test_stop_words_and_numbers_are_not_looked_up_and_other_words_by_their_stems():
    words = ["the", "mills", "1999", "studies", "b2b", "été", "don't"]
    assert find_lookup_forms(words, "stems") == {"mills": "mill", "studies": "studi"}
    assert find_lookup_forms(words, "words") == {word: word for word in words}
    assert len(STOP_WORDS) == 179


def test_the_papers_look_up_finds_a_text_with_other_endings_and_stop_words(tmp_path):
    file = tmp_path / "vectors.txt"
    words = ("old", "mill", "grind", "corn", "river", "valley")
    rows = [f"{word} {' '.join('1' if place == at else '0.1' for place in range(6))}" for at, word in enumerate(words)]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    texts = [
        "The old mills were grinding corn in the river valleys.",
        "An old mill grinds the corn of some river valley.",
    ]
    by_stems = twicetold.cluster(texts, preset="meng2018", vectors=str(file))
    assert by_stems.labels.to_pylist() == [0, 0]
    assert (by_stems.facts["lookup"], by_stems.facts["unknown_words"]) == ("stems", 0)
    by_words = twicetold.cluster(texts, preset="meng2018", vectors=str(file), lookup="words")
    assert by_words.facts["unknown_words"] > 0.5
