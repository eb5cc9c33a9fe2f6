"""A plan as text, and its S-curve as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.plan.choose import RUNS, Plan
from twicetold.plan.quantities import bytes_text, count_text, seconds_text
from twicetold.plan.schemes import Draws
from twicetold.plan.similarity import edits_within, jaccard_at_edit

CURVE = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)
EDITS = (0.8, 0.85, 0.9, 0.95)
PLACES = (1, 2, 3, 4, 6)


def plan_text(plan: Plan) -> str:
    """What `twicetold plan` prints: the settings, what they find, what they cost."""
    return f"{found_text(plan)}\n\n{_costs(plan)}\n"


def found_text(plan: Plan) -> str:
    """The settings and what they find, without the costs."""
    parts = [_settings(plan), _curve(plan)]
    if plan.target.measure == "edit":
        parts.append(_edited(plan))
    return "\n\n".join(parts)


def curve_rows(plan: Plan, jaccards: Sequence[float]) -> list[dict[str, Any]]:
    """The S-curve as rows of `jaccard`, `found`, `line`: the true one, and the formula's where it is not the same."""
    rows = [{"jaccard": each, "found": plan.scheme.recall(each), "line": "found"} for each in jaccards]
    if isinstance(plan.scheme, Draws):
        rows += [
            {"jaccard": each, "found": plan.scheme.naive(each), "line": "1-(1-s^K)^M, wrong here"} for each in jaccards
        ]
    return rows


def chart(plan: Plan, path: str | Path) -> None:
    """Writes the S-curve as one `.html`, `.png` or `.svg` file that needs nothing from the network."""
    from twicetold.analyses import charts

    charts.checked(path)
    charts.save(_drawn(plan, charts.altair()), path)


def _drawn(plan: Plan, altair: Any) -> Any:
    rows = curve_rows(plan, [step / 200 for step in range(201)])
    lowest = plan.jaccards[0]
    share = altair.Axis(format="%")
    curve = (
        altair.Chart(altair.Data(values=rows))
        .mark_line()
        .encode(
            x=altair.X("jaccard:Q", title=f"Jaccard of {plan.shingle}-character shingles"),
            y=altair.Y("found:Q", title="share of pairs found", axis=share, scale=altair.Scale(domain=[0, 1])),
            color=altair.Color(
                "line:N", title=None, sort=["found"], legend=altair.Legend(orient="bottom", labelLimit=400)
            ),
            tooltip=[altair.Tooltip("jaccard:Q", format=".3f"), altair.Tooltip("found:Q", format=".2%")],
        )
    )
    at = [{"jaccard": lowest, "text": f"{plan.scheme.recall(lowest):.1%} at {lowest:.2f}"}]
    threshold = altair.Chart(altair.Data(values=at)).encode(x="jaccard:Q").properties(width=520, height=320)
    side = {"align": "left", "dx": 6} if lowest < 0.7 else {"align": "right", "dx": -6}  # clear of the curve
    label = threshold.mark_text(y=306, **side).encode(text="text:N")
    return altair.layer(curve, threshold.mark_rule(strokeDash=[4, 4]), label).properties(title=str(plan.scheme))


def _settings(plan: Plan) -> str:
    target = plan.target
    verdict = "" if plan.is_enough else f"  (asked: {_share(target.recall)})"
    lowest, highest = plan.jaccards[0], plan.jaccards[-1]
    at = f"Jaccard {lowest:.3f}"
    if lowest < highest:
        at = f"Jaccard {lowest:.2f} to {highest:.2f}, as of real copies"
    elif target.measure == "edit":
        edits = edits_within(target.similarity, target.length)
        at += f", from {edits} edits in {min(target.runs or RUNS, edits)} places of {target.length} characters"
    lines = [
        ("threshold", f"{target.measure} similarity {target.similarity:g}"),
        ("shingles", f"{plan.shingle} characters"),
        ("signatures", str(plan.scheme)),
        ("a pair there", at),
        ("is found in", f"{_share(plan.recall)} of cases{verdict}"),
        ("corpus", f"{count_text(plan.corpus.sentences)} sentences of {plan.corpus.characters} characters"),
        ("by chance", f"{count_text(plan.chance_candidates)} candidates under the threshold for each sentence"),
    ]
    return "\n".join(f"{name:<14}{value}" for name, value in lines)


def _curve(plan: Plan) -> str:
    header, rows = ["Jaccard", "found"], [[f"{each:.2f}", _share(plan.scheme.recall(each))] for each in CURVE]
    if not isinstance(plan.scheme, Draws):
        return table_text(header, rows)
    for row, each in zip(rows, CURVE, strict=True):
        row.append(_share(plan.scheme.naive(each)))
    covered = plan.scheme.coverage
    note = "found: exact for these draws"
    if not covered.is_exact:
        error = max(covered.standard_error(each) for each in CURVE)
        note = f"found: from {covered.samples:,} random orders, standard error up to {error:.1g}"
    return table_text([*header, "formula"], rows) + f"\n{note}; formula: 1-(1-s^K)^M, as if no two shared a function"


def _edited(plan: Plan) -> str:
    length = plan.target.length
    rows = [
        [
            f"{each:.2f}",
            *(_share(plan.scheme.recall(jaccard_at_edit(each, length, runs, plan.shingle))) for runs in PLACES),
        ]
        for each in EDITS
    ]
    header = ["edit", *(f"{runs} place{'s' * (runs > 1)}" for runs in PLACES)]
    return f"found after edits to {length} characters, all replacements:\n" + table_text(header, rows)


def _costs(plan: Plan) -> str:
    costs = plan.estimate
    rows = [
        [
            stage.name,
            seconds_text(stage.seconds),
            bytes_text(stage.bytes) + (" on disk" if stage.on_disk else ""),
            bytes_text(stage.memory_bytes),
        ]
        for stage in costs.stages
    ]
    rows.append(["all", seconds_text(costs.seconds), bytes_text(costs.bytes), bytes_text(costs.memory_bytes)])
    text = table_text(["stage", "time", "bytes", "memory"], rows)
    hardware = plan.hardware
    text += f"\nestimated for {hardware.cores} cores and {bytes_text(hardware.memory_bytes)}"
    if plan.corpus.dump_bytes:
        share = next(stage.seconds for stage in costs.stages if stage.name == "unpack") / costs.seconds
        text += f"; bzip2 alone is {share:.0%} of the time"
    return text


def _share(value: float) -> str:
    """A share in per cent, never rounded up to all: `0.99996` -> `>99.9 %`"""
    return ">99.9 %" if value >= 0.9995 else f"{100 * value:.1f} %"


def table_text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns set flush right, the first flush left."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in [header, *rows]
    )
