"""The jobs, stage after stage. Read this first.

    read -> clean -> split -> features -> candidates -> verify -> cluster -> classify -> report
    files   text     units    numbers     pairs         matches   clusters   kinds       a page

    front.py       read, clean, split: what every job begins with
    finding.py     features, candidates, verify, cluster: what jobs share, and what all of them do around their stages
    sentences.py   clusters of sentences, their kinds, facts that no longer agree
    passages.py    what two documents share, located in both
    threads.py     questions that were asked twice
    documents.py   near-duplicate documents, and which to keep
    texts.py       the stages of `sentences` for texts in memory

A job is the function of its file's name; begin with `sentences.py`. Each function says what happens to the rows; how
they are moved is the engine's affair, what a stage does to a batch stands in the step it names, in `stages/`.
"""

from twicetold.flow.documents import ALIKE, WEIGHED, documents
from twicetold.flow.finding import (
    MATCHED,
    NAMED,
    check,
    clusters,
    consulted,
    finder_of,
    fitted,
    given,
    match,
    resemblance,
    told_of,
    units,
)
from twicetold.flow.front import (
    FRONT,
    front,
    outcomes,
    read,
    read_posts,
    read_threads,
    reader_of,
    split,
    split_of,
    vectors_in,
)
from twicetold.flow.passages import PASSED, SHARED, passages, works
from twicetold.flow.sentences import PASSING, RESULT, kinds, members, sentences, tables
from twicetold.flow.threads import asked, field_units, threads

__all__ = [
    "ALIKE",
    "FRONT",
    "MATCHED",
    "NAMED",
    "PASSED",
    "PASSING",
    "RESULT",
    "SHARED",
    "WEIGHED",
    "asked",
    "check",
    "clusters",
    "consulted",
    "documents",
    "field_units",
    "finder_of",
    "fitted",
    "front",
    "given",
    "kinds",
    "match",
    "members",
    "outcomes",
    "passages",
    "read",
    "read_posts",
    "read_threads",
    "reader_of",
    "resemblance",
    "sentences",
    "split",
    "split_of",
    "tables",
    "threads",
    "told_of",
    "units",
    "vectors_in",
    "works",
]
