"""MediaWiki export XML (a Wikipedia dump), schemas 0.3 to 0.11, packed or not; the work is done by `src/mediawiki/`.

Damage does not end a dump: pages that can be saved are read, the others become rejected rows. Redirects, other
namespaces, deleted text and other content models are skipped rows, so that they can be counted.
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
class MediaWiki:
    """Pages of a dump, each with the text of its latest revision."""

    reading: Reading = field(default_factory=Reading)
    threads: int = 1
    suffixes: ClassVar[tuple[str, ...]] = (".xml",)
    markup: ClassVar[str] = "wikitext"

    def splits(self, path: str, split_bytes: int) -> list[Split]:
        """Byte ranges of a plain or bzip2 dump; a page belongs to the range in which it begins."""
        return [Split(path, start, end) for start, end in _kernels.mediawiki_splits(path, split_bytes)]

    def read(self, split: Split) -> Iterator[pa.RecordBatch]:
        return _kernels.read_mediawiki(
            open_source(split.path),
            split.path,
            None if split.whole else (split.start, split.end or (1 << 63) - 1),
            (list(self.reading.namespaces) or None, self.reading.revisions),
            self.threads,
            self.reading.limits,
        )
