"""Writes anew what the blocks of a page print: `python -m tests.docs.write docs/PAGE.md ...`. Read what changed."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.docs.pages import ENVIRONMENT, Block, blocks, printed_after
from tests.docs.running import agrees, run_page
from tests.docs.samples import write_samples


def run(text: str) -> Iterator[tuple[Block, str]]:
    """Every block that runs, with what it printed: in an environment of its own where the page asks for one."""
    if ENVIRONMENT not in text:
        yield from run_page(text)
        return
    from tests.packaging import page_environment

    with tempfile.TemporaryDirectory() as folder:
        yield from page_environment.run_page(text, page_environment.create_environment(Path(folder)))


def rewritten(text: str) -> str:
    """The page with what its blocks print; what agrees, or has `...` in it, stays."""
    every, lines, moved = list(blocks(text)), text.splitlines(), 0
    for block, printed in run(text):
        shown = printed_after(text, block, every)
        if shown and not agrees(shown.text, printed) and "...\n" not in shown.text:
            new = [line.rstrip() for line in printed.strip("\n").splitlines()]
            lines[shown.first + 1 + moved : shown.last + moved] = new
            moved += len(new) - (shown.last - shown.first - 1)
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name).resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            write_samples(Path(folder))
            page.write_text(rewritten(page.read_text(encoding="utf-8")), encoding="utf-8")
