"""Readers of vectors: those that have `vectors`, which gives records with the numbers of one of their fields.

A vector is of its record as a whole. `given_vectors.py` brings it to the record's text.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.errors import InputError
from twicetold.readers.base import ByFormat, Changed, Empty, Reader, Split
from twicetold.readers.inputs import shown
from twicetold.schema import GIVEN

LARGEST = 32767


@dataclass(frozen=True)
class Vectors(ByFormat):
    """The vectors of a file, by the reader of its format. A record without one gives no row."""

    schema: ClassVar[pa.Schema] = GIVEN

    def read(self, split: Split) -> Iterator[pa.RecordBatch]:
        """The vectors of a split, in batches of GIVEN."""
        if isinstance(self.reader, Empty):
            return iter(())
        return Changed(self.own.vectors(split), as_given)


def vectors_of(reader: Reader, path: str, threads: int) -> Vectors:
    """The reader of a file's vectors; an InputError where its format has none, or can be read only once."""
    if path == "-":
        raise InputError("vectors cannot be read from stdin", "the input is read twice: save it to a file first")
    if not hasattr(reader, "vectors") and not isinstance(reader, Empty):
        hint = "vectors are read from JSONL and Parquet; leave out --vector-field"
        raise InputError(f"`{shown(path)}`: there are no vectors in a file of this format", hint)
    return Vectors(reader, threads)


def as_given(records: pa.RecordBatch) -> pa.RecordBatch:
    """Records with their numbers, a line each, to rows of GIVEN; what is no vector is left out."""
    read = records.filter(pc.equal(records["status"], "read"))
    packed = pa.array([packed_lines(lines) for lines in read["vector"].to_pylist()], pa.binary())
    columns = [read["document"], read["title"], pa.repeat("", read.num_rows), packed]
    return pa.RecordBatch.from_arrays(columns, schema=GIVEN).filter(pc.greater(pc.binary_length(packed), 0))


def packed_lines(lines: str) -> bytes:
    """Numbers as 16-bit integers, the largest as 32767; nothing where they are no vector.

    `"0.5\\n-1"` -> 16384, -32767
    """
    try:
        values = [float(each) for each in lines.split("\n")]
    except ValueError:
        return b""
    largest = max(map(abs, values))
    if largest == 0 or not all(map(math.isfinite, values)):
        return b""
    integers = array("h", [round(value / largest * LARGEST) for value in values])
    if sys.byteorder == "big":
        integers.byteswap()
    return integers.tobytes()
