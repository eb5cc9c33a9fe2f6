"""Figure 5 of paper 004: which sentences of one document match which of another; a shared passage is a diagonal."""

from __future__ import annotations

from collections.abc import Iterator

from replication.base import Chart, Part
from replication.charts import draw_dots
from replication.source import Source
from twicetold.demo import PlantedCorpus

SENTENCES = 18  # of each document
SHARED = ((3, 9, 5), (12, 2, 3))  # first sentence in one, in the other, and how many


def build_documents() -> list[str]:
    """Build two documents of planted sentences that share two passages."""
    pages = PlantedCorpus(sentences=600, seed=5).generate_pages()
    texts = list(dict.fromkeys(text for page in pages for paragraph in page.paragraphs for text in paragraph))
    texts = [text for text in texts if len(text) > 60]
    left, right = texts[:SENTENCES], texts[SENTENCES : 2 * SENTENCES]
    for one, other, count in SHARED:
        right[other : other + count] = left[one : one + count]
    return [" ".join(left), " ".join(right)]


def run(source: Source) -> Iterator[Part]:
    data = [{"id": name, "text": text} for name, text in zip("ab", build_documents(), strict=True)]
    made = source.run_job("passages", "matrix", data, preset="zhang2010")
    dots = list(zip(made.matches["left_position"].to_pylist(), made.matches["right_position"].to_pylist(), strict=True))
    passages = made.passages.select(["left_first", "left_last", "right_first"]).to_pylist()
    found = "; ".join(
        f"sentences {row['left_first']} to {row['left_last']} of A from sentence {row['right_first']} of B"
        for row in passages
    )
    yield (
        f"Two planted documents of {SENTENCES} sentences that share two passages. Each dot is a pair of matching "
        f"sentences, and `--preset zhang2010` reports the diagonals: {found}. "
        "The report of a run of `passages` draws such a matrix for every pair of documents."
    )
    drawn = draw_dots("Matching sentences of two documents", ("sentence of A", "sentence of B"), dots, SENTENCES)
    yield Chart("figure-5", drawn, "Figure 5: matching sentences of two documents; passages are diagonals")
