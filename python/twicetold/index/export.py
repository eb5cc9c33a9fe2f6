"""The documents of an index as a JSONL file, which is the input of the run that is exported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow.parquet as pq

from twicetold.index.segments import Segment, select_live
from twicetold.run.files import publish_file
from twicetold.tables.batches import Batch
from twicetold.tables.files import give_to_arrow

_FIELDS = ("title", "url", "language", "revision", "timestamp", "contributor", "text")


def iterate_live_documents(segments: Sequence[Segment]) -> Iterator[Batch]:
    """The documents that were read and are there, in the order in which the run has them."""
    for segment in segments:
        with pq.ParquetFile(give_to_arrow(segment.locate("documents.parquet"))) as file:
            for group in range(file.num_row_groups):
                for batch in file.iter_batches(row_groups=[group], use_threads=False):
                    yield select_live(segment, batch)


def write_live_documents(segments: Sequence[Segment], path: Path) -> None:
    """Write a line for each document: its id, its text, and what else the input said."""
    with publish_file(path) as part, part.open("w", encoding="utf-8") as out:
        for batch in iterate_live_documents(segments):
            for row in batch.to_pylist():
                if row["status"] == "read":
                    record = {"id": row["document"]} | {name: row[name] for name in _FIELDS if row[name]}
                    out.write(f"{json.dumps(record, ensure_ascii=False)}\n")
