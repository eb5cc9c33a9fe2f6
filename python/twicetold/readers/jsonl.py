"""JSON, an object per line (or one array of objects); the work is done by `src/records/`.

A line that is not JSON, not UTF-8, or has no text becomes a rejected row; the others are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.inputs import open_source


@dataclass(frozen=True)
class Jsonl:
    """Records of a JSONL file; fields are named by the settings or guessed (`id`, `title`, `text`, `body` ...)."""

    reading: Reading = field(default_factory=Reading)
    threads: int = 1
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson", ".json")
    markup: ClassVar[str] = "plain"

    def splits(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[pa.RecordBatch]:
        return _kernels.read_records(
            "jsonl", open_source(split.path), split.path, self.reading.fields, self.threads, self.reading.limits
        )
