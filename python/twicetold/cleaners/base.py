"""The step that cleans: each document by the cleaner that its markup asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import registry
from twicetold.schema import BLOCKS

Cleaner = Callable[[pa.RecordBatch], pa.RecordBatch]


@dataclass(frozen=True)
class Clean:
    """Documents that were read to their blocks. `cleaner` is a name from the menu, or `auto`: each row's `markup`."""

    cleaner: str = "auto"
    schema: ClassVar[pa.Schema] = BLOCKS

    def __call__(self, documents: pa.RecordBatch) -> pa.RecordBatch:
        return by_markup(documents, self.cleaner, lambda markup, part: cleaner_named(markup)(part), BLOCKS)


def cleaner_named(name: str) -> Cleaner:
    """The cleaner behind a name of the menu."""
    cleaner: Cleaner = registry.load("cleaner", name)()
    return cleaner


def by_markup(
    documents: pa.RecordBatch,
    cleaner: str,
    work: Callable[[str, pa.RecordBatch], pa.RecordBatch],
    schema: pa.Schema,
) -> pa.RecordBatch:
    """`work` on the documents of each markup, in order; with a `cleaner` named, on all of them as that."""
    if cleaner != "auto":
        return work(cleaner, documents)
    parts = [work(markup, part) for markup, part in _runs(documents)]
    if len(parts) == 1:
        return parts[0]
    return pa.concat_batches(parts) if parts else pa.RecordBatch.from_pylist([], schema)


def _runs(documents: pa.RecordBatch) -> list[tuple[str, pa.RecordBatch]]:
    """The batch cut where the markup changes: mostly one part."""
    encoded = pc.run_end_encode(documents["markup"])
    starts = [0, *encoded.run_ends.to_pylist()]
    return [
        (markup, documents.slice(start, end - start))
        for markup, start, end in zip(encoded.values.to_pylist(), starts, starts[1:], strict=False)
    ]
