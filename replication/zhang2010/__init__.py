"""Paper 004: partial duplicates of documents.

corpora.py     Table 1: the texts
documents.py   Figures 10 and 11: passages beside whole documents, what they find and how long it takes
kinds.py       Table 3: kinds of passages, by the program and by hand
matrix.py      Figure 5: the matrix of matching sentences
passages.py    Table 2: passages by signature
signatures.py  Figures 6 to 9: F1 of signatures of sentences
"""

from __future__ import annotations

from replication.base import OTHER_DATA, Entry, Experiment, Paper
from replication.source import CHINESE, ENGLISH

_DIAGRAM = "a diagram; [passages](../passages.md) describes the stages"
_BOTH = "edits are planted instead of labelled by hand"
PAPER = Paper(
    "004",
    "zhang2010",
    "Zhang, Zhang, Yu, Huang 2010",
    "Efficient Partial-Duplicate Detection Based on Sequence Matching",
    "The paper finds text that two web pages share, by matching sentences and then runs of at least three of them, in "
    "English and Chinese. Its four collections and 4,000 labelled documents are not available.",
    (
        Entry("Figure 1", "example of partial-duplicate web pages", why="a picture of two web pages of 2009"),
        Entry("Figure 2", "example of partial duplicates", why=_DIAGRAM),
        Entry("Figure 3", "structure of MapReduce", why=_DIAGRAM),
        Entry("Figure 4", "indexing and matching of sentences", why=_DIAGRAM),
        Entry("Figure 5", "matrix of matching sentences", "matrix", OTHER_DATA, "two planted documents"),
        Entry("Table 1", "the collections", "corpora"),
        Entry("Figure 6", "F1 of shingles by threshold", "signatures", OTHER_DATA, _BOTH),
        Entry("Figure 7", "F1 of I-Match by range of idf", "signatures", OTHER_DATA, _BOTH),
        Entry("Figure 8", "F1 of SpotSigs by number of antecedents", "signatures", OTHER_DATA, _BOTH),
        Entry("Figure 9", "F1 of SpotSigs by threshold", "signatures", OTHER_DATA, _BOTH),
        Entry("Table 2", "passages by signature, runs of 3 and of 1", "passages", OTHER_DATA, "planted passages"),
        Entry("Figure 10", "documents found by passages and not by SpotSigs of documents", "documents"),
        Entry("Table 3", "kinds of 200 passages in each collection", "kinds", OTHER_DATA, "labelled by one reader"),
        Entry("Figure 11", "time by size, beside SpotSigs", "documents"),
    ),
    (
        Experiment("matrix", "Figure 5: the matrix of matching sentences", "replication.zhang2010.matrix:run"),
        Experiment("corpora", "Table 1: the texts", "replication.zhang2010.corpora:run",
                   (ENGLISH, CHINESE), is_planted=True),
        Experiment("signatures", "Figures 6 to 9: signatures of sentences", "replication.zhang2010.signatures:run",
                   (ENGLISH, CHINESE), is_planted=True),
        Experiment("passages", "Table 2: passages by signature", "replication.zhang2010.passages:run",
                   (ENGLISH, CHINESE), is_planted=True),
        Experiment("documents", "Figures 10 and 11: passages beside whole documents",
                   "replication.zhang2010.documents:run", (ENGLISH,), is_planted=True),
        Experiment("kinds", "Table 3: kinds of passages", "replication.zhang2010.kinds:run",
                   (ENGLISH, CHINESE), is_planted=True),
    ),
)  # fmt: skip
