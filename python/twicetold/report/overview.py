"""What a page says of the run as a whole: figures, kinds, inputs and settings, pairs of documents, rejects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath
from typing import Any

import pyarrow.compute as pc

from twicetold.config import Settings, to_dict
from twicetold.plan.quantities import bytes_text
from twicetold.report.choosing import KINDS
from twicetold.report.links import NOWHERE, homes
from twicetold.report.marking import Text
from twicetold.run import Run
from twicetold.run.finished import count, rows, scan

Row = dict[str, Any]

PAIRS = 100  # of documents,
REJECTS = 100
INPUTS = 50
CELL = 300  # characters of a cell
PATHS = ("against", "pairs")  # settings of the job `passages` that name files
MACHINE, BATCH = "machine", "batch_bytes"  # a section and a setting that change no answer: the page is the same

MEANING = {
    "drift": "the same claim of the same subject, with facts that cannot both hold",
    "copyedit": "the same statement in other words",
    "template": "the same frame, said of another subject",
    "reference": "a citation",
    "other": "alike, but not related",
    "identical": "the same text",
}


def figures(run: Run) -> Row:
    """The numbers that stand on top; what the run does not know is None."""
    results = _results(run)
    found: Row = {name: number(run, name) for name in ("documents", "sentences", "clusters", "members")}
    found |= {name: number(run, name) for name in ("matches", "contradictions", "document_pairs", "rejects")}
    found["copied"] = found["members"] / found["sentences"] if found["sentences"] and found["members"] else None
    found["recall"] = results.get("recall")
    return found


def kinds(run: Run, clusters: dict[str, int]) -> list[Row]:
    """How many clusters and matches there are of each kind; identical texts are folded, so no match links them."""
    matches: Counter[str] = Counter()
    for batch in scan(run, "matches", columns=["kind"]) if "matches" in run.tables else ():
        matches.update({each["values"]: each["counts"] for each in pc.value_counts(batch["kind"]).to_pylist()})
    names = [*KINDS, *sorted({*clusters, *matches} - {*KINDS})]
    told = [
        {"kind": name, "meaning": MEANING.get(name, ""), "clusters": clusters.get(name, 0), "matches": matches[name]}
        for name in names
    ]
    return [row for row in told if row["clusters"] or row["matches"]]


def inputs(run: Run) -> list[Row]:
    """The files, by name: where they lay on someone's disk is nobody's affair."""
    files = [each for each in run.facts.get("inputs", []) if isinstance(each, dict)]
    return [
        {
            "name": PurePath(str(each.get("path", ""))).name,
            "size": bytes_text(each["bytes"]) if "bytes" in each else "",
            "hash": each.get("hash", ""),
        }
        for each in files[:INPUTS]
    ]


def settings(run: Run) -> dict[str, list[Row]]:
    """Every setting by section, and what it is when nobody gives it."""
    usual = to_dict(Settings())
    given: dict[str, Row] = run.facts.get("settings", {})
    return {
        section: [
            {
                "name": name,
                "value": _setting(name, value),
                "usual": _setting(name, usual.get(section, {}).get(name, value)),
            }
            for name, value in values.items()
            if name != BATCH
        ]
        for section, values in given.items()
        if section != MACHINE
    }


def search(run: Run) -> list[tuple[str, str]]:
    """How the pairs were found, in words and figures."""
    results = _results(run)
    told = [(name, results.get(name)) for name in ("finder", "feature", "shingle", "scheme", "units", "candidates")]
    told += [(f"rejected, similarity {name}", value) for name, value in results.get("rejected", {}).items()]
    told += [("pairs left out in crowds", results.get("crowds", {}).get("pairs_left_out"))]
    told += [(name, results.get(name)) for name in ("matches", "bridges")]
    return [(name, f"{value:,}" if isinstance(value, int) else str(value)) for name, value in told if value is not None]


def pairs(run: Run) -> list[Row]:
    """The documents that share most."""
    if "document_pairs" not in run.tables:
        return []
    found = list(islice(rows(run, "document_pairs"), PAIRS))
    sides = ("left", "right")
    known = homes(run, ((row[f"{side}_document"], row[f"{side}_title"]) for row in found for side in sides))
    return [
        row | {f"{side}_url": known.get((row[f"{side}_document"], row[f"{side}_title"]), NOWHERE).url for side in sides}
        for row in found
    ]


def rejects(run: Run) -> list[Row]:
    """The first records that could not be read, and why."""
    return list(islice(_rejects(run), REJECTS))


def _rejects(run: Run) -> Iterator[Row]:
    for row in rows(run, "rejects") if "rejects" in run.tables else ():
        cells = {name: Text.cut(value, CELL) for name, value in row.items()}
        yield cells | {"source": Text(PurePath(row["source"]).name[:CELL])}


def number(run: Run, name: str) -> int | None:
    """A figure that the run has entered, else the rows of the table of that name, if there is one."""
    results = _results(run)
    if name in results:
        return int(results[name])
    return count(run, name) if name in run.tables else None


def _results(run: Run) -> Row:
    results = run.facts.get("results")
    return results if isinstance(results, dict) else {}


def _setting(name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_setting(name, each) for each in value) or "all"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in PATHS:  # by its name alone, as inputs are
        value = PurePath(str(value)).name
    return str(value) if value != "" else "not given"
