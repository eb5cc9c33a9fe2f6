"""How files with data from memory are named. Nothing here imports anything of the package."""

from __future__ import annotations

import os

FOLDER_PREFIX = ".twicetold-memory-"


def name_memory_file(path: str) -> str:
    """Return the name that stands for data from memory (`memory`, `against`); "" for every other file.

    `run/.twicetold-memory-x1/against.jsonl` -> `against`
    """
    folder, name = os.path.split(path)
    is_ours = os.path.basename(folder).startswith(FOLDER_PREFIX)  # noqa: PTH119 (called for every batch)
    return name.partition(".")[0] if is_ours else ""
