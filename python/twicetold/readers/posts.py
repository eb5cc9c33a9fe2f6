"""Readers of threads: those that have `posts`, which gives questions and answers, or whole threads, as POSTS.

Whether posts of one thread stand together in the file does not matter: `stages/threads/gathering.py` joins them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.errors import InputError
from twicetold.readers.base import LONGEST_NAME, ConvertedBatches, DelegatingReader, EmptyFileReader, Reader, Split
from twicetold.readers.inputs import format_path
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import DOCUMENTS, POSTS

_NUMBER_PATTERN = r"^\s*-?[0-9]{1,18}\s*$"


@dataclass(frozen=True)
class PostReader(DelegatingReader):
    """The posts of a file, by the reader of its format."""

    schema: ClassVar[pa.Schema] = POSTS

    def read(self, split: Split) -> Iterator[Batch]:
        """The posts of a split, in batches of POSTS."""
        if isinstance(self.reader, EmptyFileReader):
            return ConvertedBatches(self.reader.read(split), convert_to_posts)
        posts: Iterator[Batch] = self.reader_with_workers.read_posts(split)
        return posts


def choose_post_reader(reader: Reader, path: str, workers: int) -> PostReader:
    """The reader of a file's posts; an InputError where its format has none."""
    if not hasattr(reader, "read_posts") and not isinstance(reader, EmptyFileReader):
        hint = "threads are in Stack Exchange's Posts.xml, or in JSONL, CSV or Parquet with a question in each record"
        raise InputError(f"`{format_path(path)}`: there are no threads in a file of this format", hint)
    return PostReader(reader, workers)


def convert_to_threads(records: Batch) -> Batch:
    """Records with a question for their text and the other fields beside it, as threads of one row each."""
    read = pc.equal(records["status"], "read")
    title = pc.utf8_slice_codeunits(records["text"], 0, LONGEST_NAME)
    threads = convert_to_posts(records, role=pc.if_else(read, "thread", ""))
    return threads.set_column(
        threads.schema.get_field_index("title"), POSTS.field("title"), pc.if_else(read, title, "")
    )


def convert_to_posts(rows: Batch, **columns: pa.Array) -> Batch:
    """Documents with what they have of the other columns of POSTS, "" for the rest.

    What has no thread is one of its own, named by its place: nothing else can be there. Names sort as the places do.
    """
    there = {name: rows[name] for name in rows.schema.names} | columns
    number = pc.utf8_lpad(pc.replace_substring_regex(rows["place"], "[^0-9]+", ""), 20, "0")
    own = pc.binary_join_element_wise(rows["source"], number, "\n")
    there["thread"] = pc.if_else(pc.equal(there["thread"], ""), own, there["thread"]) if "thread" in there else own
    if "score" in there:
        score = pc.if_else(pc.match_substring_regex(there["score"], _NUMBER_PATTERN), there["score"], "0")
        there["score"] = pc.utf8_trim_whitespace(score).cast(pa.int64())
    empty = {"score": pa.scalar(0, pa.int64())}
    arrays = [
        there[each.name] if each.name in there else pa.repeat(empty.get(each.name, pa.scalar("")), rows.num_rows)
        for each in POSTS
    ]
    return build_batch(arrays, POSTS)


def select_document_columns(rows: Batch) -> Batch:
    """The columns that every document has."""
    return rows.select(DOCUMENTS.names)
