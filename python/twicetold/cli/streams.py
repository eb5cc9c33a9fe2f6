"""Standard output and standard error as the commands use them.

A stream that was closed before the start is put back as one that cannot be written: otherwise the next file that is
opened would get its number. An error of standard output says that it is standard output. What a stream cannot hold is
spelled, a byte of a file name as `\\xff`.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO

from twicetold.text.paths import BYTE_NAMES

OUTPUT_NAME = "standard output"
_OUTPUT, _ERROR = 1, 2  # numbers of the streams


class StandardOutput(io.FileIO):
    """Standard output, whose errors name it."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data) or 0
        except OSError as error:
            reason = "it is closed" if error.errno == errno.EBADF else error.strerror
            raise OSError(error.errno, reason, OUTPUT_NAME) from None


def prepare_streams() -> None:
    """Put streams in place that say what is wrong with them; those that a test or a program has put there are kept."""
    for number in (_OUTPUT, _ERROR):
        _occupy_number(number)
    if sys.stdout is None or sys.stdout is sys.__stdout__:
        encoding, by_lines = _choose_encoding(sys.stdout), sys.stdout is not None and sys.stdout.isatty()
        raw = StandardOutput(_OUTPUT, "wb", closefd=False)
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), encoding, BYTE_NAMES, line_buffering=by_lines, write_through=False
        )
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(_ERROR, "wb", closefd=False), "utf-8", write_through=True)
    if isinstance(sys.stderr, io.TextIOWrapper) and sys.stderr is sys.__stderr__:
        sys.stderr.reconfigure(errors=BYTE_NAMES)


def _occupy_number(number: int) -> None:
    """Open the null device under the number of a stream that is closed; standard output cannot be written then."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, os.O_RDONLY if number == _OUTPUT else os.O_WRONLY)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)


def _choose_encoding(stream: TextIO | None) -> str:
    return (stream.encoding if stream else None) or "utf-8"
