"""Changes on their way to the log: small data is read without files, and threads that change an index share an `fsync`.

Whoever comes first writes for all that wait; what comes meanwhile is written together the next time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.index import log
from twicetold.index.documents import keep_usable_records
from twicetold.memory.forms import Record, iterate_named_texts, iterate_records, list_given_paths
from twicetold.memory.records import FieldNames, write_records
from twicetold.readers.outcomes import CountOutcomes, KeepRejects, RefuseRejects
from twicetold.readers.summary import ReadSummary
from twicetold.tables.batches import Batch

SMALL_RECORDS = 20_000  # of a change that is read in memory
_MEMORY = "memory"


@dataclass
class Change:
    """A change on its way to the log, and what came of it."""

    frames: Iterable[tuple[bytes, Batch]] = ()
    is_added: bool = True
    ids: dict[str, None] = field(default_factory=dict)  # of its documents; complete when `frames` were written
    repeated: int = 0  # records whose id came again
    read: ReadSummary = field(default_factory=ReadSummary)
    known: int = 0  # documents that the index had
    error: BaseException | None = None
    is_done: bool = False

    def keep_records(self, batch: Batch) -> Iterator[tuple[bytes, Batch]]:
        """What the log keeps of records; they are counted."""
        statuses = set(batch["status"].to_pylist())
        if statuses == {"read"}:
            self.read.outcomes["read", ""] += batch.num_rows
            kept = batch
        else:
            self.read.add_outcomes(CountOutcomes()(batch))
            self.read.add_rejects(KeepRejects()(batch))
            kept = keep_usable_records(batch)
        if kept.num_rows:
            ids = kept["document"].to_pylist()
            before = len(self.ids)
            self.ids.update(dict.fromkeys(ids))
            self.repeated += len(ids) - (len(self.ids) - before)
            yield log.ADDED, kept


class SharedCommits:
    """Changes of several threads, of which one writes those of all."""

    def __init__(self) -> None:
        self._moved = threading.Condition()
        self._waiting: list[Change] = []
        self._is_writing = False

    def commit(self, change: Change, write: Callable[[Sequence[Change]], None]) -> Change:
        """Wait until a change is on the disk; an error if it is not. `write` writes those of all who wait."""
        with self._moved:
            self._waiting.append(change)
            self._moved.wait_for(lambda: change.is_done or not self._is_writing)
            group: list[Change] = []
            if not change.is_done:
                group, self._waiting, self._is_writing = self._waiting, [], True
        if group:
            self._write_group(group, write)
        if change.error:
            raise change.error
        return change

    def _write_group(self, group: Sequence[Change], write: Callable[[Sequence[Change]], None]) -> None:
        error: BaseException | None = None
        try:
            write(group)
        except BaseException as raised:
            error = raised
        with self._moved:
            for each in group:
                each.is_done, each.error = True, each.error or error
            self._is_writing = False
            self._moved.notify_all()


def is_small(data: object) -> bool:
    """Whether data is in memory and has few records."""
    if not isinstance(data, Mapping | list | tuple) or len(data) > SMALL_RECORDS:
        return False
    return isinstance(data, Mapping) or list_given_paths(data) is None


def read_small_change(data: object, settings: ComparisonSettings) -> Change:
    """The records of data that is small, as a reader gives them."""
    reading = settings.reading
    fields = FieldNames.from_reading(reading, of_threads=False)
    if isinstance(data, Mapping):
        records: Iterable[Record] = iterate_named_texts(data, fields.id_name, fields.text_name)
    else:
        records = iterate_records(data)
    lines = BytesIO()
    write_records(records, lines, fields, "")
    lines.seek(0)
    batches = _kernels.read_records("jsonl", lines, (_MEMORY, _MEMORY), reading.fields, 1, reading.limits)
    change = Change()
    made = (RefuseRejects()(batch) if reading.strict else batch for batch in batches)
    change.frames = [frame for batch in made for frame in change.keep_records(batch)]
    return change
