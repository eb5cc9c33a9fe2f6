"""The pages of a run in Markdown: an index with the state of every table and figure, and a page for each paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replication.base import STATES, Chart, Outcome, Paper, Part, Table, state_entry
from replication.charts import render_both

NOTICE = "<!-- Made by `python -m replication`: do not edit. -->"
CHARTS = "charts"
PAGES = {"wikipedia": "What English Wikipedia repeats"}  # pages besides those of the papers


@dataclass(frozen=True)
class Conditions:
    """The circumstances of a run, as its pages state them."""

    date: str
    machine: str
    version: str
    data: str  # the argument as a reader would type it: `--data FOLDER`, or nothing


@dataclass(frozen=True)
class PaperOutcomes:
    """A paper and the outcomes of its experiments, by name."""

    paper: Paper
    outcomes: dict[str, Outcome]

    def list_states(self) -> list[tuple[str, str, str, str, str]]:
        """List the name, contents, state, remark and experiment of every table and figure."""
        return [
            (each.name, each.what, *state_entry(each, self.outcomes), each.experiment) for each in self.paper.entries
        ]


def write_paper(done: PaperOutcomes, folder: Path, conditions: Conditions) -> Path:
    """Write the page of a paper and its charts, and remove charts that it no longer has."""
    paper = done.paper
    command = build_command(paper.preset, conditions)
    sections = [
        NOTICE,
        f"# {paper.number} {paper.authors}",
        f"*{paper.title}.* {paper.summary}",
        f"Made by `{command}` with twicetold {conditions.version}, {conditions.date}, on {conditions.machine}. "
        f"[Presets](../presets.md#{paper.preset}) compares the settings of the paper and of `--preset {paper.preset}` "
        "line by line.",
        "## Every table and figure",
        render_table(
            Table(["of the paper", "what it shows", "state"], [_show_state(row) for row in done.list_states()])
        ),
    ]
    written: set[str] = set()
    for outcome in done.outcomes.values():
        sections += [f"## {outcome.experiment.title}", *render_outcome(outcome, paper.preset, folder, written)]
    remove_old_charts(folder, paper.preset, written)
    return write_page(folder / f"{paper.preset}.md", sections)


def _show_state(row: tuple[str, str, str, str, str]) -> list[str]:
    name, what, state, remark, _ = row
    return [name, what, f"{state} ({remark})" if remark else state]


def build_command(preset: str, conditions: Conditions) -> str:
    return " ".join(f"python -m replication {preset} {conditions.data}".split())


def render_outcome(outcome: Outcome, prefix: str, folder: Path, written: set[str]) -> Iterable[str]:
    """Yield the parts of an experiment as Markdown, and write its charts beside the page."""
    if outcome.missing:
        yield f"Not run: the data folder has no {', '.join(f'`{name}`' for name in outcome.missing)}."
    for part in outcome.parts:
        yield render_part(part, prefix, folder, written)


def render_part(part: Part, prefix: str, folder: Path, written: set[str]) -> str:
    if isinstance(part, Table):
        return render_table(part)
    return write_chart(part, prefix, folder, written) if isinstance(part, Chart) else part


def write_chart(chart: Chart, prefix: str, folder: Path, written: set[str]) -> str:
    """Write a chart for light pages and one for dark pages, and return the Markdown that shows the right one."""
    (folder / CHARTS).mkdir(parents=True, exist_ok=True)
    shown = []
    for ground, svg in render_both(chart.chart).items():
        name = f"{prefix}-{chart.name}-{ground}.svg"
        (folder / CHARTS / name).write_text(svg, encoding="utf-8", newline="\n")
        written.add(name)
        shown.append(f"![{chart.caption}]({CHARTS}/{name}#only-{ground})")
    return "\n".join(shown)


def remove_old_charts(folder: Path, prefix: str, written: set[str]) -> None:
    for path in (folder / CHARTS).glob(f"{prefix}-*.svg"):
        if path.name not in written:
            path.unlink()


def render_table(table: Table) -> str:
    """Render a table as Markdown, with bars in its cells escaped, since a bar would end the cell."""
    lines = [list(table.head), ["---"] * len(table.head), *table.rows]
    return "\n".join(f"| {' | '.join(_show_cell(cell) for cell in line)} |" for line in lines)


def _show_cell(cell: Any) -> str:
    shown = f"{cell:,}" if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)
    return shown.replace("|", "\\|").replace("\n", " ")


def write_index(every: Sequence[PaperOutcomes], folder: Path, conditions: Conditions) -> Path:
    """Write the index: one row for each table and figure of the five papers, with its state and the command."""
    counts = {state: sum(row[2] == state for done in every for row in done.list_states()) for state in STATES}
    total = ", ".join(f"{count} {state}" for state, count in counts.items())
    rows = [
        [f"[{done.paper.number} {row[0]}]({done.paper.preset}.md)", *_show_state(row)[1:], _show_command(done, row)]
        for done in every
        for row in done.list_states()
    ]
    sections = [
        NOTICE,
        "# The five papers, and what was repeated",
        INTRODUCTION,
        render_table(
            Table(
                ["paper", "authors", "what it did", "preset"],
                [
                    [
                        done.paper.number,
                        f"[{done.paper.authors}]({done.paper.preset}.md)",
                        done.paper.title,
                        f"`{done.paper.preset}`",
                    ]
                    for done in every
                ],
            )
        ),
        f"[{PAGES['wikipedia']}](wikipedia.md) has the results on real articles.",
        HOW_TO_RUN,
        f"These pages were made by `{build_command('', conditions)}` with twicetold {conditions.version}, "
        f"{conditions.date}, on {conditions.machine}.",
        "## Every table and figure of the five papers",
        f"{total}.",
        render_table(Table(["table, figure or result", "what it shows", "state", "`python -m replication`"], rows)),
    ]
    return write_page(folder / "index.md", sections)


def _show_command(done: PaperOutcomes, row: tuple[str, str, str, str, str]) -> str:
    return f"`{done.paper.preset}`" if row[4] else ""


def write_page(path: Path, sections: Iterable[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(sections) + "\n", encoding="utf-8", newline="\n")
    return path


INTRODUCTION = """\
twicetold builds on five papers.
`make replication DATA=folder` runs every experiment that can be run, and writes these pages: for each paper its
tables and charts, with the figures of the paper beside ours.
A preset uses a paper's settings, but candidates are still verified; [presets](../presets.md) compares each of them
with its paper, line by line."""

HOW_TO_RUN = """\
Without `DATA` the experiments run on planted text, in a few minutes.
With it, the folder holds the authors' dumps, articles of Wikipedia, and labelled threads; a missing file becomes "not
run: no data".
The states are:

- *replicated*: the same quantity from the same data, or from a formula;
- *replicated on other data*: the same table or chart, from texts that are at hand;
- *cannot be replicated*: with the reason;
- *not run: no data*: the data folder lacks a file."""
