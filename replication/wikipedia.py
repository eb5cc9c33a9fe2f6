"""The page "What English Wikipedia repeats": sizes, kinds, copied articles and contradictions, in two languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from replication.base import Part, Table
from replication.pages import NOTICE, PAGES, Conditions, build_command, remove_old_charts, render_part, write_page
from replication.runs import build_kinds_table, chart_analysis, count_kinds, count_run, format_share, format_share_up_to
from replication.source import CHINESE, ENGLISH, Source
from replication.weissman2015.clusters import KINDS as KINDS_001
from replication.weissman2015.clusters import PAPER as COUNTS_001
from replication.zhang2010.corpora import list_languages
from twicetold.analyses.base import load_analysis
from twicetold.run import Run

NAME = "wikipedia"
MOST = 10


def write_wikipedia(source: Source, folder: Path, conditions: Conditions) -> Path:
    """The page and its charts."""
    sections = [
        NOTICE,
        f"# {PAGES[NAME]}",
        f"Made by `{build_command(NAME, conditions)}` with twicetold {conditions.version}, {conditions.date}, on "
        f"{conditions.machine}.",
    ]
    written: set[str] = set()
    sections += [render_part(part, NAME, folder, written) for part in describe(source)]
    remove_old_charts(folder, NAME, written)
    return write_page(folder / f"{NAME}.md", sections)


def describe(source: Source) -> Iterator[Part]:
    """The parts of the page; a language whose articles are missing is said to be."""
    missing = () if source.is_planted else source.list_missing((ENGLISH, CHINESE))
    for name in missing:
        yield f"Not run: the data folder has no `{name}`."
    runs = {
        language: source.run_articles("default")
        if name == ENGLISH
        else source.run_job("sentences", "default-chinese", str(source.find(name)))
        for language, name in list_languages(source).items()
        if name not in missing
    }
    if not runs:
        return
    for language, name in list_languages(source).items():
        if language in runs:
            yield (
                f"{language}: `twicetold sentences FILE -o RUN` with default settings on {source.name_corpus(name)}, "
                f"digest `{runs[language].digest[:16]}`."
            )
    yield "## How much is repeated"
    yield build_counts(runs)
    first = next(iter(runs.values()))
    yield chart_analysis(first, "sizes", "sizes", "Clusters by size, English, both axes logarithmic")
    yield chart_analysis(first, "copied", "copied", "Share of the sentences that are also in another article, English")
    yield "## What the repetitions are"
    yield build_kinds_table({**{name: count_kinds(run) for name, run in runs.items()}, "paper 001": KINDS_001})
    yield chart_analysis(first, "kinds", "kinds", "Kinds of clusters, English")
    yield (
        "A model decides the kind of every match from named evidence; [kinds](../kinds.md#measured) says how often it "
        "is right. To sort a sample by hand: `twicetold label RUN --what clusters -n 200 -o labels.csv`, then "
        "`twicetold evaluate RUN --truth labels.csv`."
    )
    for language, run in runs.items():
        yield f"## The most copied articles: {language}"
        yield build_copied(run)
    yield chart_analysis(first, "document_pairs", "pairs", "The pairs of articles that share most, English")
    yield "## Contradictions"
    yield build_contradictions(runs)
    yield (
        "`twicetold contradictions RUN` lists them with their sentences. Of those that an earlier list had and a "
        "reader judged, 0.93 cannot both be true ([kinds](../kinds.md#measured)). These are the first of the English "
        "list, by the articles and values that disagree:"
    )
    yield list_contradictions(first)


def build_counts(runs: dict[str, Run]) -> Table:
    columns: dict[str, dict[str, Any]] = {}
    for name, run in runs.items():
        own = columns[name] = count_run(run)
        own["share of the sentences"] = format_share(own["sentences in clusters"], own["sentences"])
        own["clusters of 10 or fewer"] = format_share_up_to(run, 10)
        copied = load_analysis("copied").compute_table(run).to_pylist()
        own["also in another article, of blocks compared"] = f"{100 * copied[0]['copied']:.1f} %" if copied else "–"
    names = list(next(iter(columns.values())))
    rows = [[name, *(own[name] for own in columns.values()), COUNTS_001.get(name, "")] for name in names]
    return Table(["", *columns, "paper 001, English of 2013"], rows)


def build_copied(run: Run) -> Table:
    rows = load_analysis("copied_documents").compute_table(run).to_pylist()[:MOST]
    cells = [
        [
            row["title"] or row["document"],
            row["copied"],
            row["sentences"],
            f"{100 * row['share']:.0f} %",
            row["shared_with"],
            row["shared"],
        ]
        for row in rows
    ]
    return Table(["article", "copied sentences", "of", "share", "most with", "shared"], cells)


def build_contradictions(runs: dict[str, Run]) -> Table:
    rows = []
    for name, run in runs.items():
        entries = run.contradictions.select(["listed", "drift"]).to_pylist()
        listed = Counter(row["drift"] for row in entries if row["listed"])
        rows.append(
            [name, listed["contradiction"], listed["update"], listed["dated-update"], len(entries) - listed.total()]
        )
    return Table(["", "contradictions", "updates", "dated updates (one copy is older)", "too doubtful to list"], rows)


def list_contradictions(run: Run) -> Table:
    columns = ["listed", "drift", "confidence", "changes", "left_title", "right_title"]
    rows = [row for row in run.contradictions.select(columns).to_pylist() if row["listed"]]
    shown = [row for row in rows if row["drift"] != "dated-update"][:MOST]
    cells = [
        [row["left_title"], row["right_title"], _show_values(row["changes"]), f"{row['confidence']:.2f}"]
        for row in shown
    ]
    return Table(["article", "article", "values", "confidence"], cells)


def _show_values(changes: list[dict[str, Any]]) -> str:
    """The values that disagree, without the sentence: `1905 / 1911`"""
    disagreeing = [each for each in changes if each["disagrees"]] or changes
    return "; ".join(f"{each['left']} / {each['right']}" for each in disagreeing[:2])
