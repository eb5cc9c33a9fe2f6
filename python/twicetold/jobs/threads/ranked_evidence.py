"""Scores of any two threads of a run whose matches are suggestions, whether they match or not.

A run does not keep its terms: they are counted again from the table `threads`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.jobs.threads.ranking import ONLY_WHOLE, CountThreadTerms, build_index, list_shares, sum_score
from twicetold.jobs.threads.suggestions import scale_score
from twicetold.jobs.threads.tables import ORDERED_THREADS
from twicetold.run import Run
from twicetold.run.finished import read_rows, scan_table
from twicetold.tables.batches import Batch, build_batch_of_rows

_COMPARED = pa.schema(
    [ORDERED_THREADS.field(name) for name in ("number", "question", "description", "tags", *ONLY_WHOLE)]
)


def read_suggested_scores(
    run: Run, pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> list[tuple[float | None, float | None]]:
    """The scores of pairs as a run with `--against` suggested them, in either order; None where it did not."""
    if not pairs:
        return []
    among = pc.field("document").isin(sorted({row["document"] for pair in pairs for row in pair}))
    columns = ["document", "other_document", "score", "question"]
    found = {
        (row["document"], row["other_document"]): (row["score"], row["question"])
        for row in read_rows(run, "suggestions", among, columns)
    }
    none = None, None
    names = [(left["document"], right["document"]) for left, right in pairs]
    return [found.get((left, right), found.get((right, left), none)) for left, right in names]


def compare_ranked_threads(
    run: Run, pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]], meaning: str
) -> list[tuple[float, float]]:
    """The score of each pair of rows of `threads`, and how similar their questions are."""
    if not pairs:
        return []
    every = (CountThreadTerms()(batch) for batch in scan_table(run, "threads", columns=_COMPARED.names))
    frequencies = _kernels.ThreadFrequencies(every, 2)
    rows = {row["number"]: {name: row[name] for name in _COMPARED.names} for pair in pairs for row in pair}
    numbers = sorted(rows)
    count_terms = CountThreadTerms(meaning)
    terms: Batch = count_terms(build_batch_of_rows([rows[number] for number in numbers], _COMPARED))
    index = build_index(frequencies, iter([terms]), meaning)
    places = {number: place for place, number in enumerate(numbers)}
    left = terms.take(pa.array([places[one["number"]] for one, _ in pairs], pa.int64()))
    found = index.compare(left, [other["number"] for _, other in pairs])
    scores, asked = scale_score(sum_score(found), 1.0), scale_score(found["asked"], list_shares(meaning)[1])
    return list(zip(scores.to_pylist(), asked.to_pylist(), strict=True))
