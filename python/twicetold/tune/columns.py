"""How alike labelled pairs are in a way: by the same kernels as in the job, so that what is tuned is what is run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Aspect, Settings, Threading
from twicetold.features.lexicon import idf
from twicetold.stages.threads.scoring import known_of, similarities
from twicetold.stages.threads.ways import Way, ways_of
from twicetold.tune.labelled import Labelled
from twicetold.tune.learning import Floats, Tokens


@dataclass(frozen=True)
class Fitted:
    """A way that knows the corpus, and what it knows."""

    way: Way
    lexicon: list[pa.RecordBatch]


def fitted(labelled: Labelled, aspect: Aspect, settings: Settings) -> Fitted:
    """The way of an aspect, fitted to all threads as in the job."""
    alone = replace(settings, threading=Threading(aspects=(replace(aspect, weight=1.0),)))
    units = labelled.units[aspect.field]
    (way,) = ways_of(alone, {aspect.field: units.num_rows})
    if not way.feature.needs_lexicon:
        return Fitted(way, [])
    engine = labelled.engine
    made = engine.collect({"lexicon": way.feature.lexicon(engine.table(units), units.num_rows, engine)})["lexicon"]
    return Fitted(way.fitted(made.to_batches(), units.num_rows), made.to_batches())


def column(labelled: Labelled, fit: Fitted) -> Floats:
    """The similarity of each pair; NaN where the way sees nothing in one of them."""
    way = fit.way
    texts = labelled.sides(way.field)
    names = [f"{side}_{what}" for what in (way.field, "known_0") for side in ("left", "right")]
    known = [known_of(side, way.feature) for side in texts]
    met = pa.RecordBatch.from_arrays([*texts, *known], names=names)
    return np.array(similarities(met, 0, way).to_pylist(), dtype=float)


def tokens(labelled: Labelled, fit: Fitted) -> Tokens:
    """What the pairs are made of, for a way whose words can be weighed."""
    count = labelled.units[fit.way.field].num_rows
    rows: list[dict[str, Any]] = pa.Table.from_batches(fit.lexicon).to_pylist() if fit.lexicon else []
    known = {row["word"]: idf(row["units"], count) for row in rows}
    left, right = (
        _kernels.feature_tokens(side, fit.way.feature.kernel).to_pylist() for side in labelled.sides(fit.way.field)
    )
    return Tokens.of(left, right, known)
