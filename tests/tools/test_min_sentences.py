"""The study of how many sentences make a passage: what it plants stands where it says, and what counts as found."""

from __future__ import annotations

from replication import min_sentences
from twicetold.evaluate.truth import PassageSpans


def documents() -> tuple[dict[str, str], dict[str, list[tuple[int, int]]]]:
    """Forty documents of twenty sentences, none of which stands twice."""
    texts, places = {}, {}
    for number in range(40):
        lines = [f"Sentence {line} of document {number} says the number {number * 100 + line}." for line in range(20)]
        texts[f"d{number:02}"] = " ".join(lines)
        starts = [sum(len(line) + 1 for line in lines[:at]) for at in range(20)]
        places[f"d{number:02}"] = [(start, start + len(line)) for start, line in zip(starts, lines, strict=True)]
    return texts, places


def test_a_planted_passage_stands_where_it_says_and_has_as_many_sentences() -> None:
    sample = min_sentences.plant_passages(*documents())
    same = 0
    for (pair, place), count in sample.lengths.items():
        left, right = (sample.texts[name][slice(*span)] for name, span in zip(pair, place, strict=True))
        assert left.count("Sentence") == right.count("Sentence") == count or left != right
        assert len(left.split()) == len(right.split())
        same += left == right
    assert 0 < same < len(sample.lengths)
    assert set(sample.lengths.values()) == set(range(1, 11))


def test_a_passage_that_was_not_planted_is_wrong_and_one_not_found_is_missed() -> None:
    place = PassageSpans((0, 10), (0, 10))
    sample = min_sentences.Sample(
        {}, {("a", "b"): [place], ("a", "c"): [place]}, dict.fromkeys([(("a", "b"), place), (("a", "c"), place)], 2)
    )
    score = min_sentences.score_passages(sample, {("a", "b"): [place], ("b", "c"): [place]})
    assert (score.precision, score.recall, score.cases, score.detections) == (0.5, 0.5, 2, 2)
    assert min_sentences.score_passages(sample, {}, least=3).cases == 0
