"""The step that cleans: each document by the cleaner that its markup asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import registry
from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.tables.reading import BLOCKS

Cleaner = Callable[[pa.RecordBatch], pa.RecordBatch]


@dataclass(frozen=True)
class CleanDocuments:
    """Documents that were read to their blocks. `cleaner` is a name from the menu, or `auto`: each row's `markup`."""

    cleaner: str = "auto"
    schema: ClassVar[pa.Schema] = BLOCKS

    def __call__(self, documents: Batch) -> Batch:
        return apply_by_markup(documents, self.cleaner, lambda markup, part: load_cleaner(markup)(part), BLOCKS)


def load_cleaner(name: str) -> Cleaner:
    """The cleaner behind a name of the menu."""
    cleaner: Cleaner = registry.load_class("cleaner", name)()
    return cleaner


def apply_by_markup(
    documents: Batch,
    cleaner: str,
    work: Callable[[str, Batch], Batch],
    schema: pa.Schema,
) -> Batch:
    """`work` on the documents of each markup, in order; with a `cleaner` named, on all of them as that."""
    if cleaner != "auto":
        return work(cleaner, documents)
    parts = [work(markup, part) for markup, part in _split_by_markup(documents)]
    if len(parts) == 1:
        return parts[0]
    return pa.concat_batches(parts) if parts else build_batch_of_rows([], schema)


def _split_by_markup(documents: Batch) -> list[tuple[str, Batch]]:
    """The batch cut where the markup changes: mostly one part."""
    encoded = pc.run_end_encode(documents["markup"])
    starts = [0, *encoded.run_ends.to_pylist()]
    return [
        (markup, documents.slice(start, end - start))
        for markup, start, end in zip(encoded.values.to_pylist(), starts, starts[1:], strict=False)
    ]
