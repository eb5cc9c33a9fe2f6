"""Which settings find what, and at what cost: `twicetold plan`.

    recall.py      what share of true pairs is found, exactly, also for overlapping draws
    draws.py       the papers' draws: `java.util.Random` in plain Python
    schemes.py     bands and draws
    similarity.py  from edit similarity to Jaccard
    background.py  how similar sentences are by chance; english.py is what it measured
    estimate.py    bytes, seconds and memory
    choose.py      the cheapest settings that find enough
    show.py        the text table, and a chart

Run `choose(0.8, 0.99)`, then `print(plan_text(plan))`.
"""

from twicetold.plan.choose import Plan, Target, choose, evaluate
from twicetold.plan.estimate import Corpus, Estimate, Hardware, Rates, Stage
from twicetold.plan.quantities import parse_bytes, parse_count
from twicetold.plan.schemes import Bands, Draws, Scheme
from twicetold.plan.show import chart, plan_text
from twicetold.plan.similarity import jaccard_after_edits

__all__ = [
    "Bands",
    "Corpus",
    "Draws",
    "Estimate",
    "Hardware",
    "Plan",
    "Rates",
    "Scheme",
    "Stage",
    "Target",
    "chart",
    "choose",
    "evaluate",
    "jaccard_after_edits",
    "parse_bytes",
    "parse_count",
    "plan_text",
]
