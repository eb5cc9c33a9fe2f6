"""One piece of work in a process of its own: `SHINGLES MODULE:FUNCTION TEXTS OUT [NUMBER ...]`.

Reads the texts, does the work (timed), and leaves the pairs or flags in OUT (not timed).
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import numpy as np

from benchmarks.measure import child
from benchmarks.peers.base import SHINGLES, Found
from benchmarks.texts import load


def main(shingles: str, name: str, texts: str, out: str, *setting: str) -> None:
    module, _, function = name.partition(":")
    prepare = getattr(import_module(module), function)
    work = prepare(load(texts), SHINGLES[shingles], tuple(map(int, setting)))
    kept: list[Found] = []

    def timed() -> int:
        kept.append(work())
        return len(kept[0])

    child(timed)
    np.save(out, kept[0])
    sys.stdout.flush()
    os._exit(0)  # what the libraries started need not be taken down in order


if __name__ == "__main__":
    main(*sys.argv[1:])
