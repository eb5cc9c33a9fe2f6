"""Threads of a finished run held against each other: how its fields were compared, and why two threads match or not.

A run keeps the scores of its matches alone; those of any other pair are computed here, by the run's own settings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.config import Settings, from_dict
from twicetold.run import Run
from twicetold.run.finished import scan
from twicetold.schema import ASKED
from twicetold.stages.threads.aspects import SettledAspect, lexicon_names, settled_aspects
from twicetold.stages.threads.fields import FIELDS, NORMAL, Normal
from twicetold.stages.threads.scoring import MISSING, Known, Scored

AT_ONCE = 2_000  # pairs whose texts are in memory together

Texts = Mapping[str, str]  # of a thread, by field
Row = dict[str, Any]


@dataclass(frozen=True)
class How:
    """How a run compared one field. `by` says it in words: `words of 3, jaccard`."""

    field: str
    weight: float
    by: str


@dataclass(frozen=True)
class Evidence:
    """How alike two threads are: None where they have nothing to compare, in a field or at all."""

    score: float | None
    similarities: Mapping[str, float | None]


def compared_by(run: Run) -> list[How]:
    """How the fields were compared, as `run.json` tells it: the one place that knows its form."""
    results = run.facts.get("results")
    told = results.get("fields", {}) if isinstance(results, dict) else {}
    return [How(name, float(told.get(name, {}).get("weight", 0.0)), _by(told.get(name, {}))) for name in FIELDS]


def _by(told: Row) -> str:
    return "; ".join(_aspect(aspect) for aspect in told.get("aspects", [])) or "not compared"


def _aspect(told: Row) -> str:
    feature = str(told.get("feature", ""))
    length = f" of {told['shingle']}" if told.get("shingle") else ""
    return ", ".join(each for each in (f"{feature}{length}", str(told.get("measure", ""))) if each)


def least_score(run: Run) -> float:
    """The threshold of the run."""
    return settings_of(run).threading.least_score


def settings_of(run: Run) -> Settings:
    return from_dict(Settings, run.facts.get("settings", {}), f"{run.folder}/run.json")


def texts(run: Run, wanted: Collection[str]) -> dict[str, Row]:
    """The threads with these ids, each a row of `threads`. Of two with one id the first counts."""
    found: dict[str, Row] = {}
    among = ds.field("document").isin(sorted(wanted))
    for batch in scan(run, "threads", among) if wanted else ():
        for row in batch.to_pylist():
            found.setdefault(row["document"], row)
    return found


def compared(run: Run, pairs: Sequence[tuple[Texts, Texts]]) -> list[Evidence]:
    """The similarities and the score of each pair, whether it is a match or not."""
    settings = settings_of(run)
    settled = settled_aspects(settings)
    named = zip(settled, lexicon_names(settled), strict=True)
    aspects = tuple(_fitted(run, lexicon, aspect) for aspect, lexicon in named)
    found: list[Evidence] = []
    for first in range(0, len(pairs), AT_ONCE):
        scored = Scored(aspects)(_met(pairs[first : first + AT_ONCE], Normal(settings.folding), Known(aspects)))
        found.extend(_evidence(row) for row in scored.to_pylist())
    return found


def _fitted(run: Run, lexicon: str, aspect: SettledAspect) -> SettledAspect:
    """An aspect whose feature knows the corpus: from what the run kept of it."""
    if not aspect.feature.needs_lexicon:
        return aspect
    return aspect.fitted(scan(run, lexicon), run.rows(f"units_{aspect.field}"))


def _met(pairs: Sequence[tuple[Texts, Texts]], normal: Normal, known: Known) -> pa.RecordBatch:
    """The two sides of pairs beside each other, as the job's own join gives them."""
    columns: dict[str, pa.Array] = {}
    for number, side in enumerate(("left", "right")):
        threads = known(normal(_asked(pair[number] for pair in pairs)))
        columns[side] = threads["number"]
        columns |= {f"{side}_{name}": threads[name] for name in threads.schema.names if name != "number"}
    return pa.RecordBatch.from_pydict(columns)


def _asked(threads: Iterable[Texts]) -> pa.RecordBatch:
    rows = [{"number": number} | {name: thread[name] for name in FIELDS} for number, thread in enumerate(threads)]
    return pa.RecordBatch.from_pylist(rows, pa.schema([ASKED.field(name) for name in NORMAL.names]))


def _evidence(row: Row) -> Evidence:
    known = {name: None if row[name] == MISSING else float(row[name]) for name in (*FIELDS, "score")}
    return Evidence(known.pop("score"), known)


def why_missing(left: str, right: str) -> str:
    """Why a field of two threads has no similarity: `("", "It is cold.")` -> `the left one has none`"""
    none = [side for side, text in (("left", left), ("right", right)) if not text.strip()]
    if len(none) == 2:
        return "neither has one"
    return f"the {none[0]} one has none" if none else "nothing in it to compare by"
