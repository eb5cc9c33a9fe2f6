"""Every pair of Jaccard 0.8 or more, exactly: ours by document and by term, next to who else finds them all.

Windows of 12 characters; recall and precision must be 1. Above 100,000 texts they are of a sample.
"""

from __future__ import annotations

from benchmarks.results import Task
from benchmarks.running import Contender, all_sizes, once
from benchmarks.tasks.base import Given
from benchmarks.tasks.sentences import PEERS, cases, gathered

USUAL_SIZE = "100k"
SHORTEST, LONGEST = 40, 600
CONTENDERS = (
    Contender("twicetold", "benchmarks.ours:join_by_document", note="by document"),
    Contender("twicetold, by term", "benchmarks.ours:join_by_term"),
    Contender("SetSimilaritySearch", f"{PEERS}.exact:set_similarity_search", power=1.5),
    Contender("scikit-learn", f"{PEERS}.exact:scikit_learn", power=2),
)


def run(given: Given) -> Task:
    texts, alike = gathered(given, SHORTEST, LONGEST)
    rows = all_sizes(cases(given, texts, alike), given.chosen(CONTENDERS), given.pace, once("characters", given.pace))
    what = "The exact join: every pair of sentences of Jaccard 0.8, windows of 12 characters, texts in memory to pairs."
    return Task(what, "sentences", rows, "the same as for sentences")
