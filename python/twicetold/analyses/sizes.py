"""How large clusters are: how many there are of each size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc


def sizes(clusters: Iterable[pa.RecordBatch]) -> dict[str, int]:
    """`{"2": 812, "3": 90}`: clusters by their number of members, small ones first."""
    counted: Counter[int] = Counter()
    for batch in clusters:
        for row in pc.value_counts(batch["size"]).to_pylist():
            counted[row["values"]] += row["counts"]
    return {str(size): counted[size] for size in sorted(counted)}
