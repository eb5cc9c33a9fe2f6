"""The page of a run of `sentences`, piece by piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pyarrow.compute as pc
from jinja2 import Environment
from markupsafe import Markup

from twicetold.jobs.sentences.kinds import CERTAIN, SENTENCE_KINDS
from twicetold.jobs.sentences.page_choice import choose_clusters
from twicetold.jobs.sentences.page_clusters import read_sentence_clusters
from twicetold.jobs.sentences.page_contradictions import read_contradictions
from twicetold.jobs.sentences.page_document_pairs import read_document_pairs
from twicetold.report import charts, overview, page
from twicetold.report.command import ReportLimits
from twicetold.report.corpus import describe_corpus
from twicetold.report.frame import ByteBudget, build_frame_values, render_items
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.tables.kinds import order_kind_names
from twicetold.text.plurals import format_count
from twicetold.views.rows import Row

PACKAGE = "twicetold.jobs.sentences"
BYTES_EACH = 6_000  # of a cluster or contradiction, on average: so 1,000 clusters are at most 6 MB
VISIBLE_CONTRADICTIONS, VISIBLE_CLUSTERS, VISIBLE_PAIRS = 10, 20, 20  # seen at first; a button brings more
KIND_MEANINGS = {kind.name: kind.meaning for kind in SENTENCE_KINDS}


def render_sentences_page(run: Run, limits: ReportLimits) -> Iterator[str]:
    """The page of a run of `sentences`, piece by piece."""
    templates = page.load_templates(PACKAGE)
    choice = choose_clusters(run, limits.clusters)
    groups, shown = _render_clusters(run, choice.interleave_kinds(), ByteBudget(limits.clusters, BYTES_EACH), templates)
    kinds = _count_kinds(run, choice.counts)
    found, older = (read_contradictions(run, limits.contradictions, dated=dated) for dated in (False, True))
    template = templates.get_template("contradiction.html.j2")
    budget, older_budget = (ByteBudget(limits.contradictions, BYTES_EACH) for _ in range(2))
    figures = _collect_figures(run)
    return templates.get_template("sentences.html.j2").generate(
        **build_frame_values(run, PACKAGE, SENTENCE_KINDS),
        name=describe_corpus(run)[0].name,
        heading=_format_heading(figures),
        figures=figures,
        pairs=read_document_pairs(run),
        kinds=kinds,
        most_clusters=max((row["clusters"] for row in kinds), default=0) or 1,
        meaning=KIND_MEANINGS,
        groups={kind: groups[kind] for kind in choice.counts if groups.get(kind)},
        there=choice.counts,
        shown=shown,
        contradictions=list(
            render_items(template, "contradiction", found, budget, VISIBLE_CONTRADICTIONS, shown=shown)
        ),
        older=list(render_items(template, "contradiction", older, older_budget, VISIBLE_CONTRADICTIONS, shown=shown)),
        sections=list(charts.build_sections(run)),
        pairs_first=VISIBLE_PAIRS,
        steps={"contradictions": VISIBLE_CONTRADICTIONS, "clusters": VISIBLE_CLUSTERS},
    )


def _render_clusters(
    run: Run, numbers: Iterable[int], room: ByteBudget, templates: Environment
) -> tuple[dict[str, list[Markup]], set[int]]:
    """The clusters' markup by kind, as much as there is room for, and which clusters these are."""
    template = templates.get_template("cluster.html.j2")
    groups: dict[str, list[Markup]] = {}
    shown: set[int] = set()
    for cluster in read_sentence_clusters(run, numbers):
        group = groups.setdefault(cluster.row["kind"], [])
        markup = Markup(template.render(cluster=cluster, hidden=len(group) >= VISIBLE_CLUSTERS, certain=CERTAIN))
        if not room.claim_bytes(markup):
            break
        group.append(markup)
        shown.add(cluster.row["cluster"])
    return groups, shown


def _collect_figures(run: Run) -> Row:
    """The numbers that stand on top; what the run does not know is None."""
    results = overview.read_results(run)
    names = ("documents", "sentences", "clusters", "members", "matches", "contradictions", "document_pairs", "rejects")
    found: Row = {name: overview.read_figure(run, name) for name in names}
    found |= {name: results.get(name, 0) for name in ("older_copies", "unlisted")}
    found["copied"] = found["members"] / found["sentences"] if found["sentences"] and found["members"] else None
    found["recall"] = results.get("recall")
    found["largest"] = overview.read_largest_size(run)
    return found


def _format_heading(figures: Row) -> str:
    """`237 repeated sentences, 8 contradictions`"""
    if not figures["clusters"]:
        return "no sentence is repeated"
    repeated, found = format_count(figures["clusters"], "repeated sentence"), figures["contradictions"]
    return f"{repeated}, {format_count(found, 'contradiction')}" if found else repeated


def _count_kinds(run: Run, clusters: dict[str, int]) -> list[Row]:
    """How many clusters and matches there are of each kind; identical texts are folded, so no match links them."""
    matches: Counter[str] = Counter()
    for batch in scan_table(run, "matches", columns=["kind"]) if "matches" in run.tables else ():
        matches.update({each["values"]: each["counts"] for each in pc.value_counts(batch["kind"]).to_pylist()})
    rows = [
        {
            "kind": name,
            "meaning": KIND_MEANINGS.get(name, ""),
            "clusters": clusters.get(name, 0),
            "matches": matches[name],
        }
        for name in order_kind_names(SENTENCE_KINDS, [*clusters, *matches])
    ]
    return [row for row in rows if row["clusters"] or row["matches"]]
