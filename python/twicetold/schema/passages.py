"""The job `passages`: documents with their sentences, what brings two together, and what they share."""

from __future__ import annotations

import pyarrow as pa

from twicetold.schema.columns import sides, table
from twicetold.schema.finding import NUMBERS

# A document with its sentences, as the job `passages` compares it. `text` is the sentences one after another, `cuts`
# how many bytes each has of it; `starts` and `ends` are their places in the document as read, in characters.
GATHERED = table(
    document=pa.string(),
    title=pa.string(),
    side=pa.uint32(),  # 1 for what stands in `--against`, else 0
    source=pa.string(),
    place=pa.string(),
    kin=pa.uint64(),  # a hash of its series; 0 where it has none
    text=pa.string(),
    cuts=NUMBERS,
    starts=NUMBERS,
    ends=NUMBERS,
    blocks=NUMBERS,  # which of BLOCKS each stands in
    sections=pa.list_(pa.field("item", pa.string(), nullable=False)),
)

# The same without the sections, numbered in order.
WORKS = pa.schema(
    [pa.field("number", pa.uint32(), nullable=False), *[each for each in GATHERED if each.name != "sections"]]
)

# A sentence under something that it has in common with others: a unit, or a stretch of words.
MEETING = table(
    key=pa.uint64(),
    number=pa.uint32(),
    position=pa.uint32(),
    side=pa.uint32(),
    kin=pa.uint64(),
    length=pa.uint32(),  # bytes of what it has in common
)

# Two sentences of two documents that have something in common; `similarity` 0 where only a stretch of words.
POINTS = table(
    left=pa.uint32(),
    right=pa.uint32(),
    left_position=pa.uint32(),
    right_position=pa.uint32(),
    similarity=pa.float64(),
    length=pa.uint32(),  # of the shorter one, in bytes
)

PASSAGE_KINDS = ("document", "quotation", "collection", "multipage", "boilerplate")

# What two documents share, the longest passages first.
PASSAGES = pa.schema(
    [
        *table(passage=pa.uint32()),  # from 0
        *sides(
            document=pa.string(),
            title=pa.string(),
            first=pa.uint32(),  # the positions of its first and last sentence
            last=pa.uint32(),
            start=pa.uint32(),  # its place in the document as read, in characters; may begin in mid-sentence
            end=pa.uint32(),
            share=pa.float64(),  # of the document's characters, how many it covers
        ),
        *table(
            sentences=pa.uint32(),  # how many of the side with fewer have a counterpart
            similarity=pa.float64(),  # the cosine of the two sides: 1 for the same words
            kind=pa.string(),  # one of PASSAGE_KINDS
        ),
    ]
)

# The sentence matches between two documents: the dots of their matrix.
DOTS = pa.schema(
    [
        *sides(document=pa.string(), title=pa.string(), position=pa.uint32()),
        *table(similarity=pa.float64()),
    ]
)

# Two documents and all that they share, the longest first.
PASSAGE_PAIRS = pa.schema(
    [
        *sides(document=pa.string(), title=pa.string()),
        *table(
            passages=pa.uint32(),  # those that are not boilerplate
            characters=pa.uint32(),  # how many of the left document stand in one
            left_share=pa.float64(),
            right_share=pa.float64(),
            boilerplate=pa.uint32(),  # the passages that are
        ),
    ]
)
