"""Paper 001: duplicate and contradicting sentences of Wikipedia.

clusters.py  the histogram, the kinds, and how much of the text is repeated
examples.py  an example of each kind, from planted text
fixtures.py  the counts of the authors' code on their small dumps
recall.py    the recall curves: exact, and by the paper's formula
"""

from __future__ import annotations

from replication.base import OTHER_DATA, REPLICATED, Entry, Experiment, Paper
from replication.source import DUMPS, ENGLISH

FIXTURES = ("wikipedia/expected-counts.json", "wikipedia/multiply-shift-head.json")
PAPER = Paper(
    "001",
    "weissman2015",
    "Weissman, Ayhan, Bradley, Lin 2015",
    "Identifying Duplicate and Contradictory Information in Wikipedia",
    "The paper finds near-duplicate sentences in English Wikipedia of July 2013 (135.8 million sentences), sorts them "
    "into six kinds, and points to those that contradict each other.",
    (
        Entry("Figure 1, left", "probability of a match by Jaccard similarity, for several K", "recall", REPLICATED),
        Entry("Figure 1, right", "histogram of cluster sizes", "clusters"),
        Entry("Figure 2", "an example of each kind", "examples", OTHER_DATA, "planted text"),
        Entry("Table 1", "kinds of 2,094 clusters, sorted by hand", "clusters", OTHER_DATA, "a model decides the kind"),
        Entry("Section 3, counts", "clusters, sentences and articles in them", "clusters"),
        Entry("Section 3, share", "how much of the text is repeated", "clusters"),
        Entry("Section 2, data", "size of the intermediate data", "recall", REPLICATED),
        Entry("the authors' code", "its counts and hash values on the small dumps", "fixtures", REPLICATED,
              "two figures of a damaged dump differ by a known amount"),
        Entry("Section 3, time", "the whole English Wikipedia in 25 minutes on 128 cores",
              why="the dump of July 2013 is not at hand; [scale](../scale.md) has the largest runs"),
    ),
    (
        Experiment("recall", "Figure 1, left: what share of the pairs is found",
                   "replication.weissman2015.recall:run"),
        Experiment("clusters", "Figure 1, right, and Table 1: sizes and kinds",
                   "replication.weissman2015.clusters:run", (ENGLISH,), is_planted=True),
        Experiment("examples", "Figure 2: an example of each kind",
                   "replication.weissman2015.examples:run"),
        Experiment("fixtures", "What the authors' code counts",
                   "replication.weissman2015.fixtures:run", (*DUMPS, *FIXTURES)),
    ),
)  # fmt: skip
