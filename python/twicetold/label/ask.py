"""The questions in a terminal: both texts, what differs in bold, one key for each answer, every answer saved at once.

All text comes from the run or from the file, so its control characters are spelled out before it is printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twicetold.evaluate.truth import SKIPPED
from twicetold.label.base import LabelSet
from twicetold.label.keys import CONTROL_KEYS, HELP, MORE, SKIP, STOP, UNDO, ReadKey, choose_keys
from twicetold.label.sheet import LabelSheet, SheetRow
from twicetold.run import Run
from twicetold.text.terminal import cut_title, escape_controls
from twicetold.views.words import Changes, compare_texts, limit_characters, select_side

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SHOWN_CHARACTERS = 2_000  # characters of each text
CONTROLS_LINE = "Backspace: undo   Space: skip   Tab: the text around   ?: help   Esc: stop"


class LabelQuestions:
    """The questions of a file that have no answer yet, in order."""

    def __init__(
        self, run: Run, sheet: LabelSheet, labels: LabelSet, console: Console, read_key: ReadKey, is_shown: bool
    ) -> None:
        self.run = run
        self.sheet = sheet
        self.labels = labels
        self.console = console
        self.read_key = read_key
        self.is_shown = is_shown
        self.keys = choose_keys(answer.name for answer in labels.answers)
        self._open = [number for number, row in enumerate(sheet.rows) if not row["answer"]]
        self._done = [number for number, row in enumerate(sheet.rows) if row["answer"]]

    def ask_all(self) -> None:
        """Ask until all is answered or the reader stops."""
        while self._open:
            self._print_question(self._open[0])
            if not self._take_answer():
                return

    def _take_answer(self) -> bool:
        """Wait for a key that means something; False where it is the one that stops."""
        while True:
            key = self.read_key()
            control = CONTROL_KEYS.get(key, "")
            if control == STOP:
                self._print_line("stopped")
                return False
            if control == HELP:
                self._print_help()
            elif control == MORE:
                self._print_surroundings(self.sheet.rows[self._open[0]])
            elif control == UNDO and self._done:
                self._open.insert(0, self._done.pop())
                self.sheet.answer(self._open[0], "")
                self._print_line("the last answer is undone")
                return True
            elif control == UNDO:
                self._print_line("there is no answer to undo")
            elif control == SKIP or key.casefold() in self.keys:
                self._note_answer(SKIPPED if control == SKIP else self.keys[key.casefold()])
                return True
            else:
                self._print_line(f"{self._list_keys()}   {CONTROLS_LINE}")

    def _note_answer(self, answer: str) -> None:
        self.sheet.answer(self._open[0], answer)
        self._done.append(self._open.pop(0))
        self._print_line(f"-> {answer}")

    def _print_question(self, number: int) -> None:
        row = self.sheet.rows[number]
        self._print_line(f"\n{len(self._done) + 1} of {len(self.sheet.rows)}  {self.labels.question}")
        changes, left_out = limit_characters(compare_texts(row["left_text"], row["right_text"]), SHOWN_CHARACTERS)
        for side, sign in (("left", "-"), ("right", "+")):
            self._print_line(f"  {cut_title(row[f'{side}_title'] or row[side])}", "dim")
            self._print_text(select_side(changes, sign))
        if left_out:
            self._print_line(f"    ({left_out:,} more characters)", "dim")
        self._print_said(row)
        self._print_line(f"  {self._list_keys()}   ?: help")

    def _print_said(self, row: SheetRow) -> None:
        if self.is_shown:
            confidence = f", confidence {row['confidence']}" if row.get("confidence") else ""
            self._print_line(f"  said: {row['said']}{confidence}")

    def _print_surroundings(self, row: SheetRow) -> None:
        names = [row["left"], row["right"]]
        for name, text in zip(names, self.labels.read_surroundings(self.run, names), strict=True):
            self._print_line(f"  around {cut_title(name)}", "dim")
            self._print_text([("=", text or "(nothing)")])

    def _print_help(self) -> None:
        meanings = {answer.name: answer.meaning for answer in self.labels.answers}
        for key, name in self.keys.items():
            self._print_line(f"  {key}  {name}: {meanings[name]}")
        self._print_line(f"  {CONTROLS_LINE}")
        self._print_line(f"  every answer is saved at once in {escape_controls(str(self.sheet.path))}")

    def _list_keys(self) -> str:
        return "  ".join(f"{key}: {name}" for key, name in self.keys.items())

    def _print_text(self, changes: Changes) -> None:
        from rich.padding import Padding

        text = _build_text("")
        for sign, part in changes:
            text.append(escape_controls(part), None if sign == "=" else "bold")
        self.console.print(Padding(text, (0, 0, 0, 4)))

    def _print_line(self, line: str, style: str = "") -> None:
        self.console.print(_build_text(line, style))


def _build_text(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(text, style)
