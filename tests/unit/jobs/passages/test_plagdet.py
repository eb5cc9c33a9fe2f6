"""The measure of PAN, by examples worked out by hand, and the corpus reader on a corpus of our own."""

import math

import pytest

from replication import pan13
from twicetold.evaluate.truth import PassageSpans
from twicetold.jobs.passages.plagdet import compute_plagdet, measure_coverage


def test_a_perfect_detection_scores_one():
    case = PassageSpans((10, 20), (30, 50))
    assert compute_plagdet([([case], [case])]).score == 1.0


def test_recall_and_precision_count_the_characters_of_both_sides():
    case, detection = PassageSpans((0, 10), (0, 10)), PassageSpans((5, 15), (0, 10))
    assert measure_coverage(case, [detection]) == (0.75, 1)
    result = compute_plagdet([([case], [detection])])
    assert (result.recall, result.precision, result.granularity) == (0.75, 0.75, 1.0)
    assert result.score == 0.75


def test_a_detection_must_meet_its_case_on_both_sides():
    case, detection = PassageSpans((0, 10), (0, 10)), PassageSpans((0, 10), (10, 20))
    result = compute_plagdet([([case], [detection])])
    assert (result.recall, result.precision, result.score) == (0.0, 0.0, 0.0)


def test_pieces_of_one_case_cost_granularity():
    case = PassageSpans((0, 10), (0, 10))
    result = compute_plagdet([([case], [PassageSpans((0, 5), (0, 5)), PassageSpans((5, 10), (5, 10))])])
    assert (result.recall, result.precision, result.granularity) == (1.0, 1.0, 2.0)
    assert result.score == pytest.approx(1 / math.log2(3))


def test_characters_that_two_detections_cover_count_once():
    case = PassageSpans((0, 10), (0, 10))
    result = compute_plagdet([([case], [PassageSpans((0, 6), (0, 6)), PassageSpans((4, 8), (4, 8))])])
    assert result.recall == 0.8


def test_every_case_counts_the_same_however_long():
    long, short = PassageSpans((0, 1000), (0, 1000)), PassageSpans((2000, 2010), (2000, 2010))
    result = compute_plagdet([([long, short], [long])])
    assert (result.recall, result.precision) == (0.5, 1.0)
    assert result.score == pytest.approx(2 / 3)


def test_pairs_are_apart_and_false_alarms_cost_precision():
    place = PassageSpans((0, 10), (0, 10))
    result = compute_plagdet([([place], [place]), ([], [place])])
    assert (result.recall, result.precision, result.cases, result.detections) == (1.0, 0.5, 1, 2)


def test_nothing_to_find_and_nothing_found_is_right():
    assert compute_plagdet([([], [])]).score == 1.0
    assert compute_plagdet([([], [PassageSpans((0, 1), (0, 1))])]).score == 0.0


PASSAGE = (
    "The lighthouse keeper rowed to the mainland every second Thursday. He sold dried seaweed to the apothecary and bought "
    "lamp oil, tobacco and a newspaper that was always nine days old. In the winter of 1843 the boat was lost."
)
FILLER = "Beekeeping needs patience. Wooden hives last for decades when they are oiled in autumn."
OTHER = "Glass was once dearer than silver. Only churches had windows of any size."


@pytest.fixture
def corpus(tmp_path):
    for name in ("susp", "src", "01-no-plagiarism", "02-no-obfuscation"):
        (tmp_path / name).mkdir()
    (tmp_path / "susp" / "a.txt").write_text(f"{FILLER} {PASSAGE} {FILLER}")
    (tmp_path / "src" / "b.txt").write_text(f"[] {OTHER} {PASSAGE}")
    (tmp_path / "src" / "c.txt").write_text(OTHER)
    (tmp_path / "pairs").write_text("a.txt b.txt\na.txt c.txt\n")
    (tmp_path / "01-no-plagiarism" / "a-c.xml").write_text('<document reference="a.txt"></document>')
    (tmp_path / "02-no-obfuscation" / "a-b.xml").write_text(
        f'<document><feature name="about" /><feature name="plagiarism" this_offset="{len(FILLER) + 1}" '
        f'this_length="{len(PASSAGE)}" source_offset="{len(OTHER) + 4}" source_length="{len(PASSAGE)}" /></document>'
    )
    return tmp_path


def test_the_corpus_is_read_aligned_and_scored(corpus, capsys):
    assert pan13.main([str(corpus)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "plagdet all 1.000 verbatim 1.000"


def test_broken_annotations_are_reported_and_do_not_end_the_run(corpus, capsys):
    (corpus / "01-no-plagiarism" / "a-c.xml").write_text("<document>")
    (corpus / "pairs").write_text("a.txt b.txt\na.txt c.txt\na.txt nowhere.txt\n")
    assert pan13.main([str(corpus)]) == 1
    out, err = capsys.readouterr()
    assert "rejected: pair `a.txt c.txt`: ParseError" in err
    assert "1 pairs, 2 rejected" in out
    assert out.splitlines()[-1] == "plagdet all 1.000 verbatim 1.000"


def test_the_halves_share_no_source_document(corpus):
    pairs = pan13.Pan13Corpus.read(corpus).pairs
    halves = [{pair.right for pair in pan13.choose_pairs(pairs, None, half)} for half in (1, 2)]
    assert halves[0].isdisjoint(halves[1])
    assert halves[0] | halves[1] == {pair.right for pair in pairs}
