"""Paper 002: MinHash and random projection, on MapReduce and Spark.

engines.py   the five presets on both engines
formats.py   Tables 1 to 4: inputs, outputs and options
overlap.py   what MinHash and projection each find that the other does not
sizes.py     Table 5 and Figure 2: sizes of clusters
testset.py   the test dump by the paper's own rules
times.py     Table 6: time of both methods on both engines
"""

from __future__ import annotations

from replication.base import OTHER_DATA, REPLICATED, Entry, Experiment, Paper
from replication.source import ENGLISH, KATRINA, NEAR, PART
from replication.wu2011 import SEMEVAL

FIXTURE = "wikipedia/expected-counts.json"

PAPER = Paper(
    "002",
    "meng2018",
    "Meng, Zheng 2018",
    "Similar Sentence Detection Using MinHash and RandomProjection on Wikipedia",
    "The paper repeats 001 on MapReduce and Spark, adds random projection of word vectors, and compares the time of "
    "both. Projection ran out of memory on the whole Wikipedia.",
    (
        Entry("Figure 1", "overview of the implementation",
              why="a diagram; [the design](../decisions.md) has the stages that both finders share"),
        Entry("Table 1", "input formats", "formats", REPLICATED),
        Entry("Table 2", "output formats", "formats", REPLICATED),
        Entry("Table 3", "options of MinHash", "formats", REPLICATED),
        Entry("Table 4", "options of random projection", "formats", REPLICATED),
        Entry("Table 5", "clusters by size", "sizes", OTHER_DATA, "with the clusters of projection beside them"),
        Entry("Figure 2", "histogram of cluster sizes", "sizes"),
        Entry("Table 6", "time of both methods on both engines", "times", REPLICATED,
              "the authors' test dump, on another machine"),
        Entry("Section 5, test dump", "103 articles, 12,966 sentences", "testset", REPLICATED, "14,966 sentences"),
        Entry("Section 4, two engines", "the same methods on MapReduce and on Spark", "engines", OTHER_DATA,
              "this machine and Spark"),
        Entry("Section 5, effectiveness", "what each method finds", "overlap", OTHER_DATA,
              "the paper found no reliable result"),
        Entry("Section 5, whole dump", "MinHash in about three hours; projection failed",
              why="the dump of December 2015 is not at hand; "
              "[5 million sentences](../projection.md#growth) were projected within 2 GB"),
    ),
    (
        Experiment("formats", "Tables 1 to 4: formats and options", "replication.meng2018.formats:run"),
        Experiment("sizes", "Table 5 and Figure 2: sizes of clusters", "replication.meng2018.sizes:run",
                   (ENGLISH,), is_planted=True),
        Experiment("times", "Table 6: time of both methods", "replication.meng2018.times:run",
                   (PART,), is_planted=True),
        Experiment("testset", "The test dump", "replication.meng2018.testset:run", (PART, FIXTURE)),
        Experiment("engines", "The five presets on both engines", "replication.meng2018.engines:run",
                   (NEAR, KATRINA, ENGLISH, SEMEVAL), is_planted=True),
        Experiment("overlap", "What each method finds", "replication.meng2018.overlap:run",
                   (ENGLISH,), is_planted=True),
    ),
)  # fmt: skip
