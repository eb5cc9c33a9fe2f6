"""Commands as measured work, in a process of its own: `command PROGRAM ARGUMENT ...`, or `copy FILE FOLDER TARGET`."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import child


def command(*arguments: str) -> None:
    """A command from start to end; the result is its own peak memory in MB, which is not that of this process."""

    def timed() -> float:
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024

    child(timed)


def copy(*paths: str) -> None:
    """Reading the bytes of a file, and writing those of a run folder anew: what no command can avoid."""
    source, folder, target = Path(paths[0]), Path(paths[1]), Path(paths[2])

    def timed() -> int:
        total = len(source.read_bytes())
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                data = file.read_bytes()
                target.write_bytes(data)
                total += len(data)
        return total

    child(timed)


if __name__ == "__main__":
    {"command": command, "copy": copy}[sys.argv[1]](*sys.argv[2:])
