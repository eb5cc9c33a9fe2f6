"""A labelled sample against the run that it was drawn from, or a later run over the same text: rows.

sample        how many were labelled, of how many, and the share that the program got right
kind          precision and recall of one answer
confusion     what the program said against what is true
confidence    the share that is right where the program was so confident
missing       what is not in the run any more; it counts neither way
disagreement  where the answer is another, the most confident first
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from twicetold.errors import InputError
from twicetold.evaluate.estimate import SampleShare, StratumAnswer, compute_weights, estimate_share
from twicetold.evaluate.judge import EvaluationOptions
from twicetold.evaluate.resolve import Row, build_missing_row
from twicetold.evaluate.truth import SKIPPED, TruthFile
from twicetold.label.base import LabelItem, LabelSet
from twicetold.label.sample import BAND_STARTS, find_band
from twicetold.run import Run
from twicetold.text.csv_rows import escape_cell


class JudgedItem(NamedTuple):
    """A finding with the answer that people gave, and what the run says of it."""

    line: int
    stratum: str
    answer: str
    item: LabelItem

    @property
    def is_right(self) -> bool:
        return self.item.said == self.answer


class SampleFile(NamedTuple):
    """The rows of a file that have an answer; its strata with their populations."""

    rows: Sequence[tuple[int, dict[str, str]]]
    populations: Mapping[str, int]
    skipped: int
    unanswered: int


def judge_sample(run: Run, sets: Sequence[LabelSet], truth: TruthFile, options: EvaluationOptions) -> Iterator[Row]:
    """The rows of the evaluation."""
    labels = _find_label_set(sets, truth)
    sample = _read_answers(labels, truth)
    judged, missing = _match_items(run, labels, sample)
    if not judged:
        raise InputError(
            f"`{truth.path}`: nothing in it is in the run; line {missing[0]['line']} names `{missing[0]['names'][0]}`",
            "give the run that the sample was drawn from",
        )
    populations = {stratum: sample.populations[stratum] for stratum in {each.stratum for each in judged}}
    kinds = _order_answers(labels, judged)
    rows = [_judge_kind(labels, kind, judged, populations) for kind in kinds if kind != labels.refusal]
    scores = [row["f1"] for row in rows if row["f1"] is not None and row["true"]]
    yield {
        "row": "sample",
        "what": labels.name,
        "sampled": len(truth.rows),
        "answered": len(sample.rows),
        "skipped": sample.skipped,
        "unanswered": sample.unanswered,
        "missing": len(missing),
        "strata": len(sample.populations),
        "population": sum(populations.values()),
        "not_represented": sum(sample.populations.values()) - sum(populations.values()),
        **_name_share("right", _share_of(judged, populations, lambda each: each.is_right)),
        **_describe_refusals(labels, judged, populations),
        "macro_f1": sum(scores) / len(scores) if scores else None,
    }
    yield from rows
    yield from _count_confusion(kinds, judged, populations)
    yield from _judge_bands(judged, populations)
    yield from missing
    yield from _list_disagreements(labels, run, judged, options.errors)


def _find_label_set(sets: Sequence[LabelSet], truth: TruthFile) -> LabelSet:
    """The set of findings that all rows of the file are of."""
    known = {each.name: each for each in sets}
    names = list(dict.fromkeys(row["what"].strip() for _, row in truth.rows))
    if len(names) > 1:
        raise InputError(f"`{truth.path}` mixes samples: {', '.join(names)}", "give one file for each")
    if names[0] not in known:
        hint = f"this job has: {', '.join(known)}" if known else "it is a sample of a run of another job"
        raise InputError(f"`{truth.path}` is a sample of `{names[0]}`, which the run does not have", hint)
    return known[names[0]]


def _read_answers(labels: LabelSet, truth: TruthFile) -> SampleFile:
    allowed = {answer.name for answer in labels.answers}
    rows: list[tuple[int, dict[str, str]]] = []
    populations: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for line, row in truth.rows:
        answer, population = row["answer"].strip().casefold(), row["population"].strip()
        if answer not in (*allowed, SKIPPED, ""):
            names = ", ".join(each.name for each in labels.answers)
            raise InputError(
                f"`{truth.path}`, line {line}: unknown answer `{row['answer']}`", f"give one of: {names}, {SKIPPED}"
            )
        if not (population.isascii() and population.isdigit() and int(population)):
            raise InputError(
                f"`{truth.path}`, line {line}: `population` must be a number from 1, not `{population}`",
                "leave the columns `stratum` and `population` as `twicetold label` wrote them",
            )
        if populations.setdefault(row["stratum"], int(population)) != int(population):
            raise InputError(
                f"`{truth.path}`, line {line}: stratum `{row['stratum']}` has two populations",
                "leave the columns `stratum` and `population` as `twicetold label` wrote them",
            )
        counts[answer] += 1
        if answer in allowed:
            rows.append((line, {**row, "answer": answer}))
    if not rows:
        raise InputError(f"`{truth.path}` has no answers yet", "fill in the column `answer`, or run `twicetold label`")
    return SampleFile(rows, populations, counts[SKIPPED], counts[""])


def _match_items(run: Run, labels: LabelSet, sample: SampleFile) -> tuple[list[JudgedItem], list[Row]]:
    """The rows with what the run says of them. A place that now says something else is not the same finding."""
    wanted = {name for _, row in sample.rows for name in (_name_sides(row), _name_sides(row)[::-1])}
    found: dict[tuple[str, str], LabelItem] = {}
    for each in labels.read_items(run):
        names = escape_cell(each.left), escape_cell(each.right)
        if names in wanted:
            found.setdefault(names, each)
    both = [(line, row, found.get(_name_sides(row)) or found.get(_name_sides(row)[::-1])) for line, row in sample.rows]
    texts = iter(labels.read_texts(run, [item for _, _, item in both if item]))
    judged, missing = [], []
    for line, row, item in both:
        said = next(texts) if item else None
        if item and said and _has_texts(row, escape_cell(said.left_text), escape_cell(said.right_text)):
            judged.append(JudgedItem(line, row["stratum"], row["answer"], item))
        else:
            missing.append(build_missing_row(line, row["left"], row["right"]))
    return judged, missing


def _name_sides(row: Mapping[str, str]) -> tuple[str, str]:
    return row["left"], row["right"]


def _has_texts(row: Mapping[str, str], left: str, right: str) -> bool:
    """Whether the row has these texts, on whichever side; a file without texts has them."""
    given = [" ".join(row[name].split()) for name in ("left_text", "right_text") if row.get(name)]
    return not given or sorted(given) == sorted(" ".join(text.split()) for text in (left, right) if text)


def _order_answers(labels: LabelSet, judged: Sequence[JudgedItem]) -> list[str]:
    """The answers that were given or said, in the order of the job, then what only the run has."""
    there = {each.answer for each in judged} | {each.item.said for each in judged}
    known = [answer.name for answer in labels.answers if answer.name in there]
    return [*known, *sorted(there - {*known})]


def _share_of(
    judged: Sequence[JudgedItem],
    populations: Mapping[str, int],
    is_wanted: Callable[[JudgedItem], bool],
    is_counted: Callable[[JudgedItem], bool] = lambda each: True,
) -> SampleShare:
    return estimate_share(
        [StratumAnswer(each.stratum, is_counted(each), is_wanted(each)) for each in judged], populations
    )


def _name_share(name: str, share: SampleShare) -> Row:
    return {name: share.share, f"{name}_low": share.low, f"{name}_high": share.high}


def _describe_refusals(labels: LabelSet, judged: Sequence[JudgedItem], populations: Mapping[str, int]) -> Row:
    """The share that is a finding at all, where the answers can say that it is not."""
    if not labels.refusal:
        return {}
    return _name_share("real", _share_of(judged, populations, lambda each: each.answer != labels.refusal))


def _judge_kind(labels: LabelSet, kind: str, judged: Sequence[JudgedItem], populations: Mapping[str, int]) -> Row:
    """Precision and recall of a kind. A list of what was found cannot say what is missing in it: no recall."""
    # What the program said is known of all findings: strata in which it never says this cannot hide one.
    strata = {each.stratum for each in judged if each.item.said == kind}
    saying = [each for each in judged if each.stratum in strata]
    precision = _share_of(saying, populations, lambda each: each.is_right, lambda each: each.item.said == kind)
    recall = _share_of(judged, populations, lambda each: each.is_right, lambda each: each.answer == kind)
    if labels.refusal:
        recall = SampleShare(recall.answers, None, None, None)
    both = (precision.share or 0.0) + (recall.share or 0.0)
    f1 = None
    if precision.share is not None and recall.share is not None:
        f1 = 2 * precision.share * recall.share / both if both else 0.0
    elif recall.share is not None:
        f1 = 0.0  # never said, and it was there to be said
    return {
        "row": "kind",
        "kind": kind,
        "said": precision.answers,
        "true": recall.answers,
        **_name_share("precision", precision),
        **_name_share("recall", recall),
        "f1": f1,
    }


def _count_confusion(
    kinds: Sequence[str], judged: Sequence[JudgedItem], populations: Mapping[str, int]
) -> Iterator[Row]:
    """What was said against what is true: answers, and how many findings of the run that is."""
    weights = compute_weights((each.stratum for each in judged), populations)
    counts: Counter[tuple[str, str]] = Counter()
    estimates: dict[tuple[str, str], float] = {}
    for each in judged:
        cell = each.answer, each.item.said
        counts[cell] += 1
        estimates[cell] = estimates.get(cell, 0.0) + weights[each.stratum]
    for cell in ((answer, said) for answer in kinds for said in kinds):
        if counts[cell]:
            yield {
                "row": "confusion",
                "true": cell[0],
                "said": cell[1],
                "count": counts[cell],
                "estimate": estimates[cell],
            }


def _judge_bands(judged: Sequence[JudgedItem], populations: Mapping[str, int]) -> Iterator[Row]:
    """Whether the confidence is honest: in each band, its mean and the share that is right."""
    weights = compute_weights((each.stratum for each in judged), populations)
    for start, end in zip(BAND_STARTS, (*BAND_STARTS[1:], 1.0), strict=True):
        inside = [each for each in judged if _is_within(each, start)]
        if inside:
            share = _share_of(judged, populations, lambda each: each.is_right, partial(_is_within, start=start))
            total = sum(weights[each.stratum] for each in inside)
            mean = sum(weights[each.stratum] * (each.item.confidence or 0.0) for each in inside) / total
            band: Row = {"row": "confidence", "from": start, "to": end, "count": len(inside), "confidence": mean}
            yield band | _name_share("right", share)


def _is_within(each: JudgedItem, start: float) -> bool:
    """Whether its confidence is in the band that begins here."""
    return each.item.confidence is not None and find_band(each.item.confidence) == start


def _list_disagreements(labels: LabelSet, run: Run, judged: Sequence[JudgedItem], most: int) -> Iterator[Row]:
    wrong = [each for each in judged if not each.is_right]
    wrong.sort(key=lambda each: (-(each.item.confidence or 0.0), each.line))
    shown = wrong[:most]
    for each, texts in zip(shown, labels.read_texts(run, [each.item for each in shown]), strict=True):
        yield {
            "row": "disagreement",
            "line": each.line,
            "true": each.answer,
            "said": each.item.said,
            "confidence": each.item.confidence,
            "left": each.item.left,
            "right": each.item.right,
            "left_text": texts.left_text,
            "right_text": texts.right_text,
        }
