"""Pairs of documents that the user names in a file: `--pairs`.

A name may be an id, else a title or a file name. One that no document has costs its pair, which is counted; a file of
which no pair is there is the wrong file, and two documents of one name are an error, since a guess could be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import Any

import pyarrow as pa

from twicetold.errors import InputError
from twicetold.jobs.passages.tables import POINTS
from twicetold.tables.batches import Batch
from twicetold.tables.sentence_lists import SENTENCE_LISTS

PAIR_MARKER = -1.0  # the similarity of a point that only says: compare these two
NAME_COLUMNS = pa.schema([SENTENCE_LISTS.field(name) for name in ("number", "document", "title", "is_against")])
PAIRS, MISSED_PAIRS, MISSED_PREFIX = "pairs", "missed pairs", "missed "  # in the table `meetings`
_MISSES_SHOWN = 5


def read_pairs_file(path: str, works: Iterable[tuple[Batch, ...]]) -> tuple[pa.Table, dict[str, int]]:
    """The pairs of a file as points; and how many there are, how many were missed, and the first of those."""
    numbers = _index_names(works)
    has_against = any(is_against for is_against, _ in numbers)
    points, misses, lines = [], [], read_pair_lines(path)
    for place, left, right in lines:
        one, two = (
            _find_document(numbers, (False, left), path, place),
            _find_document(numbers, (has_against, right), path, place),
        )
        if one is None or two is None:
            misses.append(f"line {place}: `{left if one is None else right}`")
        elif one != two:
            turned = not has_against and one > two
            points.append({"left": two if turned else one, "right": one if turned else two})
    if misses and len(misses) == len(lines):
        raise InputError(f"`{path}`: none of its pairs is in the input; {misses[0]}", _NAME_HINTS[has_against])
    columns: dict[str, Any] = {"left_position": 0, "right_position": 0, "similarity": PAIR_MARKER, "length": 0}
    counts = {PAIRS: len(lines), MISSED_PAIRS: len(misses)} | {
        MISSED_PREFIX + each: 1 for each in misses[:_MISSES_SHOWN]
    }
    return pa.Table.from_pylist([{**point, **columns} for point in points], POINTS), counts


def _index_names(works: Iterable[tuple[Batch, ...]]) -> dict[tuple[bool, str], set[int]]:
    """The documents of each side and name; what is the id of one is no other name of another."""
    ids: dict[tuple[bool, str], set[int]] = {}
    others: dict[tuple[bool, str], set[int]] = {}
    for (batch,) in works:
        for row in batch.to_pylist():
            ids.setdefault((row["is_against"], row["document"]), set()).add(row["number"])
            for name in (row["title"], PurePath(row["document"]).name):
                others.setdefault((row["is_against"], name), set()).add(row["number"])
    return others | ids


_FILE_HINT = "write two documents on each line, separated by a tab or a space"
_NAME_HINTS = {
    False: "name documents by id, title or file name; a document without sentences is left out",
    True: "name documents by id, title or file name, first the one that is not in --against",
}


def summarise_missed_pairs(meetings: dict[str, int]) -> dict[str, Any]:
    """How many pairs were named, how many of them were not there, and the first of these."""
    shown = [name.removeprefix(MISSED_PREFIX) for name in meetings if name.startswith(f"{MISSED_PREFIX}line")]
    return {"named": meetings[PAIRS], "missed": meetings.get(MISSED_PAIRS, 0), "first": shown}


def read_pair_lines(path: str) -> list[tuple[int, str, str]]:
    """The pairs that a file names, each with the number of its line."""
    lines = list(_parse_lines(path))
    if not lines:
        raise InputError(f"`{path}` names no pair", _FILE_HINT)
    return lines


def _parse_lines(path: str) -> Iterator[tuple[int, str, str]]:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"`{path}`: {getattr(error, 'strerror', None) or 'the text is not UTF-8'}",
            f"give --pairs a text file in UTF-8; {_FILE_HINT}",
        ) from error
    for place, line in enumerate(lines, 1):
        names = line.split("\t") if "\t" in line else line.split()
        if len(names) == 2:
            yield place, names[0], names[1]
        elif line.strip():
            raise InputError(f"`{path}`, line {place}: expected two names", _FILE_HINT)


def _find_document(
    numbers: dict[tuple[bool, str], set[int]], side_and_name: tuple[bool, str], path: str, place: int
) -> int | None:
    """The number of the one document of that name; None where it has no sentences."""
    found = numbers.get(side_and_name, set())
    if len(found) > 1:
        raise InputError(f"`{path}`, line {place}: `{side_and_name[1]}` names several documents", "give their ids")
    return min(found, default=None)
