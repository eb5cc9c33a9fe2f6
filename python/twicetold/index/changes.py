"""What the changes of a log leave to do: the records that count, in parts for one segment each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pyarrow as pa

from twicetold.index import log
from twicetold.tables.batches import Batch

SEGMENT_BYTES = 256 << 20  # of texts in a segment, as they were read


def choose_last_records(frames: Sequence[log.Frame]) -> tuple[list[tuple[int, Callable[[], Batch]]], list[str]]:
    """The records of a log that nothing later replaces or removes, with their bytes; and all ids that the log names."""
    last: dict[str, tuple[int, int]] = {}
    for number, frame in enumerate(frames):
        for row, each in enumerate(frame.read()["document"].to_pylist()):
            last[each] = number, row
    rows: list[list[int]] = [[] for _ in frames]
    for number, row in last.values():
        rows[number].append(row)
    kept: list[tuple[int, Callable[[], Batch]]] = [
        (frame.bytes, partial(_take_rows, frame, sorted(own)))
        for frame, own in zip(frames, rows, strict=True)
        if frame.kind == log.ADDED and own
    ]
    return kept, list(last)


def _take_rows(frame: log.Frame, rows: list[int]) -> Batch:
    return frame.read().take(pa.array(rows, pa.int64()))


def group_by_bytes(kept: Sequence[tuple[int, Callable[[], Batch]]]) -> Iterator[list[Callable[[], Batch]]]:
    """The batches for one segment after the other."""
    part: list[Callable[[], Batch]] = []
    held = 0
    for size, read in kept:
        if part and held + size > SEGMENT_BYTES:
            yield part
            part, held = [], 0
        part.append(read)
        held += size
    if part:
        yield part
