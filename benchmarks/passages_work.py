"""One piece of work of `passages`, in a process of its own: `NAME FOLDER PLANTED OUT SHARE`.

Reads the files of FOLDER, looks for passages (timed), and leaves them in OUT as JSON (not timed).
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks import grams
from benchmarks.measure import child
from benchmarks.planting import SEED

Found = list[grams.Passage]


def plain(way: Callable[[list[str]], Found]) -> Callable[..., Found]:
    def work(texts: list[str], planted: list[list[int]], share: float) -> Found:
        kept: list[Found] = []

        def timed() -> dict[str, Any]:
            kept.append(way(texts))
            return {"passages": len(kept[0])}

        child(timed)
        return kept[0]

    return work


def text_matcher(texts: list[str], planted: list[list[int]], share: float) -> Found:
    """text-matcher's own classes. Its command prepares a text anew for almost every pair; here each is prepared once.

    Only a share of the pairs is compared and timed; the planted ones are compared after that, for recall.
    """
    library = import_module("text_matcher.matcher")
    library.Text.preprocess = lambda self, text: None  # it joins hyphenated words, which would move all offsets
    pairs = list(combinations(range(len(texts)), 2))
    chosen = random.Random(SEED).sample(pairs, max(1, round(share * len(pairs))))
    prepared: list[Any] = []

    def timed() -> dict[str, Any]:
        wall, cpu = time.perf_counter(), time.process_time()
        with contextlib.redirect_stdout(None):
            prepared.extend(library.Text(text, str(number)) for number, text in enumerate(texts))
            once = {"seconds": time.perf_counter() - wall, "cpu_seconds": time.process_time() - cpu}
            found = compared(library, prepared, chosen)
        return {"passages": len(found), "once": once, "pairs": len(chosen), "all_pairs": len(pairs)}

    child(timed)
    with contextlib.redirect_stdout(None):
        return compared(library, prepared, [(min(pair), max(pair)) for pair in planted])


def compared(library: Any, prepared: list[Any], pairs: Iterable[Iterable[int]]) -> Found:
    found: Found = []
    for left, right in pairs:
        matcher = library.Matcher(prepared[left], prepared[right])
        _, lefts, rights = matcher.match()
        found += ((left, right, *one, *two) for one, two in zip(lefts, rights, strict=True))
    return found


WORKS = {
    "all_pairs": plain(grams.compare_all_pairs),
    "by_index": plain(grams.compare_by_index),
    "text_matcher": text_matcher,
}


def main(name: str, folder: str, planted: str, out: str, share: str) -> None:
    texts = [path.read_bytes().decode("utf-8") for path in sorted(Path(folder).iterdir())]
    found = WORKS[name](texts, json.loads(Path(planted).read_text(encoding="utf-8")), float(share))
    Path(out).write_text(json.dumps(found), encoding="utf-8")
    os._exit(0)  # millions of small objects need not be taken down one by one


if __name__ == "__main__":
    main(*sys.argv[1:])
