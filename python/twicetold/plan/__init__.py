"""Which settings find what, and at what cost: `twicetold plan`.

    command.py          `twicetold plan`: options in, text, JSON or a chart out
    presets.py          what the jobs with the presets of the papers run
    choose.py           the cheapest settings that find enough
    schemes.py          bands and draws
    recall.py           what share of true pairs is found, exactly, also for overlapping draws
    draws.py            the papers' draws: `java.util.Random` in plain Python
    similarity.py       from edit similarity to Jaccard
    english.py          how similar sentences are by chance, and edited copies, as measured; figures in `english.toml`
    estimate.py         bytes, seconds and memory
    show.py             the text table, and a chart
    projection.py       signatures of random planes: what they find, and the cheapest that find enough
    projection_show.py  the same as text or JSON
    sketches.py         bands for long texts, whose keys come with a sketch

Run `choose_plan(0.8, 0.99)`, then `print(render_plan_text(plan))`.
"""

from twicetold.plan.choose import Plan, Target, choose_plan, evaluate_scheme
from twicetold.plan.estimate import Corpus, Estimate, Hardware, Rates, Stage, count_passes
from twicetold.plan.schemes import BandScheme, DrawScheme, Scheme
from twicetold.plan.show import render_plan_text, save_curve_chart
from twicetold.plan.similarity import compute_jaccard_after_edits
from twicetold.text.quantities import parse_bytes, parse_count

__all__ = [
    "BandScheme",
    "Corpus",
    "DrawScheme",
    "Estimate",
    "Hardware",
    "Plan",
    "Rates",
    "Scheme",
    "Stage",
    "Target",
    "choose_plan",
    "compute_jaccard_after_edits",
    "count_passes",
    "evaluate_scheme",
    "parse_bytes",
    "parse_count",
    "render_plan_text",
    "save_curve_chart",
]
