"""The cosine of a match by vectors, for those who show it: it has no column, so it is computed again from the texts.

A run keeps the lexicon that its vectors need. Where they came from a file that is gone or is another by now, or from a
package that is not installed here, there is no cosine to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Settings, completed, from_dict
from twicetold.errors import TwicetoldError
from twicetold.features.base import DenseFeature, vectors_of
from twicetold.flow.texts import as_sentences
from twicetold.run import Run, identity
from twicetold.stages.folding import Identify

Cosine = float | None


def cosines(run: Run, pairs: Sequence[tuple[str, str]]) -> list[Cosine]:
    """The cosine of each two texts as they stand in a run by vectors; None where it is not to be had."""
    none: list[Cosine] = [None] * len(pairs)
    if not pairs or run.facts.get("results", {}).get("feature") != "vectors":
        return none
    try:
        settings = completed(from_dict(Settings, run.facts["settings"], str(run.folder)))
        feature = _feature(run, settings)
    except TwicetoldError:
        return none
    if feature is None:
        return none
    sides = (feature.vectors(_normal([pair[side] for pair in pairs], settings)) for side in (0, 1))
    found: list[Cosine] = _kernels.cosines(*sides).to_pylist()
    return found


def _feature(run: Run, settings: Settings) -> DenseFeature | None:
    """The vectors as the run had them."""
    path = settings.finding.vectors
    if Path(path).is_file() and identity(path) not in run.facts.get("consulted", []):
        return None
    feature = vectors_of(settings.finding)
    if not feature.needs_lexicon:
        return feature
    if "lexicon" not in run.tables:
        return None
    units = int(run.facts["results"]["units"])
    return feature.fitted(run.batches("lexicon"), units)  # type: ignore[return-value]


def _normal(texts: Sequence[str], settings: Settings) -> pa.Array:
    """Texts as they were compared; null for one that was not."""
    rows = as_sentences(texts).combine_chunks().to_batches()[0]
    step = Identify(replace(settings.folding, blocks=(), min_characters=0, min_aside=0))
    counted = step(rows)
    found = dict(zip(counted["position"].to_pylist(), counted["text"].to_pylist(), strict=True))
    return pa.array([found.get(number) for number in range(len(texts))], pa.string())
