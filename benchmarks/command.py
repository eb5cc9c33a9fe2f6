"""The whole command, from a file to a run folder on disk, next to what moving the bytes alone takes; and start-up.

`python -m benchmarks.command FILE [--memory 1GB ...]`: what follows the file goes to `twicetold sentences`.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measure import Measured, WorkFailed, measure

WORK = "benchmarks.command_work"
PROGRAM = str(Path(sys.executable).parent / "twicetold")
SETTINGS = ("--measure", "jaccard", "--threshold", "0.8", "--shingle", "12")


def whole_command(jsonl: str, folder: Path, rounds: int = 3, options: tuple[str, ...] = SETTINGS) -> dict[str, Any]:
    """Seconds of `twicetold sentences`, of reading and writing its bytes, and of `twicetold --version`."""
    start_up = measure(WORK, "command", PROGRAM, "--version", rounds=5)
    facts: dict[str, Any] = {"file": Path(jsonl).name, "start_up_seconds": start_up.seconds}
    output = folder / "run"
    try:
        whole = min((_fresh(jsonl, output, options) for _ in range(rounds)), key=lambda each: each.seconds)
    except WorkFailed:
        return facts | {"failure": "`twicetold sentences` failed"}
    split = measure(
        WORK, "command", PROGRAM, "split", jsonl, "--force", "-o", str(folder / "split.parquet"), rounds=rounds
    )
    bytes_alone = measure(WORK, "copy", jsonl, str(output), str(folder / "copy"), rounds=rounds)
    return facts | {
        "seconds": whole.seconds,
        "cpu_seconds": whole.cpu_seconds,
        "peak_mb": whole.result,
        "split_seconds": split.seconds,
        "bytes_seconds": bytes_alone.seconds,
        "bytes": bytes_alone.result,
    }


def _fresh(jsonl: str, output: Path, options: tuple[str, ...]) -> Measured:
    """One run into a new folder: a finished one would only be read back."""
    shutil.rmtree(output, ignore_errors=True)
    return measure(WORK, "command", PROGRAM, "sentences", jsonl, "-o", str(output), *options, rounds=1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print(json.dumps(whole_command(sys.argv[1], Path(place), 1, tuple(sys.argv[2:])), indent=1))
