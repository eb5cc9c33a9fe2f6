"""The questions: keys, undo, skip, what is shown and what is not."""

import io

import pytest
from rich.console import Console

from twicetold.evaluate.truth import SKIPPED
from twicetold.jobs.sentences.label import ContradictionLabels, SentenceMatchLabels
from twicetold.label.ask import LabelQuestions
from twicetold.label.base import ItemTexts, LabelItem
from twicetold.label.sample import SampledItem
from twicetold.label.sheet import build_sheet, read_sheet

EVIL = "Evil \x1b[31mred\x07\u202e \x9b2J 湖 of 1905."
TEXTS = [
    ItemTexts("Lake Orrin", "The lake froze in 1905.", "Norland", "The lake froze in 1906."),
    ItemTexts("Evil \x1b]0;title\x07", EVIL, "", "=1+1"),
    ItemTexts("A", "x" * 5_000, "B", "y"),
]


@pytest.fixture
def ask(tmp_path):
    """`ask("t", "\\x1b")` -> the file's answers after these keys, and what was on the screen."""

    def run(*keys, shown=False, labels=SentenceMatchLabels):
        path = tmp_path / "labels.csv"
        if not path.exists():
            sample = [SampledItem(LabelItem(f"=a:{n}", f"b:{n}", "drift", 0.77), 1, 3) for n in range(3)]
            build_sheet(path, "matches", sample, TEXTS, shown).save()
        screen = io.StringIO()
        console = Console(file=screen, width=80, highlight=False, markup=False, emoji=False)
        pressed = iter([*keys, "\x1b"])
        LabelQuestions(None, read_sheet(path), labels(), console, lambda: next(pressed), shown).ask_all()
        return [row["answer"] for row in read_sheet(path).rows], screen.getvalue()

    return run


def test_every_answer_is_saved_and_the_next_call_goes_on(ask):
    assert ask("T")[0] == ["template", "", ""]
    answers, screen = ask("d", " ")
    assert answers == ["template", "drift", SKIPPED]
    assert "2 of 3" in screen
    assert "1 of 3" not in screen
    assert ask()[1] == "", "nothing is left to ask"


def test_undo_goes_back_also_to_what_an_earlier_call_answered(ask):
    ask("t")
    answers, screen = ask("\x7f", "\x7f", "c", "o", "\x08", "r")
    assert answers == ["copyedit", "reference", ""]
    assert "there is no answer to undo" in screen


def test_another_key_changes_nothing_and_names_the_keys(ask):
    answers, screen = ask("x", "\x1b[A", "?")
    assert answers == ["", "", ""]
    assert "t: template" in screen
    assert "drift: the same claim about the same subject" in screen
    assert "Backspace: undo" in screen


def test_what_the_program_said_is_hidden_unless_it_is_asked_for(ask, tmp_path):
    screen = ask("t")[1]
    assert "0.77" not in screen
    assert "said" not in screen
    assert "0.77" not in (tmp_path / "labels.csv").read_text(encoding="utf-8")
    (tmp_path / "labels.csv").unlink()
    assert "said: drift, confidence 0.77" in ask("t", shown=True)[1]


def test_a_hostile_text_does_not_reach_the_terminal_or_a_spreadsheet(ask, tmp_path):
    screen = ask("t", "t")[1]
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(screen)
    assert "\\x1b[31mred" in screen
    assert ",'=1+1," in (tmp_path / "labels.csv").read_text(encoding="utf-8")


def test_a_long_text_is_cut(ask):
    assert "(3,000 more characters)" in ask("t", "t")[1]


def test_contradictions_are_asked_whether_both_can_be_true(ask):
    answers, screen = ask("n", "c", labels=ContradictionLabels)
    assert answers[:2] == ["none", "contradiction"]
    assert "Can both be true?" in screen
