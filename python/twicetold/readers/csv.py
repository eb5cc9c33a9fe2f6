"""Comma- or tab-separated values with a header; the work is done by `src/records/`.

The separator is told from the header. A row with too many or too few fields becomes a rejected row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import Changed, Split
from twicetold.readers.inputs import open_source
from twicetold.readers.posts import whole_threads


@dataclass(frozen=True)
class Csv:
    """Rows of a CSV or TSV file; columns are named by the settings or guessed as in `jsonl`."""

    reading: Reading = field(default_factory=Reading)
    threads: int = 1
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv")
    markup: ClassVar[str] = "plain"

    def splits(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[pa.RecordBatch]:
        return self._read(split.path, self.reading.fields)

    def posts(self, split: Split) -> Iterator[pa.RecordBatch]:
        """The rows as threads, in batches of POSTS."""
        return Changed(self._read(split.path, self.reading.thread_fields), whole_threads)

    def _read(self, path: str, fields: tuple[str, ...]) -> Iterator[pa.RecordBatch]:
        return _kernels.read_records("csv", open_source(path), path, fields, self.threads, self.reading.limits)
