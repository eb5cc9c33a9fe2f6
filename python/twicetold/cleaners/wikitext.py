"""Wikitext to what a reader of the page sees; the work is done by `src/wikitext/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.tables.batches import Batch
from twicetold.tables.reading import BLOCKS


@dataclass(frozen=True)
class CleanWikitext:
    """Headings, prose, lists, captions, tables and references told apart; templates that carry facts rendered."""

    schema: ClassVar[pa.Schema] = BLOCKS
    is_kernel: ClassVar[bool] = True  # `_kernels.split_documents` knows it too

    def __call__(self, documents: Batch) -> Batch:
        return _kernels.clean_wikitext(documents)
