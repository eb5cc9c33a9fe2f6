"""What Jaccard is left after edits: from a threshold on edit similarity to one that MinHash understands.

MinHash sees only the Jaccard of shingle sets. An edit destroys every shingle that covers it, so the same number of
edits costs little in one place and much when scattered: a replaced word is one run, four digits far apart are four.
"""

from __future__ import annotations

import math

from twicetold.errors import SettingsError
from twicetold.plan.recall import check_share


def compute_jaccard_after_edits(length: int, edits: int, runs: int, shingle: int) -> float:
    """The least Jaccard of a text of `length` characters and its copy with `edits` replaced ones in `runs` places.

    A run of q replaced characters destroys at most q+shingle-1 shingles on each side, so of m shingles x are lost in
    each, and J = (m-x)/(m+x). After an insertion or deletion J is higher, since one side loses fewer.
    `(100, 2, 1, 12)` -> 76/102 = 0.745: one changed number. `(100, 20, 3, 12)` -> 0.254, with shingles of 3 0.581.
    """
    if min(length, shingle) < 1 or edits < 0 or not min(edits, 1) <= runs <= max(edits, 0):
        raise SettingsError(
            f"a text of {length} characters with shingles of {shingle} cannot have {edits} edits in {runs} runs",
            "give at least one run, and at most as many runs as edits",
        )
    shingles = max(1, length - shingle + 1)
    lost = min(shingles, edits + runs * (shingle - 1))
    return (shingles - lost) / (shingles + lost)


def count_allowed_edits(similarity: float, length: int) -> int:
    """Most edits that keep this edit similarity, 1 - edits/length: `(0.8, 100)` -> 20"""
    return math.floor((1 - check_share(similarity)) * length + 1e-9)


def estimate_jaccard_at_edit(similarity: float, length: int, runs: int, shingle: int) -> float:
    """The Jaccard to be expected at an edit similarity; `runs` is cut to the edits there are.

    `(0.8, 100, 3, 3)` -> 0.581; the same in one run 0.633; all 20 apart 0.241.
    """
    edits = count_allowed_edits(similarity, length)
    return compute_jaccard_after_edits(length, edits, min(runs, edits), shingle)
