"""One piece of work of `sentences`, in a process of its own: `NAME TEXTS OUT BANDS ROWS`.

Reads the texts, does the work (timed), and leaves the pairs or flags in OUT (not timed).
"""

from __future__ import annotations

import resource
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np

from benchmarks import peers
from benchmarks.measure import child
from benchmarks.texts import load


def twicetold(texts: list[str], bands: int, rows: int) -> peers.Work:
    """Ours: verified matches and clusters, settings derived for recall 0.99."""
    library = import_module("twicetold")

    def work() -> peers.Found:
        found = library.cluster(
            texts,
            measure="jaccard",
            threshold=peers.THRESHOLD,
            shingle=peers.SHINGLE,
            recall=0.99,
            threads=peers.THREADS,
        )
        matches = found.matches
        return np.stack([np.asarray(matches["left"]), np.asarray(matches["right"])], axis=1)

    return work


def find(name: str, texts: str, out: str, bands: str, rows: str) -> None:
    prepare = twicetold if name == "twicetold" else getattr(peers, name)
    work = prepare(load(texts), int(bands), int(rows))
    kept: list[peers.Found] = []

    def timed() -> int:
        kept.append(work())
        return len(kept[0])

    child(timed)
    np.save(out, kept[0])


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
    if sys.argv[1] == "command":
        command(*sys.argv[2:])
    elif sys.argv[1] == "copy":
        copy(*sys.argv[2:])
    else:
        find(*sys.argv[1:])
