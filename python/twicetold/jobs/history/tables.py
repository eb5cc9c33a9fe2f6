"""The tables of `history`: revisions, lives of sentences, copy events, trees, contradictions and their edits."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_sides, define_table
from twicetold.tables.matching import UNIT_LABELS
from twicetold.tables.reading import DOCUMENTS

# What readers give: a document for each revision, and what its editor said about it.
REVISION_RECORDS = pa.schema([*DOCUMENTS, *define_table(comment=pa.string())])

# What is new in revisions. Columns are in the order that rows of a page are sorted by: paragraphs, versions, revisions.
REVISION_PARTS = define_table(
    document=pa.string(),
    part=pa.uint32(),  # 0 a paragraph, 1 a version, 2 a revision, 3 a record that is not a revision
    timestamp=pa.string(),
    number=pa.uint64(),  # the id of a revision as a number, where it is one
    revision=pa.string(),
    key=pa.uint64(),  # of a paragraph or version its hash, of a revision that of its version
    base=pa.uint64(),  # the version that this one is written as differences from; 0 where it is written out
    prefix=pa.uint32(),  # paragraphs at the beginning that are the same as in `base`
    suffix=pa.uint32(),  # ... at the end
    keys=pa.binary(),  # the hashes of the paragraphs between, 8 bytes each
    headings=pa.string(),  # of a paragraph the headings above it, a line each
    text=pa.string(),  # of a paragraph
    language=pa.string(),
    markup=pa.string(),
    site=pa.string(),
    namespace=pa.int32(),
    title=pa.string(),
    url=pa.string(),
    contributor=pa.string(),
    comment=pa.string(),
    source=pa.string(),
    place=pa.string(),
    reason=pa.string(),
    status=pa.string(),
)

# What the walk over a page gives: rows of three sorts, which become three tables.
WALKED_PAGES = define_table(
    row=pa.uint32(),  # 0 a page, 1 a revision that changed something, 2 the life of a sentence, 3 a note of a copy
    number=pa.uint32(),
    namespace=pa.int32(),
    editor_key=pa.uint64(),  # a hash of the editor's name, 0 where it is hidden
    **dict.fromkeys(("lineage", "before", "returns", "brought", "removed", "returned"), pa.uint32()),
    **dict.fromkeys(("reverted", "alive", "begins"), pa.bool_()),
    **dict.fromkeys(("document", "title", "url", "language", "source", "place", "revision", "timestamp"), pa.string()),
    **dict.fromkeys(("editor", "editor_kind", "comment", "section", "block", "text", "links"), pa.string()),
    **dict.fromkeys(("end_revision", "end_timestamp", "end_editor", "end_editor_kind", "end_comment"), pa.string()),
    **dict.fromkeys(("origin_revision", "origin_timestamp"), pa.string()),
)

# Pages, each with its newest revision.
PAGES = pa.schema(
    [
        *[each for each in DOCUMENTS if each.name not in ("text", "status", "reason", "contributor", "markup", "site")],
        *define_table(
            revisions=pa.uint32(),  # that were read
            sentences=pa.uint32(),  # that it ever had
            first_timestamp=pa.string(),  # of its oldest revision
        ),
    ]
)

# Revisions that brought a sentence to a page, removed one or brought one back.
REVISIONS = define_table(
    document=pa.string(),
    title=pa.string(),
    number=pa.uint32(),  # among the revisions of the page in order of time, from 0
    revision=pa.string(),
    timestamp=pa.string(),
    editor=pa.string(),
    editor_kind=pa.string(),  # registered, bot, unregistered, hidden
    comment=pa.string(),
    brought=pa.uint32(),  # sentences that the page had never had
    removed=pa.uint32(),
    returned=pa.uint32(),  # sentences that the page had had before
    is_revert=pa.bool_(),  # whether it restores a version that the page had before
)

# A sentence on a page, from the revision that first brought it to the one that removed it for good.
LIVES = define_table(
    document=pa.string(),
    title=pa.string(),
    life=pa.uint32(),  # its number among the sentences of the page, in order of birth
    lineage=pa.uint32(),  # the first life of its line: the sentence that it was edited from, and so on
    before=pa.uint32(),  # the life that it was edited from; its own number where it is new
    section=pa.string(),
    block=pa.string(),
    text=pa.string(),
    revision=pa.string(),  # that first brought it, with its time, its editor and what they said
    timestamp=pa.string(),
    editor=pa.string(),
    editor_kind=pa.string(),
    comment=pa.string(),
    origin_revision=pa.string(),  # that wrote most of its words, along the line of its edits
    origin_timestamp=pa.string(),
    end_revision=pa.string(),  # that removed it for the last time; "" where the newest revision has it
    end_timestamp=pa.string(),
    end_editor=pa.string(),
    end_comment=pa.string(),
    returns=pa.uint32(),  # how often it came back
    brought=pa.uint32(),  # sentences that its first revision brought
    begins=pa.bool_(),  # whether the first revision of the page had it
    reverted=pa.bool_(),  # whether reverts ended all its stays, each after a revision or a few
    alive=pa.bool_(),  # whether the newest revision has it
)

# The same with what tells editors apart, whatever is shown of them, and the pages that its paragraph names, on lines.
LIVES_WITH_KEYS = pa.schema([*LIVES, *define_table(editor_key=pa.uint64(), links=pa.string())])

HASHES = pa.schema([UNIT_LABELS.field(name) for name in ("high", "low", "check")])

# A life in a cluster, first what orders it there.
_MEMBER_ORDER = ("timestamp", "document", "life")
HISTORY_MEMBERS = pa.schema(
    [
        *define_table(cluster=pa.uint32()),
        *[LIVES.field(name) for name in _MEMBER_ORDER],
        *define_table(variant=pa.uint32()),
        *[each for each in LIVES_WITH_KEYS if each.name not in _MEMBER_ORDER],
    ]
)

# A sentence that arrived, and a place where it was before. `target_` is where it arrived.
COPY_CANDIDATES = pa.schema(
    [
        *define_table(
            target_document=pa.string(),
            target_revision=pa.string(),
            source_document=pa.string(),
            target_life=pa.uint32(),
            source_life=pa.uint32(),
            cluster=pa.uint32(),
            exact=pa.bool_(),  # whether the two read the same
            likeness=pa.float64(),  # share of their words that both have
            alive=pa.bool_(),  # whether the source had it at that moment
            days=pa.float64(),  # since the source had got it
            gone_days=pa.float64(),  # from the arrival until it was gone from the source; negative if before, else 1e9
            words=pa.uint32(),
            pages=pa.uint32(),  # of the cluster that had it before
            editing=pa.uint64(),  # a hash of the editor and the source, to look up whether they had edited it
            working=pa.uint64(),  # a hash of the editor and the day, to look up how many edits they made on it
            naming=pa.uint64(),  # a hash of both titles, to look up whether a note says that one was copied
            source_editor_key=pa.uint64(),
            target_editor_key=pa.uint64(),
            target_editor_kind=pa.string(),
            source_title=pa.string(),
            target_title=pa.string(),
            source_revision=pa.string(),
            source_timestamp=pa.string(),
            target_timestamp=pa.string(),
            target_editor=pa.string(),
            target_comment=pa.string(),
            target_links=pa.string(),
            target_brought=pa.uint32(),
            target_begins=pa.bool_(),
            target_text=pa.string(),
            source_text=pa.string(),
        ),
    ]
)

# The same with what the whole edit says.
EDIT_CANDIDATES = pa.schema([*COPY_CANDIDATES, *define_table(together=pa.uint32())])

# Who edited which page, and since when.
EDITED_SINCE = define_table(editing=pa.uint64(), since=pa.string())

# Two pages of which a note says that one was copied to the other; `noted` is always true.
COPY_NOTES = define_table(naming=pa.uint64(), noted=pa.bool_())

# How many changes an editor made on a day.
DAILY_EDITS = define_table(working=pa.uint64(), daily_edits=pa.uint32())

# A sentence that arrived on a page while, or after, another page had it: where it came from.
COPY_EVENTS = define_table(
    event=pa.uint32(),  # from 0, in order of time
    kind=pa.string(),  # copy, move, split, merge; none: no source inside
    confidence=pa.float64(),
    why=pa.string(),  # the evidence, in words
    cluster=pa.uint32(),
    target_document=pa.string(),
    target_title=pa.string(),
    target_life=pa.uint32(),
    target_revision=pa.string(),
    target_timestamp=pa.string(),
    target_editor=pa.string(),
    target_editor_kind=pa.string(),
    target_comment=pa.string(),
    target_text=pa.string(),
    source_document=pa.string(),  # "" where the kind is none
    source_title=pa.string(),
    source_life=pa.uint32(),
    source_revision=pa.string(),  # that brought it there
    source_timestamp=pa.string(),
    source_text=pa.string(),
    together=pa.uint32(),  # sentences that came from this page in the same edit
    candidates=pa.uint32(),  # pages that it could have come from
)

CHANGE_TEXTS = pa.list_(pa.field("item", pa.string(), nullable=False))

# A life of a cluster as a node of its tree, with the edge that leads to it.
TREES = define_table(
    cluster=pa.uint32(),
    timestamp=pa.string(),
    document=pa.string(),
    life=pa.uint32(),
    title=pa.string(),
    text=pa.string(),
    relation=pa.string(),  # root, edit, copy, move, split, merge
    parent_document=pa.string(),  # "" of a root
    parent_life=pa.uint32(),
    confidence=pa.float64(),
    revision=pa.string(),
    editor=pa.string(),
    comment=pa.string(),
    end_timestamp=pa.string(),
    alive=pa.bool_(),
    changes=CHANGE_TEXTS,  # what differs from the parent: `number: 1905 -> 1911`
)

# Two sentences of today that cannot both be true, and the edit that made them disagree.
TRACED_CONTRADICTIONS = pa.schema(
    [
        *define_table(
            contradiction=pa.uint32(),  # from 0, the most certain first
            cluster=pa.uint32(),
            drift=pa.string(),
            confidence=pa.float64(),
            why=pa.string(),
            changes=CHANGE_TEXTS,
            traced=pa.string(),  # edit: one copy was edited; copy: changed while copied; none: they never agreed
            edit_document=pa.string(),
            edit_title=pa.string(),
            edit_revision=pa.string(),
            edit_timestamp=pa.string(),
            edit_editor=pa.string(),
            edit_comment=pa.string(),
            days=pa.float64(),  # from that edit to the newest revision of all pages
            ask=pa.string(),  # who made that edit, else the last one who wrote either; "" where all are unregistered
        ),
        *define_sides(document=pa.string(), title=pa.string(), life=pa.uint32(), text=pa.string()),
    ]
)
