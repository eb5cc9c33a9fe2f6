"""Scores of any two threads of a run whose matches are suggestions, whether they match or not.

A run does not keep its terms: they are counted again from the table `threads`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.jobs.threads.ranking import ONLY_WHOLE, SHARES, count_thread_terms, sum_score
from twicetold.jobs.threads.suggestions import scale_score
from twicetold.jobs.threads.tables import ORDERED_THREADS
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.tables.batches import Batch, build_batch_of_rows

_COMPARED = pa.schema(
    [ORDERED_THREADS.field(name) for name in ("number", "question", "description", "tags", *ONLY_WHOLE)]
)


def compare_ranked_threads(
    run: Run, pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> list[tuple[float, float]]:
    """The score of each pair of rows of `threads`, and how similar their questions are."""
    if not pairs:
        return []
    every = (count_thread_terms(batch) for batch in scan_table(run, "threads", columns=_COMPARED.names))
    frequencies = _kernels.ThreadFrequencies(every, 2)
    rows = {row["number"]: {name: row[name] for name in _COMPARED.names} for pair in pairs for row in pair}
    numbers = sorted(rows)
    terms: Batch = count_thread_terms(build_batch_of_rows([rows[number] for number in numbers], _COMPARED))
    index = _kernels.ThreadRanking(frequencies, iter([terms]), SHARES)
    places = {number: place for place, number in enumerate(numbers)}
    left = terms.take(pa.array([places[one["number"]] for one, _ in pairs], pa.int64()))
    found = index.compare(left, [other["number"] for _, other in pairs])
    scores, asked = scale_score(sum_score(found), 1.0), scale_score(found["asked"], SHARES[1])
    return list(zip(scores.to_pylist(), asked.to_pylist(), strict=True))
