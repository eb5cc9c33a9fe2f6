"""`twicetold analyse`: what the analyses say of a finished run, as text, JSON, CSV or charts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import registry
from twicetold.analyses.base import Analysis
from twicetold.commands.export import must_be_free
from twicetold.commands.sheets import csv_lines
from twicetold.errors import RunError, SettingsError
from twicetold.run import Run, publish
from twicetold.run.finished import finished_run
from twicetold.terminal import safe_json, visible

FIRST = 6  # rows of each where all are shown
WIDEST = 60  # letters of a column
SUFFIXES = (".svg", ".png", ".html", ".csv", ".json")


def analyse(
    folder: str | Path, name: str = "", output: str = "", *, as_json: bool = False, force: bool = False
) -> None:
    """Prints every question with the first rows of its answer, or one answer whole; `output` is a file for that."""
    run = finished_run(folder)
    suited = _suited(run, name)
    if output:
        _write(run, name, Path(output), force)
        return
    for number, each in enumerate(suited):
        analysis = _analysis(each)
        try:
            table = analysis.table(run)
        except RunError as error:  # a run of an older version may lack a column that only this one needs
            if name:
                raise
            print(visible(f"{each}: left out, {error.message}"), file=sys.stderr)
            continue
        _print(each, analysis, table, None if name else FIRST, as_json, number)


def _suited(run: Run, name: str) -> list[str]:
    """The analyses that the run's job has tables for: the one asked for, or all; an error if there is none."""
    names = [name] if name else registry.names("analysis")
    suited = [each for each in names if _analysis(each).suits(run)]
    if not suited:
        job, others = run.facts.get("job"), _either({job for each in names for job in _analysis(each).jobs})
        what = f"the analysis `{name}` does not suit" if name else f"none of the analyses ({', '.join(names)}) suits"
        hint = f"give a run of {others}; `twicetold show {run.folder}` tells what this one found"
        raise RunError(f"{what} `{run.folder}`, a run of the job `{job}`", hint)
    return suited


def _either(jobs: Iterable[str]) -> str:
    return " or ".join(f"`{job}`" for job in sorted(jobs))


def _analysis(name: str) -> Analysis:
    analysis: Analysis = registry.load("analysis", name)()
    return analysis


def _print(name: str, analysis: Analysis, table: pa.Table, most: int | None, as_json: bool, number: int) -> None:
    if as_json:
        for row in table.to_pylist():
            print(safe_json(json.dumps({"analysis": name, **row}, ensure_ascii=False)))
        return
    print(f"{chr(10) * bool(number)}{name}: {analysis.question}")
    if not table.num_rows:
        print("  nothing: the run has none")
        return
    print(f"  {visible(analysis.finding(table))}\n")
    print(text_table(table.slice(0, most)))
    if most is not None and table.num_rows > most:
        print(f"  and {table.num_rows - most:,} more (give its name: {name})")


def text_table(table: pa.Table) -> str:
    """Columns side by side: numbers flush right, texts flush left and cut."""
    from rich.cells import cell_len, set_cell_size

    columns = [
        [field.name, *(_cell(field, value) for value in table[field.name].to_pylist())] for field in table.schema
    ]
    widths = [min(max(map(cell_len, column)), WIDEST) for column in columns]
    lines = []
    for row in zip(*columns, strict=True):
        cells = []
        for field, cell, width in zip(table.schema, row, widths, strict=True):
            cut = cell if cell_len(cell) <= width else f"{set_cell_size(cell, width - 1)}…"
            blanks = " " * (width - cell_len(cut))
            cells.append(cut + blanks if pa.types.is_string(field.type) else blanks + cut)
        lines.append(f"  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)


def _cell(field: pa.Field, value: Any) -> str:
    """Numbers as people read them; a fraction is a share, but for a confidence."""
    if isinstance(value, float):
        return f"{value:.2f}" if field.name == "confidence" else f"{100 * value:.1f} %"
    return f"{value:,}" if isinstance(value, int) and field.name != "cluster" else visible(str(value))


def _write(run: Run, name: str, path: Path, force: bool) -> None:
    """A file with the table or the chart, which appears only whole."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise SettingsError(f"`{path}` does not tell what to write", f"end it in {', '.join(SUFFIXES)}")
    if not name:
        raise SettingsError("-o is for one analysis", f"name it: {', '.join(registry.names('analysis'))}")
    must_be_free(path, run, force)
    content = _content(_analysis(name), run, suffix)
    with publish(path) as part:
        part.write_bytes(content)


def _content(analysis: Analysis, run: Run, suffix: str) -> bytes:
    table = analysis.table(run)
    if suffix == ".json":
        return (json.dumps(table.to_pylist(), ensure_ascii=False, indent=1) + "\n").encode()
    if suffix == ".csv":
        rows: Sequence[dict[str, Any]] = table.to_pylist()
        return "".join(csv_lines(table.column_names, (row.values() for row in rows))).encode()
    from twicetold.analyses import charts

    return charts.as_bytes(analysis.chart_of(table), suffix)
