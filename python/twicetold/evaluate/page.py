"""The rows of an evaluation as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from twicetold.analyses.charts import short
from twicetold.evaluate.known import Row
from twicetold.terminal import visible

MISSING_SHOWN = 5
POINTS_SHOWN = 10
TEXT_SHOWN = 300  # characters

Lines = Iterator[str]


def page(rows: Sequence[Row]) -> Lines:
    """Measures, a curve in few points, what is missing, errors; a blank line between them."""
    sorts: dict[str, Callable[[Sequence[Row]], Lines]] = {
        "measures": _measures,
        "point": _curve,
        "missing": _missing,
        "miss": _misses,
        "false_alarm": _false_alarms,
    }
    first = True
    for sort, told in sorts.items():
        own = [row for row in rows if row["row"] == sort]
        if own:
            yield from [] if first else [""]
            yield from told(own)
            first = False


def _measures(rows: Sequence[Row]) -> Lines:
    for row in rows:
        if row["field"] and not row["found"]:
            yield f"{visible(row['field'])}: finds none of the truth's pairs"
            continue
        yield f"{visible(row['field'])}: {_counts(row)}" if row["field"] else _counts(row)
        yield f"  precision {_share(row['precision'])}  recall {_share(row['recall'])}  F1 {_share(row['f1'])}"
        yield from _RATES[row["truth"]](row)
    if len(rows) > 1:
        yield "  a field is judged by its similarity alone, among what was found by all of them together:"
        yield "  any other pair has none in the run, and counts as not found"
    yield from _notes(rows[0])


def _counts(row: Row) -> str:
    found = f"found {row['found']:,}"
    if row["truth"] == "passages":
        return f"passages {row['cases']:,}, {found}"
    if row["truth"] == "labels":
        members = f"members {row['members']:,}, labels {row['labels']:,}, without one {row['alone']:,}"
        return f"{members}; pairs {row['true']:,}, {found}, right {row['right']:,}"
    return f"pairs {row['pairs']:,}, duplicates {row['duplicates']:,}; {found}, right {row['right']:,}"


def _of_pairs(row: Row) -> Lines:
    if row["accuracy"] is not None:
        yield f"  accuracy {_share(row['accuracy'])}: {', '.join(f'{name} {row[name]:,}' for name in _OUTCOMES)}"
    yield from _best(row)


_OUTCOMES = ("tp", "fp", "fn", "tn")


def _best(row: Row) -> Lines:
    if row["best_score"] is not None:
        yield f"  the best F1, {_share(row['best_f1'])}, is at a score of at least {row['best_score']:.3f}"


def _of_labels(row: Row) -> Lines:
    cubed = (f"{name} {_share(row[f'b_cubed_{name.lower()}'])}" for name in ("precision", "recall", "F1"))
    yield f"  adjusted Rand index {_share(row['adjusted_rand'])}"
    yield f"  B-cubed {'  '.join(cubed)}"
    yield from _best(row)


def _of_passages(row: Row) -> Lines:
    yield f"  granularity {row['granularity']:.3f}  plagdet {_share(row['plagdet'])}"
    if row["best_score"] is not None:
        top, score = _share(row["best_plagdet"]), row["best_score"]
        yield f"  the best plagdet, {top}, is at a similarity of at least {score:.3f}"
    if row["boilerplate"]:
        yield f"  left out as boilerplate, by the run's own word: {row['boilerplate']:,}"


_RATES: dict[str, Callable[[Row], Lines]] = {"pairs": _of_pairs, "labels": _of_labels, "passages": _of_passages}


def _notes(row: Row) -> Lines:
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


def _curve(rows: Sequence[Row]) -> Lines:
    """Of each field a few points, evenly."""
    last = "plagdet" if "plagdet" in rows[0] else "f1"
    yield f"   score  precision   recall  {'plagdet' if last == 'plagdet' else '     F1'}    found"
    for field in dict.fromkeys(row["field"] for row in rows):
        own = [row for row in rows if row["field"] == field]
        few = {round(step * (len(own) - 1) / (POINTS_SHOWN - 1)) for step in range(POINTS_SHOWN)}
        if field:
            yield visible(field)
        for row in (own[number] for number in sorted(few)):
            shares = f"{_share(row['precision']):>9}  {_share(row['recall']):>7}  {_share(row[last]):>7}"
            yield f"  {row['score']:>6.3f}  {shares}  {row['found']:>7,}"


def _missing(rows: Sequence[Row]) -> Lines:
    yield f"not in the run, so that they count neither way: {len(rows):,} of the truth's rows"
    for row in rows[:MISSING_SHOWN]:
        yield f"  line {row['line']}: {', '.join(f'`{_text(name)}`' for name in row['names'])}"
    if len(rows) > MISSING_SHOWN:
        yield f"  and {len(rows) - MISSING_SHOWN:,} more (--json tells all)"


def _misses(rows: Sequence[Row]) -> Lines:
    yield "misses: true and not found"
    yield from _errors(rows, "similarity")


def _false_alarms(rows: Sequence[Row]) -> Lines:
    yield "false alarms: found and not true"
    yield from _errors(rows, "score")


def _errors(rows: Iterable[Row], measure: str) -> Lines:
    for row in rows:
        facts = [f"{measure} {_share(row[measure])}"] if measure in row else []
        facts += [f"{100 * row['covered']:.0f} % of it agrees"] if "covered" in row else []
        facts += [f"line {row['line']}"] if row["line"] else []
        yield f"  {', '.join(facts)}"
        yield from _fields(row) if "fields" in row else _sides(row, row, "    ")


def _fields(row: Row) -> Lines:
    """Why it was found or not, field by field."""
    for field in row["fields"]:
        alike = f"missing: {field['missing']}" if field["similarity"] is None else f"{field['similarity']:.3f}"
        yield f"    {field['field']} {alike}, weight {field['weight']:g}"
        yield from _sides(row, field, "      ")


def _sides(row: Row, texts: Row, indent: str) -> Lines:
    for side in ("left", "right"):
        if texts[f"{side}_text"]:
            yield f"{indent}{visible(row[side])}  {_text(texts[f'{side}_text'])}"


def _text(text: str) -> str:
    return visible(short(text, TEXT_SHOWN))


def _share(value: float | None) -> str:
    return "not known" if value is None else f"{value:.3f}"
