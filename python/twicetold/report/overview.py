"""What every page says of the run as a whole: inputs, settings, how pairs were found, rejects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath
from typing import Any

from twicetold import registry
from twicetold.config import JobSettings, convert_to_dict
from twicetold.report.differences import ShortenedText
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows
from twicetold.text.quantities import format_bytes
from twicetold.views.rows import Row

MOST_REJECTS = 100
MOST_INPUTS = 50
CELL_CHARACTERS = 300  # characters of a cell
PATH_SETTINGS = ("against", "pairs", "aliases")  # settings that name files
MACHINE_SECTION, BATCH_SETTING = (
    "machine",
    "batch_bytes",
)  # a section and a setting that change no answer: the page is the same


def list_inputs(run: Run) -> list[Row]:
    """The files, by name: where they lay on someone's disk is nobody's affair."""
    files = [each for each in run.facts.get("inputs", []) if isinstance(each, dict)]
    return [
        {
            "name": PurePath(str(each.get("path", ""))).name,
            "size": format_bytes(each["bytes"]) if "bytes" in each else "",
            "hash": each.get("hash", ""),
        }
        for each in files[:MOST_INPUTS]
    ]


def list_settings(run: Run) -> dict[str, list[Row]]:
    """Every setting of the job by section, each with its default."""
    job = str(run.facts.get("job", ""))
    is_known = job in registry.list_names("job")
    kind: type[JobSettings] = registry.load_class("job", job).settings if is_known else JobSettings
    usual = convert_to_dict(kind())
    given: dict[str, Row] = run.facts.get("settings", {})
    return {
        section: [
            _describe_setting(name, value, usual.get(section, {}).get(name, value))
            for name, value in values.items()
            if name != BATCH_SETTING
        ]
        for section, values in given.items()
        if section != MACHINE_SECTION
    }


def _describe_setting(name: str, value: Any, usual: Any) -> Row:
    shown, default = _format_setting(name, value), _format_setting(name, usual)
    return {"name": name, "value": shown, "usual": default, "is_default": shown == default}


def describe_search(run: Run) -> list[tuple[str, str]]:
    """How the pairs were found, in words and figures."""
    results = read_results(run)
    told = [(name, results.get(name)) for name in ("finder", "feature", "shingle", "scheme", "units", "candidates")]
    told += [(f"rejected, similarity {name}", value) for name, value in results.get("rejected", {}).items()]
    told += [("pairs left out in crowds", results.get("crowds", {}).get("pairs_left_out"))]
    told += [(name, results.get(name)) for name in ("matches", "bridges")]
    return [(name, f"{value:,}" if isinstance(value, int) else str(value)) for name, value in told if value is not None]


def list_rejects(run: Run) -> list[Row]:
    """The first records that could not be read, and why."""
    return list(islice(_read_rejects(run), MOST_REJECTS))


def _read_rejects(run: Run) -> Iterator[Row]:
    for row in read_rows(run, "rejects") if "rejects" in run.tables else ():
        cells = {name: ShortenedText.cut_text(value, CELL_CHARACTERS) for name, value in row.items()}
        yield cells | {"source": ShortenedText(PurePath(row["source"]).name[:CELL_CHARACTERS])}


def read_figure(run: Run, name: str) -> int | None:
    """A figure that the run has entered, else the rows of the table of that name, if there is one."""
    results = read_results(run)
    if name in results:
        return int(results[name])
    return count_rows(run, name) if name in run.tables else None


def read_largest_size(run: Run) -> int:
    """The number of members of the largest cluster, which is the first; 0 where there is none."""
    return next((int(row["size"]) for row in read_rows(run, "clusters", columns=["size"])), 0)


def read_results(run: Run) -> Row:
    """The `results` of `run.json`; empty where a run has none."""
    results = run.facts.get("results")
    return results if isinstance(results, dict) else {}


def _format_setting(name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        nothing = "not given" if name in PATH_SETTINGS else "all"
        return ", ".join(_format_setting(name, each) for each in value) or nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in PATH_SETTINGS:  # by its name alone, as inputs are
        value = PurePath(str(value)).name
    return str(value) if value != "" else "not given"
