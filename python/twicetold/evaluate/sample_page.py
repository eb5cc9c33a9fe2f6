"""The rows of a labelled sample as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twicetold.evaluate.resolve import Row

Lines = Iterator[str]


def render_sample(rows: Sequence[Row]) -> Lines:
    for row in rows:
        strata = f" in {row['strata']:,} strata" if row["strata"] > 1 else ""
        sample = f"{row['answered']:,} of {_format_sample_size(row)}"
        yield f"{row['what']}: labelled {sample}, drawn from {row['population']:,}{strata}"
        yield f"  the program is right in {format_interval(row, 'right')}"
        if "real" in row:
            yield f"  findings at all: {format_interval(row, 'real')}"
        if row["macro_f1"] is not None:
            yield f"  macro F1 {row['macro_f1']:.3f}"
        if row["not_represented"]:
            yield f"  in strata without an answer, and not represented: {row['not_represented']:,}"


def _format_sample_size(row: Row) -> str:
    left = [f"{row[name]:,} {name}" for name in ("skipped", "unanswered") if row[name]]
    return f"{row['sampled']:,}" + (f" ({', '.join(left)})" if left else "")


def format_interval(row: Row, name: str) -> str:
    """`0.900 (0.799 to 0.953)`, the share and where it lies 19 times in 20."""
    if row[name] is None:
        return "not known"
    return f"{row[name]:.3f} ({row[f'{name}_low']:.3f} to {row[f'{name}_high']:.3f})"


def render_kinds(rows: Sequence[Row]) -> Lines:
    width = max(len(row["kind"]) for row in rows)
    yield f"  {'':{width}}  {'precision':<25}{'recall':<25}{'F1':<9}  said  true"
    for row in rows:
        f1 = "not known" if row["f1"] is None else f"{row['f1']:.3f}"
        shares = "".join(f"{format_interval(row, name):<25}" for name in ("precision", "recall"))
        yield f"  {row['kind']:<{width}}  {shares}{f1:<9}  {row['said']:>4}  {row['true']:>4}"


def render_confusion(rows: Sequence[Row]) -> Lines:
    """A line for what is true, a column for what was said; in brackets how many of the population that is."""
    true = list(dict.fromkeys(row["true"] for row in rows))
    columns = {row["said"] for row in rows}
    said = [*(name for name in true if name in columns), *sorted(columns - {*true})]
    cells = {(row["true"], row["said"]): f"{row['count']:,} (~{row['estimate']:,.0f})" for row in rows}
    width = max(map(len, true))
    widths = {name: max(len(name), *(len(cells.get((each, name), "-")) for each in true)) for name in said}
    yield "true, and what was said; in brackets about how many of all"
    yield "  ".join([f"  {'':{width}}", *(f"{name:>{widths[name]}}" for name in said)])
    for each in true:
        yield "  ".join([f"  {each:<{width}}", *(f"{cells.get((each, name), '-'):>{widths[name]}}" for name in said)])


def render_confidence(rows: Sequence[Row]) -> Lines:
    yield "confidence        mean  right                      labelled"
    for row in rows:
        yield (
            f"  {row['from']:.1f} to {row['to']:.1f}     {row['confidence']:.2f}  "
            f"{format_interval(row, 'right'):<25}  {row['count']:>8,}"
        )


def describe_disagreement(row: Row) -> str:
    confidence = "" if row["confidence"] is None else f", confidence {row['confidence']:.2f}"
    return f"  {row['true']}, called {row['said']}{confidence}, line {row['line']}"
