"""Comma- or tab-separated values with a header; the work is done by `src/records/`.

The separator is told from the header. A row with too many or too few fields becomes a rejected row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import ConvertedBatches, Split
from twicetold.readers.inputs import format_path, name_file, open_source
from twicetold.readers.posts import convert_to_threads
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class CsvReader:
    """Rows of a CSV or TSV file; columns are named by the settings or guessed as in `jsonl`."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv")
    markup: ClassVar[str] = "plain"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        return self._read_records(split.path, self.reading.fields)

    def read_posts(self, split: Split) -> Iterator[Batch]:
        """The rows as threads, in batches of POSTS."""
        return ConvertedBatches(self._read_records(split.path, self.reading.thread_fields), convert_to_threads)

    def read_revisions(self, split: Split) -> Iterator[Batch]:
        """The rows as revisions of pages, with a column `comment`."""
        return self._read_records(split.path, self.reading.revision_fields)

    def _read_records(self, path: str, fields: tuple[str, ...]) -> Iterator[Batch]:
        names = format_path(path), name_file(path, self.folder)
        return _kernels.read_records("csv", open_source(path), names, fields, self.workers, self.reading.limits)
