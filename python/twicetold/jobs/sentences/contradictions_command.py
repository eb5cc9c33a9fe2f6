"""`twicetold contradictions`: facts that no longer agree, to be read, sorted, counted, or put on a talk page."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.jobs.base import open_job_run
from twicetold.jobs.sentences.verdicts import read_judged_texts
from twicetold.run import publish_file
from twicetold.text.csv_rows import format_csv_lines
from twicetold.text.terminal import escape_json
from twicetold.views.contradictions import ContradictionFilter, ContradictionViews
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
    run, job = open_job_run(folder, "contradictions")
    views: ContradictionViews = job.load_part("contradictions")()
    views.check_run(run)
    if row_filter.document is not None:
        row_filter = replace(row_filter, document=views.find_document(run, row_filter.document))
    rows = views.list_rows(run, row_filter)
    if output == "-":
        WRITERS[chosen](rows, views)
        return
    check_output_path(Path(output), run, force)
    with (
        publish_file(Path(output)) as part,
        part.open("w", encoding="utf-8", newline="") as file,
        redirect_stdout(file),
    ):
        WRITERS[chosen](rows, views)


def _choose_format(format: str, output: str) -> str:
    implied = FORMATS_BY_SUFFIX.get(Path(output).suffix.lower(), "") if output != "-" else "text"
    chosen = format or implied
    if chosen not in WRITERS:
        what = f"unknown format: `{chosen}`" if chosen else f"`{output}` has no suffix that names a format"
        raise SettingsError(what, f"give --format one of: {', '.join(WRITERS)}")
    return chosen


def _write_text(rows: Iterable[Row], views: ContradictionViews) -> None:
    if not TextPage(views.renderers, {"older_copy": "one copy is older"}).show_rows(rows):
        print("no contradiction that fits", file=sys.stderr)


def _write_jsonl(rows: Iterable[Row], views: ContradictionViews) -> None:
    for row in _filter_contradictions(rows):
        print(escape_json(json.dumps({name: row[name] for name in views.columns}, ensure_ascii=False)))


def _write_csv(rows: Iterable[Row], views: ContradictionViews) -> None:
    names = ["values" if name == "changes" else name for name in views.columns]
    cells = ([views.format_value(row, name) for name in names] for row in _filter_contradictions(rows))
    for line in format_csv_lines(names, cells):
        sys.stdout.write(line)


def _write_wikitext(rows: Iterable[Row], views: ContradictionViews) -> None:
    for number, row in enumerate(_filter_contradictions(rows)):
        print(f"{chr(10) * bool(number)}{views.format_note(row)}", end="")


ENTRIES = ("contradiction", "older_copy")
WRITERS: Mapping[str, Callable[[Iterable[Row], ContradictionViews], None]] = {
    "text": _write_text,
    "csv": _write_csv,
    "jsonl": _write_jsonl,
    "wikitext": _write_wikitext,
}


def _filter_contradictions(rows: Iterable[Row]) -> Iterator[Row]:
    """The entries; stderr says how many were left out."""
    for row in rows:
        if row["row"] in ENTRIES:
            yield row
        else:
            why = "less certain (see --all)" if row["row"] == "unlisted" else f"more {row['what']} (see --limit)"
            print(f"and {row['left_out']:,} {why}", file=sys.stderr)
