"""Pairs and labels of a truth against a run: rows that say how well they agree, along which score, and where not.

measures      one for the run, and one for each of its fields
point         of the curve: what a run with a higher threshold would have agreed in
missing       what the truth names and the run does not have; it counts neither way
miss, false_alarm
              errors with their texts, first those that the run was surest of
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from twicetold.evaluate import clusters
from twicetold.evaluate.adapters import Adapter
from twicetold.evaluate.found import Found, Pair
from twicetold.evaluate.known import Known, Row, known_labels, known_pairs
from twicetold.evaluate.pairs import Agreement, Point, best, false_alarms, judge_pairs, misses, thinned
from twicetold.evaluate.truth import Truth
from twicetold.run import Run


@dataclass(frozen=True)
class Wanted:
    """The options: how many errors of each sort to list, and whether the truth names all duplicates."""

    errors: int = 10
    complete: bool = False


def judge(adapter: Adapter, run: Run, truth: Truth, wanted: Wanted) -> Iterator[Row]:
    """The rows, whichever of the two sorts the truth is."""
    if truth.sort("pairs", "labels") == "pairs":
        yield from _judge_pairs(adapter, run, known_pairs(adapter, run, truth, wanted.complete), wanted)
    else:
        yield from _judge_labels(adapter, run, known_labels(adapter, run, truth), wanted)


def _judge_pairs(adapter: Adapter, run: Run, known: Known, wanted: Wanted) -> Iterator[Row]:
    members = {member for pair in known.pairs for member in pair}
    told = wanted.complete or not all(known.pairs.values())  # what is wrong, so that precision says something
    counts = {
        "truth": "pairs",
        "complete": wanted.complete,
        "pairs": len(known.pairs),
        "duplicates": sum(known.pairs.values()),
        **_left_out(known),
        "missing_duplicates": known.missing_duplicates,
        "same": known.same,
    }
    wrong: list[tuple[float, Pair]] = []
    missed: list[Pair] = []
    for number, found in enumerate(adapter.found(run, None if wanted.complete else members)):
        judged = judge_pairs(found, known.pairs, wanted.complete)
        negatives = None if wanted.complete else len(known.pairs) - counts["duplicates"]
        yield {
            "row": "measures",
            "field": found.name,
            **counts,
            **_agreement(judged.agreement, told),
            **_outcomes(judged.agreement, negatives),
        } | _best(judged.points, told)
        yield from _points(found, judged.points, told)
        if not number:
            wrong = false_alarms(found, known.pairs, judged, wanted.complete, wanted.errors)
            missed = misses(known.pairs, judged)
    yield from known.missing
    yield from _errors(adapter, run, known, missed, wrong, wanted.errors)


def _judge_labels(adapter: Adapter, run: Run, known: Known, wanted: Wanted) -> Iterator[Row]:
    wrong: list[tuple[float, Pair]] = []
    missed: list[Pair] = []
    every = adapter.found(run, known.labels.keys())
    for number, found in enumerate(each for each in every if not each.name):  # a field alone has made no clusters
        table = clusters.shared(found.clusters, known.labels)
        cubed = clusters.b_cubed(table)
        grown = clusters.grown(found, known.labels, wanted.errors)
        yield {
            "row": "measures",
            "field": found.name,
            "truth": "labels",
            "members": len(known.labels),
            "labels": len(table.true) - known.alone,
            "alone": known.alone,
            **_left_out(known),
            **_agreement(clusters.pair_agreement(table)),
            "adjusted_rand": clusters.adjusted_rand(table),
            **{f"b_cubed_{name}": getattr(cubed, name) for name in ("precision", "recall", "f1")},
        } | _best(grown.points)
        yield from _points(found, grown.points)
        if not number:
            wrong, missed = grown.wrong, list(clusters.parted(found.clusters, known.labels))
    yield from known.missing
    yield from _errors(adapter, run, known, missed, wrong, wanted.errors)


def _left_out(known: Known) -> Row:
    return {"missing": len(known.missing), "repeated": known.repeated}


def _agreement(agreement: Agreement, told: bool = True) -> Row:
    """Where nothing is known to be wrong (not `told`), precision and F1 would be 1 whatever was found: null."""
    return {
        **agreement._asdict(),
        "precision": agreement.precision if told else None,
        "recall": agreement.recall,
        "f1": agreement.f1 if told else None,
    }


def _outcomes(agreement: Agreement, negatives: int | None) -> Row:
    """The four counts and the share that is right. Of a complete truth all other pairs are negatives, and uncounted."""
    wrong, missed = agreement.found - agreement.right, agreement.true - agreement.right
    left = None if negatives is None else negatives - wrong
    pairs = agreement.true + (negatives or 0)
    right = None if left is None or not negatives else (agreement.right + left) / pairs
    return {"tp": agreement.right, "fp": wrong, "fn": missed, "tn": left, "accuracy": right}


def _best(points: Iterable[Point], told: bool = True) -> Row:
    top = best(points) if told else None
    return {"best_f1": top.agreement.f1 if top else None, "best_score": top.score if top else None}


def _points(found: Found, points: Sequence[Point], told: bool = True) -> Iterator[Row]:
    for point in thinned(points):
        yield {"row": "point", "field": found.name, "score": point.score, **_agreement(point.agreement, told)}


def _errors(
    adapter: Adapter, run: Run, known: Known, missed: Sequence[Pair], wrong: Sequence[tuple[float, Pair]], most: int
) -> Iterator[Row]:
    """The least alike of the misses, which the run is surest to have been right in, then the false alarms."""
    if not most:
        return
    alarms = wrong[:most]
    pairs = [*missed, *(pair for _, pair in alarms)]
    texts = adapter.texts(run, {member for pair in pairs for member in pair})
    told = dict(zip(pairs, adapter.evidence(run, pairs, texts), strict=True))
    ordered = sorted(missed, key=lambda pair: (_rank(told[pair]["similarity"]), pair))[:most]
    errors = [("miss", pair, told[pair]) for pair in ordered]
    errors += [("false_alarm", pair, _scored(told[pair], score)) for score, pair in alarms]
    for row, (left, right), facts in errors:
        yield {
            "row": row,
            "line": known.lines.get((left, right)),
            "left": adapter.shown(left),
            "right": adapter.shown(right),
            **facts,
            "left_text": texts.get(left, ""),
            "right_text": texts.get(right, ""),
        }


def _rank(similarity: float | None) -> float:
    return -1.0 if similarity is None else similarity


def _scored(facts: Row, score: float) -> Row:
    """A false alarm has the score that it was found by."""
    return {"score": score, **{name: value for name, value in facts.items() if name != "similarity"}}
