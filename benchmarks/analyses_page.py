"""Writes the example tables of `docs/analyses.md` anew, from the planted encyclopedia of `twicetold demo`.

Only those of the job `sentences`: the encyclopedia has no threads.

python -m benchmarks.analyses_page
"""

from __future__ import annotations

import io
import re
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from twicetold.analyses import command
from twicetold.analyses.base import list_suitable_analyses
from twicetold.demo import command as demo
from twicetold.run import Run

PAGE = Path(__file__).parents[1] / "docs" / "analyses.md"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        demo.run_demo(Path(folder), sentences=20_000, seed=1, quiet=True)
        text = PAGE.read_text(encoding="utf-8")
        for name in list_suitable_analyses(Run(Path(folder) / "run")):
            text = replace_example(text, name, read_example(Path(folder) / "run", name))
    PAGE.write_text(text, encoding="utf-8")


def read_example(run: Path, name: str) -> str:
    """What the command prints for one, without the question and with no more rows than where all are shown."""
    said = io.StringIO()
    with redirect_stdout(said):
        command.analyse_run(run, name)
    finding, _, *rows = said.getvalue().splitlines()[1:]
    return "\n".join([finding, "", *rows[: 1 + command.PREVIEW_ROWS]])


def replace_example(page: str, name: str, shown: str) -> str:
    """The page with what stands after a section's mark replaced."""
    block = f"<!-- {name} -->\n\n```text\n{shown}\n```\n"
    return re.sub(rf"<!-- {name} -->\n(\n```text\n.*?\n```\n)?", lambda _: block, page, flags=re.DOTALL)


if __name__ == "__main__":
    main()
