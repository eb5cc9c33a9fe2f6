"""`twicetold analyse`: what the analyses say of a finished run, as text, JSON, CSV or charts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import registry
from twicetold.analyses.base import Analysis, describe_reads, load_analysis
from twicetold.errors import RunError, SettingsError
from twicetold.run import Run, publish_file
from twicetold.run.finished import open_finished_run
from twicetold.text.csv_rows import format_csv_lines
from twicetold.text.terminal import escape_controls, escape_json
from twicetold.views.export import check_output_path

PREVIEW_ROWS = 6  # rows of each where all are shown
MAX_COLUMN_WIDTH = 60  # letters of a column
SUFFIXES = (".svg", ".png", ".html", ".csv", ".json")


def analyse_run(
    folder: str | Path, name: str = "", output: str = "", *, as_json: bool = False, force: bool = False
) -> None:
    """Prints every question with the first rows of its answer, or one answer whole; `output` is a file for that."""
    run = open_finished_run(folder)
    suited = _choose_analyses(run, name)
    if output:
        _write_analysis(run, name, Path(output), force)
        return
    for number, each in enumerate(suited):
        analysis = load_analysis(each)
        table = analysis.compute_table(run)
        _print_analysis(each, analysis, table, None if name else PREVIEW_ROWS, as_json, number)


def _choose_analyses(run: Run, name: str) -> list[str]:
    """The analyses that the run has tables for: the one asked for, or all; an error if there is none."""
    names = [name] if name else registry.list_names("analysis")
    suited = [each for each in names if load_analysis(each).supports_run(run)]
    if not suited:
        what = f"the analysis `{name}` does not suit" if name else f"none of the analyses ({', '.join(names)}) suits"
        needs = f"it reads {describe_reads(load_analysis(name))}; " if name else ""
        hint = f"{needs}`twicetold show {run.folder}` says what this run found"
        raise RunError(f"{what} `{run.folder}`, a run of the job `{run.facts.get('job')}`", hint)
    return suited


def _print_analysis(
    name: str, analysis: Analysis, table: pa.Table, most: int | None, as_json: bool, number: int
) -> None:
    if as_json:
        for row in table.to_pylist():
            print(escape_json(json.dumps({"analysis": name, **row}, ensure_ascii=False)))
        return
    print(f"{chr(10) * bool(number)}{name}: {analysis.question}")
    if not table.num_rows:
        print("  nothing: the run has none")
        return
    print(f"  {escape_controls(analysis.describe_finding(table))}\n")
    print(format_text_table(table.slice(0, most)))
    if most is not None and table.num_rows > most:
        print(f"  and {table.num_rows - most:,} more (give its name: {name})")


def format_text_table(table: pa.Table) -> str:
    """Columns side by side: numbers flush right, texts flush left and cut."""
    from rich.cells import cell_len, set_cell_size

    columns = [
        [field.name, *(_format_cell(field, value) for value in table[field.name].to_pylist())] for field in table.schema
    ]
    widths = [min(max(map(cell_len, column)), MAX_COLUMN_WIDTH) for column in columns]
    lines = []
    for row in zip(*columns, strict=True):
        cells = []
        for field, cell, width in zip(table.schema, row, widths, strict=True):
            cut = cell if cell_len(cell) <= width else f"{set_cell_size(cell, width - 1)}…"
            blanks = " " * (width - cell_len(cut))
            cells.append(cut + blanks if pa.types.is_string(field.type) else blanks + cut)
        lines.append(f"  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)


def _format_cell(field: pa.Field, value: Any) -> str:
    """Numbers as people read them; a fraction is a share, but for a confidence."""
    if isinstance(value, float):
        return f"{value:.2f}" if field.name == "confidence" else f"{100 * value:.1f} %"
    return f"{value:,}" if isinstance(value, int) and field.name != "cluster" else escape_controls(str(value))


def _write_analysis(run: Run, name: str, path: Path, force: bool) -> None:
    """A file with the table or the chart, which appears only whole."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise SettingsError(f"the suffix of `{path}` does not name a format", f"end it in {', '.join(SUFFIXES)}")
    if not name:
        raise SettingsError(
            "`-o` works only with one analysis", f"name one of {', '.join(registry.list_names('analysis'))}"
        )
    check_output_path(path, run, force)
    content = _render_analysis(load_analysis(name), run, suffix)
    with publish_file(path) as part:
        part.write_bytes(content)


def _render_analysis(analysis: Analysis, run: Run, suffix: str) -> bytes:
    table = analysis.compute_table(run)
    if suffix == ".json":
        return (json.dumps(table.to_pylist(), ensure_ascii=False, indent=1) + "\n").encode()
    if suffix == ".csv":
        rows: Sequence[dict[str, Any]] = table.to_pylist()
        return "".join(format_csv_lines(table.column_names, (row.values() for row in rows))).encode()
    from twicetold.analyses import charts

    return charts.render_bytes(analysis.build_chart_from_table(table), suffix)
