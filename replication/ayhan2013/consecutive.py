"""A question of paper 000: are runs of several sentences better evidence of copying than single ones?

Passages of one to ten sentences are planted, verbatim or edited; any other finding is a chance match of sentences.
"""

from __future__ import annotations

from collections.abc import Iterator

from replication.base import Chart, Part, Table
from replication.charts import draw_lines
from replication.min_sentences import WAYS, WayScore, prepare_sample, score_ways
from replication.source import ENGLISH, Source

DOCUMENTS, LONGEST = 300, 20_000
LENGTHS = (1, 2, 3, 4, 5)
SHOWN_WAYS = ("4 words, Jaccard, 0.9", "characters, edit, 0.8")


def run(source: Source) -> Iterator[Part]:
    texts = source.read_articles(ENGLISH)
    sample = prepare_sample(texts, source.scratch, DOCUMENTS, LONGEST if not source.is_planted else 0)
    scores = list(score_ways(sample, source.scratch, {name: WAYS[name] for name in SHOWN_WAYS}, LENGTHS))
    yield (
        f"{len(sample.texts):,} documents of {source.name_corpus(ENGLISH)}, each with a planted passage of one to ten "
        f"sentences, half of them with a tenth of the words replaced ({len(sample.lengths):,} passages). "
        "A finding is a run of at least that many matching sentences. Precision, recall and F1 are those of characters."
    )
    yield build_table(scores)
    lines = {
        f"{measure}, {way}": [(float(each.least), getattr(each, measure)) for each in scores if each.way == way]
        for way in SHOWN_WAYS
        for measure in ("precision", "recall", "f1")
    }
    axes = ("sentences that a passage needs", "share of characters")
    yield Chart(
        "consecutive", draw_lines("Single or consecutive sentences", axes, lines), "Precision and recall by run"
    )
    yield describe_best(scores)


def build_table(scores: list[WayScore]) -> Table:
    rows = [
        [each.way, each.least, each.passages, *(f"{value:.3f}" for value in (each.precision, each.recall, each.f1))]
        for each in scores
    ]
    return Table(["matching", "sentences in a row", "passages found", "precision", "recall", "F1"], rows)


def describe_best(scores: list[WayScore]) -> str:
    choices = []
    for way in SHOWN_WAYS:
        best = max((each for each in scores if each.way == way), key=lambda each: each.f1)
        choices.append(f"{best.least} for `{way}` (F1 {best.f1:.3f})")
    return (
        f"The best number of sentences is {' and '.join(choices)}: longer runs are more precise and miss short copies."
    )
