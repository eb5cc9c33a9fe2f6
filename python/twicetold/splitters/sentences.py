"""Sentences, each with its place in the document; the work is done by `src/sentences/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.schema import SENTENCES


@dataclass(frozen=True)
class Sentences:
    """Blocks to sentences; a sentence never crosses a block. `language` "" is what each document says, else a guess."""

    language: str = ""
    schema: ClassVar[pa.Schema] = SENTENCES

    def __call__(self, blocks: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.split_sentences(blocks, self.language)
