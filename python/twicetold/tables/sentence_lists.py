"""Documents with their sentences, a row each: where passages and overlaps are located."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_table
from twicetold.tables.matching import NUMBER_LIST

# A document with its sentences. `text` is the sentences one after another, `cuts`
# how many bytes each has of it; `starts` and `ends` are their places in the document as read, in characters.
SENTENCE_LISTS_WITH_SECTIONS = define_table(
    document=pa.string(),
    title=pa.string(),
    is_against=pa.bool_(),  # whether it is in `--against`
    source=pa.string(),
    place=pa.string(),
    series=pa.string(),  # what it is part of, as `--series` says; empty where it has none
    kin=pa.uint64(),  # a hash of its series; 0 where it has none
    timestamp=pa.string(),
    text=pa.string(),
    cuts=NUMBER_LIST,
    starts=NUMBER_LIST,
    ends=NUMBER_LIST,
    blocks=NUMBER_LIST,  # which of BLOCKS each stands in
    sections=pa.list_(pa.field("item", pa.string(), nullable=False)),
)

# The same without the sections, numbered in order.
SENTENCE_LISTS = pa.schema(
    [
        pa.field("number", pa.uint32(), nullable=False),
        *[each for each in SENTENCE_LISTS_WITH_SECTIONS if each.name != "sections"],
    ]
)

# The document as read, where a job compares that.
WHOLE_TEXT = define_table(whole=pa.string())

# A sentence under something that it has in common with others: a unit, or a stretch of words.
SHARED_CONTENT = define_table(
    key=pa.uint64(),
    number=pa.uint32(),
    position=pa.uint32(),
    is_against=pa.bool_(),
    kin=pa.uint64(),
    length=pa.uint32(),  # bytes of what it has in common
)
