"""Changes that were acknowledged and are in no segment yet: frames at the end of a file.

A frame is a header, with a checksum of its own, and the bytes of a batch. A change is some frames and then a frame
`COMMIT`; it is acknowledged when all of them are on the disk. What follows the last `COMMIT` is the tail of a change
that was never acknowledged: a writer cuts it off. If a finished change follows bytes that cannot be read, they are
damage, which is reported.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pyarrow as pa

from twicetold.errors import RunError
from twicetold.tables.batches import Batch

ADDED, REMOVED, COMMIT = b"add ", b"drop", b"done"
REMOVED_IDS = pa.schema([pa.field("document", pa.string(), nullable=False)])
_HEADER = struct.Struct("<4sQ16s16s")  # kind, length, checksum of the bytes, checksum of the header so far
_NO_BYTES = b""


@dataclass(frozen=True)
class Frame:
    """A batch of a log: documents that were added, or ids that were removed."""

    path: Path
    kind: bytes
    offset: int  # of the batch in the file
    bytes: int

    def read(self) -> Batch:
        """The batch. Its checksum was compared when the log was opened."""
        with self.path.open("rb") as file:
            file.seek(self.offset)
            with pa.ipc.open_stream(file.read(self.bytes)) as stream:
                batch: Batch = stream.read_next_batch()
                return batch


def create_log(path: Path) -> None:
    """Make an empty log that is on the disk."""
    with path.open("wb") as file:
        os.fsync(file.fileno())


def append_change(path: Path, end: int, frames: Iterable[tuple[bytes, Batch]]) -> tuple[list[Frame], int]:
    """Append a change at `end`, wait until the disk has it, and return its frames and where it ends."""
    written: list[Frame] = []
    with path.open("r+b") as file:
        file.seek(end)
        try:
            for kind, batch in frames:
                content = _encode_batch(batch)
                _write_frame(file, kind, content)
                written.append(Frame(path, kind, file.tell() - len(content), len(content)))
            _write_frame(file, COMMIT, _NO_BYTES)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            # Without its last frame the change does not count, and a full disk must not stay full.
            file.truncate(end)
            raise
        return written, file.tell()


def read_log(path: Path) -> tuple[list[Frame], int]:
    """The frames of all finished changes, and where the last of them ends."""
    finished: list[Frame] = []
    pending: list[Frame] = []
    end = 0
    size = path.stat().st_size
    with path.open("rb") as file:
        while (frame := _read_frame(file, path, size)) is not None:
            if frame.kind == COMMIT:
                finished += pending
                pending, end = [], frame.offset
            else:
                pending.append(frame)
        _require_no_change_behind(file, path, end)
    return finished, end


def cut_tail(path: Path, end: int) -> None:
    """Remove what a change that was never acknowledged has left."""
    if path.stat().st_size > end:
        with path.open("r+b") as file:
            file.truncate(end)
            os.fsync(file.fileno())


def _encode_batch(batch: Batch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _hash_bytes(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


def _build_header(kind: bytes, length: int, checksum: bytes) -> bytes:
    head = _HEADER.pack(kind, length, checksum, bytes(16))[:-16]
    return head + _hash_bytes(head)


def _write_frame(file: IO[bytes], kind: bytes, content: bytes) -> None:
    file.write(_build_header(kind, len(content), _hash_bytes(content)))
    file.write(content)


def _read_frame(file: IO[bytes], path: Path, size: int) -> Frame | None:
    """Read the next frame of a file; None if it is cut off or damaged."""
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    kind, length, checksum, _ = _HEADER.unpack(header)
    offset = file.tell()
    if header != _build_header(kind, length, checksum) or offset + length > size:
        return None
    return Frame(path, kind, offset, length) if _hash_bytes(file.read(length)) == checksum else None


def _require_no_change_behind(file: IO[bytes], path: Path, end: int) -> None:
    """Raise an error where a frame `COMMIT` follows what could not be read: the log is damaged, not merely cut off."""
    last = _build_header(COMMIT, 0, _hash_bytes(_NO_BYTES))
    file.seek(end)
    before = b""
    while block := file.read(1 << 20):
        if last in before + block:
            message = f"`{path}` is damaged: a change that was acknowledged cannot be read"
            raise RunError(message, "restore the index from a copy, or make it again")
        before = block[-len(last) :]
