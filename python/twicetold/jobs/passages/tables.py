"""The job `passages`: what brings two documents together, what they share, and all places of one text."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_sides, define_table

# Two sentences of two documents that have something in common; `similarity` 0 where only a stretch of words.
POINTS = define_table(
    left=pa.uint32(),
    right=pa.uint32(),
    left_position=pa.uint32(),
    right_position=pa.uint32(),
    similarity=pa.float64(),
    length=pa.uint32(),  # of the shorter one, in bytes
)

# What a side of a passage has besides its place: the words that people read, and when its document was written.
EXCERPT_COLUMNS = ("text", "before", "after", "timestamp")

# What two documents share, the longest passages first.
PASSAGES = pa.schema(
    [
        *define_table(passage=pa.uint32()),  # from 0
        *define_sides(
            document=pa.string(),
            title=pa.string(),
            first=pa.uint32(),  # the positions of its first and last sentence
            last=pa.uint32(),
            start=pa.uint32(),  # its place in the document as read, in characters; may begin in mid-sentence
            end=pa.uint32(),
            share=pa.float64(),  # of the document's characters, how many it covers
            text=pa.string(),  # what it says, up to 10,000 characters, white space as single blanks
            before=pa.string(),  # the words before it, up to 80 characters
            after=pa.string(),  # the words after it, up to 80 characters
            timestamp=pa.string(),  # the document's, as the input has it
        ),
        *define_table(
            sentences=pa.uint32(),  # how many of the side with fewer have a counterpart
            similarity=pa.float64(),  # the cosine of the two sides: 1 for the same words
            kind=pa.string(),  # one of PASSAGE_KINDS in kinds.py
            form=pa.string(),  # one of PASSAGE_FORMS in kinds.py
        ),
    ]
)

# The sentence matches between two documents: the dots of their matrix.
PASSAGE_SENTENCE_MATCHES = pa.schema(
    [
        *define_sides(document=pa.string(), title=pa.string(), position=pa.uint32()),
        *define_table(similarity=pa.float64()),
    ]
)

# Two documents and all that they share, the longest first.
PASSAGE_DOCUMENT_PAIRS = pa.schema(
    [
        *define_sides(document=pa.string(), title=pa.string()),
        *define_table(
            passages=pa.uint32(),  # those that are not boilerplate
            characters=pa.uint32(),  # how many of the left document stand in one
            left_share=pa.float64(),
            right_share=pa.float64(),
            boilerplate=pa.uint32(),  # the passages that are
        ),
    ]
)

# One text and all its places, those with most members first.
FAMILIES = define_table(
    family=pa.uint32(),  # from 0
    size=pa.uint32(),  # its members
    documents=pa.uint32(),  # how many documents they are in
    series=pa.uint32(),  # how many series these are of; a document without one is none
    first_date=pa.string(),  # of its dated members the earliest, as the input has it
    last_date=pa.string(),  # and the latest
    characters=pa.uint32(),  # of the best text
    similarity=pa.float64(),  # of the members to the best text, on average
    kind=pa.string(),  # the kind that most members' passages have
    text=pa.string(),  # the best text: letter by letter what most members have, up to 10,000 characters
)

# A place of a family's text. Those with a date come first, in order of it.
FAMILY_MEMBERS = pa.schema(
    [
        FAMILIES.field("family"),
        *define_table(
            member=pa.uint32(),  # from 0 in each family
            document=pa.string(),
            title=pa.string(),
            start=pa.uint32(),  # its place in the document as read, in characters
            end=pa.uint32(),
            timestamp=pa.string(),  # the document's, as the input has it
            series=pa.string(),
            similarity=pa.float64(),  # the share of letters that are those of the best text
        ),
        pa.field("parent", pa.uint32()),  # the member that it was likely copied from; null where none is known
        *define_table(confidence=pa.float64()),  # how certain that is, or that no source is inside
    ]
)
