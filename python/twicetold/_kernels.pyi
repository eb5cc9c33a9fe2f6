"""The compiled half: what `src/python/` gives. Batches are of the schemas in `schema.py`."""

from typing import BinaryIO, Final, final

import pyarrow as pa

__all__ = [
    "VERSION",
    "Batches",
    "Unpacked",
    "clean_html",
    "clean_plain",
    "clean_wikitext",
    "mediawiki_splits",
    "open_unpacked",
    "read_mediawiki",
    "read_records",
    "sniff",
    "split_documents",
    "split_sentences",
    "to_jsonl",
    "to_lines",
]

VERSION: Final[str]

@final
class Batches:
    def __iter__(self) -> Batches: ...
    def __next__(self) -> pa.RecordBatch: ...
    @property
    def bytes_read(self) -> int: ...

@final
class Unpacked:
    def read(self, size: int) -> bytes: ...

def read_mediawiki(
    source: str | BinaryIO,
    name: str,
    range: tuple[int, int] | None,
    pages: tuple[list[int] | None, str],
    threads: int,
    limits: tuple[int, int, int, int],
) -> Batches: ...
def mediawiki_splits(path: str, split_bytes: int) -> list[tuple[int, int]]: ...
def read_records(
    format: str,
    source: str | BinaryIO,
    name: str,
    fields: tuple[str, str, str],
    threads: int,
    limits: tuple[int, int, int, int],
) -> Batches: ...
def open_unpacked(source: str | BinaryIO, threads: int, bomb_ratio: int, bomb_floor: int) -> Unpacked: ...
def sniff(head: bytes) -> str | None: ...
def clean_wikitext(documents: pa.RecordBatch) -> pa.RecordBatch: ...
def clean_plain(documents: pa.RecordBatch) -> pa.RecordBatch: ...
def clean_html(documents: pa.RecordBatch, main: pa.Array | None = None) -> pa.RecordBatch: ...
def split_documents(documents: pa.RecordBatch, markup: str, language: str) -> pa.RecordBatch: ...
def split_sentences(blocks: pa.RecordBatch, language: str) -> pa.RecordBatch: ...
def to_jsonl(batch: pa.RecordBatch) -> bytes: ...
def to_lines(batch: pa.RecordBatch) -> bytes: ...
