"""A run of `passages` against passages that are known: plagdet, the curve along the similarity, and the errors.

What the run calls boilerplate it does not call reuse, so it is left out, and counted. Which of two documents stands on
the left does not matter. The truth names every passage: what was found elsewhere is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from twicetold.errors import InputError
from twicetold.evaluate import names, spans
from twicetold.evaluate.judging import Wanted
from twicetold.evaluate.known import Row, missing_row
from twicetold.evaluate.plagdet import Located, Plagdet, covered, plagdet
from twicetold.evaluate.truth import NamedCase, Truth
from twicetold.run import Run
from twicetold.run.finished import rows

CURVE_POINTS = 40  # each is a whole measurement
HALF = 0.5  # a passage of which less is covered is an error that is listed

Documents = tuple[str, str]  # two ids, in order
Places = Mapping[Documents, Sequence[Located]]


class Detection(NamedTuple):
    documents: Documents
    place: Located
    similarity: float


class Case(NamedTuple):
    documents: Documents
    place: Located
    line: int


def judge(run: Run, truth: Truth, wanted: Wanted) -> Iterator[Row]:
    """Rows as those of `judging`, and `granularity` and `plagdet` among the measures."""
    truth.sort("passages")
    cases, missing, repeated = known(run, truth)
    detections, boilerplate = found(run)
    points = list(curve(cases, detections))
    top = max(points, key=lambda point: (point["plagdet"], point["score"]), default=None)
    yield {
        "row": "measures",
        "field": "",
        "truth": "passages",
        "missing": len(missing),
        "repeated": repeated,
        "boilerplate": boilerplate,
        **_measures(_agreement(cases, detections)),
        "best_plagdet": top["plagdet"] if top else None,
        "best_score": top["score"] if top else None,
    }
    yield from points
    yield from missing
    yield from _errors(run, cases, detections, wanted.errors)


def known(run: Run, truth: Truth) -> tuple[list[Case], list[Row], int]:
    """The cases by the run's own ids, those whose documents it does not have, and how many said another again."""
    given = truth.cases()
    ids = names.documents(run, {name for row in given for name in (row.left, row.right)})
    missing = [
        missing_row(row.line, *(name for name in (row.left, row.right) if name not in ids))
        for row in given
        if row.left not in ids or row.right not in ids
    ]
    cases: dict[tuple[Documents, Located], Case] = {}
    for row in given:
        if row.left in ids and row.right in ids:
            case = _case(row, ids)
            cases.setdefault((case.documents, case.place), case)
    if not cases:
        first = missing[0]
        hint = "name documents by id, title or file name"
        raise InputError(
            f"`{truth.path}`: the run has nothing of it; line {first['line']}: `{first['names'][0]}`", hint
        )
    return list(cases.values()), missing, len(given) - len(missing) - len(cases)


def found(run: Run) -> tuple[list[Detection], int]:
    """The run's passages, and how many are boilerplate."""
    detections, boilerplate = [], 0
    for row in rows(run, "passages"):
        if row["kind"] == "boilerplate":
            boilerplate += 1
            continue
        sides = ((row[f"{side}_start"], row[f"{side}_end"]) for side in ("left", "right"))
        documents, place = ordered((row["left_document"], row["right_document"]), Located(*sides))
        detections.append(Detection(documents, place, row["similarity"]))
    return detections, boilerplate


def ordered(documents: Documents, place: Located) -> tuple[Documents, Located]:
    """The same passage with the smaller id on the left; within one document, with what stands first."""
    turned = (documents[1], place.right) < (documents[0], place.left)
    return ((documents[1], documents[0]), Located(place.right, place.left)) if turned else (documents, place)


def curve(cases: Sequence[Case], detections: Sequence[Detection]) -> Iterator[Row]:
    """What only the passages of at least each similarity would have agreed in."""
    scores = sorted({each.similarity for each in detections}, reverse=True)
    few = scores[:: -(-len(scores) // CURVE_POINTS)] if scores else []
    for score in dict.fromkeys([*few, *scores[-1:]]):
        kept = [each for each in detections if each.similarity >= score]
        yield {"row": "point", "field": "", "score": score, **_measures(_agreement(cases, kept))}


def _case(row: NamedCase, ids: Mapping[str, str]) -> Case:
    return Case(*ordered((ids[row.left], ids[row.right]), row.place), row.line)


def _agreement(cases: Sequence[Case], detections: Sequence[Detection]) -> Plagdet:
    true, located = _by_documents(cases), _by_documents(detections)
    return plagdet((true.get(pair, ()), located.get(pair, ())) for pair in sorted({*true, *located}))


def _by_documents(places: Sequence[Case] | Sequence[Detection]) -> Places:
    grouped: dict[Documents, list[Located]] = {}
    for each in places:
        grouped.setdefault(each.documents, []).append(each.place)
    return grouped


def _measures(result: Plagdet) -> Row:
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


def _errors(run: Run, cases: Sequence[Case], detections: Sequence[Detection], most: int) -> Iterator[Row]:
    """Cases that were hardly found, the longest first among equals; passages hardly true, the most alike first."""
    true, located = _by_documents(cases), _by_documents(detections)
    missed = _hardly(cases, located, lambda case: (-_length(case.place), case.line))[:most]
    wrong = _hardly(detections, true, lambda each: (-each.similarity, -_length(each.place), each.documents))[:most]
    said = spans.texts(run, [stretch for _, each in (*missed, *wrong) for stretch in _stretches(each)])
    for share, each in (*missed, *wrong):
        left, right = _stretches(each)
        own = {"line": each.line} if isinstance(each, Case) else {"line": None, "score": each.similarity}
        yield {
            "row": "miss" if isinstance(each, Case) else "false_alarm",
            **own,
            "left": _shown(left),
            "right": _shown(right),
            "covered": share,
            "left_text": said[left],
            "right_text": said[right],
        }


def _hardly(places: Sequence[Any], others: Places, order: Any) -> list[tuple[float, Any]]:
    shares = [(covered(each.place, others.get(each.documents, ()))[0], each) for each in places]
    return sorted((each for each in shares if each[0] < HALF), key=lambda each: (each[0], order(each[1])))


def _stretches(each: Case | Detection) -> tuple[spans.Stretch, spans.Stretch]:
    return (each.documents[0], each.place.left), (each.documents[1], each.place.right)


def _shown(stretch: spans.Stretch) -> str:
    return f"{stretch[0]}:{stretch[1][0]}-{stretch[1][1]}"


def _length(place: Located) -> int:
    return place.left[1] - place.left[0] + place.right[1] - place.right[0]
