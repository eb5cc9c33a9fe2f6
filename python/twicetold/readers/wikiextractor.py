"""The files that WikiExtractor writes: `<doc id= url= title=>` text `</doc>`; the work is done by `src/records/`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.inputs import format_path, name_file, open_source
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class WikiExtractorReader:
    """Articles that were extracted already; the text is taken as it is."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "plain"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        names, reading = (format_path(split.path), name_file(split.path, self.folder)), self.reading
        return _kernels.read_records(
            "wikiextractor", open_source(split.path), names, reading.fields, self.workers, reading.limits
        )
