"""What every reader is: a frozen dataclass of settings that cuts a file into splits and reads a split into batches.

A split is read by one task, on any engine, alone; a record belongs to the split in which it begins. All records of all
splits of a file, in order, are the file. A record that cannot be read becomes a row with `status` rejected: readers
raise only for what no other record can be read after (the disk, a missing package).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, ClassVar, Protocol

import pyarrow as pa

from twicetold.config import Reading
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import DOCUMENTS

# Titles are kept up to this many characters: they are repeated in every row of a document's sentences.
LONGEST_NAME = 1_000


@dataclass(frozen=True)
class Split:
    """A part of a file: `path` and a range of its bytes as stored; `end` None is the file's end. `-` is stdin."""

    path: str
    start: int = 0
    end: int | None = None
    lines_before: int = 0  # where places are counted in lines

    @property
    def is_whole(self) -> bool:
        return self.start == 0 and self.end is None


class Reader(Protocol):
    """A format. `suffixes` and `magic` tell its files; see `inputs.py` for the order of asking."""

    suffixes: ClassVar[tuple[str, ...]]
    markup: ClassVar[str]

    @property
    def reading(self) -> Reading: ...

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """The file in parts of about `split_bytes`; a format that cannot be cut gives one."""
        ...

    def read(self, split: Split) -> Iterator[Batch]:
        """The documents of a split, in batches of the schema DOCUMENTS, never an empty one."""
        ...


@dataclass(frozen=True)
class EmptyFileReader:
    """The reader of a file of 0 bytes, whatever its suffix: one rejected row that says so."""

    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "plain"
    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        rows = DocumentBatchBuilder(split.path, self.markup, 0, 0)
        yield from rows.reject(place="byte 0", reason="the file is empty")
        yield from rows.flush()


@dataclass(frozen=True)
class DelegatingReader:
    """What a file holds besides documents, by the reader of its format: `posts.py` and `vectors.py` say what."""

    reader: Any
    workers: int = 1
    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "plain"

    @property
    def reading(self) -> Reading:
        reading: Reading = self.reader.reading
        return reading

    @property
    def reader_with_workers(self) -> Any:
        """The reader, with as many threads as this one may use."""
        return replace(self.reader, workers=self.workers)

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        splits: list[Split] = self.reader.split_file(path, split_bytes)
        return splits


@dataclass
class ConvertedBatches:
    """Batches of another iterator, each changed on its way; how far that one has read is still told."""

    batches: Iterator[Batch]
    change: Callable[[Batch], Batch]

    def __iter__(self) -> ConvertedBatches:
        return self

    def __next__(self) -> Batch:
        return self.change(next(self.batches))

    @property
    def bytes_read(self) -> int:
        return getattr(self.batches, "bytes_read", 0)


@dataclass
class DocumentBatchBuilder:
    """Documents on their way into batches, for readers written in Python: add rows, take batches.

    A batch is given whenever the text in it reaches `reading.batch_bytes`.
    """

    source: str
    markup: str
    batch_bytes: int
    document_bytes: int
    _rows: list[dict[str, object]] = field(default_factory=list)
    _bytes: int = 0

    def add(self, *, document: str, text: str, place: str, **columns: str) -> Iterator[Batch]:
        """Adds a document that was read; one larger than `document_bytes` is rejected instead."""
        if len(text) > self.document_bytes:
            reason = f"a document of {len(text):,} characters is over the limit of {self.document_bytes:,} bytes"
            return self.reject(place=place, reason=reason, excerpt=text, document=document, **columns)
        row: dict[str, object] = {"document": document, "text": text, "place": place, "status": "read", **columns}
        if "title" in columns:
            row["title"] = columns["title"][:LONGEST_NAME]
        return self._push_row(row, len(text))

    def skip(self, *, document: str, place: str, reason: str, **columns: str) -> Iterator[Batch]:
        """Adds a record that was left out as the settings ask."""
        row: dict[str, object] = {
            "document": document,
            "place": place,
            "status": "skipped",
            "reason": reason,
            **columns,
        }
        return self._push_row(row, 0)

    def reject(self, *, place: str, reason: str, excerpt: str = "", **columns: str) -> Iterator[Batch]:
        """Adds a record that could not be read."""
        row = {"place": place, "status": "rejected", "reason": reason, "text": excerpt[:200], **columns}
        return self._push_row(dict(row), len(reason))

    def flush(self) -> Iterator[Batch]:
        """The last batch."""
        if self._rows:
            yield self._take_batch()

    def _push_row(self, row: dict[str, object], size: int) -> Iterator[Batch]:
        self._rows.append(row)
        self._bytes += size + 64
        if self._bytes >= self.batch_bytes:
            yield self._take_batch()

    def _take_batch(self) -> Batch:
        constants: dict[str, object] = {"source": self.source, "markup": self.markup, "namespace": 0}
        columns = [
            pa.array([row.get(column.name, constants.get(column.name, "")) for row in self._rows], column.type)
            for column in DOCUMENTS
        ]
        self._rows, self._bytes = [], 0
        return build_batch(columns, DOCUMENTS)


def read_bytes(stream: BinaryIO, most: int) -> bytes:
    """At most `most` + 1 bytes of a stream: one more than `most` says that it is longer.

    Asked for in parts of 1 MB, so that a small file does not cost a buffer of `most` bytes.
    """
    parts: list[bytes] = []
    left = most + 1
    while left and (part := stream.read(min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


class WholeFileReader:
    """What readers share whose files are not cut: many small files give common batches."""

    reading: Reading
    markup: ClassVar[str]

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """A document is not cut, so neither is its file."""
        return [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        """The documents of a file."""
        return self.read_many([split])

    def read_many(self, splits: Iterable[Split]) -> Iterator[Batch]:
        """The documents of many files in common batches: 10,000 files of 1 KB are 3 batches, not 10,000."""
        rows = DocumentBatchBuilder("", self.markup, self.reading.batch_bytes, self.reading.document_bytes)
        for split in splits:
            yield from self.add_file(rows, split.path)
        yield from rows.flush()

    def add_file(self, rows: DocumentBatchBuilder, path: str) -> Iterator[Batch]:
        """Add the documents of a file, and give the batches that are full."""
        raise NotImplementedError
