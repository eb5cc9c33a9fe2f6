"""The job `threads`: what is compared, scores, matches, clusters."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_sides, define_table

# A thread as the job `threads` compares it, numbered in the order of the ids.
ORDERED_THREADS = define_table(
    number=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    source=pa.string(),
    place=pa.string(),
    url=pa.string(),
    timestamp=pa.string(),
    question=pa.string(),
    description=pa.string(),
    answer=pa.string(),
    more_answers=pa.string(),  # the other answers
    code=pa.string(),  # listings of question and answer
    tags=pa.string(),  # a line each
    links=pa.string(),  # web addresses in question and answer, a line each, if they are compared
    duplicate_of=pa.string(),  # ids, a line each
)

FIELDS = ("question", "description", "answer")  # the texts of a thread
COMPARED_FIELDS = (*FIELDS, "tags", "links")
_FIELD_SIMILARITIES = [pa.field(name, pa.float64()) for name in COMPARED_FIELDS]

# Two threads and how similar they are, field by field: null where one of them does not have it, or it is not compared.
THREAD_SCORES = pa.schema(
    [
        *define_table(left=pa.uint32(), right=pa.uint32()),
        *_FIELD_SIMILARITIES,
        *define_table(similarity=pa.float64()),  # the weighted mean of all fields
    ]
)

# The same as a user reads it. `cluster` is null where the two are not in one.
THREAD_MATCHES = pa.schema(
    [
        pa.field("cluster", pa.uint32()),
        *define_sides(document=pa.string(), title=pa.string()),
        *_FIELD_SIMILARITIES,
        *define_table(similarity=pa.float64()),
    ]
)

# Matches between two clusters. No number: the thread stayed alone.
THREAD_BRIDGES = pa.schema(
    [
        pa.field("left_cluster", pa.uint32()),
        pa.field("right_cluster", pa.uint32()),
        *[each for each in THREAD_MATCHES if each.name != "cluster"],
    ]
)

THREAD_CLUSTERS = define_table(
    cluster=pa.uint32(),  # from 0, largest first, ties by first member
    size=pa.uint32(),
    similarity=pa.float64(),  # the lowest of a member to the core
    document=pa.string(),  # the core: the thread that most others match
    example=pa.string(),  # its question
)

# A thread's terms as the ranking counts them: keys in ascending order, and how often each is there.
THREAD_TERMS = pa.schema(
    [
        *define_table(
            number=pa.uint32(),
            keys=pa.list_(pa.field("item", pa.uint64(), nullable=False)),
            counts=pa.list_(pa.field("item", pa.uint8(), nullable=False)),
        ),
        pa.field("vector", pa.binary()),  # what its question means, if that is compared and it has words
    ]
)

# A thread and one that is like it, by number; the parts of the score are whole numbers.
FOUND_THREADS = define_table(
    thread=pa.uint32(),
    other=pa.uint32(),
    whole=pa.uint32(),
    asked=pa.uint32(),
    title=pa.uint32(),
    meaning=pa.uint32(),
)

# The best of them for each thread, with their ranks from 1.
BEST_THREADS = pa.schema([*FOUND_THREADS, pa.field("rank", pa.uint32(), nullable=False)])

# For each thread the others most like it, the best first.
SUGGESTIONS = pa.schema(
    [
        *define_table(
            document=pa.string(),
            title=pa.string(),
            rank=pa.uint32(),  # from 1
            other_document=pa.string(),
            other_title=pa.string(),
            score=pa.float64(),
            whole=pa.float64(),  # how similar all is that the two threads say
            question=pa.float64(),  # ... titles and descriptions, by the beginnings of words
            words=pa.float64(),  # ... titles, by four letters in a row
        ),
        pa.field("meaning", pa.float64()),  # ... what both questions mean; null if it is not compared
        *define_table(
            precision=pa.float64(),  # the share of right ones to expect among all pairs that score at least as much
            known=pa.string(),  # `duplicate` or `linked` where the forum says so, else ""
        ),
    ]
)

# What the forum itself says of two threads, once for each two.
KNOWN_LINKS = define_table(pair=pa.uint64(), left_document=pa.string(), right_document=pa.string(), known=pa.string())

THREAD_MEMBERS = define_table(
    cluster=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    url=pa.string(),
    core=pa.bool_(),
    similarity=pa.float64(),  # to the core
    question=pa.string(),
    description=pa.string(),
    answer=pa.string(),
)
