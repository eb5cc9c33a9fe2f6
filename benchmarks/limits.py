"""What this machine can do with the benchmark's own texts: the limits that floors are made of, by `benches/floors`."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Limit:
    """`amount` things of the kind `unit` are in the texts; a core does `one_core` of them in a second."""

    unit: str
    amount: int
    one_core: float
    all_cores: float


@dataclass(frozen=True)
class Limits:
    """Of one file of texts. The names are those of `stages_table.NAMES`."""

    texts: int
    bytes: int
    threads: int
    characters: int  # in a window
    words: int
    rows: int  # of the scheme by which keys were made
    bands: int
    limits: dict[str, Limit]

    def seconds(self, name: str, amount: float | None = None, *, alone: bool = False) -> float:
        """For so many of its things, or for all that the texts have; on all cores, or on one."""
        limit = self.limits[name]
        rate = limit.one_core if alone else limit.all_cores
        return (limit.amount if amount is None else amount) / rate


def measured(path: Path, **settings: str | int) -> Limits:
    """The limits for a file with one text to a line: `measured(path, by="words", rows=3, bands=7)`"""
    given = [str(path.absolute()), *(f"{name}={value}" for name, value in settings.items())]
    command = ["cargo", "bench", "--quiet", "--bench", "floors", "--", *given]
    return of(json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout))


def of(told: dict[str, Any]) -> Limits:
    """What the program printed, or `dataclasses.asdict` made of it."""
    limits = {name: Limit(**limit) for name, limit in told["limits"].items()}
    return Limits(**{**told, "limits": limits})
