"""Is everything found that is there? `python -m benchmarks.recall TEXTS ... [--sentences 50000] [--cache FOLDER]`

Three questions. Of all pairs that are truly alike (see `truth`), what share is found, at the defaults (edit similarity
0.8) and at Jaccard 0.8 on windows of 12 characters? Is every match as similar as it says? And is the recall that
`plan` expects the one measured, on real pairs and on synthetic ones of Jaccard 0.8, 0.85, 0.9 and 0.95, for bands and
for the papers' draws?

A random part of a corpus has few near-duplicates; `--dense` takes the texts that are most like another instead.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks import synthetic
from benchmarks import texts as source
from benchmarks.score import list_keys
from benchmarks.truth import compute_edit_similarity, compute_jaccard, load_or_find_pairs
from benchmarks.windows import select_densest

BANDS = (0.80, 0.85, 0.90, 0.95, 1.0)
THRESHOLD = 0.8
SHINGLE = 12
ASKED = 0.99
CLOSE = 0.01
CASES: dict[str, dict[str, Any]] = {
    "defaults: edit similarity 0.8": {},
    "Jaccard 0.8, windows of 12": {"measure": "jaccard", "threshold": THRESHOLD, "shingle": SHINGLE},
    "the papers' draws": {"preset": "weissman2015", "min_length": 1, "max_length": 0},  # of all lengths, as the others
}


def find_matches(texts: Sequence[str], settings: dict[str, Any]) -> Any:
    return import_module("twicetold").cluster(list(texts), **settings)


def find_scheme(settings: dict[str, Any], facts: dict[str, Any]) -> tuple[Any, int]:
    """Find the scheme that was used, and its shingle length, in the facts: `"7 bands of 3 rows (21 functions)"`."""
    from twicetold.plan import BandScheme, DrawScheme

    if "preset" in settings:
        return DrawScheme(), SHINGLE
    bands, rows, _ = map(int, re.findall(r"\d+", facts["scheme"]))
    return BandScheme(rows, bands), int(facts["shingle"])


def find_wrong(texts: Sequence[str], matches: pa.Table, measure: str) -> list[tuple[str, str, float, float]]:
    """Find matches whose similarity differs from one computed from the texts, or is below the threshold."""
    column = "jaccard" if measure == "jaccard" else "edit_similarity"
    problems = []
    for row in matches.select(["left", "right", column]).to_pylist():
        left, right = texts[row["left"]], texts[row["right"]]
        true = compute_jaccard(left, right, SHINGLE) if measure == "jaccard" else compute_edit_similarity(left, right)
        if true < THRESHOLD or abs(true - row[column]) > 1e-9:
            problems.append((left, right, row[column], true))
    return problems


def count_in_bands(
    truth: pa.Table, found: NDArray[np.bool_], expected: NDArray[np.float64]
) -> list[tuple[str, int, float, float]]:
    """Count for all pairs and for each band of similarity: true pairs, the share found, the share expected."""
    similarity = np.asarray(truth["similarity"])
    every = np.ones(len(similarity), bool)
    parts = [("all", every)]
    for low, high in pairwise(BANDS):
        inside = (similarity >= low) & ((similarity < high) | (high == BANDS[-1]))
        parts.append((f"{low:.2f} to {high:.2f}", inside))
    return [(name, int(part.sum()), _compute_mean(found[part]), _compute_mean(expected[part])) for name, part in parts]


def _compute_mean(values: NDArray[Any]) -> float:
    return float(values.mean()) if len(values) else float("nan")


def measure_real(name: str, texts: list[str], cache: str | None) -> None:
    """Measure a case on real texts: recall by bands of similarity, and precision."""
    settings = CASES[name]
    measure = "jaccard" if "preset" in settings else settings.get("measure", "edit")
    truth = load_or_find_pairs(texts, measure, THRESHOLD, SHINGLE, cache)
    answer = find_matches(texts, settings)
    scheme, shingle = find_scheme(settings, answer.facts)
    found = np.isin(list_keys(truth), list_keys(answer.matches))
    sides = zip(truth["left"].to_pylist(), truth["right"].to_pylist(), strict=True)
    jaccards = [compute_jaccard(texts[left], texts[right], shingle) for left, right in sides]
    expected = np.array([scheme.recall(each) for each in jaccards], np.float64)
    print(f"\n{name}: {scheme}, windows of {shingle}; {len(texts):,} texts, {truth.num_rows:,} true pairs")
    print("| similarity | true pairs | recall | expected by `plan` for their Jaccards |\n| --- | --- | --- | --- |")
    for band, count, share, expectation in count_in_bands(truth, found, expected):
        print(f"| {band} | {count:,} | {share:.4f} | {expectation:.4f} |")
    problems = find_wrong(texts, answer.matches, measure)
    right = answer.matches.num_rows - len(problems)
    print(f"precision: {right:,} of {answer.matches.num_rows:,} matches are as similar as they say")
    for left, right_text, said, true in problems[:5]:
        print(f"  wrong: said {said:.4f}, is {true:.4f}: {left!r} / {right_text!r}")
    if "preset" not in settings:
        print(f"recall {found.mean():.4f}: {'enough' if found.mean() >= ASKED else 'LESS'} ({ASKED} asked)")


def measure_share(matches: pa.Table, similarities: Sequence[float], count: int) -> list[float]:
    """Measure the share found of the synthetic pairs of each similarity."""
    left, right = np.asarray(matches["left"]).astype(np.int64), np.asarray(matches["right"]).astype(np.int64)
    partners = left[(left % 2 == 0) & (right == left + 1)]
    counts = np.bincount(partners // 2 // count, minlength=len(similarities))
    return [float(each) / count for each in counts]


def measure_calibration(name: str, count: int) -> None:
    """Measure a case on synthetic pairs: the share found at four similarities, next to what `plan` expects."""
    settings, similarities = CASES[name], BANDS[:-1]
    texts = synthetic.pairs(similarities, count, SHINGLE)
    answer = find_matches(texts, settings)
    scheme, _ = find_scheme(settings, answer.facts)
    print(f"\n{name}: {scheme}; {count:,} synthetic pairs of each Jaccard")
    print("| Jaccard | recall | expected by `plan` | |\n| --- | --- | --- | --- |")
    for similarity, share in zip(similarities, measure_share(answer.matches, similarities, count), strict=True):
        expected = scheme.recall(similarity)
        verdict = "agrees" if abs(share - expected) <= CLOSE else f"OFF by more than {CLOSE}"
        print(f"| {similarity:.2f} | {share:.4f} | {expected:.4f} | {verdict} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "texts", nargs="+", help="Parquet with `text` (and `document`), JSON lines of strings, or lines"
    )
    parser.add_argument("--sentences", type=int, default=50_000)
    parser.add_argument("--dense", action="store_true", help="the texts most like another, not a random part")
    parser.add_argument("--min-length", type=int, default=40)
    parser.add_argument("--max-length", type=int, default=600)
    parser.add_argument("--pairs", type=int, default=20_000, help="synthetic pairs of each Jaccard")
    parser.add_argument("--cache", help="folder that keeps the exact truth")
    options = parser.parse_args()
    count = 10**9 if options.dense else options.sentences
    texts = source.sample(options.texts, count, options.min_length, options.max_length)
    if options.dense:
        texts = select_densest(texts, options.sentences)
    for name in CASES:
        measure_real(name, texts, options.cache)
    for name in list(CASES)[1:]:
        measure_calibration(name, options.pairs)


if __name__ == "__main__":
    main()
