"""The views of a run of `history`: the summary, a tree, the biography of a page, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import ClassVar

import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.history.biography import read_biography, sum_exchanges
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.jobs.history.show_page import HISTORY_RENDERERS
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.base import RunViews, ShowOptions
from twicetold.views.nearest import suggest_names
from twicetold.views.page import RowRenderers
from twicetold.views.rows import Row, describe_run, limit_rows, list_names, match_name, note_left_out
from twicetold.views.words import compare_texts

TOP_TREES = 5
TOP_FLOWS = 10
TOP_CONTRADICTIONS = 3


class HistoryViews(RunViews):
    """The views of a run of `history`."""

    headings: ClassVar[Mapping[str, str]] = {
        "flow": "sentences that came from one page to another",
        "cluster": "the trees with most copies",
        "traced": "the most certain contradictions",
    }
    renderers: ClassVar[RowRenderers] = HISTORY_RENDERERS

    def summarise(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The run's numbers, the pages between which most was copied, the largest trees, contradictions."""
        yield describe_run(run, self.tables)
        flows = count_flows(run)
        yield from limit_rows("flow", "pairs of pages", flows, options.limit or TOP_FLOWS)
        yield from self.show_largest(run, options.limit or TOP_TREES, options)
        for row in islice(read_rows(run, "contradictions"), options.limit or TOP_CONTRADICTIONS):
            yield {"row": "traced", **row}

    def show_largest(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """The clusters with most copies between pages."""
        rows = sorted(
            read_rows(run, "clusters", ds.field("copies") > 0), key=lambda row: (-row["copies"], row["cluster"])
        )
        return ({"row": "cluster", **row} for row in rows[:number])

    def show_tree(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """Every sentence of a cluster below the one that it came from, with what changed."""
        nodes = list(read_rows(run, "trees", ds.field("cluster") == number))
        if not nodes:
            raise RunError(
                f"`{run.folder}` has no tree {number}", f"`twicetold show {run.folder} --largest 10` lists trees"
            )
        yield from ({"row": "cluster", **row} for row in read_rows(run, "clusters", ds.field("cluster") == number))
        ordered = list(arrange_nodes(nodes))
        yield from ({"row": "node", **node} for node in ordered[: options.limit])
        yield from note_left_out("sentences", len(ordered), options.limit)
        for row in read_rows(run, "contradictions", ds.field("cluster") == number):
            yield {"row": "traced", **row}

    def show_document(self, run: Run, name: str, options: ShowOptions) -> Iterator[Row]:
        """The biography of a page: where its sentences came from, and where they went."""
        pages = list(read_rows(run, "pages", match_name(name)))
        if not pages:
            hint = suggest_names(name, list_names(run, "pages", ["title"]), "give a title or an id as the input has it")
            raise RunError(f"`{run.folder}` has no page `{name}`", hint)
        for page in pages:
            life = read_biography(run, page)
            yield {"row": "page", **page, "written": life.written, "came": len(life.came), "went": len(life.went)}
            for way, rows in (("came", life.came), ("went", life.went)):
                exchanges = [{"way": way, **vars(each)} for each in sum_exchanges(rows, way)]
                yield from limit_rows("exchange", "pages", exchanges, options.limit)
            yield from limit_rows("came", "sentences", life.came + life.unknown, options.limit)
            yield from limit_rows("went", "sentences", life.went, options.limit)

    def show_search(self, run: Run, words: str, options: ShowOptions) -> Iterator[Row]:
        """The arrivals whose sentence has all these words."""
        wanted = words.casefold().split()
        found = [
            row for row in read_rows(run, "events") if all(word in row["target_text"].casefold() for word in wanted)
        ]
        return limit_rows("came", "sentences", found, options.limit)

    def explain_no_rows(self, options: ShowOptions) -> str:
        return "no sentence that came to a page has all these words" if options.search is not None else ""


def count_flows(run: Run) -> list[Row]:
    """How many sentences came from which page to which, most first."""
    flows = Counter[tuple[str, str, str, str]]()
    for row in read_rows(run, "events", ds.field("kind") != NO_SOURCE):
        flows[row["source_document"], row["source_title"], row["target_document"], row["target_title"]] += 1
    names = ("source_document", "source_title", "target_document", "target_title")
    ranked = sorted(flows.items(), key=lambda each: (-each[1], each[0]))
    return [{**dict(zip(names, pair, strict=True)), "sentences": count} for pair, count in ranked]


def arrange_nodes(nodes: list[Row]) -> Iterator[Row]:
    """Nodes, each after its parent and with its depth; what differs from the parent is marked."""
    known = {(node["document"], node["life"]): node for node in nodes}
    below: dict[tuple[str, int] | None, list[Row]] = {}
    for node in nodes:
        key = (node["parent_document"], node["parent_life"])
        below.setdefault(key if node["parent_document"] and key in known else None, []).append(node)
    waiting = [(node, 0) for node in reversed(below.get(None, []))]
    while waiting:
        node, depth = waiting.pop()
        parent = known.get((node["parent_document"], node["parent_life"])) if depth else None
        row = {**node, "depth": depth, "parent_title": parent["title"] if parent else ""}
        if parent and parent["text"] != node["text"]:
            row["differences"] = compare_texts(parent["text"], node["text"])
        yield row
        waiting += [(child, depth + 1) for child in reversed(below.get((node["document"], node["life"]), []))]
