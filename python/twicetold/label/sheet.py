"""The CSV file of a sample: a row for each question, with its answer, its stratum and the population of that.

It is written whole after every answer, under a second name first, so that a kill at any moment loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from twicetold.errors import InputError
from twicetold.evaluate.truth import SAMPLE_COLUMNS, SKIPPED, read_truth
from twicetold.label.base import ItemTexts
from twicetold.label.sample import SampledItem
from twicetold.run import publish_file
from twicetold.text.csv_rows import escape_cell, format_csv_lines

TEXT_COLUMNS = ("left_title", "left_text", "right_title", "right_text")
SAID_COLUMNS = ("said", "confidence")
SheetRow = dict[str, str]


@dataclass
class LabelSheet:
    """The rows of a file in the order in which they are asked, by column."""

    path: Path
    columns: tuple[str, ...]
    rows: list[SheetRow]

    @property
    def answered(self) -> int:
        return sum(row["answer"] not in ("", SKIPPED) for row in self.rows)

    @property
    def skipped(self) -> int:
        return sum(row["answer"] == SKIPPED for row in self.rows)

    def save(self) -> None:
        lines = format_csv_lines(self.columns, ([row.get(name, "") for name in self.columns] for row in self.rows))
        with publish_file(self.path) as part, part.open("w", encoding="utf-8", newline="") as file:
            file.writelines(lines)

    def answer(self, row: int, answer: str) -> None:
        """Note an answer and save it."""
        self.rows[row]["answer"] = answer
        self.save()

    def keep_answers(self, earlier: LabelSheet) -> None:
        """Take over the rows of an earlier file of this sample, or of a smaller one with the same seed."""
        own = {name_row(row): row for row in self.rows}
        for row in earlier.rows:
            if name_row(row) not in own:
                raise InputError(
                    f"`{earlier.path}` is not of this sample: it has `{row['left']}`, `{row['right']}`",
                    "give the options that made it or a larger -n, another file to -o, or --force to start again",
                )
            own[name_row(row)].update({name: row[name] for name in earlier.columns if name not in SAMPLE_COLUMNS[3:]})
            own[name_row(row)]["answer"] = row["answer"]
        self.columns = tuple(dict.fromkeys([*self.columns, *earlier.columns]))


def build_sheet(
    path: Path, what: str, sample: Sequence[SampledItem], texts: Iterable[ItemTexts], is_shown: bool
) -> LabelSheet:
    """A file without answers; what the program said is in it only where it is to be shown."""
    columns = (*SAMPLE_COLUMNS[:3], *TEXT_COLUMNS, *SAMPLE_COLUMNS[3:], *(SAID_COLUMNS if is_shown else ()))
    rows = []
    for (item, stratum, population), shown in zip(sample, texts, strict=True):
        confidence = "" if item.confidence is None else f"{item.confidence:.2f}"
        values = (what, *item[:2], *shown, "", str(stratum), str(population), item.said, confidence)
        rows.append({name: escape_cell(value) for name, value in zip(columns, values, strict=False)})
    return LabelSheet(path, columns, rows)


def read_sheet(path: Path) -> LabelSheet:
    """A file as `build_sheet` makes it, also after a spreadsheet has saved it."""
    truth = read_truth(path)
    if not truth.is_sample:
        raise InputError(
            f"`{path}` is not a file of `twicetold label`", "give another file to -o, or --force to overwrite it"
        )
    rows = [{**row, "answer": row["answer"].strip().casefold()} for _, row in truth.rows]
    return LabelSheet(path, truth.columns, rows)


def name_row(row: Mapping[str, str]) -> tuple[str, str, str]:
    """What a row is about."""
    return row["what"], row["left"], row["right"]
