"""The page of the benchmark: `python -m benchmarks.page RESULTS [--docs docs]`

Turns the JSON that the benchmark left into `benchmarks.md` and the charts in it, `images/benchmarks-*.svg`. Every
figure and every sentence about who is ahead comes from the rows: the page is made anew, never edited.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

from benchmarks import ahead, limits, page_charts
from benchmarks.figures import format_figure
from benchmarks.results import OURS, Results, Row, Task, growth, read
from benchmarks.stages_table import limits_table, stages_table

DOCS = Path(__file__).parent.parent / "docs"
TITLES = {"front-end": "The front end"}
HEADER = ("name", "setting", "seconds", "CPU", "peak MB", "{items}/s", "found", "recall", "precision", "rounds", "note")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="the JSON that the benchmark left")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the page")
    options = parser.parse_args()
    write_page(read(options.results), options.docs)


def write_page(results: Results, docs: Path) -> Path:
    """The page and its charts; charts of tasks that are gone go as well."""
    images = docs / "images"
    images.mkdir(parents=True, exist_ok=True)
    drawn = {name: page_charts.draw_charts(name, task) for name, task in results.tasks.items()}
    wanted = {file: svg for charts in drawn.values() for file, (svg, _) in charts.items()}
    for old in images.glob("benchmarks-*.svg"):
        if old.name not in wanted:
            old.unlink()
    for file, svg in wanted.items():
        (images / file).write_text(svg, encoding="utf-8", newline="\n")
    shown = {name: {file: said for file, (_, said) in charts.items()} for name, charts in drawn.items()}
    page = docs / "benchmarks.md"
    page.write_text(render_page(results, shown), encoding="utf-8", newline="\n")
    return page


def render_page(results: Results, charts: dict[str, dict[str, str]]) -> str:
    """The whole page. `charts` has for each task the files of its charts, and what each shows."""
    sections = [
        "<!-- Made by `python -m benchmarks.page`: do not edit. -->",
        "# Benchmarks",
        INTRODUCTION,
        describe_conditions(results),
        *(render_section(name, task, charts.get(name, {})) for name, task in results.tasks.items()),
        render_floors(results),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


INTRODUCTION = """\
This page compares twicetold with other tools on the same files, in one run, in turns. Each piece of work is a separate
process, and the best of its rounds counts. Each tool has its own settings for the same task and threshold. Recall and
precision are measured against the exact pairs, because speed means little without recall. If another tool is ahead of
twicetold in anything, a line below its table says so."""


def describe_conditions(results: Results) -> str:
    """Machine, date, versions and data."""
    machine = ", ".join(_describe_fact(name, value) for name, value in results.machine.items() if name != "limits")
    versions = ", ".join(f"{name} {version}" for name, version in sorted(results.versions.items(), key=_folded))
    lines = [f"- Date: {results.date}", f"- Machine: {machine}", f"- Versions: {versions}"]
    lines += [f"- Data, {name}: {_describe_data(value)}" for name, value in results.data.items()]
    known = [line for line in lines if not line.endswith(": ")]
    return "## Conditions\n\n" + "\n".join(known) if known else ""


def _folded(item: tuple[str, str]) -> str:
    return item[0].lower()


def _describe_fact(name: str, value: Any) -> str:
    """`("memory_gb", 23.5)` -> `23.5 GB of memory`; a text stands for itself."""
    known = {"memory_gb": f"{value} GB of memory", "threads": f"{value} threads"}
    return known.get(name, str(value) if isinstance(value, str) else f"{name.replace('_', ' ')} {value}")


def _describe_data(value: Any) -> str:
    """`{"what": "manuals", "count": 50000, "megabytes": 330.1}` -> `manuals; 50,000; 330.1 MB`"""
    if not isinstance(value, dict):
        return str(value)
    said = []
    for name, each in value.items():
        if name == "packages" and isinstance(each, dict):
            said.append("packages " + ", ".join(f"{package} {version}" for package, version in each.items()))
        elif name == "megabytes":
            said.append(f"{each:,.1f} MB")
        else:
            number = isinstance(each, int | float) and not isinstance(each, bool)
            figure = f"{each:,}" if number else str(each)
            said.append(figure if name in ("what", "count") else f"{name.replace('_', ' ')} {figure}")
    return "; ".join(said)


def render_section(name: str, task: Task, charts: dict[str, str]) -> str:
    """One task: its table, who is ahead of us, growth, charts."""
    parts = [f"## {TITLES.get(name, name.replace('-', ' ').capitalize())}", task.what]
    if task.truth:
        parts.append(f"Truth: {task.truth}")
    parts += [render_table(task), describe_faster_peers(task), render_growth(task)]
    parts += [f"![{said}](images/{file})" for file, said in charts.items()]
    return "\n\n".join(part for part in parts if part)


def render_table(task: Task) -> str:
    """A line for each contender and size, the fastest first, those without figures last."""
    header = [task.items, *(cell.format(items=task.items) for cell in HEADER)]
    lines = [_render_line(header), _render_line(["---"] * len(header))]
    order = sorted(task.rows, key=lambda row: (row.size, bool(row.failure), _last(row.seconds), row.name))
    return "\n".join(lines + [_render_line(list_cells(row)) for row in order])


def _last(value: float) -> float:
    return math.inf if math.isnan(value) else value


def _render_line(made: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|').replace(chr(10), ' ') for cell in made)} |"


def list_cells(row: Row) -> list[str]:
    """The figures of a row; of one that failed only why."""
    name = f"**{row.name}**" if row.is_ours else row.name
    if row.failure:
        note = f"{row.failure}; {row.note}" if row.note else row.failure
        return [f"{row.size:,}", name, row.setting, *[""] * 7, str(row.rounds or ""), f"**no figures: {note}**"]
    figures = [
        format_figure(row.seconds, 2),
        format_figure(row.cpu_seconds, 2),
        format_figure(row.peak_mb, 0),
        format_figure(row.items_per_second, 0),
        "" if math.isnan(row.found) else f"{row.found:,}",
        format_figure(row.recall, 4),
        format_figure(row.precision, 4),
        str(row.rounds or ""),
    ]
    return [f"{row.size:,}", name, row.setting, *figures, row.note]


def describe_faster_peers(task: Task) -> str:
    """The lines that say where a peer is ahead of us."""
    found = ahead.lines(task)
    if not found:
        return "No peer is ahead of us in anything measured here." if _has_peers(task) else ""
    return "Where another tool is ahead:\n\n" + "\n".join(f"- {line}" for line in found)


def _has_peers(task: Task) -> bool:
    return any(not (row.is_ours or row.failure or ahead.is_floor(row)) for row in task.rows)


def render_growth(task: Task) -> str:
    """Seconds and memory as powers of the size, of all that were measured at two sizes; we first."""
    grown = sorted(growth(task.rows), key=lambda each: (each.name != OURS, each.exponent))
    if not grown:
        return ""
    header = ["growth", "from", "to", "times as many", "times the seconds", "n^", "times the memory", "n^"]
    lines = [_render_line(header), _render_line(["---"] * len(header))]
    for each in grown:
        name = f"**{each.name}**" if each.name.partition(",")[0] == OURS else each.name
        sizes = [f"{each.small:,}", f"{each.large:,}", format_figure(each.large / each.small, 1)]
        seconds = [format_figure(each.seconds_ratio, 1), format_figure(each.exponent, 2)]
        lines.append(
            _render_line(
                [name, *sizes, *seconds, format_figure(each.memory_ratio, 1), format_figure(each.memory_exponent, 2)]
            )
        )
    return "\n".join(lines)


FLOORS = """\
## Stages against floors

A floor is the shortest time that a stage could take: a small Rust program does the parts of its work one after another,
on all cores of the same machine. "Bytes only" is another kind of bound: the work of the stage itself (splitting,
clusters, kinds) has no such limit, so only reading and writing its tables is counted. No floor includes comparing
candidates or compressing Parquet. Seconds are the best of the rounds, stage by stage."""


def render_floors(results: Results) -> str:
    """Our stages against their floors, and the limits that those are made of."""
    if not results.stages:
        return ""
    measured = {name: limits.of(told) for name, told in results.machine.get("limits", {}).items()}
    parts = [FLOORS, stages_table(results.stages)]
    if measured:
        parts += ["The limits of the machine, measured on the same texts:", limits_table(measured)]
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
