"""What of a run of `passages` people can label: passages by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from twicetold.jobs.passages.kinds import PASSAGE_KINDS
from twicetold.label.base import ItemTexts, LabelItem, LabelSet, list_kind_answers
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES

_PLACES = [f"{side}_{name}" for side in SIDES for name in ("document", "start", "end")]
_SHOWN = [f"{side}_{name}" for side in SIDES for name in ("title", "text")]


class PassageLabels(LabelSet):
    """Passages, each side named `document:start-end`."""

    name = "passages"
    question = "What do these two documents share here?"
    answers = list_kind_answers(PASSAGE_KINDS)

    def read_items(self, run: Run) -> Iterator[LabelItem]:
        for row in read_rows(run, "passages", columns=[*_PLACES, "kind"]):
            yield LabelItem(*_name_places(row), row["kind"])

    def read_texts(self, run: Run, items: Sequence[LabelItem]) -> list[ItemTexts]:
        wanted = {item[:2] for item in items}
        shown = {
            places: ItemTexts(*(row[name] for name in _SHOWN))
            for row in read_rows(run, "passages", columns=[*_PLACES, *_SHOWN])
            if (places := _name_places(row)) in wanted
        }
        return [shown[item[:2]] for item in items]


def _name_places(row: dict[str, Any]) -> tuple[str, str]:
    left, right = (f"{row[f'{side}_document']}:{row[f'{side}_start']}-{row[f'{side}_end']}" for side in SIDES)
    return left, right
