"""Measures how many labelled pairs match among real text: `python -m benchmarks.labelled GOLD.jsonl TEXTS ...`

GOLD has `left` and `right` (and `kind`) on each line. These sentences are added to the texts. It prints by kind how
many pairs with an edit similarity of at least 0.8 the default settings match, and the pairs that they miss.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks import texts as source
from benchmarks.recall import THRESHOLD, find_matches
from benchmarks.score import list_keys
from benchmarks.truth import compute_edit_similarity

SHORTEST = 40
REQUIRED_SHARE = 0.98


def select_pairs(gold: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Select the pairs that should match, with left, right (normalised) and kind; identical texts are left out."""
    forms = [(source.normalise(row["left"]), source.normalise(row["right"]), row.get("kind", "")) for row in gold]
    long_enough = [form for form in forms if min(len(form[0]), len(form[1])) >= SHORTEST and form[0] != form[1]]
    return [form for form in long_enough if compute_edit_similarity(form[0], form[1]) >= THRESHOLD]


def main(gold: str, *paths: str) -> None:
    pairs = select_pairs([json.loads(line) for line in Path(gold).read_text(encoding="utf-8").splitlines()])
    texts = dict.fromkeys(text for left, right, _ in pairs for text in (left, right))
    texts.update(dict.fromkeys(source.sample(paths, 10**9, SHORTEST, 10**6)))
    numbers = {text: number for number, text in enumerate(texts)}
    found = set(list_keys(find_matches(list(texts), {}).matches).tolist())
    every: Counter[str] = Counter()
    matched: Counter[str] = Counter()
    for left, right, kind in pairs:
        low, high = sorted((numbers[left], numbers[right]))
        is_found = low << 32 | high in found
        every[kind] += 1
        matched[kind] += is_found
        if not is_found:
            print(f"missed ({kind}, {compute_edit_similarity(left, right):.3f}): {left!r} / {right!r}")
    for kind, count in every.most_common():
        print(f"{kind}: {matched[kind]} of {count}")
    share = matched.total() / max(1, every.total())
    print(f"all: {matched.total()} of {every.total()} among {len(texts):,} texts, {share:.4f} ({REQUIRED_SHARE} asked)")


if __name__ == "__main__":
    main(*sys.argv[1:])
