"""Figure 1 (left) of paper 001: the probability of a match by Jaccard similarity, exact and by the paper's formula."""

from __future__ import annotations

from collections.abc import Iterator

from replication.base import Chart, Part, Table
from replication.charts import draw_lines
from replication.source import Source
from twicetold.plan.draws import draw_signatures
from twicetold.plan.recall import compute_band_recall, compute_coverage

FUNCTIONS, SIGNATURES, SEED, BITS = 20, 10, 1123456, 60
SIGNATURE_LENGTHS = (5, 8, 10, 12, 15)
PAPER_LENGTH = 10
STEPS = [step / 50 for step in range(51)]
SIMILARITIES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
SENTENCES = 135_800_000


def compute_curves() -> dict[int, dict[str, list[float]]]:
    """Compute the recall at every step for each K: exact for the draws of the paper's seed, and by its formula."""
    curves = {}
    for drawn in SIGNATURE_LENGTHS:
        coverage = compute_coverage(draw_signatures(FUNCTIONS, drawn, SIGNATURES, SEED))
        curves[drawn] = {
            "exact": [coverage.compute_recall(step) for step in STEPS],
            "formula": [compute_band_recall(step, drawn, SIGNATURES) for step in STEPS],
        }
    return curves


def run(source: Source) -> Iterator[Part]:
    curves = compute_curves()
    yield (
        f"The paper draws {SIGNATURES} signatures of K functions from the same {FUNCTIONS}, with replacement, and "
        "takes 1 - (1 - s^K)^10 for the probability of a match. That formula holds for independent signatures. "
        "The exact figure is computed for the draws of its seed by `twicetold plan` "
        "([recall and plan](../plan.md#signatures-that-share-functions))."
    )
    lines = {
        f"K = {drawn}, {name}": list(zip(STEPS, values, strict=True))
        for name in ("exact", "formula")
        for drawn, own in curves.items()
        for values in [own[name]]
    }
    dashed = [name for name in lines if name.endswith("formula")]
    axes = ("Jaccard similarity", "probability of a match")
    yield Chart(
        "figure-1-left",
        draw_lines("Probability of a match", axes, lines, dashed=dashed, marked=False, cycle=len(SIGNATURE_LENGTHS)),
        "Probability of a match by Jaccard similarity for several K; broken lines are the paper's formula",
    )
    rows = []
    for drawn in SIGNATURE_LENGTHS:
        coverage = compute_coverage(draw_signatures(FUNCTIONS, drawn, SIGNATURES, SEED))
        exact = [f"{coverage.compute_recall(each):.1%}" for each in SIMILARITIES]
        formula = [f"{compute_band_recall(each, drawn, SIGNATURES):.1%}" for each in SIMILARITIES]
        rows += [[drawn, "exact", *exact], ["", "formula", *formula]]
    yield Table(["K", "", *map(str, SIMILARITIES)], rows)
    own = compute_coverage(draw_signatures(FUNCTIONS, PAPER_LENGTH, SIGNATURES, SEED)).compute_recall(0.9)
    promised = compute_band_recall(0.9, PAPER_LENGTH, SIGNATURES)
    data = SENTENCES * SIGNATURES * PAPER_LENGTH * 8 / 1e9
    yield (
        f"For K = {PAPER_LENGTH} and Jaccard 0.9 the paper expects to miss {1 - promised:.1%} of the pairs, and its "
        f"draws miss {1 - own:.1%}."
    )
    yield (
        "The paper estimates the intermediate data as signatures times their length times sentences: for "
        f"{SENTENCES / 1e6:.1f} million sentences, {SIGNATURES} signatures of {PAPER_LENGTH} values of 8 bytes are "
        f"{data:,.0f} GB. `twicetold plan --preset weissman2015 --sentences 135.8M` says what is written here: a key "
        "is one number."
    )
