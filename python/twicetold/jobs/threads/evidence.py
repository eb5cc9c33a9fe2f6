"""Threads of a finished run held against each other: how its fields were compared, and why two threads match or not.

A run keeps the scores of its matches alone; those of any other pair are computed here, by the run's own settings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.config import build_settings
from twicetold.jobs.threads.aspects import SettledAspect, name_lexicons, settle_aspects
from twicetold.jobs.threads.fields import NORMAL_FIELDS, NormaliseThreads
from twicetold.jobs.threads.ranked_evidence import compare_ranked_threads, read_suggested_scores
from twicetold.jobs.threads.scores import ScoreThreadPairs
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import COMPARED_FIELDS, FIELDS, ORDERED_THREADS
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.views.rows import Row

PAIRS_AT_ONCE = 2_000  # pairs whose texts are in memory together

ThreadTexts = Mapping[str, str]  # of a thread, by field


@dataclass(frozen=True)
class FieldComparison:
    """How a run compared one field. `by` says it in words: `words of 3, jaccard`."""

    field: str
    weight: float
    method: str


@dataclass(frozen=True)
class Evidence:
    """How alike two threads are: None where they have nothing to compare, in a field or at all."""

    similarity: float | None
    similarities: Mapping[str, float | None]


def read_field_comparisons(run: Run) -> list[FieldComparison]:
    """How the fields were compared, as `run.json` tells it: the one place that knows its form."""
    results = run.facts.get("results")
    fields = results.get("fields", {}) if isinstance(results, dict) else {}
    return [
        FieldComparison(name, float(fields.get(name, {}).get("weight", 0.0)), _describe_field(fields.get(name, {})))
        for name in fields or FIELDS
    ]


def _describe_field(facts: Row) -> str:
    return "; ".join(_describe_aspect(aspect) for aspect in facts.get("aspects", [])) or "not compared"


def _describe_aspect(facts: Row) -> str:
    feature = str(facts.get("feature", ""))
    length = f" of {facts['shingle']}" if facts.get("shingle") else ""
    return ", ".join(each for each in (f"{feature}{length}", str(facts.get("measure", ""))) if each)


def read_threshold(run: Run) -> float:
    """The threshold of the run."""
    settings = read_settings(run)
    return float(run.facts["results"]["threshold"]) if settings.is_ranked else settings.threshold


def read_settings(run: Run) -> ThreadSettings:
    return build_settings(ThreadSettings, run.facts.get("settings", {}), f"{run.folder}/run.json")


def find_threads(run: Run, ids: Collection[str]) -> dict[str, Row]:
    """The threads with these ids, each a row of `threads` or `collection`. Of two with one id the first counts."""
    found: dict[str, Row] = {}
    among = ds.field("document").isin(sorted(ids))
    for table in list_thread_tables(run) if ids else ():
        for batch in scan_table(run, table, among):
            for row in batch.to_pylist():
                found.setdefault(row["document"], row)
    return found


def list_thread_tables(run: Run) -> list[str]:
    """The tables of a run that have threads: with `--against`, also those that are suggested."""
    return [name for name in ("threads", "collection") if name in run.tables]


def compare_thread_texts(run: Run, pairs: Sequence[tuple[ThreadTexts, ThreadTexts]]) -> list[Evidence]:
    """The similarity of each pair, and of each of its fields, whether it is a match or not."""
    settings = read_settings(run)
    if settings.is_ranked:
        # The words of a collection are not in a run that was made against it.
        ranked = (
            read_suggested_scores(run, pairs)
            if settings.against
            else compare_ranked_threads(run, pairs, settings.suggesting.meaning)
        )
        return [Evidence(score, dict.fromkeys(COMPARED_FIELDS) | {"question": asked}) for score, asked in ranked]
    unfitted = settle_aspects(settings)
    named = zip(unfitted, name_lexicons(unfitted), strict=True)
    aspects = tuple(_fit_aspect(run, lexicon, aspect) for aspect, lexicon in named)
    found: list[Evidence] = []
    for first in range(0, len(pairs), PAIRS_AT_ONCE):
        joined = _join_sides(pairs[first : first + PAIRS_AT_ONCE], NormaliseThreads(settings.folding))
        scored = ScoreThreadPairs(aspects, settings.threading.missing)(joined)
        found.extend(_build_evidence(row) for row in scored.to_pylist())
    return found


def _fit_aspect(run: Run, lexicon: str, aspect: SettledAspect) -> SettledAspect:
    """An aspect whose feature knows the corpus: from what the run kept of it."""
    if not aspect.feature.needs_lexicon:
        return aspect
    return aspect.fit_to_lexicon(scan_table(run, lexicon), run.count_rows(f"units_{aspect.field}"))


def _join_sides(pairs: Sequence[tuple[ThreadTexts, ThreadTexts]], normal: NormaliseThreads) -> Batch:
    """The two sides of pairs beside each other, as the job's own join gives them."""
    columns: dict[str, pa.Array] = {}
    for number, side in enumerate(("left", "right")):
        threads = normal(_build_threads(number * len(pairs), (pair[number] for pair in pairs)))
        columns[side] = threads["number"]
        columns |= {f"{side}_{name}": threads[name] for name in threads.schema.names if name != "number"}
    batch: Batch = pa.RecordBatch.from_pydict(columns)
    return batch


def _build_threads(first: int, threads: Iterable[ThreadTexts]) -> Batch:
    rows = [
        {"number": number} | {name: thread.get(name, "") for name in COMPARED_FIELDS}
        for number, thread in enumerate(threads, first)
    ]
    return build_batch_of_rows(rows, pa.schema([ORDERED_THREADS.field(name) for name in NORMAL_FIELDS.names]))


def _build_evidence(row: Row) -> Evidence:
    return Evidence(row["similarity"], {name: row[name] for name in COMPARED_FIELDS})


def explain_missing(left: str, right: str, weight: float = 1.0) -> str:
    """Why a field of two threads has no similarity: `("", "It is cold.")` -> `the left one has none`"""
    if not weight:
        return "not compared alone"
    none = [side for side, text in (("left", left), ("right", right)) if not text.strip()]
    if len(none) == 2:
        return "neither has one"
    return f"the {none[0]} one has none" if none else "nothing in it to compare by"
