"""Runs the blocks of a page in an environment of its own, each in a new process: for pages that install something."""

from __future__ import annotations

import os
import site
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path

from tests.docs.pages import Block, blocks
from tests.docs.running import STAGE_LINE, Failed, write_files

import twicetold

COMMAND = '#!/bin/sh\nexec "$(dirname "$0")/python" -m twicetold "$@"\n'


def create_environment(folder: Path) -> Path:
    """Make an environment that sees what this one has installed (twicetold, PySpark, charts); give its programs."""
    venv.create(folder, with_pip=True, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    own = [str(Path(twicetold.__file__).parents[1])]
    added = [f"import site; site.addsitedir({path!r})" for path in site.getsitepackages()]
    (packages / "twicetold.pth").write_text("\n".join([*own, *added, ""]), encoding="utf-8")
    (folder / "bin" / "twicetold").write_text(COMMAND, encoding="utf-8")
    (folder / "bin" / "twicetold").chmod(0o755)
    return folder / "bin"


def run_page(text: str, programs: Path) -> Iterator[tuple[Block, str]]:
    """Run every block of a page in the working directory, and give each with what it printed."""
    write_files([block for block in blocks(text) if block.mark == "file"])
    for block in blocks(text):
        if block.runs:
            yield block, run_block(block, programs)


def run_block(block: Block, programs: Path) -> str:
    """Run a block in a new process, and give what it printed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYSPARK"))}
    command = ["bash", "-e", "-c"] if block.language == "sh" else ["python", "-c"]
    done = subprocess.run(
        [*command, block.text],
        env=kept | {"PATH": f"{programs}:{os.environ['PATH']}", "VIRTUAL_ENV": str(programs.parent)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if block.language == "sh" else subprocess.PIPE,  # Java's notes about itself
        text=True,
        timeout=280,
    )
    if done.returncode:
        raise Failed(f"line {block.first + 1}: exit code {done.returncode}\n{done.stdout}{done.stderr or ''}")
    return STAGE_LINE.sub("", done.stdout)
