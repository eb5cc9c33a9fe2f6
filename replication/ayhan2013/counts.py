"""Figures 3 and 4, Tables 1 and 2 of paper 000, and the counts of its text, from a run with the paper's settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from replication.base import Part, Table
from replication.minhash.first_paper import PAPER as COUNTED
from replication.runs import (
    build_kinds_table,
    chart_analysis,
    count_kinds,
    count_run,
    format_share,
    format_share_up_to,
    group_documents,
)
from replication.source import ENGLISH, Source
from twicetold.run import Run

KINDS = {"identical": 455, "template": 52, "copyedit": 214, "drift": 65, "reference": 23, "other": 15}
LEAST_SHARED = (1, 5, 10, 20, 50)
TOP = 10


def run(source: Source) -> Iterator[Part]:
    made = source.run_articles("ayhan2013", preset="ayhan2013")
    yield (
        f"These are from `twicetold sentences FILE --preset ayhan2013` on {source.name_corpus(ENGLISH)}, digest "
        f"`{made.digest[:16]}`. Pairs are verified by edit distance, as the paper's last step does."
    )
    yield build_counts_table(made)
    yield chart_analysis(made, "sizes", "figure-3", "Figure 3: clusters by size, both axes logarithmic")
    yield "Table 1, the kinds of clusters. The paper sorted 824 by hand (its others include 3 that were not similar):"
    yield build_kinds_table({"ours": count_kinds(made), "paper": KINDS})
    yield BY_HAND
    yield "Table 2 and Figure 4, the article pairs that share most:"
    pairs = made.document_pairs.to_pylist()
    rows = [[row["left_title"], row["right_title"], row["shared"], row["identical"]] for row in pairs[:TOP]]
    yield Table(["article", "article", "shared sentences", "to the letter"], rows)
    yield chart_analysis(made, "document_pairs", "figure-4", "Figure 4: the pairs of articles that share most")
    yield "Pairs of articles above N shared sentences, and the groups that they form:"
    yield build_groups_table(pairs)
    yield (
        "The paper has about 6,500 pairs above 50, among 4.1 million articles, and shows one chain of three articles. "
        f"A chain here is a group of three or more. {describe_chain(pairs)}"
    )


def build_counts_table(made: Run) -> Table:
    ours: dict[str, Any] = count_run(made)
    ours["clusters of two"] = format_share_up_to(made, 2)
    ours["clusters of 30 or fewer"] = format_share_up_to(made, 30)
    sizes = made.clusters["size"].to_pylist()
    ours["sentences in clusters above 30"] = format_share(sum(size for size in sizes if size > 30), sum(sizes))
    theirs: dict[str, Any] = {
        "articles": 4_113_785,
        "candidate pairs": COUNTED["pairs"],
        "clusters": COUNTED["clusters"],
        "sentences in clusters": COUNTED["sentences in clusters"],
        "distinct sentences in them": COUNTED["distinct sentences in them"],
        "articles in clusters": 759_297,
        "largest cluster": COUNTED["largest cluster"],
        "clusters of two": "73.80 %",
        "clusters of 30 or fewer": "99.06 %",
        "sentences in clusters above 30": "about a third",
    }
    return Table(["", "ours", "paper"], [[name, value, theirs.get(name, "")] for name, value in ours.items()])


def build_groups_table(pairs: list[dict[str, Any]]) -> Table:
    rows = []
    for above in LEAST_SHARED:
        groups = group_documents(pairs, above)
        chains = sum(len(group) >= 3 for group in groups)
        count = sum(row["shared"] > above for row in pairs)
        rows.append([above, count, sum(map(len, groups)), len(groups), chains, len(groups[0]) if groups else 0])
    return Table(["N", "pairs above N", "articles in them", "groups", "groups of 3 or more", "largest group"], rows)


def describe_chain(pairs: list[dict[str, Any]]) -> str:
    """Name the articles of the first group of three or more at the highest N that has one."""
    titles = {row[f"{side}_document"]: row[f"{side}_title"] for row in pairs for side in ("left", "right")}
    for above in reversed(LEAST_SHARED):
        chains = [group for group in group_documents(pairs, above) if len(group) >= 3]
        if chains:
            shown = ", ".join(titles[name] for name in chains[0][:6])
            return f"Above {above}, the largest one is: {shown}{' and others' if chains[0][6:] else ''}."
    return "There is none."


BY_HAND = """\
To sort clusters by hand as the paper did, label a sample of a run and compare:
`twicetold label RUN --what clusters -n 824 -o labels.csv`, then `twicetold evaluate RUN --truth labels.csv`
([evaluate](../evaluate.md#label-a-sample))."""
