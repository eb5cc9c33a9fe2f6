"""What a run of `history` found of a planted history: copies, their direction and source, contradictions and edits."""

from __future__ import annotations

from typing import Any

from twicetold.demo.history import HistoryTruth
from twicetold.run import Run


def score_copies(run: Run, truth: HistoryTruth) -> dict[str, float]:
    """Precision, recall and F1 of copy events, by page, revision and sentence; then of their sources and direction."""
    planted = {(each.target, each.revision, level_text(each.text)): each.source for each in truth.copies}
    related = {frozenset((each.target, each.source)) for each in truth.copies}
    events = run.events.to_pylist()
    found = {
        (row["target_document"], row["target_revision"], level_text(row["target_text"])): row["source_document"]
        for row in events
        if row["kind"] != "none"
    }
    right = planted.keys() & found.keys()
    reversed_pairs = {(each.source, each.target) for each in truth.copies}
    unrelated = [key for key, source in found.items() if frozenset((key[0], source)) not in related]
    wrong_way = [
        key
        for key, source in found.items()
        if key not in planted and (key[0], source) in reversed_pairs and (source, key[0]) not in reversed_pairs
    ]
    precision, recall = len(right) / max(len(found), 1), len(right) / max(len(planted), 1)
    return {
        "planted copies": len(planted),
        "found copies": len(found),
        "precision": precision,
        "recall": recall,
        "F1": 2 * precision * recall / max(precision + recall, 1e-9),
        "direction right": len(right) / max(len(right) + len(wrong_way), 1),
        "parent right": sum(planted[key] == found[key] for key in right) / max(len(right), 1),
        "events between unrelated pages": len(unrelated) / max(len(found), 1),
    }


def score_contradictions(run: Run, truth: HistoryTruth) -> dict[str, float]:
    """How many corrections of one copy are listed, and traced to their edit."""
    listed: dict[tuple[str, ...], Any] = {}
    for row in run.contradictions.to_pylist():
        sides = sorted((row[f"{side}_document"], level_text(row[f"{side}_text"])) for side in ("left", "right"))
        listed[tuple(part for side in sides for part in side)] = row
        texts = tuple(sorted(text for _, text in sides))
        listed.setdefault(texts, row)
    found = traced = 0
    for each in truth.corrections:
        texts = tuple(sorted((level_text(each.text), level_text(each.other_text))))
        row = listed.get(texts)
        found += row is not None
        traced += row is not None and row["edit_revision"] == each.revision
    planted = len(truth.corrections)
    return {
        "planted corrections of one copy": planted,
        "listed as contradictions": found / max(planted, 1),
        "traced to their edit": traced / max(planted, 1),
        "traced of those listed": traced / max(found, 1),
        "contradictions in all": run.contradictions.num_rows,
    }


def level_text(text: str) -> str:
    """The text as the job compares it."""
    return " ".join(text.casefold().split())
