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
from typing import IO, Any, TypeAlias

import pyarrow as pa

from twicetold.errors import RunError
from twicetold.tables.batches import Batch
from twicetold.tables.reading import DOCUMENTS

ADDED, REMOVED, COMMIT = b"add ", b"drop", b"done"
REMOVED_IDS = pa.schema([pa.field("document", pa.string(), nullable=False)])
_SCHEMAS = {ADDED: DOCUMENTS, REMOVED: REMOVED_IDS}
_HEADER = struct.Struct("<4sQ16s16s")  # kind, length, checksum of the bytes, checksum of the header so far
_NO_BYTES = b""
Buffer: TypeAlias = Any  # bytes, or what pyarrow has for them


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
            batch: Batch = pa.ipc.read_record_batch(pa.py_buffer(file.read(self.bytes)), _SCHEMAS[self.kind])
            return batch


def create_log(path: Path) -> None:
    """Make an empty log that is on the disk."""
    with path.open("wb") as file:
        os.fsync(file.fileno())


def append_changes(
    path: Path, end: int, changes: Iterable[Iterable[tuple[bytes, Batch]]]
) -> tuple[list[list[Frame] | Exception], int]:
    """Append changes at `end`, wait until the disk has them, and return the frames of each and where they end.

    A change that cannot be made or written leaves nothing behind; its error is in the place of its frames.
    """
    written: list[list[Frame] | Exception] = []
    with path.open("r+b") as file:
        file.seek(end)
        try:
            for change in changes:
                start = file.tell()
                try:
                    frames = [_append_frame(file, path, kind, batch) for kind, batch in change]
                    _write_frame(file, COMMIT, _NO_BYTES)
                    file.flush()
                    written.append(frames)
                except Exception as error:
                    # Without its last frame the change does not count, and a full disk must not stay full.
                    file.truncate(start)
                    file.seek(start)
                    written.append(error)
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(end)
            raise
        return written, file.tell()


def _append_frame(file: IO[bytes], path: Path, kind: bytes, batch: Batch) -> Frame:
    content = batch.serialize()
    _write_frame(file, kind, content)
    return Frame(path, kind, file.tell() - len(content), len(content))


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


def _hash_bytes(content: Buffer) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


def _build_header(kind: bytes, length: int, checksum: bytes) -> bytes:
    head = _HEADER.pack(kind, length, checksum, bytes(16))[:-16]
    return head + _hash_bytes(head)


def _write_frame(file: IO[bytes], kind: bytes, content: Buffer) -> None:
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
