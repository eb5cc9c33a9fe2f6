"""Paper 003: near-duplicate threads of a forum.

forums.py           the share of threads with a near-duplicate, and the pairs that the bounds rule out
growth.py           Figures 8 and 9: term-based and document-based join by size, and with a cap
labelled_sets.py    Tables 1 and 2: signatures and weights, on labelled pairs
planted_threads.py  threads made of planted text, used if there is no data
"""

from __future__ import annotations

from replication.base import OTHER_DATA, Entry, Experiment, Paper

ENGLISH_SE, ENGLISH_SE_TRUTH = "threads/english-se.jsonl", "threads/english-se-truth.csv"
SEMEVAL, LCQMC, QQP = "threads/semeval2016-cqa-train.xml.xz", "threads/lcqmc-dev.csv", "threads/qqp-dev.tsv.xz"
SITES = (
    "threads/ai.SE-2017-02",
    "threads/beer.meta.SE-2022-05",
    "threads/bicycles.meta.SE-2023-08",
    "threads/coffee.meta.SE-2020-07",
)
_DIAGRAM = "a diagram of data flow; [the exact join](../join.md) describes ours"
PAPER = Paper(
    "003",
    "wu2011",
    "Wu, Zhang, Huang 2011",
    "Efficient Near-Duplicate Detection for Q&A Forum",
    "The paper finds threads of Baidu Knows that ask the same, by signatures of question, description and best answer, "
    "and compares two ways to spread the inverted index over machines. Its 2,000 labelled threads are not available.",
    (
        Entry("Figure 1", "process for detecting near-duplicate threads", why=_DIAGRAM),
        Entry("Figure 2", "example of a term-based index", why=_DIAGRAM),
        Entry("Figure 3", "generation of a term-based index", why=_DIAGRAM),
        Entry("Figure 4", "similarity by a term-based index", why=_DIAGRAM),
        Entry("Figure 5", "generation of a document-based index", why=_DIAGRAM),
        Entry("Figure 6", "example of a document-based index", why=_DIAGRAM),
        Entry("Figure 7", "similarity by a document-based index", why=_DIAGRAM),
        Entry("Table 1", "F1 of signatures in question, description and answer", "labelled", OTHER_DATA,
              "other labelled pairs"),
        Entry("Table 2", "precision, recall and F1 by weights and threshold", "labelled", OTHER_DATA,
              "other labelled pairs"),
        Entry("Figure 8", "time of the term-based and the document-based method by size", "growth", OTHER_DATA,
              "threads made of real ones"),
        Entry("Figure 9", "threads found by the term-based method, which has a cap, and by the other", "growth",
              OTHER_DATA, "threads made of real ones"),
        Entry("Section 5.3", "15.78 % of 3 million threads have a near-duplicate", "forums"),
        Entry("Equations 2 and 3", "pairs that the bounds rule out", "forums", OTHER_DATA,
              "the paper proves the bounds and does not count"),
    ),
    (
        Experiment("labelled", "Tables 1 and 2: signatures and weights", "replication.wu2011.labelled_sets:run",
                   (ENGLISH_SE, ENGLISH_SE_TRUTH, SEMEVAL, LCQMC, QQP), is_planted=True),
        Experiment("growth", "Figures 8 and 9: term-based and document-based", "replication.wu2011.growth:run",
                   (ENGLISH_SE, *SITES), is_planted=True),
        Experiment("forums", "Threads with a near-duplicate, and Equations 2 and 3", "replication.wu2011.forums:run",
                   (*SITES, ENGLISH_SE, SEMEVAL), is_planted=True),
    ),
)  # fmt: skip
