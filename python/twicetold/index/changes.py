"""What the changes of a log leave to do: the records that count, in parts for one segment each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pyarrow as pa

from twicetold.index import log
from twicetold.tables.batches import Batch, concat_batches

SEGMENT_BYTES = 256 << 20  # of texts in a segment, as they were read
PACK_BYTES = 4 << 20
_REMOVED = -1


def choose_last_records(frames: Sequence[log.Frame]) -> tuple[list[tuple[int, Callable[[], Batch]]], list[str]]:
    """The records of a log that nothing later replaces or removes, with their bytes; and all ids that the log names."""
    packs = list(pack_frames(frames))
    last: dict[str, tuple[int, int]] = {}
    for number, pack in enumerate(packs):
        row = 0  # among those that the pack adds
        for frame in pack:
            for each in frame.read()["document"].to_pylist():
                if frame.kind == log.ADDED:
                    last[each] = number, row
                    row += 1
                else:
                    last[each] = number, _REMOVED
    rows: list[list[int]] = [[] for _ in packs]
    for number, row in last.values():
        if row != _REMOVED:
            rows[number].append(row)
    kept: list[tuple[int, Callable[[], Batch]]] = [
        (sum(frame.bytes for frame in pack), partial(_take_rows, pack, sorted(own)))
        for pack, own in zip(packs, rows, strict=True)
        if own
    ]
    return kept, list(last)


def pack_frames(frames: Sequence[log.Frame]) -> Iterator[list[log.Frame]]:
    """Frames that are read together: a thousand small ones as one batch."""
    pack: list[log.Frame] = []
    held = 0
    for frame in frames:
        if pack and held + frame.bytes > PACK_BYTES:
            yield pack
            pack, held = [], 0
        pack.append(frame)
        held += frame.bytes
    if pack:
        yield pack


def _take_rows(pack: Sequence[log.Frame], rows: list[int]) -> Batch:
    added = concat_batches([frame.read() for frame in pack if frame.kind == log.ADDED])
    return added.take(pa.array(rows, pa.int64()))


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
