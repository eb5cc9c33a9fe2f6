"""What every page has, whatever the job: style and script, what the run was made from, how much it may carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from jinja2 import Template
from markupsafe import Markup

from twicetold._kernels import VERSION
from twicetold.report import overview, page
from twicetold.run import Run
from twicetold.tables.kinds import Kind

LEAST_BYTES = 1 << 20  # that a page may have, however few items it is to carry


class ByteBudget:
    """How many bytes so many items may take together."""

    def __init__(self, items: int, bytes_each: int) -> None:
        self.left = max(items * bytes_each, LEAST_BYTES)

    def claim_bytes(self, markup: Markup) -> bool:
        """Whether there is room for it; then it is taken."""
        self.left -= len(markup.encode())
        return self.left >= 0


def render_items(
    template: Template, name: str, items: Iterable[Any], budget: ByteBudget, visible: int, **values: Any
) -> Iterator[Markup]:
    """Render items as long as there is room for them; those after the first `visible` are hidden behind a button."""
    for number, item in enumerate(items):
        markup = Markup(template.render({name: item, "hidden": number >= visible, **values}))  # it escapes all values
        if not budget.claim_bytes(markup):
            return
        yield markup


def style_kinds(kinds: Sequence[Kind]) -> Markup:
    """The colours of kinds: what has the class `kind-drift` can use `var(--kind)`."""
    return Markup("").join(Markup(f".kind-{kind.name} {{ --kind: {kind.colour}; }}\n") for kind in kinds)


def build_frame_values(run: Run, package: str, kinds: Sequence[Kind] = ()) -> dict[str, Any]:
    """What `frame.html.j2` asks for. The job's package has a folder `templates` with its own style and script."""
    script = page.read_page_files(package, ".js")
    style = page.read_page_files(package, ".css") + style_kinds(kinds)
    return {
        "script": script,
        "style": style,
        "policy": page.format_policy(script, style),
        "version": VERSION,
        "run_version": run.facts.get("versions", {}).get("twicetold", VERSION),
        "digest": run.digest,
        "inputs": overview.list_inputs(run),
        "inputs_there": len(run.facts.get("inputs", [])),
        "settings": overview.list_settings(run),
        "search": overview.describe_search(run),
        "rejects": overview.list_rejects(run),
    }
