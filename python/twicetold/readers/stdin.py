"""Stdin as a stream whose head can be looked at first: as much of it as it takes to tell the format."""

from __future__ import annotations

import sys
from typing import BinaryIO, cast


class PeekableStdin:
    """A stream that gives back what was looked at: `head(10)` then `read(20)` gives the same first ten bytes."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self._head = b""
        self._at_end = False

    def peek(self, size: int) -> bytes:
        """The first `size` bytes, fewer only when there are no more; they stay to be read."""
        while len(self._head) < size and not self._at_end:
            part = self.stream.read(size - len(self._head))
            self._at_end = not part
            self._head += part
        return self._head[:size]

    def read(self, size: int = -1) -> bytes:
        if not self._head:
            return self.stream.read(size)
        given = self._head if size < 0 else self._head[:size]
        self._head = self._head[len(given) :]
        return given + self.stream.read() if size < 0 else given


_OPEN_STREAMS: list[PeekableStdin] = []


def open_stdin() -> PeekableStdin:
    """The one stdin of this process, with what was looked at before."""
    stream = cast(BinaryIO, sys.stdin.buffer)
    if not _OPEN_STREAMS or _OPEN_STREAMS[0].stream is not stream:
        _OPEN_STREAMS[:] = [PeekableStdin(stream)]
    return _OPEN_STREAMS[0]
