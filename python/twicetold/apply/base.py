"""What `twicetold apply` asks of a job: what a run removes from its inputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from twicetold.apply.records import FileRecords, parse_place_number
from twicetold.config import JobSettings
from twicetold.run import Run

Row = dict[str, Any]


class Remover(ABC):
    """What goes by a run. Whole documents can go from any format; a part of a text only from plain text."""

    cuts_texts: ClassVar[bool] = True  # parts of texts go, not whole documents

    def __init__(self, keep_first: bool = True) -> None:
        self.keep_first = keep_first  # whether one of several that say the same stays

    @abstractmethod
    def list_removals(self, run: Run, settings: JobSettings) -> Iterator[Row]:
        """What goes, and what it repeats. A cut has `source`, `place`, `start` and `end`."""

    def mark_records(self, run: Run, settings: JobSettings, records: Mapping[str, FileRecords]) -> None:
        """Enter into the records of each file what goes from them."""
        for row in self.list_removals(run, settings):
            own = records[row["source"]].cuts.setdefault(parse_place_number(row["place"]), [])
            own.append((row["start"], row["end"]))
