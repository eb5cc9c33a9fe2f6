"""Sentences of today that cannot both be true, and the edit that made them disagree.

Two sentences of one tree are known to be copies, so a number or a date in which they differ is a disagreement; of
others the kernel must say so. The two are followed back in time, edit by edit, to the last moment at which their pages
agreed: the edit after it is the one to ask about. Where they never agreed, the copying itself changed a fact, or nobody
copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

import pyarrow as pa

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.jobs.history.candidates import count_days
from twicetold.jobs.history.compare import Difference, Sentence, compare_sentences
from twicetold.jobs.history.tables import TRACED_CONTRADICTIONS
from twicetold.jobs.history.trees import EDIT, ROOT
from twicetold.tables.batches import Batch, build_batch_of_rows

Row = dict[str, Any]
CERTAIN_DRIFT = 0.6  # below it fewer than 3 in 4 drifts are right (docs/kinds.md)
MOST_TEXTS = 24  # different texts of a cluster that are compared with each other
LONGEST_LINE = 16  # edits of a sentence that are followed back

_ORDER = pa.field("order", pa.float64(), nullable=False)
UNNUMBERED = pa.schema([_ORDER, *[each for each in TRACED_CONTRADICTIONS if each.name != "contradiction"]])


def trace_contradictions(trees: Table, newest: str, engine: Engine) -> Table:
    """The table `contradictions`, the most certain first; `newest` is when the history ends."""
    found = engine.group(trees, ("cluster",), FindDisagreements(newest))
    keys = ("order", "cluster", "left_document", "left_life", "right_document", "right_life")
    return engine.group(found, keys, SelectColumns(TRACED_CONTRADICTIONS), number="contradiction")


@dataclass(frozen=True)
class FindDisagreements:
    """Nodes grouped by cluster, to the disagreements among their sentences of today."""

    newest: str  # when the history ends
    schema: ClassVar[pa.Schema] = UNNUMBERED

    def __call__(self, trees: Batch) -> Batch:
        clusters = [list(own) for _, own in groupby(trees.to_pylist(), key=lambda row: row["cluster"])]
        pairs = [pair for nodes in clusters for pair in _pair_living(nodes)]
        differences = compare_sentences([pair.sentences for pair in pairs])
        wanted = [
            (pair, difference)
            for pair, difference in zip(pairs, differences, strict=True)
            if difference.judge_disagreement(pair.is_copy) and _rate(pair, difference) >= CERTAIN_DRIFT
        ]
        lines = [_follow_back(pair) for pair, _ in wanted]
        steps = iter(compare_sentences([step.sentences for line in lines for step in line]))
        rows = []
        for (pair, difference), line in zip(wanted, lines, strict=True):
            agreed = [not next(steps).judge_disagreement(pair.is_copy) for _ in line]
            rows.append(_build_row(pair, difference, _find_edit(pair, line, agreed), self.newest))
        return build_batch_of_rows(rows, UNNUMBERED)


NodeKey = tuple[str, int]


class LivingPair(NamedTuple):
    """Two sentences of today, on different pages."""

    left: Row
    right: Row
    known: dict[NodeKey, Row]  # the nodes of their cluster
    is_copy: bool  # whether they are in one tree
    certainty: float  # of the copies between them

    @property
    def sentences(self) -> tuple[Sentence, Sentence]:
        return _read_sentence(self.left), _read_sentence(self.right)


def _rate(pair: LivingPair, difference: Difference) -> float:
    """How sure a disagreement is: for copies as sure as that they are copies."""
    return pair.certainty if pair.is_copy else difference.confidence


def _pair_living(nodes: list[Row]) -> Iterator[LivingPair]:
    """The pairs of different texts on different pages that are there today, each text by its first node."""
    known = {(node["document"], node["life"]): node for node in nodes}
    first: dict[str, Row] = {}
    for node in nodes:
        if node["alive"]:
            first.setdefault(node["text"].casefold(), node)
    living = list(first.values())[:MOST_TEXTS]
    roots = [_find_root(node, known) for node in living]
    for place, left in enumerate(living):
        for other in range(place + 1, len(living)):
            if left["document"] != living[other]["document"]:
                is_copy = roots[place][0] == roots[other][0]
                certainty = round(min(roots[place][1], roots[other][1]), 2) if is_copy else 0.0
                yield LivingPair(left, living[other], known, is_copy, certainty)


def _find_root(node: Row, known: dict[NodeKey, Row]) -> tuple[NodeKey, float]:
    """Where a sentence was first written, and how sure the least certain copy on the way is."""
    certainty = 1.0
    while (parent := known.get((node["parent_document"], node["parent_life"]))) and node["relation"] != ROOT:
        certainty = min(certainty, node["confidence"]) if node["relation"] != EDIT else certainty
        node = parent
    return (node["document"], node["life"]), certainty


def _read_sentence(node: Row) -> Sentence:
    return Sentence(node["text"], node["title"], node["document"])


class LineStep(NamedTuple):
    """The two pages before an edit: `edit` is the node that the edit made."""

    edit: Row
    sentences: tuple[Sentence, Sentence]


def _list_line(node: Row, known: dict[NodeKey, Row]) -> list[Row]:
    """A sentence and what it was edited from on its page, the newest first."""
    line = [node]
    while len(line) < LONGEST_LINE and line[-1]["relation"] == EDIT:
        parent = known.get((line[-1]["parent_document"], line[-1]["parent_life"]))
        if parent is None:
            break
        line.append(parent)
    return line


def _follow_back(pair: LivingPair) -> list[LineStep]:
    """What the two pages said before each of their edits, the newest edit first."""
    sides = [_list_line(pair.left, pair.known), _list_line(pair.right, pair.known)]
    steps = []
    while any(len(side) > 1 for side in sides):
        place = max(
            (place for place in (0, 1) if len(sides[place]) > 1), key=lambda place: sides[place][0]["timestamp"]
        )
        edit = sides[place].pop(0)
        steps.append(LineStep(edit, (_read_sentence(sides[0][0]), _read_sentence(sides[1][0]))))
    return steps


def _find_edit(pair: LivingPair, line: list[LineStep], agreed: list[bool]) -> tuple[str, Row | None]:
    """The edit that made two sentences disagree."""
    for step, did_agree in zip(line, agreed, strict=True):
        if did_agree:
            return "edit", step.edit
    for node in (_list_line(pair.left, pair.known)[-1], _list_line(pair.right, pair.known)[-1]):
        if node["relation"] not in (ROOT, EDIT):
            return "copy", node
    return "none", None


def _build_row(pair: LivingPair, difference: Difference, traced: tuple[str, Row | None], newest: str) -> Row:
    (how, edit), left, right = traced, pair.left, pair.right
    confidence = _rate(pair, difference)
    why = "copies of one sentence that differ in a fact" if pair.is_copy else difference.why
    row = {
        "order": round(1 - confidence, 6),
        "cluster": left["cluster"],
        "drift": difference.drift,
        "confidence": confidence,
        "why": why,
        "changes": difference.changes,
        "traced": how,
        "days": max(count_days(edit["timestamp"], newest), 0.0) if edit else 0.0,
        "ask": _choose_editor(edit, left, right),
    }
    for name in ("document", "title", "revision", "timestamp", "editor", "comment"):
        row[f"edit_{name}"] = edit[name] if edit else ""
    for side, node in (("left", left), ("right", right)):
        row |= {f"{side}_{name}": node[name] for name in ("document", "title", "life", "text")}
    return row


def _choose_editor(edit: Row | None, left: Row, right: Row) -> str:
    """Who may know which of two sentences is right: who made them disagree, else who wrote one of them last."""
    written = sorted((left, right), key=lambda node: node["timestamp"], reverse=True)
    return next((node["editor"] for node in (edit, *written) if node and node["editor"]), "")
