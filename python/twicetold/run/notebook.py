"""A run in a notebook: what it shows of itself, and its charts by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twicetold import registry
from twicetold.analyses.base import describe_reads, list_suitable_analyses, load_analysis
from twicetold.errors import RunError
from twicetold.jobs.base import find_job
from twicetold.text.terminal import escape_controls

if TYPE_CHECKING:
    from twicetold.run import Run

READ_TABLES = ("documents", "sentences")
SHOWN_INPUTS = 3
FOUND_TABLES = ("clusters", "passages", "contradictions")  # what a line about a run counts, where it has them


class Charts:
    """`run.charts.sizes()` is an Altair chart; there is one for each analysis that suits the run."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def __dir__(self) -> list[str]:
        return list_suitable_analyses(self._run)

    def __getattr__(self, name: str) -> Callable[[], Any]:
        if name.startswith("_") or name not in registry.list_names("analysis"):
            raise AttributeError(f"no chart `{name}`; there are {', '.join(registry.list_names('analysis'))}")

        def draw_chart() -> Any:
            analysis = load_analysis(name)
            if not analysis.supports_run(self._run):
                problem = f"the chart `{name}` does not suit a run of the job `{self._run.facts.get('job')}`"
                raise RunError(problem, f"it reads {describe_reads(analysis)}")
            return analysis.build_chart(self._run)

        draw_chart.__name__ = name
        draw_chart.__doc__ = load_analysis(name).question
        return draw_chart

    def __repr__(self) -> str:
        return f"charts: {', '.join(dir(self))}"


def describe_run(run: Run) -> str:
    """A run in a line: `Run(sentences, katrina.xml.bz2: 40 documents, 237 clusters, 8 contradictions)`."""
    counted = [name for name in FOUND_TABLES if name in run.tables] or ["sentences"]
    read = "threads" if "threads" in run.tables else "documents"
    counts = [_count_rows(run, name) for name in (read, *counted) if name in run.tables]
    found = ", ".join(counts) if run.is_finished else "not finished"
    return escape_controls(f"Run({run.facts.get('job')}, {_describe_inputs(run)}: {found})")


def _count_rows(run: Run, table: str) -> str:
    """The rows of a table with its name: `1 cluster`, `2 document pairs`; of contradictions, those that are listed."""
    results = run.facts.get("results") or {}
    rows = results.get(table, run.count_rows(table)) if table == "contradictions" else run.count_rows(table)
    words = table.replace("_", " ")
    return f"{rows:,} {words.removesuffix('es' if words.endswith('ches') else 's') if rows == 1 else words}"


def _describe_inputs(run: Run) -> str:
    names = [Path(str(each.get("path", ""))).name for each in run.facts.get("inputs", []) if isinstance(each, dict)]
    return ", ".join(names) if len(names) < SHOWN_INPUTS else f"{len(names):,} files"


def render_summary_html(run: Run) -> str:
    """A small table of what the run found. Whatever a folder or file is called, it is shown as text."""
    left = 'style="text-align:left"'
    rows = "".join(
        f'<tr><th scope="row" {left}>{_escape_text(name)}</th><td {left}>{_escape_text(value)}</td></tr>'
        for name, value in _list_facts(run)
    )
    name = "temporary run" if run.is_temporary else f"run {_escape_text(run.folder)}"
    return f"<table><caption>twicetold {name}</caption><tbody>{rows}</tbody></table>"


def _list_facts(run: Run) -> Iterator[tuple[str, str]]:
    inputs = [each.get("path", "") for each in run.facts.get("inputs", []) if isinstance(each, dict)]
    more = f" and {len(inputs) - SHOWN_INPUTS:,} more" if len(inputs) > SHOWN_INPUTS else ""
    yield "job", str(run.facts.get("job", ""))
    yield "input", f"{', '.join(map(str, inputs[:SHOWN_INPUTS]))}{more}"
    job = find_job(run)
    for name in run.tables:
        if name in (*READ_TABLES, *(job.result_tables if job else ())):
            yield name.replace("_", " "), f"{run.count_rows(name):,}"
    yield "digest", str(run.facts["digest"])[:16] if run.is_finished else "not finished"
    yield "tables", ", ".join(run.tables)


def _escape_text(value: object) -> str:
    return escape(escape_controls(str(value)))
