"""How alike the texts of pairs are that a run has no score for, since it did not find them."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from twicetold import _kernels
from twicetold.evaluate.names import normal
from twicetold.features.characters import Characters
from twicetold.stages.verify import TEXTS

LONGEST = 10_000  # characters of each text that are compared: the cost grows with their square


def alike(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """The edit similarity of each two texts in normal form: `[("a b", "a  B")]` -> `[1.0]`"""
    numbers = list(range(len(pairs)))
    texts = ([normal(pair[side][:LONGEST]) for pair in pairs] for side in (0, 1))
    batch = pa.RecordBatch.from_pydict(
        dict(zip(TEXTS.names, (numbers, numbers, *texts), strict=True)),  # only the texts are looked at
        schema=TEXTS,
    )
    _, edit = _kernels.judge(batch, Characters().kernel, "edit", 0.0, 0.0)
    return [float(value) for value in edit.to_pylist()]
