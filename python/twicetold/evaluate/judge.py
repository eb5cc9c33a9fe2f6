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
from twicetold.evaluate.adapters import EvaluationAdapter
from twicetold.evaluate.findings import Pair, RunFindings
from twicetold.evaluate.pairs import (
    Agreement,
    CurvePoint,
    find_best_point,
    judge_pairs,
    list_false_alarms,
    list_misses,
    subsample_points,
)
from twicetold.evaluate.resolve import ResolvedTruth, Row, resolve_labels, resolve_pairs
from twicetold.evaluate.truth import TruthFile
from twicetold.run import Run


@dataclass(frozen=True)
class EvaluationOptions:
    """The options: how many errors of each sort to list, and whether the truth names all duplicates."""

    errors: int = 10
    complete: bool = False


def judge_findings(adapter: EvaluationAdapter, run: Run, truth: TruthFile, options: EvaluationOptions) -> Iterator[Row]:
    """The rows, whichever of the two sorts the truth is."""
    if truth.require_sort("pairs", "labels") == "pairs":
        yield from _judge_pairs(adapter, run, resolve_pairs(adapter, run, truth, options.complete), options)
    else:
        yield from _judge_labels(adapter, run, resolve_labels(adapter, run, truth), options)


def _judge_pairs(
    adapter: EvaluationAdapter, run: Run, known: ResolvedTruth, options: EvaluationOptions
) -> Iterator[Row]:
    members = {member for pair in known.pairs for member in pair}
    told = options.complete or not all(known.pairs.values())  # what is wrong, so that precision says something
    counts = {
        "truth": "pairs",
        "complete": options.complete,
        "pairs": len(known.pairs),
        "duplicates": sum(known.pairs.values()),
        **_count_left_out(known),
        "missing_duplicates": known.missing_duplicates,
        "same": known.same,
    }
    wrong: list[tuple[float, Pair]] = []
    missed: list[Pair] = []
    for number, found in enumerate(adapter.read_findings(run, None if options.complete else members)):
        judged = judge_pairs(found, known.pairs, options.complete)
        negatives = None if options.complete else len(known.pairs) - counts["duplicates"]
        yield {
            "row": "measures",
            "field": found.name,
            **counts,
            **_summarise_agreement(judged.agreement, told),
            **_count_outcomes(judged.agreement, negatives),
        } | _describe_best_point(judged.points, told)
        yield from _list_points(found, judged.points, told)
        if not number:
            wrong = list_false_alarms(found, known.pairs, judged, options.complete, options.errors)
            missed = list_misses(known.pairs, judged)
    yield from known.missing
    yield from _list_errors(adapter, run, known, missed, wrong, options.errors)


def _judge_labels(
    adapter: EvaluationAdapter, run: Run, known: ResolvedTruth, options: EvaluationOptions
) -> Iterator[Row]:
    wrong: list[tuple[float, Pair]] = []
    missed: list[Pair] = []
    every = adapter.read_findings(run, known.labels.keys())
    for number, found in enumerate(each for each in every if not each.name):  # a field alone has made no clusters
        table = clusters.count_overlaps(found.clusters, known.labels)
        cubed = clusters.compute_b_cubed(table)
        grown = clusters.trace_growth(found, known.labels, options.errors)
        yield {
            "row": "measures",
            "field": found.name,
            "truth": "labels",
            "members": len(known.labels),
            "labels": len(table.true) - known.alone,
            "alone": known.alone,
            **_count_left_out(known),
            **_summarise_agreement(clusters.count_pair_agreement(table)),
            "adjusted_rand": clusters.compute_adjusted_rand(table),
            **{f"b_cubed_{name}": getattr(cubed, name) for name in ("precision", "recall", "f1")},
        } | _describe_best_point(grown.points)
        yield from _list_points(found, grown.points)
        if not number:
            wrong, missed = grown.wrong, list(clusters.find_split_pairs(found.clusters, known.labels))
    yield from known.missing
    yield from _list_errors(adapter, run, known, missed, wrong, options.errors)


def _count_left_out(known: ResolvedTruth) -> Row:
    return {"missing": len(known.missing), "repeated": known.repeated}


def _summarise_agreement(agreement: Agreement, has_negatives: bool = True) -> Row:
    """Where nothing is known to be wrong (not `told`), precision and F1 would be 1 whatever was found: null."""
    return {
        **agreement._asdict(),
        "precision": agreement.precision if has_negatives else None,
        "recall": agreement.recall,
        "f1": agreement.f1 if has_negatives else None,
    }


def _count_outcomes(agreement: Agreement, negatives: int | None) -> Row:
    """The four counts and the share that is right. Of a complete truth all other pairs are negatives, and uncounted."""
    wrong, missed = agreement.found - agreement.right, agreement.true - agreement.right
    left = None if negatives is None else negatives - wrong
    pairs = agreement.true + (negatives or 0)
    right = None if left is None or not negatives else (agreement.right + left) / pairs
    return {"tp": agreement.right, "fp": wrong, "fn": missed, "tn": left, "accuracy": right}


def _describe_best_point(points: Iterable[CurvePoint], has_negatives: bool = True) -> Row:
    top = find_best_point(points) if has_negatives else None
    return {"best_f1": top.agreement.f1 if top else None, "best_score": top.score if top else None}


def _list_points(found: RunFindings, points: Sequence[CurvePoint], has_negatives: bool = True) -> Iterator[Row]:
    for point in subsample_points(points):
        yield {
            "row": "point",
            "field": found.name,
            "score": point.score,
            **_summarise_agreement(point.agreement, has_negatives),
        }


def _list_errors(
    adapter: EvaluationAdapter,
    run: Run,
    known: ResolvedTruth,
    missed: Sequence[Pair],
    wrong: Sequence[tuple[float, Pair]],
    most: int,
) -> Iterator[Row]:
    """The least alike of the misses, which the run is surest to have been right in, then the false alarms."""
    if not most:
        return
    alarms = wrong[:most]
    pairs = [*missed, *(pair for _, pair in alarms)]
    texts = adapter.read_texts(run, {member for pair in pairs for member in pair})
    told = dict(zip(pairs, adapter.explain_pairs(run, pairs, texts), strict=True))
    ordered = sorted(missed, key=lambda pair: (_rank_similarity(told[pair]["similarity"]), pair))[:most]
    errors = [("miss", pair, told[pair]) for pair in ordered]
    errors += [("false_alarm", pair, _replace_similarity(told[pair], score)) for score, pair in alarms]
    for row, (left, right), facts in errors:
        yield {
            "row": row,
            "line": known.lines.get((left, right)),
            "left": adapter.format_member(left),
            "right": adapter.format_member(right),
            **facts,
            "left_text": texts.get(left, ""),
            "right_text": texts.get(right, ""),
        }


def _rank_similarity(similarity: float | None) -> float:
    return -1.0 if similarity is None else similarity


def _replace_similarity(facts: Row, score: float) -> Row:
    """A false alarm has the score that it was found by."""
    return {"score": score, **{name: value for name, value in facts.items() if name != "similarity"}}
