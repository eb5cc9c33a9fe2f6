"""One key for each answer, read from a terminal as it is pressed."""

from __future__ import annotations

import os
import sys
import termios
import tty
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

UNDO, SKIP, MORE, HELP, STOP = "undo", "skip", "more", "help", "stop"
# No letters: those are for answers. An arrow arrives as three characters, Backspace as either of two.
CONTROL_KEYS = {
    "\x7f": UNDO, "\x08": UNDO, "\x1b[D": UNDO, " ": SKIP, "\x1b[C": SKIP,
    "\t": MORE, "?": HELP, "\x1b": STOP, "\x04": STOP,
}  # fmt: skip

ReadKey = Callable[[], str]


def choose_keys(names: Iterable[str]) -> dict[str, str]:
    """A letter of each name, the first that is free: `("drift", "document")` -> `{"d": "drift", "o": "document"}`"""
    keys: dict[str, str] = {}
    for name in names:
        letters = [*(letter for letter in name.casefold() if letter.isalpha()), *"123456789"]
        keys[next(letter for letter in letters if letter not in keys)] = name
    return keys


@contextmanager
def open_keyboard() -> Iterator[ReadKey]:
    """Gives a function that waits for a key. Ctrl-C still interrupts; the terminal is as it was when the block ends."""
    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    waiting: list[str] = []

    def read_key() -> str:
        while not waiting:
            pressed = os.read(file, 64).decode("utf-8", "replace")
            if not pressed:  # the terminal is gone
                return "\x04"
            waiting.extend([pressed] if pressed.startswith("\x1b") else pressed)
        return waiting.pop(0)

    try:
        tty.setcbreak(file)
        yield read_key
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
