"""The job `documents`: texts in the order in which they would be kept, matches, clusters and who stays."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_sides, define_table

# A document as the job `documents` compares it, numbered in the order in which it would be kept: 0 before all others.
ORDERED_DOCUMENTS = pa.schema(
    [
        pa.field("number", pa.uint32(), nullable=False),
        pa.field("rank", pa.uint32()),  # least for `--against`, then for the values of `--prefer`; null for all others
        *define_table(
            is_against=pa.bool_(),  # whether it is in `--against`
            order=pa.uint64(),  # least for what `--keep` wants
            source=pa.string(),
            at=pa.uint64(),  # the number in its place
            place=pa.string(),
            document=pa.string(),
            title=pa.string(),
            revision=pa.string(),
            url=pa.string(),
            timestamp=pa.string(),
            value=pa.string(),  # of the field that `--keep` names
            length=pa.uint32(),  # characters of its text, without markup, a blank for any white space
            high=pa.uint64(),
            low=pa.uint64(),
            check=pa.uint64(),
        ),
    ]
)

# A document and the first of those with its text; one whose hash collides with that of another text is in none.
# `shared`: this text alone makes a cluster.
DOCUMENT_UNITS = define_table(number=pa.uint32(), unit=pa.uint32(), is_against=pa.bool_(), shared=pa.bool_())

DOCUMENT_CLUSTERS = define_table(
    cluster=pa.uint32(),  # from 0, largest first, ties by who would be kept first
    size=pa.uint32(),
    variants=pa.uint32(),  # distinct texts
    removed=pa.uint32(),
    similarity=pa.float64(),  # the lowest of a member to the core
    document=pa.string(),  # the core: the one that is kept
    title=pa.string(),
    source=pa.string(),
    place=pa.string(),
)

DOCUMENT_MEMBERS = define_table(
    cluster=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    source=pa.string(),
    place=pa.string(),
    revision=pa.string(),  # of a history dump a document is a revision: its place is that of the page
    url=pa.string(),
    timestamp=pa.string(),
    length=pa.uint32(),  # characters, without markup, a blank for any white space
    variant=pa.uint32(),  # which of the cluster's distinct texts, from 0
    core=pa.bool_(),
    similarity=pa.float64(),  # to the core
    kept=pa.bool_(),
    repeats=pa.string(),  # of one that is removed: the document it repeats
    why=pa.string(),  # why it is kept or removed, in words
)

# Matches link distinct texts, each named by its first document. `cluster` is null where the two are not in one.
DOCUMENT_MATCHES = pa.schema(
    [
        pa.field("cluster", pa.uint32()),
        *define_sides(document=pa.string(), title=pa.string(), source=pa.string(), place=pa.string()),
        *define_table(similarity=pa.float64()),
    ]
)

# Matches between two clusters. No number: the document stayed alone, and is kept.
DOCUMENT_BRIDGES = pa.schema(
    [
        pa.field("left_cluster", pa.uint32()),
        pa.field("right_cluster", pa.uint32()),
        *[each for each in DOCUMENT_MATCHES if each.name != "cluster"],
    ]
)

# Where two documents that match say the same: the left one is the one that goes, or would. `cluster` as in the matches.
DOCUMENT_OVERLAPS = pa.schema(
    [
        pa.field("cluster", pa.uint32()),
        *define_sides(
            document=pa.string(),
            title=pa.string(),
            source=pa.string(),
            place=pa.string(),
            revision=pa.string(),
            start=pa.uint32(),  # its place in the document as read, in characters; may begin in mid-sentence
            end=pa.uint32(),
            share=pa.float64(),  # of the document's characters, how many it covers
        ),
        *define_table(
            characters=pa.uint32(),  # of the side with fewer
            similarity=pa.float64(),  # the cosine of the two sides: 1 for the same words
            excerpt=pa.string(),  # how the left one begins, without markup
        ),
    ]
)

# Distinct texts of clusters for the report, as they were compared: of the largest, the core's and those least like it.
DOCUMENT_VARIANTS = define_table(
    cluster=pa.uint32(),
    variant=pa.uint32(),
    length=pa.uint32(),  # characters of all of it
    text=pa.string(),  # its beginning, of long ones
)
