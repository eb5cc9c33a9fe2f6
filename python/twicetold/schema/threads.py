"""The job `threads`: what is compared, scores, matches, clusters."""

from __future__ import annotations

import pyarrow as pa

from twicetold.schema.columns import sides, table

# A thread as the job `threads` compares it, numbered in the order of the ids.
ASKED = table(
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

# Two threads and how alike they are, field by field; -1 where one of them does not have the field.
SCORED = table(
    left=pa.uint32(),
    right=pa.uint32(),
    question=pa.float64(),
    description=pa.float64(),
    answer=pa.float64(),
    score=pa.float64(),
)

# The same as a user reads it: null where one does not have the field. `cluster` is null where the two are not in one.
THREAD_MATCHES = pa.schema(
    [
        pa.field("cluster", pa.uint32()),
        *sides(document=pa.string(), title=pa.string()),
        *[pa.field(name, pa.float64()) for name in ("question", "description", "answer")],
        *table(score=pa.float64()),
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

THREAD_CLUSTERS = table(
    cluster=pa.uint32(),  # from 0, largest first, ties by first member
    size=pa.uint32(),
    similarity=pa.float64(),  # the lowest score of a member to the core
    document=pa.string(),  # the core: the thread that most others match
    example=pa.string(),  # its question
)

THREAD_MEMBERS = table(
    cluster=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    url=pa.string(),
    core=pa.bool_(),
    score=pa.float64(),  # to the core
    question=pa.string(),
    description=pa.string(),
    answer=pa.string(),
)
