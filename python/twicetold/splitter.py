"""Sentences, each with its place in the document; the work is done by `src/sentences/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.cleaners.base import apply_by_markup, load_cleaner
from twicetold.tables.batches import Batch
from twicetold.tables.reading import SENTENCES


@dataclass(frozen=True)
class SplitIntoSentences:
    """Documents to sentences: clean -> split in one step. A sentence never crosses a block of its document.

    `cleaner` is a name from the menu, or `auto`: each row's `markup`. `language` "" is what each document says, else a
    guess. Cleaners that are kernels go straight from text to sentences; the others by way of their blocks.
    `unit` may also be `line` or `paragraph`.
    """

    cleaner: str = "auto"
    language: str = ""
    unit: str = "sentence"
    schema: ClassVar[pa.Schema] = SENTENCES

    def __call__(self, documents: Batch) -> Batch:
        return apply_by_markup(documents, self.cleaner, self._split_documents, SENTENCES)

    def _split_documents(self, markup: str, documents: Batch) -> Batch:
        cleaner = load_cleaner(markup)
        if getattr(cleaner, "is_kernel", False):
            return _kernels.split_documents(documents, markup, self.language, self.unit)
        return _kernels.split_sentences(cleaner(documents), self.language, self.unit)
