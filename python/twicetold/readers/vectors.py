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
from twicetold.readers.base import ConvertedBatches, DelegatingReader, EmptyFileReader, Reader, Split
from twicetold.readers.inputs import format_path
from twicetold.readers.pipes import is_pipe
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import INPUT_VECTORS

LARGEST_INTEGER = 32767


@dataclass(frozen=True)
class VectorReader(DelegatingReader):
    """The vectors of a file, by the reader of its format. A record without one gives no row."""

    schema: ClassVar[pa.Schema] = INPUT_VECTORS

    def read(self, split: Split) -> Iterator[Batch]:
        """The vectors of a split, in batches of GIVEN."""
        if isinstance(self.reader, EmptyFileReader):
            return iter(())
        return ConvertedBatches(self.reader_with_workers.read_vectors(split), pack_vectors)


def choose_vector_reader(reader: Reader, path: str, workers: int) -> VectorReader:
    """The reader of a file's vectors; an InputError where its format has none, or can be read only once."""
    if path == "-" or is_pipe(path):
        raise InputError(
            "vectors cannot be read from stdin or a pipe", "the input is read twice: save it to a file first"
        )
    if not hasattr(reader, "read_vectors") and not isinstance(reader, EmptyFileReader):
        hint = "vectors are read from JSONL and Parquet; leave out --vector-field"
        raise InputError(f"`{format_path(path)}`: there are no vectors in a file of this format", hint)
    return VectorReader(reader, workers)


def pack_vectors(records: Batch) -> Batch:
    """Records with their numbers, a line each, to rows of GIVEN; what is no vector is left out."""
    read = records.filter(pc.equal(records["status"], "read"))
    packed = pa.array([pack_numbers(lines) for lines in read["vector"].to_pylist()], pa.binary())
    columns = [read["document"], read["title"], pa.repeat("", read.num_rows), packed]
    return build_batch(columns, INPUT_VECTORS).filter(pc.greater(pc.binary_length(packed), 0))


def pack_numbers(lines: str) -> bytes:
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
    integers = array("h", [round(value / largest * LARGEST_INTEGER) for value in values])
    if sys.byteorder == "big":
        integers.byteswap()
    return integers.tobytes()
