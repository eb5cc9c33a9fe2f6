"""Figures 10 and 11 of paper 004: passages beside SpotSigs of whole documents, by findings and time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from replication.base import Chart, Part, Table
from replication.charts import draw_bars, draw_lines
from replication.source import ENGLISH, Source
from twicetold.run import Run

SPOTSIGS = {"feature": "spotsigs", "finder": "join", "measure": "jaccard", "threshold": 0.44}  # of the SpotSigs paper
SIZES = (250, 500, 1000, 2000)
PLANTED_SIZES = (100, 300)
PAPER = {"SpotSigs": 31_000, "passages only": 94_000}  # of one million documents of WT10g


def run(source: Source) -> Iterator[Part]:
    every = str(source.find(ENGLISH))
    passages = source.run_job("passages", "zhang2010-english", every, preset="zhang2010")
    whole = source.run_job("documents", "spotsigs-english", every, **SPOTSIGS)
    shared = {row["left_document"] for row in list_kept_passages(passages)} | {
        row["right_document"] for row in list_kept_passages(passages)
    }
    near = set(whole.members["document"].to_pylist())
    only = shared - near
    yield (
        f"**Figure 10.** {source.name_corpus(ENGLISH)}: `twicetold passages FILE --preset zhang2010` (boilerplate left "
        f"out, digest `{passages.digest[:16]}`) finds {len(shared):,} documents that share text, and `twicetold "
        f"documents FILE --feature spotsigs --finder join --measure jaccard --threshold 0.44` (digest "
        f"`{whole.digest[:16]}`) {len(near):,} that are near-duplicates. {len(only):,} of the {len(shared | near):,} "
        "documents are found by passages alone."
    )
    total = passages.facts["results"]["documents"]
    rows = [
        ["ours", total, len(near), len(only), f"{len(only) / max(len(shared | near), 1):.1%}"],
        ["paper, WT10g", 1_000_000, PAPER["SpotSigs"], PAPER["passages only"], "75.2%"],
    ]
    yield Table(["", "documents", "found by SpotSigs", "found by passages only", "share found by passages only"], rows)
    bars = {
        "ours": {"SpotSigs": len(near) / max(total, 1), "passages only": len(only) / max(total, 1)},
        "paper, WT10g": {name: count / 1e6 for name, count in PAPER.items()},
    }
    drawn = draw_bars("Documents with a duplicate", "share of the documents", bars, share=True)
    yield Chart("figure-10", drawn, "Figure 10: documents found by SpotSigs, and by passages only")
    yield from compare_times(source)


def list_kept_passages(run: Run) -> list[dict[str, str]]:
    """List the passages that are not boilerplate."""
    rows = run.passages.select(["left_document", "right_document", "kind"]).to_pylist()
    return [row for row in rows if row["kind"] != "boilerplate"]


def compare_times(source: Source) -> Iterator[Part]:
    """Make figure 11: the time of both by number of documents."""
    paths: dict[int, Path] = {
        size: source.sample_articles(ENGLISH, size) for size in (PLANTED_SIZES if source.is_planted else SIZES)
    }
    times: dict[str, list[tuple[float, float]]] = {"passages, zhang2010": [], "documents, SpotSigs": []}
    rows = []
    for size, path in paths.items():
        source.run_job("passages", f"zhang2010-{size}", str(path), preset="zhang2010")
        source.run_job("documents", f"spotsigs-{size}", str(path), **SPOTSIGS)
        seconds = source.seconds[f"zhang2010-{size}"], source.seconds[f"spotsigs-{size}"]
        rows.append([size, *(f"{each:.1f} s" for each in seconds)])
        for points, each in zip(times.values(), seconds, strict=True):
            points.append((float(size), each))
    yield "**Figure 11.** Seconds on two cores, once each, beside other work on the machine:"
    yield Table(["documents", *times], rows)
    axes = ("documents (log scale)", "seconds (log scale)")
    drawn = draw_lines("Time by number of documents", axes, times, across_log=True, up_log=True)
    yield Chart("figure-11", drawn, "Figure 11: time of passages and of SpotSigs by number of documents, log-log")
    faster = sum(one < other for (_, one), (_, other) in zip(*times.values(), strict=True))
    yield (
        f"Here passages take less time at {faster} of {len(paths)} sizes. "
        "In the paper passages by I-Match take less time than SpotSigs of documents at every size, up to 50 million "
        "documents on 16 machines."
    )
