"""What every page has, whatever the job: style and script, what the run was made from, how much it may carry."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from twicetold._kernels import VERSION
from twicetold.report import overview, page
from twicetold.run import Run

LEAST_BYTES = 1 << 20  # that a page may have, however few items it is to carry


class Room:
    """How many bytes so many items may take together."""

    def __init__(self, items: int, bytes_each: int) -> None:
        self.left = max(items * bytes_each, LEAST_BYTES)

    def takes(self, markup: Markup) -> bool:
        """Whether there is room for it; then it is taken."""
        self.left -= len(markup.encode())
        return self.left >= 0


def escaped(rendered: str) -> Markup:
    """What a template gave: it has escaped all that it was given."""
    return Markup(rendered)


def frame(run: Run, *more: str) -> dict[str, Any]:
    """What `frame.html.j2` asks for. `more` names files whose style and script go with those of every page."""
    script, style = (
        Markup("").join(page.inlined(f"{name}.{kind}") for name in ("page", *more) if page.has(f"{name}.{kind}"))
        for kind in ("js", "css")
    )
    inputs = overview.inputs(run)
    there = len(run.facts.get("inputs", []))
    return {
        "name": f"{inputs[0]['name']}{f' and {there - 1:,} more' if there > 1 else ''}" if inputs else "this run",
        "script": script,
        "style": style,
        "policy": page.policy(script, style),
        "version": VERSION,
        "run_version": run.facts.get("versions", {}).get("twicetold", VERSION),
        "digest": run.digest,
        "inputs": inputs,
        "inputs_there": there,
        "settings": overview.settings(run),
        "search": overview.search(run),
        "rejects": overview.rejects(run),
    }
