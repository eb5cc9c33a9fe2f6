"""MediaWiki export XML (a Wikipedia dump), schemas 0.3 to 0.11, packed or not; the work is done by `src/mediawiki/`.

Damage does not end a dump: pages that can be saved are read, the others become rejected rows. Redirects, other
namespaces, deleted text and other content models are skipped rows, so that they can be counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.inputs import format_path, is_elsewhere, open_source
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class MediaWikiReader:
    """Pages of a dump, each with the text of its latest revision."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = (".xml",)
    markup: ClassVar[str] = "wikitext"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """Byte ranges of a plain or bzip2 dump; a page belongs to the range in which it begins."""
        if is_elsewhere(path):
            return [Split(path)]
        return [Split(path, start, end) for start, end in _kernels.split_mediawiki(path, split_bytes)]

    def read(self, split: Split) -> Iterator[Batch]:
        return self._read_pages(split, self.reading.revisions)

    def read_revisions(self, split: Split) -> Iterator[Batch]:
        """Every revision, with what its editor said about it in a column `comment`."""
        return self._read_pages(split, "history")

    def _read_pages(self, split: Split, revisions: str) -> Iterator[Batch]:
        return _kernels.read_mediawiki(
            open_source(split.path),
            format_path(split.path),
            None if split.is_whole else (split.start, split.end or (1 << 63) - 1),
            (list(self.reading.namespaces) or None, revisions),
            self.workers,
            self.reading.limits,
        )
