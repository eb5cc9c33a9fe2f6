"""Files as they were packed: told by their first bytes, read unpacked, written the same way."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import pyarrow as pa

from twicetold.config import Reading
from twicetold.readers.inputs import open_unpacked

_MAGIC = {
    b"\x1f\x8b": "gz",
    b"BZh": "bz2",
    b"\x28\xb5\x2f\xfd": "zst",
    b"\xfd7zXZ\x00": "xz",
    b"\x5d\x00\x00": "lzma",
    b"7z\xbc\xaf\x27\x1c": "7z",
}
WRITABLE_PACKINGS = ("", "gz", "bz2", "zst", "xz")


def detect_packing(path: str) -> str:
    """`gz`, `bz2`, `zst`, `xz`, `lzma`, `7z`; "" of a file that is not packed."""
    with Path(path).open("rb") as file:
        head = file.read(6)
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), "")


def open_unpacked_lines(path: str, reading: Reading) -> io.BufferedReader:
    """A file's unpacked bytes, to be read by lines."""
    return io.BufferedReader(_KernelStream(open_unpacked(path, reading)), 1 << 20)


class _KernelStream(io.RawIOBase):
    """The kernels' stream as one of Python's."""

    def __init__(self, source: Any) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._source.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def open_packed(path: Path, packing: str) -> Iterator[IO[bytes]]:
    """A new file whose bytes are packed as they are written; the same bytes give the same file."""
    with path.open("wb") as file:
        if packing == "gz":
            out: Any = gzip.GzipFile("", "wb", 6, file, mtime=0)
        elif packing == "zst":
            out = pa.CompressedOutputStream(pa.PythonFile(file, mode="w"), "zstd")
        else:
            out = {"bz2": bz2.BZ2File, "xz": lzma.LZMAFile}[packing](file, "wb") if packing else file
        try:
            yield cast("IO[bytes]", out)
        finally:
            if out is not file:
                out.close()
