"""What of a run of `threads` people can label: whether two threads that match ask the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.label.base import ItemTexts, LabelAnswer, LabelItem, LabelSet
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES


class ThreadMatchLabels(LabelSet):
    """Matches; the program says of each that it is a duplicate."""

    name = "matches"
    question = "Do these two threads ask the same?"
    answers = (
        LabelAnswer("duplicate", "an answer to one answers the other"),
        LabelAnswer("none", "two questions"),
    )
    refusal = "none"

    def read_items(self, run: Run) -> Iterator[LabelItem]:
        for row in read_rows(run, "matches", columns=[f"{side}_document" for side in SIDES]):
            yield LabelItem(row["left_document"], row["right_document"], "duplicate")

    def read_texts(self, run: Run, items: Sequence[LabelItem]) -> list[ItemTexts]:
        among = ds.field("document").isin(pa.array(sorted({name for item in items for name in item[:2]}), pa.string()))
        columns = ["document", "title", "question", "description"]
        said = {
            row["document"]: (row["title"], "\n".join(filter(None, (row["question"], row["description"]))))
            for row in read_rows(run, "threads", among, columns)
        }
        return [ItemTexts(*said[item.left], *said[item.right]) for item in items]
