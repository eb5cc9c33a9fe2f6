"""What a job says of its findings so that people can label a sample of them, and `evaluate` can use the labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from twicetold.run import Run
from twicetold.tables.kinds import Kind


class LabelAnswer(NamedTuple):
    """An answer that people can give: `drift`, and what it means."""

    name: str
    meaning: str


class LabelItem(NamedTuple):
    """A finding: the names of its two sides, and what the program says of it. No confidence: None."""

    left: str
    right: str
    said: str
    confidence: float | None = None


class ItemTexts(NamedTuple):
    """What people read of a finding before they answer."""

    left_title: str
    left_text: str
    right_title: str
    right_text: str


class LabelSet(ABC):
    """One sort of findings that can be labelled, such as the matches of `sentences`."""

    name: ClassVar[str]  # as it is typed: `--what matches`
    question: ClassVar[str]
    answers: ClassVar[tuple[LabelAnswer, ...]]
    refusal: ClassVar[str] = ""  # the answer that says: this is no finding at all

    @abstractmethod
    def read_items(self, run: Run) -> Iterator[LabelItem]:
        """All findings of this sort, one by one, so that memory stays flat."""

    @abstractmethod
    def read_texts(self, run: Run, items: Sequence[LabelItem]) -> list[ItemTexts]:
        """What these findings say, in the same order."""

    def read_surroundings(self, run: Run, names: Sequence[str]) -> list[str]:
        """The text around each of these sides, where one is needed to see what it speaks of; "" where there is none."""
        return [""] * len(names)


def list_kind_answers(kinds: Sequence[Kind], *left_out: str) -> tuple[LabelAnswer, ...]:
    """The kinds of a job as answers."""
    return tuple(LabelAnswer(kind.name, kind.meaning) for kind in kinds if kind.name not in left_out)
