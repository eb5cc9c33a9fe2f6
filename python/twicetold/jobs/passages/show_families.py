"""The views of families: the largest, and all copies of one in order of their dates, with what each has otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.passages.spans import read_stretch_texts
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows
from twicetold.views.rows import Row, note_left_out
from twicetold.views.words import compare_texts

BEGINNING_CHARACTERS = 240  # characters of the best text in a list of families
COPIES_AT_ONCE = 200  # copies whose texts are in memory; for each lot the sentences are read once


def list_largest_families(run: Run, number: int) -> Iterator[Row]:
    """The families with most copies, each with the beginning of its best text; none where the run has no families."""
    for row in islice(read_rows(run, "families"), number) if "families" in run.tables else ():
        text = row.pop("text")
        yield {"row": "family", **row, "begins": text[:BEGINNING_CHARACTERS]}


def show_family(run: Run, number: int, limit: int | None) -> Iterator[Row]:
    """A family with its best text, and its copies."""
    family = find_family(run, number)
    yield {"row": "family", **family}
    members = list(islice(read_rows(run, "members", ds.field("family") == number), limit))
    for first in range(0, len(members), COPIES_AT_ONCE):
        some = members[first : first + COPIES_AT_ONCE]
        said = read_stretch_texts(run, [(row["document"], (row["start"], row["end"])) for row in some])
        for row in some:
            text = said[row["document"], (row["start"], row["end"])]
            changes = compare_texts(family["text"], text)
            yield {"row": "copy", **row, "text": text, "changes": changes}
    yield from note_left_out("copies", family["size"], limit)


def find_family(run: Run, number: int) -> Row:
    """The row of a family; an error where there is none of this number."""
    if "families" not in run.tables:
        raise RunError(f"`{run.folder}` has no families", "it was made with --no-families; run it again without")
    for row in read_rows(run, "families", ds.field("family") == number):
        return row
    there = count_rows(run, "families")
    hint = f"it has families 0 to {there - 1}" if there else "it has no families: no text appears in two places"
    raise RunError(f"`{run.folder}` has no family {number}", hint)
