"""The job `sentences`: clusters and their members, matches and what they are, contradictions."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_sides, define_table

SENTENCE_CLUSTERS = define_table(
    cluster=pa.uint32(),  # from 0, largest first, ties by first member
    size=pa.uint32(),  # members
    documents=pa.uint32(),
    variants=pa.uint32(),  # distinct texts
    kind=pa.string(),  # identical, template, copyedit, drift, reference, other: the leading one of its matches
    confidence=pa.float64(),  # the mean of the matches of this kind, times their share of all confidence
    similarity=pa.float64(),  # the lowest verified one that holds it together; 1 where all are identical
    example=pa.string(),
)

SENTENCE_MEMBERS = define_table(
    cluster=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    section=pa.string(),
    block=pa.string(),
    position=pa.uint32(),
    start=pa.uint32(),
    end=pa.uint32(),
    variant=pa.uint32(),  # which of the cluster's distinct texts, from 0
    text=pa.string(),
)

_PLACE_COLUMNS = ("cluster", "document", "title", "position")

# The same with what orders them first.
SENTENCE_MEMBERS_BY_PLACE = pa.schema(
    [SENTENCE_MEMBERS.field(name) for name in _PLACE_COLUMNS]
    + [each for each in SENTENCE_MEMBERS if each.name not in _PLACE_COLUMNS]
)

# What sets the two texts of a match apart: a stretch of each, "" where nothing stands against it. The places count
# characters of the text: `text[left_start:left_end]` is `left`.
CHANGE = pa.struct(
    [
        pa.field("kind", pa.string(), nullable=False),  # number, date, name, place, quantity, negation, wording ...
        pa.field("left", pa.string(), nullable=False),
        pa.field("right", pa.string(), nullable=False),
        pa.field("left_start", pa.uint32(), nullable=False),
        pa.field("left_end", pa.uint32(), nullable=False),
        pa.field("right_start", pa.uint32(), nullable=False),
        pa.field("right_end", pa.uint32(), nullable=False),
        pa.field("disagrees", pa.bool_(), nullable=False),  # two facts that cannot both hold
    ]
)

CHANGES = pa.list_(pa.field("item", CHANGE, nullable=False))

# What a match is, and why.
MATCH_KIND_COLUMNS = define_table(
    kind=pa.string(),
    drift=pa.string(),  # which sort: contradiction, update, dated-update; "" where the kind is another
    confidence=pa.float64(),
    why=pa.string(),  # the evidence that decided, in words
    changes=CHANGES,
)

# Two names of one thing, as the corpus or the user says.
ALIASES = define_table(
    name=pa.string(),  # the name that the corpus prefers: a title, a long form, the first one named
    other_name=pa.string(),
    how=pa.string(),  # redirect, link, bold, title, abbreviation, marked, bracket, or, given
    count=pa.uint32(),  # places that say so
)

# Matches link distinct texts, each named by its first member.
UNCLASSIFIED_MATCHES = define_table(
    cluster=pa.uint32(),
    left_document=pa.string(),
    left_position=pa.uint32(),
    right_document=pa.string(),
    right_position=pa.uint32(),
    similarity=pa.float64(),  # by the measure of the run
)

SENTENCE_MATCHES = pa.schema([*UNCLASSIFIED_MATCHES, *MATCH_KIND_COLUMNS])

# What a match's side says, as it first stands. `voice` is the numbers of its cluster and variant in one.
VARIANT_TEXTS = define_table(
    voice=pa.uint64(),
    section=pa.string(),
    block=pa.string(),
    text=pa.string(),
    copies=pa.uint32(),  # members that say it
    repeats=pa.uint32(),  # members of its cluster in the document of its first member
)

# A match with all that its kind is told by, in the order of MATCHES.
MATCHES_WITH_CONTEXT = pa.schema(
    [
        *UNCLASSIFIED_MATCHES,
        *define_sides(title=pa.string(), section=pa.string(), block=pa.string(), text=pa.string(), copies=pa.uint32()),
        *define_table(
            identical_shared=pa.uint32(),  # clusters that its two documents share with the same text
            near_shared=pa.uint32(),  # ... with other texts, this one not counted; in one document, its other matches
            cluster_pairs=pa.uint32(),  # matches in its cluster
            neighbours_identical=pa.uint32(),  # sentences near the left one that stand near the right one, too
            neighbours_near=pa.uint32(),  # ... in other words
            distance=pa.uint32(),  # sentences from the one to the other in one document, 0 in two
            repeats=pa.uint32(),  # sentences of the cluster in the document that has fewer of them
        ),
    ]
)

# Another place of a disagreement.
FURTHER_PLACE = pa.struct(
    [
        pa.field("side", pa.string(), nullable=False),  # left or right: whose value it has
        pa.field("document", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("section", pa.string(), nullable=False),
        pa.field("position", pa.uint32(), nullable=False),
    ]
)

# Disagreements: matches of kind drift, each fact once. The most certain first, then those that most sentences repeat.
CONTRADICTIONS = pa.schema(
    [
        *define_table(
            contradiction=pa.uint32(),  # from 0
            listed=pa.bool_(),  # whether it is certain enough to be shown without being asked for
            cluster=pa.uint32(),
            drift=pa.string(),
            confidence=pa.float64(),
            newer=pa.string(),  # left or right; "" where neither the texts nor the input tell
            why=pa.string(),
            changes=CHANGES,
        ),
        *define_sides(
            document=pa.string(),
            title=pa.string(),
            section=pa.string(),
            position=pa.uint32(),
            revision=pa.string(),
            timestamp=pa.string(),
            url=pa.string(),
            copies=pa.uint32(),
            text=pa.string(),
        ),
        pa.field("places", pa.list_(pa.field("item", FURTHER_PLACE, nullable=False)), nullable=False),
    ]
)

# Matches between two clusters: true pairs that would have chained strangers. No number: the unit stayed alone.
SENTENCE_BRIDGES = pa.schema(
    [
        pa.field("left_cluster", pa.uint32()),
        pa.field("right_cluster", pa.uint32()),
        *[each for each in UNCLASSIFIED_MATCHES if each.name != "cluster"],
    ]
)

SENTENCE_DOCUMENT_PAIRS = define_table(
    left_document=pa.string(),
    left_title=pa.string(),
    right_document=pa.string(),
    right_title=pa.string(),
    shared=pa.uint32(),  # clusters that both stand in
    identical=pa.uint32(),  # ... with the same text
)
