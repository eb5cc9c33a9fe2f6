"""Writes the reference pages: `python -m docs.generate [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from docs.generate import api, commands, names, settings, tables

FOLDER = Path(__file__).parents[1] / "reference"
PAGES = {
    "commands.md": commands.build_page,
    "settings.md": settings.build_page,
    "tables.md": tables.build_page,
    "python.md": api.build_page,
    "names.md": names.build_page,
}


def write_pages(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_pages(*map(Path, sys.argv[1:]))
