"""Hostile wikitext in linear time: `python -m benchmarks.hostile FILE`.

FILE is JSON lines: `prefix`, `unit` x `times`, `suffix`, then for closed nests `then_unit` as often and `then_suffix`.
Prints seconds per MB for each and, as its last line, `within 0.5 s per MB: N of M`.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.cases import build_document
from twicetold.splitter import SplitIntoSentences

ALLOWED_SECONDS_PER_MB = 0.5
SMALLEST_MB = 1.0


def text_of(case: dict[str, Any], times: int) -> str:
    head: str = case["prefix"] + case["unit"] * times + case["suffix"]
    tail: str = case.get("then_unit", "") * times + case.get("then_suffix", "")
    return head + tail


def main(path: str) -> None:
    right = total = 0
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        # Repeated to at least a megabyte, so that a quadratic step cannot hide.
        times = max(case["times"], int(SMALLEST_MB * 1e6 / len(case["unit"] + case.get("then_unit", ""))))
        text = text_of(case, times)
        began = time.perf_counter()
        sentences = SplitIntoSentences()(build_document(text, "wikitext", title="Hostile", language="en"))
        per_mb = (time.perf_counter() - began) / (len(text.encode()) / 1e6)
        found = case["must_contain"] in " ".join(sentences["text"].to_pylist())
        total += 1
        right += found and per_mb <= ALLOWED_SECONDS_PER_MB
        print(f"{case['construct']:<16} {per_mb:8.4f} s/MB {'' if found else 'text lost: ' + case['must_contain']}")
    print(f"within {ALLOWED_SECONDS_PER_MB} s per MB: {right} of {total}")


if __name__ == "__main__":
    main(sys.argv[1])
