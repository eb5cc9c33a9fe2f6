"""Figure 1 of paper 000: how Jaccard similarity falls with edit distance, by its bounds and in real pairs.

The bounds assume that all edits of a sentence are in one place. In real pairs they are often apart, and each further
place destroys another shingle's length of shingles.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from rapidfuzz.distance import Levenshtein

from replication.base import Chart, Part, Table
from replication.charts import draw_points
from replication.runs import format_share
from replication.source import ENGLISH, SEED, Source

SHINGLE = 10
RELATIVE = (0.05, 0.2)  # lengths of a shingle as shares of the sentence, as in the paper
NEAR = 0.25  # a pair counts for a relative length that its own differs from by at most 25 %
MOST_PAIRS = 20_000
STEPS = [step / 100 for step in range(0, 61, 2)]
BINS = ((0.0, 0.05), (0.05, 0.1), (0.1, 0.15), (0.15, 0.2))

Pair = tuple[float, float, float]  # relative length of a shingle, edit distance, Jaccard


def bound_jaccard(relative: float, distance: float) -> tuple[float, float]:
    """Return the paper's lower and upper bound: `(0.05, 0.2)` -> `(0.583, 0.652)`"""
    lower = (1 - 2 * relative - distance) / (1 + distance)
    upper = (1 - relative - distance) / (1 - relative + distance)
    return max(lower, 0.0), max(upper, 0.0)


def measure_pair(left: str, right: str) -> Pair:
    """Measure the relative length of a shingle, the normalised edit distance, and the Jaccard similarity."""
    one, two = ({text[at : at + SHINGLE] for at in range(len(text) - SHINGLE + 1)} for text in (left, right))
    distance = Levenshtein.normalized_distance(left, right)
    return SHINGLE / max(len(left), len(right), 1), distance, len(one & two) / max(len(one | two), 1)


def read_pairs(source: Source) -> list[Pair]:
    """Draw matches of a run with default settings, and measure them."""
    run = source.run_articles("default")
    texts = {(row["document"], row["position"]): row["text"].lower() for row in run.members.to_pylist()}
    rows = run.matches.select([f"{side}_{name}" for side in ("left", "right") for name in ("document", "position")])
    keys = [
        tuple((row[f"{side}_document"], row[f"{side}_position"]) for side in ("left", "right"))
        for row in rows.to_pylist()
    ]
    sampled = random.Random(SEED).sample(keys, min(len(keys), MOST_PAIRS))
    return [measure_pair(texts[left], texts[right]) for left, right in sampled]


def run(source: Source) -> Iterator[Part]:
    pairs = read_pairs(source)
    yield (
        "The paper bounds the Jaccard similarity J of two sentences by their normalised edit distance e and the length "
        "l of a shingle in parts of the sentence: (1 - l - e) / (1 - l + e) >= J >= (1 - 2l - e) / (1 + e)."
    )
    lines = {}
    for relative in RELATIVE:
        for name, side in (("lower", 0), ("upper", 1)):
            lines[f"{name} bound, l = {relative}"] = [(step, bound_jaccard(relative, step)[side]) for step in STEPS]
    lines["limit for l = 0: (1 - e) / (1 + e)"] = [(step, (1 - step) / (1 + step)) for step in STEPS]
    cloud = random.Random(SEED).sample(pairs, min(len(pairs), 300))
    axes = ("normalised edit distance", f"Jaccard similarity of shingles of {SHINGLE}")
    yield Chart(
        "figure-1",
        draw_points("Jaccard similarity and edit distance", axes, [each[1:] for each in cloud], lines),
        "The paper's bounds as lines; each dot is a pair of sentences",
    )
    corpus = source.name_corpus(ENGLISH)
    yield f"The dots are {len(cloud):,} of {len(pairs):,} matches of {corpus} with default settings (`edit` of 0.8)."
    rows = []
    for relative in RELATIVE:
        own = [each for each in pairs if abs(each[0] / relative - 1) <= NEAR]
        for low, high in BINS:
            found = [each for each in own if low < each[1] <= high]
            rows.append([relative, f"{low} to {high}", len(found), *_place_in_bounds(found)])
    yield Table(["l", "edit distance", "pairs", "mean Jaccard", "within the bounds", "above", "below"], rows)
    every = [each for each in pairs if each[1] > 0]
    below = sum(each[2] < bound_jaccard(each[0], each[1])[0] for each in every)
    yield (
        f"{format_share(below, len(every))} of all pairs that differ are below the lower bound: the paper assumes that "
        "all edits are in one place, and edits that are apart destroy more shingles. "
        "`twicetold plan` therefore counts places ([recall and plan](../plan.md))."
    )


def _place_in_bounds(pairs: list[Pair]) -> list[str]:
    below = sum(jaccard < bound_jaccard(relative, distance)[0] for relative, distance, jaccard in pairs)
    above = sum(jaccard > bound_jaccard(relative, distance)[1] for relative, distance, jaccard in pairs)
    mean = f"{sum(each[2] for each in pairs) / len(pairs):.3f}" if pairs else "–"
    return [mean, *(format_share(part, len(pairs)) for part in (len(pairs) - above - below, above, below))]
