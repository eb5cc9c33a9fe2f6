"""Plain text, cut into blocks at its blank lines and hard newlines; the work is done by `src/plain.rs`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.tables.batches import Batch
from twicetold.tables.reading import BLOCKS


@dataclass(frozen=True)
class CleanPlainText:
    """Every block is a slice of the document to the letter; lines that were wrapped by hand stay one block."""

    schema: ClassVar[pa.Schema] = BLOCKS
    is_kernel: ClassVar[bool] = True  # `_kernels.split_documents` knows it too

    def __call__(self, documents: Batch) -> Batch:
        return _kernels.clean_plain(documents)
