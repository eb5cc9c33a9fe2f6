"""`twicetold contradictions`: facts that no longer agree, to be read, sorted, counted, or put on a talk page."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path

from twicetold.commands.export import must_be_free
from twicetold.commands.sheets import csv_lines
from twicetold.errors import SettingsError
from twicetold.run import publish
from twicetold.run.finished import finished_run
from twicetold.schema import CONTRADICTIONS
from twicetold.show import drift
from twicetold.show.drift import Wanted
from twicetold.show.page import Page
from twicetold.show.talk_page import note
from twicetold.show.views import Row
from twicetold.terminal import safe_json

FIRST = 20  # where people read them
SUFFIXES = {".txt": "text", ".csv": "csv", ".jsonl": "jsonl", ".wiki": "wikitext", ".wikitext": "wikitext"}


def contradictions(folder: str | Path, wanted: Wanted, format: str, output: str, *, force: bool = False) -> None:
    """Prints or writes them, the most certain first, then what most sentences repeat."""
    wanted.check()
    chosen = _format(format, output)
    if wanted.limit is None and chosen in ("text", "wikitext"):
        wanted = replace(wanted, limit=FIRST)
    run = finished_run(folder, "sentences")
    drift.must_tell(run)
    rows = drift.contradictions(run, wanted)
    if output == "-":
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        WRITE[chosen](rows)
        return
    must_be_free(Path(output), run, force)
    with publish(Path(output)) as part, part.open("w", encoding="utf-8", newline="") as file, redirect_stdout(file):
        WRITE[chosen](rows)


def _format(format: str, output: str) -> str:
    told = SUFFIXES.get(Path(output).suffix.lower(), "") if output != "-" else "text"
    chosen = format or told
    if chosen not in WRITE:
        what = f"unknown format: `{chosen}`" if chosen else f"`{output}` does not tell its format"
        raise SettingsError(what, f"give --format one of: {', '.join(WRITE)}")
    return chosen


def _text(rows: Iterable[Row]) -> None:
    if not Page().show(rows):
        print("no contradiction that fits", file=sys.stderr)


def _jsonl(rows: Iterable[Row]) -> None:
    for row in _told(rows):
        print(safe_json(json.dumps({name: row[name] for name in CONTRADICTIONS.names}, ensure_ascii=False)))


def _csv(rows: Iterable[Row]) -> None:
    for line in csv_lines(COLUMNS, ([_value(row, name) for name in COLUMNS] for row in _told(rows))):
        sys.stdout.write(line)


def _wikitext(rows: Iterable[Row]) -> None:
    for number, row in enumerate(_told(rows)):
        print(f"{chr(10) * bool(number)}{note(row)}", end="")


COLUMNS = ["values" if name == "changes" else name for name in CONTRADICTIONS.names]
WRITE: Mapping[str, Callable[[Iterable[Row]], None]] = {
    "text": _text,
    "csv": _csv,
    "jsonl": _jsonl,
    "wikitext": _wikitext,
}


def _value(row: Row, name: str) -> object:
    return drift.values(row) if name == "values" else row[name]


def _told(rows: Iterable[Row]) -> Iterator[Row]:
    """The contradictions; what was left out is told beside them."""
    for row in rows:
        if row["row"] == "contradiction":
            yield row
        else:
            print(f"and {row['left_out']:,} more (see --limit)", file=sys.stderr)
