"""One number over the rows of tables, the same however the rows were cut into batches or files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc


class Digest:
    """SHA-256 over the columns of tables: a column's values in one stream, the lengths of texts and lists in another.

    Concatenation does not see where a batch ended, so neither does the digest.
    """

    def __init__(self) -> None:
        self._whole = hashlib.sha256()

    def add(self, name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Adds a table; the order of the tables and of their rows counts."""
        columns = [_Column() for _ in schema]
        for batch in batches:
            for column, values in zip(columns, batch.columns, strict=True):
                column.add(values)
        for field, column in zip(schema, columns, strict=True):
            self._whole.update(f"{name}.{field.name}:{field.type}={column.hex()}\n".encode())

    def hex(self) -> str:
        return self._whole.hexdigest()


class _Column:
    def __init__(self) -> None:
        self._streams: dict[str, hashlib._Hash] = {}

    def add(self, values: pa.Array, at: str = "") -> None:
        kind = values.type
        self._feed(at + "?", pa.array(pc.is_valid(values)).cast(pa.uint8()))
        if pa.types.is_dictionary(kind):
            self.add(values.dictionary_decode(), at)
        elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
            self._feed(at + "#", pc.fill_null(pc.list_value_length(values), 0).cast(pa.int64()))
            self.add(values.flatten(), at + "[]")
        elif pa.types.is_struct(kind):
            for index, field in enumerate(kind):
                self.add(pc.struct_field(values, [index]), f"{at}.{field.name}")
        elif pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind):
            values = pc.fill_null(values, "" if not pa.types.is_binary(kind) else b"")
            self._feed(at + "#", pc.binary_length(values).cast(pa.int64()))
            self._stream(at + "=").update(_bytes_of(values))
        elif pa.types.is_boolean(kind):
            self._feed(at + "=", pc.fill_null(values, False).cast(pa.uint8()))
        else:
            self._feed(at + "=", pc.fill_null(values, 0))

    def hex(self) -> str:
        whole = hashlib.sha256()
        for name in sorted(self._streams):
            whole.update(f"{name}{self._streams[name].hexdigest()}".encode())
        return whole.hexdigest()

    def _feed(self, name: str, values: pa.Array) -> None:
        width = values.type.bit_width // 8
        data = values.buffers()[1]
        stream = self._stream(name)
        if data is not None:
            stream.update(memoryview(data)[values.offset * width : (values.offset + len(values)) * width])

    def _stream(self, name: str) -> hashlib._Hash:
        return self._streams.setdefault(name, hashlib.sha256())


def _bytes_of(values: pa.Array) -> memoryview:
    """The bytes of all rows of a text column, one after the other."""
    _, offsets, data = values.buffers()
    if data is None or not len(values):
        return memoryview(b"")
    wide = pa.types.is_large_string(values.type) or pa.types.is_large_binary(values.type)
    ends = memoryview(offsets).cast("q" if wide else "i")
    return memoryview(data)[ends[values.offset] : ends[values.offset + len(values)]]
