"""A run of `passages` against passages that are known: plagdet, the curve along the similarity, and the errors.

What the run calls boilerplate it does not call reuse, so it is left out, and counted. Which of two documents stands on
the left does not matter. The truth names every passage: what was found elsewhere is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from twicetold.errors import InputError
from twicetold.evaluate import names
from twicetold.evaluate.judge import EvaluationOptions
from twicetold.evaluate.resolve import Row, build_missing_row
from twicetold.evaluate.truth import NamedCase, PassageSpans, TruthFile
from twicetold.jobs.passages import spans
from twicetold.jobs.passages.kinds import BOILERPLATE
from twicetold.jobs.passages.plagdet import Plagdet, compute_plagdet, measure_coverage
from twicetold.run import Run
from twicetold.run.finished import read_rows

CURVE_POINTS = 40  # each is a whole measurement
LEAST_COVERED = 0.5  # a passage of which less is covered is an error that is listed

DocumentPair = tuple[str, str]  # two ids, in order
PassagesByDocuments = Mapping[DocumentPair, Sequence[PassageSpans]]


class PassageDetection(NamedTuple):
    documents: DocumentPair
    place: PassageSpans
    similarity: float


class PassageCase(NamedTuple):
    documents: DocumentPair
    place: PassageSpans
    line: int


def judge_passages(run: Run, truth: TruthFile, options: EvaluationOptions) -> Iterator[Row]:
    """Rows as those of `judging`, and `granularity` and `plagdet` among the measures."""
    truth.require_sort("passages")
    cases, missing, repeated = resolve_cases(run, truth)
    detections, boilerplate = read_detections(run)
    points = list(compute_curve(cases, detections))
    top = max(points, key=lambda point: (point["plagdet"], point["score"]), default=None)
    yield {
        "row": "measures",
        "field": "",
        "truth": "passages",
        "missing": len(missing),
        "repeated": repeated,
        "boilerplate": boilerplate,
        **_list_measures(_measure_agreement(cases, detections)),
        "best_plagdet": top["plagdet"] if top else None,
        "best_score": top["score"] if top else None,
    }
    yield from points
    yield from missing
    yield from _list_errors(run, cases, detections, options.errors)


def resolve_cases(run: Run, truth: TruthFile) -> tuple[list[PassageCase], list[Row], int]:
    """The cases by the run's own ids, those whose documents it does not have, and how many said another again."""
    given = truth.list_cases()
    ids = names.find_documents(run, {name for row in given for name in (row.left, row.right)})
    missing = [
        build_missing_row(row.line, *(name for name in (row.left, row.right) if name not in ids))
        for row in given
        if row.left not in ids or row.right not in ids
    ]
    cases: dict[tuple[DocumentPair, PassageSpans], PassageCase] = {}
    for row in given:
        if row.left in ids and row.right in ids:
            case = _resolve_case(row, ids)
            cases.setdefault((case.documents, case.place), case)
    if not cases:
        first = missing[0]
        hint = "name documents by id, title or file name"
        raise InputError(
            f"`{truth.path}`: nothing in it is in the run; line {first['line']} names `{first['names'][0]}`", hint
        )
    return list(cases.values()), missing, len(given) - len(missing) - len(cases)


def read_detections(run: Run) -> tuple[list[PassageDetection], int]:
    """The run's passages, and how many are boilerplate."""
    detections, boilerplate = [], 0
    for row in read_rows(run, "passages"):
        if row["kind"] == BOILERPLATE:
            boilerplate += 1
            continue
        sides = ((row[f"{side}_start"], row[f"{side}_end"]) for side in ("left", "right"))
        documents, place = order_sides((row["left_document"], row["right_document"]), PassageSpans(*sides))
        detections.append(PassageDetection(documents, place, row["similarity"]))
    return detections, boilerplate


def order_sides(documents: DocumentPair, place: PassageSpans) -> tuple[DocumentPair, PassageSpans]:
    """The same passage with the smaller id on the left; within one document, with what stands first."""
    turned = (documents[1], place.right) < (documents[0], place.left)
    return ((documents[1], documents[0]), PassageSpans(place.right, place.left)) if turned else (documents, place)


def compute_curve(cases: Sequence[PassageCase], detections: Sequence[PassageDetection]) -> Iterator[Row]:
    """What only the passages of at least each similarity would have agreed in."""
    scores = sorted({each.similarity for each in detections}, reverse=True)
    few = scores[:: -(-len(scores) // CURVE_POINTS)] if scores else []
    for score in dict.fromkeys([*few, *scores[-1:]]):
        kept = [each for each in detections if each.similarity >= score]
        yield {"row": "point", "field": "", "score": score, **_list_measures(_measure_agreement(cases, kept))}


def _resolve_case(row: NamedCase, ids: Mapping[str, str]) -> PassageCase:
    return PassageCase(*order_sides((ids[row.left], ids[row.right]), row.place), row.line)


def _measure_agreement(cases: Sequence[PassageCase], detections: Sequence[PassageDetection]) -> Plagdet:
    true, located = _group_by_documents(cases), _group_by_documents(detections)
    return compute_plagdet((true.get(pair, ()), located.get(pair, ())) for pair in sorted({*true, *located}))


def _group_by_documents(places: Sequence[PassageCase] | Sequence[PassageDetection]) -> PassagesByDocuments:
    grouped: dict[DocumentPair, list[PassageSpans]] = {}
    for each in places:
        grouped.setdefault(each.documents, []).append(each.place)
    return grouped


def _list_measures(result: Plagdet) -> Row:
    both = result.precision + result.recall
    return {
        "cases": result.cases,
        "found": result.detections,
        "precision": result.precision,
        "recall": result.recall,
        "f1": 2 * result.precision * result.recall / both if both else 0.0,
        "granularity": result.granularity,
        "plagdet": result.score,
    }


def _list_errors(
    run: Run, cases: Sequence[PassageCase], detections: Sequence[PassageDetection], most: int
) -> Iterator[Row]:
    """Cases that were hardly found, the longest first among equals; passages hardly true, the most alike first."""
    true, located = _group_by_documents(cases), _group_by_documents(detections)
    missed = _find_hardly_covered(cases, located, lambda case: (-_count_characters(case.place), case.line))[:most]
    wrong = _find_hardly_covered(
        detections, true, lambda each: (-each.similarity, -_count_characters(each.place), each.documents)
    )[:most]
    said = spans.read_stretch_texts(
        run, [stretch for _, each in (*missed, *wrong) for stretch in _list_stretches(each)]
    )
    for share, each in (*missed, *wrong):
        left, right = _list_stretches(each)
        own = {"line": each.line} if isinstance(each, PassageCase) else {"line": None, "score": each.similarity}
        yield {
            "row": "miss" if isinstance(each, PassageCase) else "false_alarm",
            **own,
            "left": _format_stretch(left),
            "right": _format_stretch(right),
            "covered": share,
            "left_text": said[left],
            "right_text": said[right],
        }


def _find_hardly_covered(places: Sequence[Any], others: PassagesByDocuments, order: Any) -> list[tuple[float, Any]]:
    shares = [(measure_coverage(each.place, others.get(each.documents, ()))[0], each) for each in places]
    return sorted((each for each in shares if each[0] < LEAST_COVERED), key=lambda each: (each[0], order(each[1])))


def _list_stretches(each: PassageCase | PassageDetection) -> tuple[spans.Stretch, spans.Stretch]:
    return (each.documents[0], each.place.left), (each.documents[1], each.place.right)


def _format_stretch(stretch: spans.Stretch) -> str:
    return f"{stretch[0]}:{stretch[1][0]}-{stretch[1][1]}"


def _count_characters(place: PassageSpans) -> int:
    return place.left[1] - place.left[0] + place.right[1] - place.right[0]
