"""The columns of every table. Read this second, after `flow.py`.

A step declares one of these as its output; the contract tests hold it to that. Offsets (`start`, `end`, `source`) count
characters of the document as it was read, so that `text[start:end]` in Python is the sentence with its markup.
"""

from __future__ import annotations

import pyarrow as pa


def _table(**columns: pa.DataType) -> pa.Schema:
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])


def _sides(**columns: pa.DataType) -> list[pa.Field]:
    """The columns of both sides of a pair: `left_text` and `right_text`."""
    return [field.with_name(f"{side}_{field.name}") for side in ("left", "right") for field in _table(**columns)]


# What readers give: a row per record, also for those left out (`status` skipped) or unreadable (rejected).
DOCUMENTS = _table(
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

# What readers of threads give: a post, or a thread that is whole already (`role` thread: its text is the question).
POSTS = pa.schema(
    [
        *DOCUMENTS,
        *_table(
            thread=pa.string(),  # the same for all posts of a thread, and for nothing else: `ai.stackexchange.com/17`
            role=pa.string(),  # question, answer, thread; "" where it is not read
            accepted=pa.string(),  # of a question: the id of the answer that the asker chose
            score=pa.int64(),
            tags=pa.string(),  # a line each
            description=pa.string(),  # of a whole thread
            answer=pa.string(),
        ),
    ]
)

# A thread: a document whose `text` is its question. What the input does not have is "".
THREADS = pa.schema(
    [
        *DOCUMENTS,
        *_table(
            description=pa.string(),  # the question's body, without code
            answer=pa.string(),  # the accepted one, else the one with most votes; without code
            code=pa.string(),  # the listings of the description, ...
            answer_code=pa.string(),  # ... and of the answer
            tags=pa.string(),  # a line each
            score=pa.int64(),  # of the question
        ),
    ]
)

# A thread as the job `threads` compares it, numbered in the order of the ids.
ASKED = _table(
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
BLOCKS = _table(
    document=pa.string(),
    title=pa.string(),
    language=pa.string(),
    blocks=pa.list_(pa.field("item", BLOCK, nullable=False)),
)

# What the sentence splitter gives.
SENTENCES = _table(
    document=pa.string(),
    title=pa.string(),
    section=pa.string(),  # the titles above it, outer first: `History / Early years`
    block=pa.string(),  # prose, list, table, caption, reference, heading, code, footer
    position=pa.uint32(),  # the sentence's number in its document, from 0
    start=pa.uint32(),
    end=pa.uint32(),
    text=pa.string(),
)

# A sentence that counts, in its normal form; `high` and `low` are the halves of its 128-bit hash.
IDENTIFIED = _table(
    high=pa.uint64(),
    low=pa.uint64(),
    text=pa.string(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

NUMBERS = pa.list_(pa.field("item", pa.uint64(), nullable=False))

# A distinct text and where it first stands. Units are numbered in the order of their hashes, so that a number does not
# depend on who read what first.
UNITS = _table(
    unit=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),  # another hash of the text
    text=pa.string(),
    copies=pa.uint32(),  # how many sentences it stands for
    collided=pa.uint32(),  # sentences of the same hash but another text, left out
    documents=NUMBERS,  # a hash of the document of each copy, sorted
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

# Words of the corpus that a feature must know, and how many units each is in.
LEXICON = _table(word=pa.string(), units=pa.uint32())

# What stands in the input as a vector: of a document (`text` ""), or met with its text. 16-bit integers, little-endian.
GIVEN = _table(document=pa.string(), title=pa.string(), text=pa.string(), vector=pa.binary())

# The same for a run's table `lexicon`, in place of LEXICON: the vector of each text that has one.
OF_TEXTS = _table(text=pa.string(), vector=pa.binary())

KEYS = _table(key=pa.uint64(), unit=pa.uint32())
PAIRS = _table(left=pa.uint32(), right=pa.uint32())

# Candidates whose similarity was computed and reaches the threshold.
VERIFIED = _table(
    left=pa.uint32(),
    right=pa.uint32(),
    jaccard=pa.float64(),
    edit_similarity=pa.float64(),
)

COMPONENTS = _table(unit=pa.uint32(), component=pa.uint32())

# What a component is made of: its matches, and its units (`left` = `right`) with their texts, each text once.
LINKS = _table(component=pa.uint32(), left=pa.uint32(), right=pa.uint32(), similarity=pa.float64(), text=pa.string())

# Which cluster a unit is in, told by its core.
CORES = _table(unit=pa.uint32(), core=pa.uint32(), similarity=pa.float64())

# A unit of a cluster: `core` first, then what orders it there.
CLUSTERED = _table(
    core=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
    unit=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),
    copies=pa.uint32(),
    documents=NUMBERS,
    similarity=pa.float64(),
)

# A cluster before it has its number; `order` is least for the largest.
HEADS = _table(
    order=pa.uint64(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
    core=pa.uint32(),
    size=pa.uint32(),
    documents=pa.uint32(),
    variants=pa.uint32(),
    similarity=pa.float64(),
)

# A unit of a numbered cluster, and its first member.
LABELS = _table(
    unit=pa.uint32(),
    cluster=pa.uint32(),
    variant=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

CLUSTERS = _table(
    cluster=pa.uint32(),  # from 0, largest first, ties by first member
    size=pa.uint32(),  # members
    documents=pa.uint32(),
    variants=pa.uint32(),  # distinct texts
    kind=pa.string(),  # identical, template, copyedit, drift, reference, other: the leading one of its matches
    confidence=pa.float64(),  # of its matches' confidence, the share that is for this kind
    similarity=pa.float64(),  # the lowest verified one that holds it together; 1 where all are identical
    example=pa.string(),
)

MEMBERS = _table(
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
_PLACE = ("cluster", "document", "title", "position")
# The same with what orders them first.
PLACED = pa.schema([MEMBERS.field(name) for name in _PLACE] + [each for each in MEMBERS if each.name not in _PLACE])

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

KIND_NAMES = ("identical", "copyedit", "drift", "template", "reference", "other")

# What a match is, and why.
KINDS = _table(
    kind=pa.string(),
    drift=pa.string(),  # which sort: contradiction, update, dated-update; "" where the kind is another
    confidence=pa.float64(),
    why=pa.string(),  # the evidence that decided, in words
    changes=CHANGES,
)

# Matches link distinct texts, each named by its first member.
LINKED = _table(
    cluster=pa.uint32(),
    left_document=pa.string(),
    left_position=pa.uint32(),
    right_document=pa.string(),
    right_position=pa.uint32(),
    jaccard=pa.float64(),
    edit_similarity=pa.float64(),
)
MATCHES = pa.schema([*LINKED, *KINDS])

# What a match's side says, as it first stands. `voice` is the numbers of its cluster and variant in one.
VOICES = _table(
    voice=pa.uint64(),
    section=pa.string(),
    block=pa.string(),
    text=pa.string(),
    copies=pa.uint32(),  # members that say it
)

# A match with all that its kind is told by, in the order of MATCHES.
TOLD = pa.schema(
    [
        *LINKED,
        *_sides(title=pa.string(), section=pa.string(), block=pa.string(), text=pa.string(), copies=pa.uint32()),
        *_table(
            identical_shared=pa.uint32(),  # clusters that its two documents share with the same text
            near_shared=pa.uint32(),  # ... with other texts, this one not counted
            cluster_pairs=pa.uint32(),  # matches in its cluster
        ),
    ]
)

# Matches of kind drift: the most certain first, then those that most sentences repeat.
CONTRADICTIONS = pa.schema(
    [
        *_table(
            contradiction=pa.uint32(),  # from 0
            cluster=pa.uint32(),
            drift=pa.string(),
            confidence=pa.float64(),
            newer=pa.string(),  # left or right; "" where the input has no dates, or the same
            why=pa.string(),
            changes=CHANGES,
        ),
        *_sides(
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
    ]
)

# Matches between two clusters: true pairs that would have chained strangers. No number: the unit stayed alone.
BRIDGES = pa.schema(
    [
        pa.field("left_cluster", pa.uint32()),
        pa.field("right_cluster", pa.uint32()),
        *[each for each in LINKED if each.name != "cluster"],
    ]
)

DOCUMENT_PAIRS = _table(
    left_document=pa.string(),
    left_title=pa.string(),
    right_document=pa.string(),
    right_title=pa.string(),
    shared=pa.uint32(),  # clusters that both stand in
    identical=pa.uint32(),  # ... with the same text
)

# A document with its sentences, as the job `passages` compares it. `text` is the sentences one after another, `cuts`
# how many bytes each has of it; `starts` and `ends` are their places in the document as read, in characters.
GATHERED = _table(
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
MEETING = _table(
    key=pa.uint64(),
    number=pa.uint32(),
    position=pa.uint32(),
    side=pa.uint32(),
    kin=pa.uint64(),
    length=pa.uint32(),  # bytes of what it has in common
)

# Two sentences of two documents that have something in common; `similarity` 0 where only a stretch of words.
POINTS = _table(
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
        *_table(passage=pa.uint32()),  # from 0
        *_sides(
            document=pa.string(),
            title=pa.string(),
            first=pa.uint32(),  # the positions of its first and last sentence
            last=pa.uint32(),
            start=pa.uint32(),  # its place in the document as read, in characters; may begin in mid-sentence
            end=pa.uint32(),
            share=pa.float64(),  # of the document's characters, how many it covers
        ),
        *_table(
            sentences=pa.uint32(),  # how many of the side with fewer have a counterpart
            similarity=pa.float64(),  # the cosine of the two sides: 1 for the same words
            kind=pa.string(),  # one of PASSAGE_KINDS
        ),
    ]
)

# The sentence matches between two documents: the dots of their matrix.
DOTS = pa.schema(
    [
        *_sides(document=pa.string(), title=pa.string(), position=pa.uint32()),
        *_table(similarity=pa.float64()),
    ]
)

# Two documents and all that they share, the longest first.
PASSAGE_PAIRS = pa.schema(
    [
        *_sides(document=pa.string(), title=pa.string()),
        *_table(
            passages=pa.uint32(),  # those that are not boilerplate
            characters=pa.uint32(),  # how many of the left document stand in one
            left_share=pa.float64(),
            right_share=pa.float64(),
            boilerplate=pa.uint32(),  # the passages that are
        ),
    ]
)

# Two threads and how alike they are, field by field; -1 where one of them does not have the field.
SCORED = _table(
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
        *_sides(document=pa.string(), title=pa.string()),
        *[pa.field(name, pa.float64()) for name in ("question", "description", "answer")],
        *_table(score=pa.float64()),
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

THREAD_CLUSTERS = _table(
    cluster=pa.uint32(),  # from 0, largest first, ties by first member
    size=pa.uint32(),
    similarity=pa.float64(),  # the lowest score of a member to the core
    document=pa.string(),  # the core: the thread that most others match
    example=pa.string(),  # its question
)

THREAD_MEMBERS = _table(
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

# A document as the job `documents` compares it, numbered in the order in which it would be kept: 0 before all others.
STANDING = _table(
    number=pa.uint32(),
    side=pa.uint32(),  # 0 for what stands in `--against`, else 1
    preferred=pa.uint32(),  # its place among those of `--prefer`
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
)

# A document and the first of those with its text; one whose hash collides with that of another text is in none.
# `shared`: this text alone makes a cluster.
FOLDED = _table(number=pa.uint32(), unit=pa.uint32(), side=pa.uint32(), shared=pa.bool_())

# Two distinct texts that match, known by their first documents.
ALIKE = _table(left=pa.uint32(), right=pa.uint32(), similarity=pa.float64())

DOCUMENT_CLUSTERS = _table(
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

DOCUMENT_MEMBERS = _table(
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
        *_sides(document=pa.string(), title=pa.string(), source=pa.string(), place=pa.string()),
        *_table(similarity=pa.float64()),
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
OVERLAPS = pa.schema(
    [
        pa.field("cluster", pa.uint32()),
        *_sides(
            document=pa.string(),
            title=pa.string(),
            source=pa.string(),
            place=pa.string(),
            revision=pa.string(),
            start=pa.uint32(),  # its place in the document as read, in characters; may begin in mid-sentence
            end=pa.uint32(),
            share=pa.float64(),  # of the document's characters, how many it covers
        ),
        *_table(
            characters=pa.uint32(),  # of the side with fewer
            similarity=pa.float64(),  # the cosine of the two sides: 1 for the same words
            excerpt=pa.string(),  # how the left one begins, without markup
        ),
    ]
)

# Distinct texts of clusters for the report, as they were compared: of the largest, the core's and those least like it.
DOCUMENT_VARIANTS = _table(
    cluster=pa.uint32(),
    variant=pa.uint32(),
    length=pa.uint32(),  # characters of all of it
    text=pa.string(),  # its beginning, of long ones
)

# Counts for `run.json`: rows of one name are to be summed up.
TALLY = _table(name=pa.string(), count=pa.int64())

REJECTS = _table(source=pa.string(), place=pa.string(), reason=pa.string(), excerpt=pa.string())

# How many records came to what: one row per batch and outcome; sum them up.
OUTCOMES = _table(status=pa.string(), reason=pa.string(), records=pa.int64())
