"""Our own work in the benchmark, called as the peers' is: texts in memory to verified pairs, and clusters with them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.peers.base import THREADS, Found, Setting, Shingles, Work, each_once

RECALL = 0.99


def minhash(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Settings derived for recall 0.99; a setting of one number is that of threads."""
    return _work(texts, shingles, recall=RECALL, workers=setting[0] if setting else THREADS)


def documents(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """The job `documents` on texts in memory: verified pairs, and who stays."""
    library = import_module("twicetold")
    same = {"threshold": shingles.threshold, "shingle": shingles.length, "feature": shingles.of}
    library.unique(texts[:2], **same, workers=THREADS)  # imports on first use; the peers' modules are imported, too

    def work() -> Found:
        matches = library.unique(texts, **same, workers=THREADS).matches
        return each_once(np.asarray(matches["left"], np.uint32), np.asarray(matches["right"], np.uint32))

    return work


def join_by_document(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    return _work(texts, shingles, finder="join", partition="document", workers=THREADS)


def join_by_term(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    return _work(texts, shingles, finder="join", partition="term", workers=THREADS)


def _work(texts: list[str], shingles: Shingles, **options: Any) -> Work:
    library = import_module("twicetold")
    same = {"measure": "jaccard", "threshold": shingles.threshold, "shingle": shingles.length, "feature": shingles.of}
    library.cluster(texts[:2], **same, **options)  # imports on first use

    def work() -> Found:
        matches = library.cluster(texts, **same, **options).matches
        return each_once(np.asarray(matches["left"], np.uint32), np.asarray(matches["right"], np.uint32))

    return work
