"""`twicetold contradictions`: facts that no longer agree, to be read, sorted, counted, or put on a talk page."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.jobs.sentences import show_contradictions
from twicetold.jobs.sentences.show_contradictions import ContradictionFilter
from twicetold.jobs.sentences.show_page import ROW_RENDERERS
from twicetold.jobs.sentences.tables import CONTRADICTIONS
from twicetold.jobs.sentences.talk_page import format_note
from twicetold.jobs.sentences.verdicts import read_judged_texts
from twicetold.run import publish_file
from twicetold.run.finished import open_finished_run
from twicetold.text.csv_rows import format_csv_lines
from twicetold.text.terminal import escape_json
from twicetold.views.export import check_output_path
from twicetold.views.page import TextPage
from twicetold.views.rows import Row

DEFAULT_LIMIT = 20  # where people read them
FORMATS_BY_SUFFIX = {".txt": "text", ".csv": "csv", ".jsonl": "jsonl", ".wiki": "wikitext", ".wikitext": "wikitext"}


def write_contradictions(
    folder: str | Path,
    row_filter: ContradictionFilter,
    format: str,
    output: str,
    *,
    ignore: str = "",
    force: bool = False,
) -> None:
    """Print or write the contradictions, the most certain first, then the pairs of which one copy is older.

    `ignore` is a file of those that people have judged already: they are left out.
    """
    row_filter.check_values()
    row_filter = replace(row_filter, ignored=read_judged_texts(ignore) if ignore else frozenset())
    chosen = _choose_format(format, output)
    if row_filter.limit is None and chosen in ("text", "wikitext"):
        row_filter = replace(row_filter, limit=DEFAULT_LIMIT)
    run = open_finished_run(folder, "sentences")
    show_contradictions.require_contradictions(run)
    if row_filter.document is not None:
        row_filter = replace(row_filter, document=show_contradictions.find_document_name(run, row_filter.document))
    rows = show_contradictions.list_contradictions(run, row_filter)
    if output == "-":
        WRITERS[chosen](rows)
        return
    check_output_path(Path(output), run, force)
    with (
        publish_file(Path(output)) as part,
        part.open("w", encoding="utf-8", newline="") as file,
        redirect_stdout(file),
    ):
        WRITERS[chosen](rows)


def _choose_format(format: str, output: str) -> str:
    implied = FORMATS_BY_SUFFIX.get(Path(output).suffix.lower(), "") if output != "-" else "text"
    chosen = format or implied
    if chosen not in WRITERS:
        what = f"unknown format: `{chosen}`" if chosen else f"`{output}` has no suffix that names a format"
        raise SettingsError(what, f"give --format one of: {', '.join(WRITERS)}")
    return chosen


def _write_text(rows: Iterable[Row]) -> None:
    if not TextPage(ROW_RENDERERS, {"older_copy": "one copy is older"}).show_rows(rows):
        print("no contradiction that fits", file=sys.stderr)


def _write_jsonl(rows: Iterable[Row]) -> None:
    for row in _filter_contradictions(rows):
        print(escape_json(json.dumps({name: row[name] for name in CONTRADICTIONS.names}, ensure_ascii=False)))


def _write_csv(rows: Iterable[Row]) -> None:
    for line in format_csv_lines(
        CSV_COLUMNS, ([_select_value(row, name) for name in CSV_COLUMNS] for row in _filter_contradictions(rows))
    ):
        sys.stdout.write(line)


def _write_wikitext(rows: Iterable[Row]) -> None:
    for number, row in enumerate(_filter_contradictions(rows)):
        print(f"{chr(10) * bool(number)}{format_note(row)}", end="")


CSV_COLUMNS = ["values" if name == "changes" else name for name in CONTRADICTIONS.names]
ENTRIES = ("contradiction", "older_copy")
WRITERS: Mapping[str, Callable[[Iterable[Row]], None]] = {
    "text": _write_text,
    "csv": _write_csv,
    "jsonl": _write_jsonl,
    "wikitext": _write_wikitext,
}


def _select_value(row: Row, name: str) -> object:
    if name == "values":
        return show_contradictions.format_values(row)
    return show_contradictions.format_places(row) if name == "places" else row[name]


def _filter_contradictions(rows: Iterable[Row]) -> Iterator[Row]:
    """The entries; stderr says how many were left out."""
    for row in rows:
        if row["row"] in ENTRIES:
            yield row
        else:
            why = "less certain (see --all)" if row["row"] == "unlisted" else f"more {row['what']} (see --limit)"
            print(f"and {row['left_out']:,} {why}", file=sys.stderr)
