"""The rows of an evaluation as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from twicetold.analyses.charts import shorten_text
from twicetold.evaluate.resolve import Row
from twicetold.evaluate.sample_page import (
    describe_disagreement,
    render_confidence,
    render_confusion,
    render_kinds,
    render_sample,
)
from twicetold.text.terminal import escape_controls

MISSING_SHOWN = 5
POINTS_SHOWN = 10
TEXT_CHARACTERS = 300  # characters

Lines = Iterator[str]


def render_evaluation(rows: Sequence[Row]) -> Lines:
    """Measures, a curve in few points, what is missing, errors; a blank line between them."""
    sorts: dict[str, Callable[[Sequence[Row]], Lines]] = {
        "measures": _render_measures,
        "sample": render_sample,
        "kind": render_kinds,
        "confusion": render_confusion,
        "confidence": render_confidence,
        "point": _render_curve,
        "missing": _render_missing,
        "miss": _render_misses,
        "false_alarm": _render_false_alarms,
        "disagreement": _render_disagreements,
    }
    first = True
    for sort, told in sorts.items():
        own = [row for row in rows if row["row"] == sort]
        if own:
            yield from [] if first else [""]
            yield from told(own)
            first = False


def _render_measures(rows: Sequence[Row]) -> Lines:
    for row in rows:
        if row["field"] and not row["found"]:
            yield f"{escape_controls(row['field'])}: finds none of the truth's pairs"
            continue
        yield f"{escape_controls(row['field'])}: {_format_counts(row)}" if row["field"] else _format_counts(row)
        precision, recall, f1 = (_format_share(row[name]) for name in ("precision", "recall", "f1"))
        yield f"  precision {precision}  recall {recall}  F1 {f1}"
        yield from _RATE_RENDERERS[row["truth"]](row)
    if any(row["field"].startswith("labelled") for row in rows):
        yield "  labelled pairs alone are judged by their score, also where the run did not suggest them:"
        yield "  their threshold is the score that 5 % of the forum's chance pairs reach"
    elif len(rows) > 1:
        yield "  a field is judged by its similarity alone, among what was found by all of them together:"
        yield "  any other pair has none in the run, and counts as not found"
    yield from _render_notes(rows[0])


def _format_counts(row: Row) -> str:
    found = f"found {row['found']:,}"
    if row["truth"] == "passages":
        return f"passages {row['cases']:,}, {found}"
    if row["truth"] == "labels":
        members = f"members {row['members']:,}, labels {row['labels']:,}, without one {row['alone']:,}"
        return f"{members}; pairs {row['true']:,}, {found}, right {row['right']:,}"
    return f"pairs {row['pairs']:,}, duplicates {row['duplicates']:,}; {found}, right {row['right']:,}"


def _render_pair_rates(row: Row) -> Lines:
    if row["accuracy"] is not None:
        yield f"  accuracy {_format_share(row['accuracy'])}: {', '.join(f'{name} {row[name]:,}' for name in _OUTCOMES)}"
    yield from _render_best_score(row)


_OUTCOMES = ("tp", "fp", "fn", "tn")


def _render_best_score(row: Row) -> Lines:
    if row["best_score"] is not None:
        yield f"  the best F1, {_format_share(row['best_f1'])}, is at a score of at least {row['best_score']:.3f}"


def _render_label_rates(row: Row) -> Lines:
    cubed = (f"{name} {_format_share(row[f'b_cubed_{name.lower()}'])}" for name in ("precision", "recall", "F1"))
    yield f"  adjusted Rand index {_format_share(row['adjusted_rand'])}"
    yield f"  B-cubed {'  '.join(cubed)}"
    yield from _render_best_score(row)


def _render_passage_rates(row: Row) -> Lines:
    yield f"  granularity {row['granularity']:.3f}  plagdet {_format_share(row['plagdet'])}"
    if row["best_score"] is not None:
        top, score = _format_share(row["best_plagdet"]), row["best_score"]
        yield f"  the best plagdet, {top}, is at a similarity of at least {score:.3f}"
    if row["boilerplate"]:
        yield f"  left out as boilerplate, by the run's own word: {row['boilerplate']:,}"


_RATE_RENDERERS: dict[str, Callable[[Row], Lines]] = {
    "pairs": _render_pair_rates,
    "labels": _render_label_rates,
    "passages": _render_passage_rates,
}


def _render_notes(row: Row) -> Lines:
    """What one must know to read the figures."""
    if row["precision"] is None:
        yield "  precision is not known: the truth names no pair that is not a duplicate"
        yield "  (--complete, if it names all duplicates: then whatever else was found is wrong)"
    if row["repeated"]:
        yield f"  rows that say again what another said: {row['repeated']:,}"
    if row.get("same"):
        yield f"  left out, since they name one thing twice: {row['same']:,}"
    if row.get("missing_duplicates"):
        recall = row["right"] / (row["true"] + row["missing_duplicates"])
        yield f"  recall is {recall:.3f} if duplicates that the run lacks count as missed"


def _render_curve(rows: Sequence[Row]) -> Lines:
    """Of each field a few points, evenly."""
    last = "plagdet" if "plagdet" in rows[0] else "f1"
    yield f"   score  precision   recall  {'plagdet' if last == 'plagdet' else '     F1'}    found"
    for field in dict.fromkeys(row["field"] for row in rows):
        own = [row for row in rows if row["field"] == field]
        few = {round(step * (len(own) - 1) / (POINTS_SHOWN - 1)) for step in range(POINTS_SHOWN)}
        if field:
            yield escape_controls(field)
        for row in (own[number] for number in sorted(few)):
            precision, recall, end = (_format_share(row[name]) for name in ("precision", "recall", last))
            yield f"  {row['score']:>6.3f}  {precision:>9}  {recall:>7}  {end:>7}  {row['found']:>7,}"


def _render_missing(rows: Sequence[Row]) -> Lines:
    yield f"not in the run, so that they count neither way: {len(rows):,} of the truth's rows"
    for row in rows[:MISSING_SHOWN]:
        yield f"  line {row['line']}: {', '.join(f'`{_shorten_text(name)}`' for name in row['names'])}"
    if len(rows) > MISSING_SHOWN:
        yield f"  and {len(rows) - MISSING_SHOWN:,} more (--json tells all)"


def _render_misses(rows: Sequence[Row]) -> Lines:
    yield "misses: true and not found"
    yield from _render_errors(rows, "similarity")


def _render_false_alarms(rows: Sequence[Row]) -> Lines:
    yield "false alarms: found and not true"
    yield from _render_errors(rows, "score")


def _render_disagreements(rows: Sequence[Row]) -> Lines:
    yield "disagreements, the most confident first"
    for row in rows:
        yield describe_disagreement(row)
        yield from _render_sides(row, row, "    ")


def _render_errors(rows: Iterable[Row], measure: str) -> Lines:
    for row in rows:
        facts = [f"{measure} {_format_share(row[measure])}"] if measure in row else []
        facts += [f"{100 * row['covered']:.0f} % of it agrees"] if "covered" in row else []
        facts += [f"line {row['line']}"] if row["line"] else []
        yield f"  {', '.join(facts)}"
        yield from _render_fields(row) if "fields" in row else _render_sides(row, row, "    ")


def _render_fields(row: Row) -> Lines:
    """Why it was found or not, field by field."""
    for field in row["fields"]:
        weight = f", weight {field['weight']:g}" if field["weight"] else ""
        missing = f"missing: {field['missing']}" if field["weight"] else field["missing"]
        similarity = missing if field["similarity"] is None else f"{field['similarity']:.3f}"
        yield f"    {field['field']} {similarity}{weight}"
        yield from _render_sides(row, field, "      ")


def _render_sides(row: Row, texts: Row, indent: str) -> Lines:
    for side in ("left", "right"):
        if texts[f"{side}_text"]:
            yield f"{indent}{escape_controls(row[side])}  {_shorten_text(texts[f'{side}_text'])}"


def _shorten_text(text: str) -> str:
    return escape_controls(shorten_text(text, TEXT_CHARACTERS))


def _format_share(value: float | None) -> str:
    return "not known" if value is None else f"{value:.3f}"
