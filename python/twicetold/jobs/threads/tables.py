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
)

_FIELD_SIMILARITIES = [pa.field(name, pa.float64()) for name in ("question", "description", "answer")]

# Two threads and how similar they are, field by field: null where one of them does not have the field.
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
