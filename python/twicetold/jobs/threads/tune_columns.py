"""How alike labelled pairs are in an aspect: by the kernels of the job, so that what is tuned is what is run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from twicetold import _kernels
from twicetold.features.lexicon import compute_idf
from twicetold.jobs.threads.aspects import SettledAspect, settle_aspects
from twicetold.jobs.threads.settings import Aspect, Threading, ThreadSettings
from twicetold.jobs.threads.tune_labels import LabelledThreads
from twicetold.jobs.threads.tune_words import PairTokens
from twicetold.tune.trials import Floats


@dataclass(frozen=True)
class FittedAspect:
    """An aspect that knows the corpus, and what it knows."""

    aspect: SettledAspect
    lexicon: list[pa.RecordBatch]


def fit_aspect(labelled: LabelledThreads, aspect: Aspect, settings: ThreadSettings) -> FittedAspect:
    """An aspect, fitted to the lexicon of all threads as in the job."""
    alone = replace(settings, threading=Threading(aspects=(replace(aspect, weight=1.0),)))
    units = labelled.units[aspect.field]
    (unfitted,) = settle_aspects(alone, {aspect.field: units.num_rows})
    if not unfitted.feature.needs_lexicon:
        return FittedAspect(unfitted, [])
    engine = labelled.engine
    made = engine.collect({"lexicon": unfitted.feature.build_lexicon(engine.load_rows(units), units.num_rows, engine)})[
        "lexicon"
    ]
    return FittedAspect(unfitted.fit_to_lexicon(made.to_batches(), units.num_rows), made.to_batches())


def build_similarity_column(labelled: LabelledThreads, fit: FittedAspect) -> Floats:
    """The similarity of each pair; NaN where the aspect sees nothing in one of them."""
    aspect = fit.aspect
    texts = labelled.select_sides(aspect.field)
    return np.array(aspect.comparison.compare_sides(*texts).to_pylist(), dtype=float)


def tokenise_pairs(labelled: LabelledThreads, fit: FittedAspect) -> PairTokens:
    """What the pairs are made of, for an aspect whose words can be weighed."""
    count = labelled.units[fit.aspect.field].num_rows
    rows: list[dict[str, Any]] = pa.Table.from_batches(fit.lexicon).to_pylist() if fit.lexicon else []
    known = {row["word"]: compute_idf(row["units"], count) for row in rows}
    left, right = (
        _kernels.list_feature_tokens(side, fit.aspect.feature.kernel).to_pylist()
        for side in labelled.select_sides(fit.aspect.field)
    )
    return PairTokens.from_token_lists(left, right, known)
