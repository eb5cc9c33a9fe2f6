"""Files as Arrow takes them: its functions take paths in UTF-8 only, whatever the locale."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pyarrow as pa


def give_to_arrow(path: str | Path, mode: str = "rb") -> Any:
    """A file for a function of Arrow: its path as UTF-8, or opened here where its name is not UTF-8."""
    name = os.fsencode(path)
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return pa.OSFile(name, mode)
