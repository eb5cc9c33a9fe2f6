"""The share of threads with a near-duplicate on every forum, and the pairs that Equations 2 and 3 rule out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from replication import threads
from replication.base import Chart, Part, Table
from replication.charts import draw_bars
from replication.runs import format_share
from replication.source import Source
from replication.wu2011 import ENGLISH_SE, SEMEVAL, SITES
from replication.wu2011.growth import count_found
from replication.wu2011.planted_threads import write_threads

PRUNING_RULES = {
    "pairs": "pairs of texts",
    "pruned_by_eq2": "Equation 2 (length)",
    "pruned_by_eq3": "Equation 3 (bound)",
}


def list_forums(source: Source) -> dict[str, Path]:
    """List every forum as a file of threads, or a folder of posts."""
    if source.is_planted:
        return {"planted threads": write_threads(source)[0]}
    found = {name.partition("/")[2]: source.find(name) for name in SITES}
    found["english-se"] = source.find(ENGLISH_SE)
    threads.read_semeval(source.find(SEMEVAL)).write(source.scratch / "forum-SemEval")
    found["SemEval"] = source.scratch / "forum-SemEval" / "threads.jsonl"
    return found


def run(source: Source) -> Iterator[Part]:
    rows, bounds, shares = [], [], {}
    for name, path in list_forums(source).items():
        # By document, where the bounds are counted; what is found is the same as by term.
        options = {"preset": "wu2011", "partition": "document", "top": 0}
        paper = source.run_job("threads", f"forum-{name}-wu2011", str(path), **options)
        own = source.run_job("threads", f"forum-{name}-default", str(path))
        total = paper.facts["results"]["threads"]
        found = {"wu2011": count_found(paper), "default": count_found(own)}
        shares[name] = {way: count / max(total, 1) for way, count in found.items()}
        rows.append([name, total])
        for way, made in (("wu2011", paper), ("default", own)):
            rows[-1] += [made.facts["results"]["matches"], found[way], format_share(found[way], total, 2)]
        crowds = paper.facts["results"]["crowds"]
        bounds.append([name, *(crowds.get(key, 0) for key in PRUNING_RULES), paper.facts["results"]["candidates"]])
    yield (
        "Threads with at least one near-duplicate in the same forum, by `twicetold threads FORUM --preset wu2011` and "
        "by `twicetold threads FORUM`:"
    )
    head = ["forum", "threads"]
    for way in ("wu2011", "default"):
        head += [f"{way}: matches", "threads with one", "share"]
    yield Table(head, [*rows, ["paper: Baidu Knows", 3_000_000, 4_250_000, 473_000, "15.78 %", "", "", ""]])
    bars = {
        name: {"wu2011": own["wu2011"], "more by default": max(own["default"] - own["wu2011"], 0)}
        for name, own in shares.items()
    }
    drawn = draw_bars("Threads with a near-duplicate", "share of the threads", bars, share=True)
    yield Chart("forums", drawn, "Share of the threads with a near-duplicate, by forum")
    yield (
        "The paper says that some popular questions of its forum have a huge number of near-duplicates. "
        "Sites that close duplicates have few copies, and where a field is missing it counts 0 by `wu2011`: a thread "
        "without description and answer can have a score of 0.4 at most. By default threads are ranked by all their "
        "words, and more are found."
    )
    yield (
        "Pairs of texts that the bounds of the paper rule out before they are compared, over the three fields "
        "(`run.json`, `results.crowds`, with `--partition document`):"
    )
    yield Table(["forum", *PRUNING_RULES.values(), "candidate pairs of threads"], bounds)
