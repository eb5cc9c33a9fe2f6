"""How alike labelled pairs are in an aspect: by the kernels of the job, so that what is tuned is what is run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Aspect, Settings, Threading
from twicetold.features.lexicon import idf
from twicetold.stages.threads.aspects import SettledAspect, settled_aspects
from twicetold.stages.threads.scoring import known_of, similarities
from twicetold.tune.labelled import Labelled
from twicetold.tune.learning import Floats, Tokens


@dataclass(frozen=True)
class Fitted:
    """An aspect that knows the corpus, and what it knows."""

    aspect: SettledAspect
    lexicon: list[pa.RecordBatch]


def fitted(labelled: Labelled, aspect: Aspect, settings: Settings) -> Fitted:
    """An aspect, settled and fitted to all threads as in the job."""
    alone = replace(settings, threading=Threading(aspects=(replace(aspect, weight=1.0),)))
    units = labelled.units[aspect.field]
    (settled,) = settled_aspects(alone, {aspect.field: units.num_rows})
    if not settled.feature.needs_lexicon:
        return Fitted(settled, [])
    engine = labelled.engine
    made = engine.collect({"lexicon": settled.feature.lexicon(engine.table(units), units.num_rows, engine)})["lexicon"]
    return Fitted(settled.fitted(made.to_batches(), units.num_rows), made.to_batches())


def column(labelled: Labelled, fit: Fitted) -> Floats:
    """The similarity of each pair; NaN where the aspect sees nothing in one of them."""
    aspect = fit.aspect
    texts = labelled.sides(aspect.field)
    names = [f"{side}_{what}" for what in (aspect.field, "known_0") for side in ("left", "right")]
    known = [known_of(side, aspect.feature) for side in texts]
    met = pa.RecordBatch.from_arrays([*texts, *known], names=names)
    return np.array(similarities(met, 0, aspect).to_pylist(), dtype=float)


def tokens(labelled: Labelled, fit: Fitted) -> Tokens:
    """What the pairs are made of, for an aspect whose words can be weighed."""
    count = labelled.units[fit.aspect.field].num_rows
    rows: list[dict[str, Any]] = pa.Table.from_batches(fit.lexicon).to_pylist() if fit.lexicon else []
    known = {row["word"]: idf(row["units"], count) for row in rows}
    left, right = (
        _kernels.feature_tokens(side, fit.aspect.feature.kernel).to_pylist()
        for side in labelled.sides(fit.aspect.field)
    )
    return Tokens.of(left, right, known)
