"""Counts what twicetold itself finds, in the papers' dumps and among their sentences."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import twicetold
from replication.minhash import truth

PRESET = "weissman2015"


def count_findings(dump: Path) -> dict[str, dict[str, Any]]:
    """Count what twicetold finds in a dump by the papers' settings, with verification, and by its own."""
    return {"papers' settings, verified": _count_run(dump, preset=PRESET), "twicetold's own": _count_run(dump)}


def _count_run(dump: Path, **settings: Any) -> dict[str, Any]:
    results = twicetold.sentences(dump, **settings).facts["results"]
    named = {"docs": "documents", "sentences": "sentences", "distinct": "units", "distinct_pairs": "candidates"}
    named |= {"matches": "matches", "clusters": "clusters", "sentences_in_clusters": "members"}
    return {name: results[key] for name, key in named.items()}


def count_pairs_by_band(kept: list[str]) -> dict[str, dict[str, int]]:
    """Count all pairs of the papers' own sentences by similarity, and those that the library finds.

    The library treats identical sentences as one unit, so these are pairs of distinct texts. Case matters here.
    """
    distinct = list(dict.fromkeys(kept))
    similarity = truth.compute_similarities(distinct, None)
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
