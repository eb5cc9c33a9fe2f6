"""Table 3 of paper 004: kinds of passages, by the program and by a reader who labelled a sample.

The labels are beside this file, made by `twicetold label`: the places and kinds of passages, without their texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from replication.base import Part, Table
from replication.runs import format_share
from replication.source import Source
from replication.zhang2010.corpora import list_languages
from twicetold.evaluate.command import judge_run
from twicetold.jobs.passages.kinds import PASSAGE_KIND_NAMES
from twicetold.run import Run

LABELS = Path(__file__).parent
# The kinds of the paper, and our names for them.
PAPER_KINDS = {
    "news collection": "collection",
    "multiple page": "multipage",
    "partial quotation": "quotation",
    "other": "boilerplate",
}


def run(source: Source) -> Iterator[Part]:
    yield (
        "The paper sorts 200 documents of each collection: news collection, multiple page, partial quotation, and "
        "other (banners, notices, navigation). Most are quotations; others are less than 15 %, but 32 % in ClueWeb09. "
        "Here they are called " + ", ".join(f"`{ours}` ({theirs})" for theirs, ours in PAPER_KINDS.items()) + "."
    )
    for language, name in list_languages(source).items():
        made = source.run_job("passages", f"zhang2010-{language.lower()}", str(source.find(name)), preset="zhang2010")
        counted = Counter(made.passages["kind"].to_pylist())
        lengths = made.passages["sentences"].to_pylist()
        mean = sum(lengths) / max(len(lengths), 1)
        yield (
            f"**{language}.** `twicetold passages FILE --preset zhang2010` on {source.name_corpus(name)}: "
            f"{made.passages.num_rows:,} passages of {mean:.1f} sentences on average (the paper: about 6 for "
            f"quotations), digest `{made.digest[:16]}`."
        )
        rows = [[kind, counted[kind], format_share(counted[kind], counted.total())] for kind in PASSAGE_KIND_NAMES]
        yield Table(["kind", "passages", "share"], rows)
        labels = LABELS / f"labels-{language.lower()}.csv"
        if not source.is_planted and labels.exists():
            yield from judge_labels(made, labels, language)
    if not source.is_planted:
        yield (
            "What the program calls boilerplate is boilerplate. But it needs a sentence in more than 25 documents, "
            "and a formula that fewer articles share is called a quotation; `--boilerplate` sets another limit."
        )
    yield (
        "To label passages of your own: `twicetold label RUN --what passages -n 200 -o labels.csv`, then "
        "`twicetold evaluate RUN --truth labels.csv` ([evaluate](../evaluate.md#label-a-sample))."
    )


def judge_labels(made: Run, labels: Path, language: str) -> Iterator[Part]:
    """Compare the kinds of a run with the labels of a reader."""
    judged = list(judge_run(made, labels))
    sample = next(row for row in judged if row["row"] == "sample")
    yield (
        f"By hand: `replication/zhang2010/{labels.name}` has the places and kinds of {sample['answered']:,} passages, "
        "drawn at random. One reader judged them by the titles and by how the passage begins and ends, without seeing "
        "what the program said, those with the same beginning together. A formula that a series of articles shares is "
        f"boilerplate; a part of one article in another is a quotation. The program is right in {sample['right']:.3f} "
        f"of them ({sample['right_low']:.3f} to {sample['right_high']:.3f}):"
    )
    rows: list[list[Any]] = []
    for row in judged:
        if row["row"] == "kind":
            figures = [_show_figure(row[name]) for name in ("precision", "recall", "f1")]
            rows.append([row["kind"], row["true"], row["said"], *figures])
    yield Table([f"kind, {language}", "by hand", "by the program", "precision", "recall", "F1"], rows)


def _show_figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
