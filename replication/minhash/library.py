"""What twicetold itself finds, next to the papers' counts: in the same dumps, and among the very same sentences."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import twicetold
from replication.minhash import truth

PRESET = "weissman2015"


def counts(dump: Path) -> dict[str, dict[str, Any]]:
    """A dump by the papers' settings, verified, and by ours: what each comes to."""
    return {"papers' settings, verified": _counts(dump, preset=PRESET), "twicetold's own": _counts(dump)}


def _counts(dump: Path, **settings: Any) -> dict[str, Any]:
    results = twicetold.sentences(dump, **settings).facts["results"]
    named = {"docs": "documents", "sentences": "sentences", "distinct": "units", "distinct_pairs": "candidates"}
    named |= {"matches": "matches", "clusters": "clusters", "sentences_in_clusters": "members"}
    return {name: results[key] for name, key in named.items()}


def bands(kept: list[str]) -> dict[str, dict[str, int]]:
    """Among the papers' own sentences: pairs by their similarity, all there are, and those that the library finds.

    Identical sentences are one unit to the library, so pairs are of distinct texts here, case counted.
    """
    distinct = list(dict.fromkeys(kept))
    similarity = truth.similarities(distinct, None)
    exact: dict[str, Any] = {"ignore_case": False, "min_characters": 0}
    settings: dict[str, dict[str, Any]] = {
        "found, papers' draws": {"preset": PRESET},
        "found, bands": {"measure": "jaccard", "threshold": 0.8, "shingle": 12, "min_length": 1},
    }
    counted = {"all pairs": truth.count_bands(similarity.values())}
    for name, options in settings.items():
        found = twicetold.cluster(distinct, **exact, **options).matches
        pairs = zip(found["left"].to_pylist(), found["right"].to_pylist(), strict=True)
        counted[name] = truth.count_bands(similarity.get(pair, Fraction(0)) for pair in pairs)
    return counted
