"""A plan as text, and its S-curve as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.plan.choose import DEFAULT_RUNS, Plan
from twicetold.plan.estimate import count_passes
from twicetold.plan.schemes import DrawScheme
from twicetold.plan.similarity import count_allowed_edits, estimate_jaccard_at_edit
from twicetold.text.columns import format_table
from twicetold.text.quantities import format_bytes, format_seconds, shorten_count

CURVE = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)
EDITS = (0.8, 0.85, 0.9, 0.95)
PLACES = (1, 2, 3, 4, 6)


def render_plan_text(plan: Plan) -> str:
    """What `twicetold plan` prints: the settings, what they find, what they cost."""
    edits = [_render_edits(plan)] if plan.target.measure == "edit" else []
    return "\n\n".join([_render_settings(plan), _render_curve(plan), *edits, _render_costs(plan)]) + "\n"


def list_curve_rows(plan: Plan, jaccards: Sequence[float]) -> list[dict[str, Any]]:
    """The S-curve as rows of `jaccard`, `found`, `line`: the true one, and the formula's where it is not the same."""
    rows = [{"jaccard": each, "found": plan.scheme.compute_recall(each), "line": "found"} for each in jaccards]
    if isinstance(plan.scheme, DrawScheme):
        rows += [
            {"jaccard": each, "found": plan.scheme.compute_formula_recall(each), "line": "1-(1-s^K)^M, wrong here"}
            for each in jaccards
        ]
    return rows


def save_curve_chart(plan: Plan, path: str | Path) -> None:
    """Writes the S-curve as one `.html`, `.png` or `.svg` file that needs nothing from the network."""
    from twicetold.analyses import charts

    charts.check_suffix(path)  # before Altair is asked for
    charts.save_chart(_draw_curve(plan, charts.import_altair()), path)


def _draw_curve(plan: Plan, altair: Any) -> Any:
    rows = list_curve_rows(plan, [step / 200 for step in range(201)])
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
    at = [{"jaccard": lowest, "text": f"{plan.scheme.compute_recall(lowest):.1%} at {lowest:.2f}"}]
    threshold = altair.Chart(altair.Data(values=at)).encode(x="jaccard:Q").properties(width=520, height=320)
    side = {"align": "left", "dx": 6} if lowest < 0.7 else {"align": "right", "dx": -6}  # clear of the curve
    label = threshold.mark_text(y=306, **side).encode(text="text:N")
    return altair.layer(curve, threshold.mark_rule(strokeDash=[4, 4]), label).properties(title=str(plan.scheme))


def _render_settings(plan: Plan) -> str:
    target = plan.target
    verdict = "" if plan.is_enough else f"  (asked: {_format_share(target.recall)})"
    lowest, highest = plan.jaccards[0], plan.jaccards[-1]
    at = f"Jaccard {lowest:.3f}"
    if lowest < highest:
        at = f"Jaccard {lowest:.2f} to {highest:.2f}, as of real copies"
    elif target.measure == "edit":
        edits = count_allowed_edits(target.similarity, target.length)
        at += f", from {edits} edits in {min(target.runs or DEFAULT_RUNS, edits)} places of {target.length} characters"
    lines = [
        ("threshold", f"{target.measure} similarity {target.similarity:g}"),
        ("shingles", f"{plan.shingle} characters"),
        ("signatures", str(plan.scheme)),
        ("a pair there", at),
        ("is found in", f"{_format_share(plan.recall)} of cases{verdict}"),
        ("corpus", f"{shorten_count(plan.corpus.sentences)} sentences of {plan.corpus.characters} characters"),
        ("by chance", f"{shorten_count(plan.chance_candidates)} candidates under the threshold for each sentence"),
    ]
    if target.has_letters:
        compared = shorten_count(plan.possible_candidates)
        lines.append(("compared", f"{compared} candidates for each sentence; letters rule out the others"))
    if (passes := count_passes(plan.scheme, plan.corpus.sentences)) > 1:
        lines.append(("passes", f"{passes} over the texts, each for the keys of some bands, so that fewer are on disk"))
    return "\n".join(f"{name:<14}{value}" for name, value in lines)


def _render_curve(plan: Plan) -> str:
    header, rows = (
        ["Jaccard", "found"],
        [[f"{each:.2f}", _format_share(plan.scheme.compute_recall(each))] for each in CURVE],
    )
    if not isinstance(plan.scheme, DrawScheme):
        return format_table(header, rows)
    for row, each in zip(rows, CURVE, strict=True):
        row.append(_format_share(plan.scheme.compute_formula_recall(each)))
    covered = plan.scheme.coverage
    note = "found: exact for these draws"
    if not covered.is_exact:
        error = max(covered.compute_standard_error(each) for each in CURVE)
        note = f"found: from {covered.samples:,} random orders, standard error up to {error:.1g}"
    return format_table([*header, "formula"], rows) + f"\n{note}; formula: 1-(1-s^K)^M, as if no two shared a function"


def _render_edits(plan: Plan) -> str:
    length = plan.target.length
    rows = [
        [
            f"{each:.2f}",
            *(
                _format_share(plan.scheme.compute_recall(estimate_jaccard_at_edit(each, length, runs, plan.shingle)))
                for runs in PLACES
            ),
        ]
        for each in EDITS
    ]
    header = ["edit", *(f"{runs} place{'s' * (runs > 1)}" for runs in PLACES)]
    return f"found after edits to {length} characters, all replacements:\n" + format_table(header, rows)


def _render_costs(plan: Plan) -> str:
    costs = plan.estimate
    rows = [
        [
            stage.name,
            format_seconds(stage.seconds),
            format_bytes(stage.bytes) + (" on disk" if stage.on_disk else ""),
            format_bytes(stage.memory_bytes),
        ]
        for stage in costs.stages
    ]
    rows.append(["all", format_seconds(costs.seconds), format_bytes(costs.bytes), format_bytes(costs.memory_bytes)])
    text = format_table(["stage", "time", "bytes", "memory"], rows)
    hardware = plan.hardware
    text += f"\nestimated for {hardware.cores} cores and {format_bytes(hardware.memory_bytes)}"
    if plan.corpus.dump_bytes:
        share = next(stage.seconds for stage in costs.stages if stage.name == "unpack") / costs.seconds
        text += f"; bzip2 alone is {share:.0%} of the time"
    return text


def _format_share(value: float) -> str:
    """A share in per cent, never rounded up to all: `0.99996` -> `>99.9 %`"""
    return ">99.9 %" if value >= 0.9995 else f"{100 * value:.1f} %"
