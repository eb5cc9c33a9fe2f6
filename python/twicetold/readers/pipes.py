"""Streams that can be read only once: stdin, named pipes and devices such as `/dev/fd/63`.

The head of stdin can be looked at first, as much of it as it takes to tell the format. A pipe that was opened once is
not opened again: the second time would wait for ever for a program that has already written everything.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from typing import BinaryIO, cast

from twicetold.errors import InputError
from twicetold.text.paths import show_path

WRITER_SECONDS = 10.0  # that a pipe may have nobody who writes to it
_PAUSE_SECONDS = 0.05


class PeekableStream:
    """A stream that gives back what was looked at: `head(10)` then `read(20)` gives the same first ten bytes."""

    def __init__(self, stream: BinaryIO, head: bytes = b"") -> None:
        self.stream = stream
        self._head = head
        self._at_end = False

    def peek(self, size: int) -> bytes:
        """The first `size` bytes, fewer only when there are no more; they stay to be read."""
        while len(self._head) < size and not self._at_end:
            part = self.stream.read(size - len(self._head))
            self._at_end = not part
            self._head += part
        return self._head[:size]

    def seekable(self) -> bool:
        return False

    def read(self, size: int = -1) -> bytes:
        if not self._head:
            return self.stream.read(size)
        given = self._head if size < 0 else self._head[:size]
        self._head = self._head[len(given) :]
        return given + self.stream.read() if size < 0 else given


_OPEN_STREAMS: list[PeekableStream] = []
_OPENED_PIPES: set[tuple[int, int]] = set()  # by device and inode


def open_stdin() -> PeekableStream:
    """The one stdin of this process, with what was looked at before."""
    stream = cast(BinaryIO, sys.stdin.buffer)
    if not _OPEN_STREAMS or _OPEN_STREAMS[0].stream is not stream:
        _OPEN_STREAMS[:] = [PeekableStream(stream)]
    return _OPEN_STREAMS[0]


def is_pipe(path: str) -> bool:
    """Whether a path is a named pipe, a socket or a device: something that can be read only once."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 (called for every file)
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)


def open_pipe(path: str) -> PeekableStream:
    """The bytes of a pipe, once in a process; an error where it was read before, or where nobody writes to it."""
    found = os.stat(path)  # noqa: PTH116
    if (found.st_dev, found.st_ino) in _OPENED_PIPES:
        hint = "save it to a file first: the input is read more than once"
        raise InputError(f"`{show_path(path)}` is a pipe, and has already been read", hint)
    _OPENED_PIPES.add((found.st_dev, found.st_ino))
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    head = _wait_for_writer(path, number) if stat.S_ISFIFO(found.st_mode) else b""
    os.set_blocking(number, True)
    return PeekableStream(os.fdopen(number, "rb", buffering=0), head)


def _wait_for_writer(path: str, number: int) -> bytes:
    """What is in the pipe first; an error where no program opens it for writing."""
    deadline = time.monotonic() + WRITER_SECONDS
    while time.monotonic() < deadline:
        try:
            if head := os.read(number, 1 << 16):
                return head
        except BlockingIOError:  # somebody writes, and has written nothing yet
            return b""
        time.sleep(_PAUSE_SECONDS)
    os.close(number)
    hint = "a pipe can be read only once, while a program writes to it: save it to a file first"
    raise InputError(f"nothing is written to the pipe `{show_path(path)}`", hint)
