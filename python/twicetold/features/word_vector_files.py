"""Files of word vectors: word2vec (binary and text), GloVe, fastText `.vec`. Gone through once, mapped, never held."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Container, Iterator
from pathlib import Path

from twicetold.errors import InputError

WordRow = tuple[str, "array[float]"]
LONGEST_WORD = 1 << 12  # bytes, in a binary file: a longer one is none, and the file is not what it seems


def read_rows(path: str, wanted: Container[str]) -> Iterator[WordRow]:
    """The wanted words of a file with their rows, each word once.

    Units are mostly in small letters, so a word that the file only knows as `Paris` is found as `paris`; what it has in
    just the wanted letters goes before, wherever it stands.
    """
    with Path(path).open("rb") as file:
        try:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise InputError(f"`{path}`: the file is empty", "give a file of word vectors") from None
        with content:
            yield from _select_rows(_open_entries(path, content), wanted)


def _select_rows(entries: Iterator[tuple[bytes, _EntryValues]], wanted: Container[str]) -> Iterator[WordRow]:
    seen: set[str] = set()
    other: dict[str, array[float]] = {}
    for name, values in entries:
        word = name.decode("utf-8", "replace")
        if word in wanted and word not in seen:
            seen.add(word)
            other.pop(word, None)
            yield word, values.read()
        elif (small := word.lower()) in wanted and small not in seen and small not in other:
            other[small] = values.read()
    yield from other.items()


class _EntryValues:
    """The numbers of an entry, read only if they are wanted."""

    def __init__(self, path: str, place: str, content: bytes, dimensions: int, is_text: bool) -> None:
        self.path, self.place, self.content = path, place, content
        self.dimensions, self.is_text = dimensions, is_text

    def read(self) -> array[float]:
        row = array("f")
        try:
            if self.is_text:
                row.extend(map(float, self.content.split()))
            else:
                row.frombytes(self.content)
        except (ValueError, OverflowError):
            raise InputError(
                f"`{self.path}`, {self.place}: expected numbers", "check that it is a file of word vectors"
            ) from None
        if len(row) != self.dimensions or not all(-1e30 < value < 1e30 for value in row):
            message = f"`{self.path}`, {self.place}: expected {self.dimensions} numbers"
            raise InputError(message, "check that the file is complete")
        return row


def _open_entries(path: str, content: mmap.mmap) -> Iterator[tuple[bytes, _EntryValues]]:
    first = _read_line(content)
    counts = first.split()
    if len(counts) == 2 and all(each.isdigit() for each in counts):
        dimensions, start = int(counts[1]), content.tell()
        if _is_text(_read_line(content), dimensions):
            return _read_text_entries(path, content, start, dimensions)
        return _read_binary_entries(path, content, start, int(counts[0]), dimensions)
    if not _is_text(first, len(counts) - 1):
        raise InputError(f"`{path}` has no word vectors", "use a file of word2vec, GloVe or fastText (.vec)")
    return _read_text_entries(path, content, 0, len(counts) - 1)


def _read_line(content: mmap.mmap) -> bytes:
    """The line from here on, but no more than a megabyte: a binary file has none."""
    start = content.tell()
    end = content.find(b"\n", start, start + (1 << 20)) + 1
    content.seek(end or min(start + (1 << 20), len(content)))
    return content[start : content.tell()]


def _is_text(line: bytes, dimensions: int) -> bool:
    """Whether a line is a word and numbers."""
    try:
        return dimensions > 0 and len([float(each) for each in line.split()[-dimensions:]]) == dimensions
    except ValueError:
        return False


def _read_text_entries(
    path: str, content: mmap.mmap, start: int, dimensions: int
) -> Iterator[tuple[bytes, _EntryValues]]:
    """A word may have blanks in it: the numbers are the last of the line."""
    content.seek(start)
    number = 1 if start == 0 else 2
    while line := content.readline():
        parts = line.rstrip().rsplit(b" ", dimensions)
        if len(parts) == dimensions + 1:
            yield parts[0], _EntryValues(path, f"line {number}", b" ".join(parts[1:]), dimensions, True)
        number += 1


def _read_binary_entries(
    path: str, content: mmap.mmap, start: int, count: int, dimensions: int
) -> Iterator[tuple[bytes, _EntryValues]]:
    """A word, a blank, and 32-bit floats; some writers end a record with a new line."""
    at = start
    for _ in range(count):
        blank = content.find(b" ", at, at + LONGEST_WORD)
        end = blank + 1 + 4 * dimensions
        if blank < 0 or end > len(content):
            message = f"`{path}`, byte {at}: expected a word and {dimensions} numbers"
            raise InputError(message, "check that the file is complete")
        yield (
            content[at:blank].lstrip(b"\n"),
            _EntryValues(path, f"byte {at}", content[blank + 1 : end], dimensions, False),
        )
        at = end
