"""Our own work in the benchmark, called as the peers' is: texts in memory to verified pairs, and clusters with them."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.peers.base import THREADS, Found, Setting, Shingles, Work, each_once

RECALL = 0.99


def minhash(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Settings derived for recall 0.99; a setting of one number is that of threads."""
    return _work(texts, shingles, recall=RECALL, threads=setting[0] if setting else THREADS)


def documents(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """The stages `units`, `matches` and `clusters` of the job `documents`, on texts in memory: pairs, and who stays.

    The one place to change when the job changes.
    """
    config, flow, folding = (import_module(f"twicetold.{name}") for name in ("config", "flow", "folding"))
    keeping, resembling, memory = (import_module(f"twicetold.{name}") for name in ("keeping", "resembling", "texts"))
    local = import_module("twicetold.engines.local").Local
    asked = {"document_feature": shingles.of, "document_shingle": shingles.length, "recall": RECALL}
    settings = config.with_options(config.Settings(), {**asked, "threads": THREADS})
    settings = keeping.compared_whole(settings)
    wanted = replace(settings.folding, blocks=(), min_aside=0)  # a text in memory is in no block of a document

    def work() -> Found:
        engine = local(settings.machine)
        identified = engine.map(engine.table(memory.as_sentences(texts)), folding.Identify(wanted))
        units = engine.collect({"units": folding.fold(identified, engine)})["units"]
        finder = flow.finder_of(settings, units.num_rows)
        likeness = resembling.Likeness(finder.feature, "jaccard", shingles.threshold)
        matched = resembling.match(lambda name: engine.table(units), finder, likeness, False, engine)
        found = engine.collect(matched)["verified"]
        resembling.settled(zip(*(found[name].to_pylist() for name in found.schema.names), strict=True))
        numbers = np.asarray(units["position"])[np.argsort(np.asarray(units["unit"]))]
        return each_once(*(numbers[np.asarray(found[side])].astype(np.uint32) for side in ("left", "right")))

    return work


def join_by_document(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    return _work(texts, shingles, finder="join", partition="document", threads=THREADS)


def join_by_term(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    return _work(texts, shingles, finder="join", partition="term", threads=THREADS)


def _work(texts: list[str], shingles: Shingles, **options: Any) -> Work:
    library = import_module("twicetold")
    same = {"measure": "jaccard", "threshold": shingles.threshold, "shingle": shingles.length, "feature": shingles.of}

    def work() -> Found:
        matches = library.cluster(texts, **same, **options).matches
        return each_once(np.asarray(matches["left"], np.uint32), np.asarray(matches["right"], np.uint32))

    return work
