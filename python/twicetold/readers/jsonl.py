"""JSON, an object per line (or one array of objects); the work is done by `src/records/`.

A line that is not JSON, not UTF-8, or has no text becomes a rejected row; the others are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import ConvertedBatches, Split
from twicetold.readers.inputs import format_path, is_elsewhere, name_file, open_source
from twicetold.readers.posts import convert_to_threads
from twicetold.readers.regions import build_region_batches, has_page_records, read_page_records
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class JsonlReader:
    """Records of a JSONL file; fields are named by the settings or guessed (`id`, `title`, `text`, `body` ...)."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson", ".json")
    markup: ClassVar[str] = "plain"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """Ranges of whole lines of a plain file, which is read once to count them; a packed one or an array is one."""
        if is_elsewhere(path):
            return [Split(path)]
        ranges = _kernels.split_jsonl(path, split_bytes)
        return [Split(path, *each) for each in ranges] if len(ranges) > 1 else [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        return self._read_records(split, self.reading.fields)

    def read_posts(self, split: Split) -> Iterator[Batch]:
        """The records as threads, in batches of POSTS."""
        return ConvertedBatches(self._read_records(split, self.reading.thread_fields), convert_to_threads)

    def read_revisions(self, split: Split) -> Iterator[Batch]:
        """The records as revisions of pages, with a column `comment`."""
        return self._read_records(split, self.reading.revision_fields)

    def read_vectors(self, split: Split) -> Iterator[Batch]:
        """The records with the numbers of their vectors in a column `vector`, a line each."""
        return self._read_records(split, (*self.reading.fields, self.reading.vector_field))

    def has_regions(self, path: str) -> bool:
        """Whether the records have pages with regions, as passim's input has."""
        return has_page_records(path, self.reading)

    def read_regions(self, split: Split) -> Iterator[Batch]:
        """Where the texts are on their pages, in batches of REGIONS."""
        records = self._read_records(split, (*self.reading.fields, "pages"))
        return build_region_batches(each for batch in records for each in read_page_records(batch))

    def _read_records(self, split: Split, fields: tuple[str, ...]) -> Iterator[Batch]:
        path, limits = split.path, self.reading.limits
        names = format_path(path), name_file(path, self.folder)
        if split.is_whole:
            return _kernels.read_records("jsonl", open_source(path), names, fields, self.workers, limits)
        wanted = split.start, split.end or (1 << 63) - 1, split.lines_before
        return _kernels.read_jsonl_range(path, names, wanted, fields, limits)
