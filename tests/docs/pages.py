"""The pages for readers, and the blocks of code on them.

A page's blocks run in order, in one folder, which holds the files of `samples.py`:

    ```sh                           every line is run; a `twicetold` that ends with another code than 0 fails
                                    `twicetold serve` runs until the end of the page, on a free port in place of 7878
    ```python                       run; what a block defines the next ones have
    ```text                         right after a block that is run: what it prints; a line `...` stands for any lines
    <!-- file: NAME -->             the block after it is the content of that file
    <!-- not run: WHY -->           the block after it is not run; `test_examples.py` counts them
    <!-- environment: TEST -->      the page installs something: that test runs it, in an environment of its own

`python -m tests.docs.write docs/PAGE.md ...` writes anew what blocks print.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "docs" / "reference"
ENVIRONMENT = "<!-- environment: "
MARK = re.compile(r"<!-- (file|not run): (.+?) -->")


@dataclass(frozen=True)
class Block:
    """A fenced block. `first` and `last` are the lines of its fences, from 0."""

    language: str
    text: str
    first: int
    last: int
    mark: str = ""  # file, not run
    said: str = ""  # its name, or why

    @property
    def runs(self) -> bool:
        return self.language in ("sh", "python") and not self.mark


def pages() -> list[Path]:
    """All pages that people wrote."""
    written = [page for page in (ROOT / "docs").rglob("*.md") if GENERATED not in page.parents]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(written)]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, each with the mark that stands before it."""
    lines = text.splitlines()
    number, mark, said = 0, "", ""
    while number < len(lines):
        line = lines[number]
        if line.startswith("```"):
            last = next(end for end in range(number + 1, len(lines)) if lines[end].startswith("```"))
            inside = "".join(f"{each}\n" for each in lines[number + 1 : last])
            yield Block(line.strip("`").strip(), inside, number, last, mark, said)
            number, mark, said = last, "", ""
        elif found := MARK.fullmatch(line.strip()):
            mark, said = found.groups()
        elif line.strip():
            mark, said = "", ""
        number += 1


def printed_after(text: str, block: Block, every: list[Block]) -> Block | None:
    """The block that shows what another prints: the next one, with nothing but blank lines between."""
    following = [each for each in every if each.first > block.last and each.language == "text"]
    if not following:
        return None
    between = text.splitlines()[block.last + 1 : following[0].first]
    return None if "".join(between).strip() else following[0]


def outside(text: str) -> str:
    """The page without its fenced blocks, line for line."""
    lines = text.splitlines()
    for block in blocks(text):
        for number in range(block.first, block.last + 1):
            lines[number] = ""
    return "\n".join(lines)
