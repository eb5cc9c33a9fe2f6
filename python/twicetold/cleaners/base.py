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

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        if self.cleaner != "auto":
            return _cleaner(self.cleaner)(batch)
        parts = [_cleaner(markup)(part) for markup, part in _runs(batch)]
        if len(parts) == 1:
            return parts[0]
        return pa.concat_batches(parts) if parts else pa.RecordBatch.from_pylist([], BLOCKS)


def _cleaner(name: str) -> Cleaner:
    cleaner: Cleaner = registry.load("cleaner", name)()
    return cleaner


def _runs(batch: pa.RecordBatch) -> list[tuple[str, pa.RecordBatch]]:
    """The batch cut where the markup changes: mostly one part."""
    ends = pc.run_end_encode(batch["markup"])
    starts = [0, *ends.run_ends.to_pylist()]
    return [
        (markup, batch.slice(start, end - start))
        for markup, start, end in zip(ends.values.to_pylist(), starts, starts[1:], strict=False)
    ]
