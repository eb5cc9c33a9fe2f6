"""A run in a notebook: what it shows of itself, and its charts by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from twicetold import registry
from twicetold.analyses.base import suited
from twicetold.errors import RunError
from twicetold.terminal import visible

if TYPE_CHECKING:
    from twicetold.run import Run

SHOWN = (
    "documents",
    "sentences",
    "clusters",
    "members",
    "matches",
    "document_pairs",
    "contradictions",
    "passages",
    "threads",
)
INPUTS = 3


class Charts:
    """`run.charts.sizes()` is an Altair chart; there is one for each analysis that suits the run."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def __dir__(self) -> list[str]:
        return suited(str(self._run.facts.get("job")))

    def __getattr__(self, name: str) -> Callable[[], Any]:
        if name.startswith("_") or name not in registry.names("analysis"):
            raise AttributeError(f"no chart `{name}`; there are {', '.join(registry.names('analysis'))}")

        def chart() -> Any:
            analysis = registry.load("analysis", name)()
            if not analysis.suits(self._run):
                told = f"the chart `{name}` does not suit a run of the job `{self._run.facts.get('job')}`"
                raise RunError(told, f"it is for runs of {' and '.join(f'`{job}`' for job in analysis.jobs)}")
            return analysis.chart(self._run)

        chart.__name__ = name
        chart.__doc__ = registry.load("analysis", name).question
        return chart

    def __repr__(self) -> str:
        return f"charts: {', '.join(dir(self))}"


def summary_html(run: Run) -> str:
    """A small table of what the run found. Whatever a folder or file is called, it is shown as text."""
    left = 'style="text-align:left"'
    rows = "".join(
        f'<tr><th scope="row" {left}>{_safe(name)}</th><td {left}>{_safe(value)}</td></tr>'
        for name, value in _facts(run)
    )
    return f"<table><caption>twicetold run {_safe(run.folder)}</caption><tbody>{rows}</tbody></table>"


def _facts(run: Run) -> Iterator[tuple[str, str]]:
    inputs = [each.get("path", "") for each in run.facts.get("inputs", []) if isinstance(each, dict)]
    more = f" and {len(inputs) - INPUTS:,} more" if len(inputs) > INPUTS else ""
    yield "job", str(run.facts.get("job", ""))
    yield "input", f"{', '.join(map(str, inputs[:INPUTS]))}{more}"
    for name in SHOWN:
        if name in run.tables:
            yield name.replace("_", " "), f"{run.rows(name):,}"
    yield "digest", str(run.facts["digest"])[:16] if run.is_finished else "not finished"
    yield "tables", ", ".join(run.tables)


def _safe(value: object) -> str:
    return escape(visible(str(value)))
