"""Paper 000: similar sentences of Wikipedia by MinHash.

citations.py        whether articles that share sentences share citations
consecutive.py      whether runs of sentences serve better than single ones
counts.py           Figures 3 and 4, Tables 1 and 2, and the counts of the text
edit_distance.py    Figure 1: Jaccard similarity against edit distance
false_positives.py  Figure 2: good and bad pairs by length of shingle
"""

from __future__ import annotations

from replication.base import OTHER_DATA, REPLICATED, Entry, Experiment, Paper
from replication.source import DUMPS, ENGLISH

PAPER = Paper(
    "000",
    "ayhan2013",
    "Ayhan, Bradley, Weissman 2013",
    "Similar Sentence Detection Using Locality Sensitive Hashing Technique on Wikipedia",
    "The paper finds near-duplicate sentences in English Wikipedia of April 2013 (4.1 million articles) by MinHash on "
    "MapReduce, and asks what they are and which articles share them.",
    (
        Entry("Figure 1", "Jaccard similarity against edit distance, with bounds", "edit-distance", REPLICATED),
        Entry("Figure 2", "good and bad pairs and false-positive rate for K = 8, 9, 10 and L = 5 to 15",
              "false-positives", OTHER_DATA, "three of the authors' four dumps"),
        Entry("Figure 3", "histogram of cluster sizes", "counts"),
        Entry("Table 1", "kinds of 824 clusters, sorted by hand", "counts", OTHER_DATA, "a model decides the kind"),
        Entry("Table 2", "the 10 article pairs that share most", "counts"),
        Entry("Figure 4", "similarity counts of these pairs", "counts"),
        Entry("Section 6", "pairs, clusters, sentences and articles in clusters", "counts"),
        Entry("Section 6.2", "article pairs that share more than 50 sentences; chains of articles", "counts"),
        Entry("Section 1", "whether consecutive sentences serve better than single ones", "consecutive", OTHER_DATA,
              "the paper asks and does not measure"),
        Entry("Section 6.1", "whether articles that share sentences share citations", "citations", OTHER_DATA,
              "the paper asks and does not measure"),
        Entry("Section 6, time", "the whole English Wikipedia in about 2 hours on 16 nodes",
              why="the dump of April 2013 is not at hand; [scale](../scale.md) has the largest runs"),
        Entry("Section 5.1", "another number of records in each run",
              why="the error was found: the key class had no `hashCode`; here every run has the same digest"),
    ),
    (
        Experiment("edit-distance", "Figure 1: Jaccard similarity and edit distance",
                   "replication.ayhan2013.edit_distance:run", (ENGLISH,), is_planted=True),
        Experiment("false-positives", "Figure 2: good and bad pairs by length of shingle",
                   "replication.ayhan2013.false_positives:run", DUMPS, is_planted=True),
        Experiment("counts", "Figures 3 and 4, Tables 1 and 2: what the sentences are, and who shares them",
                   "replication.ayhan2013.counts:run", (ENGLISH,), is_planted=True),
        Experiment("consecutive", "Single or consecutive sentences",
                   "replication.ayhan2013.consecutive:run", (ENGLISH,), is_planted=True),
        Experiment("citations", "Shared sentences and shared citations",
                   "replication.ayhan2013.citations:run", DUMPS),
    ),
)  # fmt: skip
