"""What becomes of the records of a file, each known by the number in its place: `line 17`, `row 3`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.errors import RunError
from twicetold.readers.places import parse_place_numbers
from twicetold.run import Run

Span = tuple[int, int]  # characters of a text


@dataclass
class FileRecords:
    """Those of one file: read, rejected, and of those that were read, which go and from which something is cut."""

    read: array[int] = field(default_factory=lambda: array("Q"))
    rejected: array[int] = field(default_factory=lambda: array("Q"))
    removed: set[int] = field(default_factory=set)
    revisions: set[tuple[int, str]] = field(default_factory=set)  # the same with the revision, where a page has many
    cuts: dict[int, list[Span]] = field(default_factory=dict)
    unit: str = ""  # what the numbers count: `line`


@dataclass
class RecordCounts:
    """Records as they were met when a file was written again."""

    kept: int = 0
    changed: int = 0  # of those that are kept
    removed: int = 0
    rejected: int = 0

    def __add__(self, other: RecordCounts) -> RecordCounts:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return RecordCounts(*(one + two for one, two in pairs))


def collect_records(run: Run, sources: Iterable[str]) -> dict[str, FileRecords]:
    """The records of these files, as the run has read them."""
    every = {source: FileRecords() for source in sources}
    for table, name in (("documents", "read"), ("rejects", "rejected")):
        for batch in run.read_batches(table):
            for source, unit, numbers in split_by_source(batch):
                if source in every:
                    getattr(every[source], name).extend(numbers)
                    every[source].unit = every[source].unit or unit
    return every


def split_by_source(batch: pa.RecordBatch) -> Iterator[tuple[str, str, list[int]]]:
    """The files of a batch's rows, what their places count, and the numbers, file after file."""
    numbers, runs = parse_place_numbers(batch["place"]).to_pylist(), pc.run_end_encode(batch["source"])
    starts = [0, *runs.run_ends.to_pylist()]
    for source, start, end in zip(runs.values.to_pylist(), starts, starts[1:], strict=False):
        yield source, batch["place"][start].as_py().partition(" ")[0], numbers[start:end]


def parse_place_number(place: str) -> int:
    """`line 17` -> 17; 0 where a place has no number at its end."""
    number = place.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0


def check_counts(source: str, records: FileRecords, counts: RecordCounts) -> None:
    """Every record that the run read must have been met again, and nothing else."""
    wanted = {
        "kept": len(records.read) - len(records.revisions),
        "removed": len(records.revisions),
        "rejected": len(records.rejected),
    }
    met = vars(counts)
    for name, number in wanted.items():
        if met[name] != number:
            hint = "nothing was written; please report this, with the file if you can"
            raise RunError(
                f"`{source}`: the number of records {name} is {met[name]:,}, but {number:,} were expected", hint
            )


def sum_expected_counts(records: Mapping[str, FileRecords]) -> RecordCounts:
    """What is to come of all files."""
    total = RecordCounts()
    for each in records.values():
        gone = len(each.revisions)
        total += RecordCounts(len(each.read) - gone, len(each.cuts), gone, len(each.rejected))
    return total
