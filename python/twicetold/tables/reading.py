"""What is read: documents, posts, threads, and what became of records. Then their text: blocks and sentences."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_table

# What readers give: a row per record, also for those left out (`status` skipped) or unreadable (rejected).
DOCUMENTS = define_table(
    document=pa.string(),  # the record's own id: a page id, an id field, a file name, or made from its place
    title=pa.string(),
    url=pa.string(),
    language=pa.string(),  # a code such as `en`; "" when the input does not say
    namespace=pa.int32(),  # of a wiki page; 0 elsewhere
    revision=pa.string(),
    timestamp=pa.string(),  # ISO 8601, as the input has it
    contributor=pa.string(),
    series=pa.string(),  # what it is a part of, as a newspaper is of its issues; "" when the input does not say
    source=pa.string(),  # the file, as it was named
    place=pa.string(),  # where in the file: `byte 1234`, `line 17`
    markup=pa.string(),  # which cleaner it needs: a name from the registry
    site=pa.string(),  # a wiki's own namespace names, a line each: `6:Datei`; "" elsewhere
    text=pa.string(),  # as read; of a rejected record its beginning
    status=pa.string(),  # read, skipped, rejected
    reason=pa.string(),  # why it was skipped or rejected
)

# Where the characters of a document stand on its pages, a row for each line; only of inputs that say so.
REGIONS = pa.schema(
    [
        *define_table(
            document=pa.string(),
            page=pa.string(),  # the page's id, or its number
            page_number=pa.uint32(),  # from 1 in each document
            image=pa.string(),  # the page's picture, as the input names it
            page_width=pa.uint32(),  # 0 where the input does not say
            page_height=pa.uint32(),
            line=pa.uint32(),  # from 1 on each page
            start=pa.uint32(),  # its place in the document as read, in characters
            end=pa.uint32(),
        ),
        # Its box on the page, in the unit of the page's size; null where the input has none.
        *(pa.field(name, pa.int32()) for name in ("x", "y", "width", "height")),
    ]
)

# What readers of threads give: a post, or a thread that is whole already (`role` thread: its text is the question).
POSTS = pa.schema(
    [
        *DOCUMENTS,
        *define_table(
            thread=pa.string(),  # the same for all posts of a thread, and for nothing else: `ai.stackexchange.com/17`
            role=pa.string(),  # question, answer, thread; "" where it is not read
            accepted=pa.string(),  # of a question: the id of the answer that the asker chose
            score=pa.int64(),
            tags=pa.string(),  # a line each
            description=pa.string(),  # of a whole thread
            answer=pa.string(),
            more_answers=pa.string(),
            duplicate_of=pa.string(),  # ids of threads that it is a duplicate of, a line each
        ),
    ]
)

# A thread: a document whose `text` is its question. What the input does not have is "".
THREADS = pa.schema(
    [
        *DOCUMENTS,
        *define_table(
            description=pa.string(),  # the question's body, without code
            answer=pa.string(),  # the accepted one, else the one with most votes; without code
            code=pa.string(),  # the listings of the description, ...
            answer_code=pa.string(),  # ... and of the answer
            tags=pa.string(),  # a line each
            score=pa.int64(),  # of the question
            links=pa.string(),  # web addresses in question and answer, a line each, if they are compared
            more_answers=pa.string(),  # the texts of the other answers
            duplicate_of=pa.string(),  # ids of threads that it is a duplicate of, a line each
        ),
    ]
)

# Where a stretch of clean text came from: `text` counts bytes of the block's text, `source` and `end` characters of the
# document. `end == source` says that it was copied as it stands; otherwise all of it stands for `source..end`.
PIECE = pa.struct(
    [
        pa.field("text", pa.uint32(), nullable=False),
        pa.field("source", pa.uint32(), nullable=False),
        pa.field("end", pa.uint32(), nullable=False),
    ]
)

BLOCK = pa.struct(
    [
        pa.field(
            "element", pa.string(), nullable=False
        ),  # heading, paragraph, list_item, quote, caption, reference ...
        pa.field("footer", pa.bool_(), nullable=False),  # in a section at the page's foot
        pa.field("lossy", pa.bool_(), nullable=False),  # something that may have carried words was dropped
        pa.field("section", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("pieces", pa.list_(pa.field("item", PIECE, nullable=False)), nullable=False),
    ]
)

# What cleaners give: a row per document that was read, with its blocks in reading order.
BLOCKS = define_table(
    document=pa.string(),
    title=pa.string(),
    language=pa.string(),
    blocks=pa.list_(pa.field("item", BLOCK, nullable=False)),
)

# What the sentence splitter gives.
SENTENCES = define_table(
    document=pa.string(),
    title=pa.string(),
    section=pa.string(),  # the titles above it, outer first: `History / Early years`
    block=pa.string(),  # prose, list, table, caption, reference, heading, code, footer
    position=pa.uint32(),  # the sentence's number in its document, from 0
    start=pa.uint32(),
    end=pa.uint32(),
    text=pa.string(),
)

# What stands in the input as a vector: of a document (`text` ""), or met with its text. 16-bit integers, little-endian.
INPUT_VECTORS = define_table(document=pa.string(), title=pa.string(), text=pa.string(), vector=pa.binary())

REJECTS = define_table(source=pa.string(), place=pa.string(), reason=pa.string(), excerpt=pa.string())

# How many records came to what: one row per batch and outcome; sum them up.
OUTCOMES = define_table(status=pa.string(), reason=pa.string(), records=pa.int64())

# Counts for `run.json`: rows of one name are to be summed up.
TALLY = define_table(name=pa.string(), count=pa.int64())
