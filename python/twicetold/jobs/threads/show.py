"""The views of a run of `threads`: the summary, clusters, a thread's matches, two threads side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.threads import evidence
from twicetold.jobs.threads.evidence import Evidence, FieldComparison, explain_missing
from twicetold.jobs.threads.likely import read_likely_duplicates
from twicetold.jobs.threads.show_page import ROW_RENDERERS
from twicetold.jobs.threads.tables import COMPARED_FIELDS, FIELDS
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.base import ClusterViews, ShowOptions
from twicetold.views.nearest import suggest_names
from twicetold.views.rows import (
    SIDES,
    Row,
    check_cluster_number,
    count_cluster_sizes,
    describe_run,
    limit_rows,
    list_bridges,
    list_names,
    match_name,
    note_left_out,
)
from twicetold.views.search import search_members
from twicetold.views.words import compare_texts

TOP_PAIRS = 10  # likely duplicates in the summary
TOP_CLUSTERS = 10  # clusters in the summary
THREADS_PER_CLUSTER = 5  # threads of each cluster in a list of clusters
MOST_MATCHES = 20  # matches of a thread


class ThreadViews(ClusterViews):
    """The views of a run of `threads`."""

    headings: ClassVar[Mapping[str, str]] = {
        "likely": "likely duplicates, those first that are not linked",
        "compared": "how fields were compared",
        "size": "clusters by threads",
        "cluster": "largest clusters",
    }
    renderers = ROW_RENDERERS

    def summarise(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The run's numbers, how fields were compared, its clusters by size, and the largest with their questions."""
        row = describe_run(run, ("threads", "clusters", "members", "matches"))
        yield row | {"results": {name: value for name, value in row["results"].items() if name != "fields"}}
        for how in evidence.read_field_comparisons(run):
            yield {"row": "compared", "field": how.field, "weight": how.weight, "by": how.method}
        likely = read_likely_duplicates(run)
        shown = options.limit or TOP_PAIRS
        yield from ({"row": "likely", **row} for row in likely[:shown])
        yield from note_left_out("likely duplicates", len(likely), shown)
        yield from count_cluster_sizes(run)
        yield from self.show_largest(run, options.limit or TOP_CLUSTERS, options)

    def show_cluster(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """Every thread with its similarities to the core, field by field, and the bridges to other clusters."""
        own = ds.field("cluster") == check_cluster_number(run, number)
        cluster = next(read_rows(run, "clusters", own))
        yield {"row": "cluster", **cluster}
        members = _order_members(read_rows(run, "members", own))
        to_core = _find_core_matches(run, own, cluster["document"])
        for member in members[: options.limit]:
            match = to_core.get(member["document"], {})
            similarities = {name: match.get(name) for name in COMPARED_FIELDS}
            yield _describe_thread(member, members[0]) | ({} if member["core"] else {"similarities": similarities})
        yield from note_left_out("threads", len(members), options.limit)
        yield from list_bridges(run, number, options.limit)

    def show_document(self, run: Run, name: str, options: ShowOptions) -> Iterator[Row]:
        """The matches of the thread with this id or title, the best first, and what is suggested for it."""
        thread = find_thread(run, name)
        document = thread["document"]
        own = (ds.field("left_document") == document) | (ds.field("right_document") == document)
        found = sorted(read_rows(run, "matches", own), key=lambda row: (-row["similarity"], row["left_document"]))
        cluster = next(read_rows(run, "members", ds.field("document") == document, ["document", "cluster"]), {})
        yield {"row": "document", **_select_names(thread), "cluster": cluster.get("cluster"), "matches": len(found)}
        rows = [_mark_against(run, row) for row in found]
        yield from limit_rows("match", "matches", rows, MOST_MATCHES if options.limit is None else options.limit)
        if "suggestions" in run.tables:
            suggested = read_rows(run, "suggestions", ds.field("document") == document)
            yield from ({"row": "suggestion", **row} for row in suggested)

    def show_search(self, run: Run, words: str, options: ShowOptions) -> Iterator[Row]:
        return search_members(run, words, options.limit, FIELDS)

    def show_pair(self, run: Run, names: tuple[str, str], options: ShowOptions) -> Iterator[Row]:
        """Two threads, whether they match or not: their similarity, and each field of both with the changed words."""
        left, right = (find_thread(run, name) for name in names)
        if _identify_thread(left) == _identify_thread(right):
            raise RunError(f"`{names[0]}` and `{names[1]}` are the same thread", "give two different ones")
        (compared,) = evidence.compare_thread_texts(run, [(left, right)])
        match = _find_match(run, left, right)
        if match:
            compared = Evidence(match["similarity"], {name: match[name] for name in COMPARED_FIELDS})
        yield {
            "row": "pair",
            **_mark_against(run, {}),
            **{f"left_{name}": value for name, value in _select_names(left).items()},
            **{f"right_{name}": value for name, value in _select_names(right).items()},
            "similarity": compared.similarity,
            "threshold": evidence.read_threshold(run),
            "match": match is not None,
            "cluster": match["cluster"] if match else None,
        }
        yield from (_describe_field(how, compared, left, right) for how in evidence.read_field_comparisons(run))

    def list_clusters(self, run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
        """Clusters, each with its core and those most like it."""
        shown = THREADS_PER_CLUSTER if limit is None else limit
        among = ds.field("cluster").isin(list(numbers))
        members: dict[int, list[Row]] = {number: [] for number in numbers}
        columns = ["cluster", "document", "title", "url", "core", "similarity", "question"]
        for member in read_rows(run, "members", among, columns):
            members[member["cluster"]].append(member)
        for cluster in read_rows(run, "clusters", among):
            yield {"row": "cluster", **cluster}
            own = _order_members(members[cluster["cluster"]])
            yield from (_describe_thread(member, own[0]) for member in own[:shown])
            yield from note_left_out("threads", len(own), shown)

    def explain_no_rows(self, options: ShowOptions) -> str:
        return "no thread of a cluster has all these words" if options.search is not None else ""


def _describe_field(how: FieldComparison, field_evidence: Evidence, left: Row, right: Row) -> Row:
    texts, similarity = (left[how.field], right[how.field]), field_evidence.similarities[how.field]
    return {
        "row": "field",
        "field": how.field,
        "similarity": similarity,
        "weight": how.weight,
        "by": how.method,
        "missing": explain_missing(*texts, how.weight) if similarity is None else "",
        "left": texts[0],
        "right": texts[1],
        "changes": compare_texts(*texts),
    }


def find_thread(run: Run, name: str) -> Row:
    """The thread with this id, else the one with this title."""
    tables = evidence.list_thread_tables(run)
    found = [row for table in tables for row in read_rows(run, table, match_name(name))]
    if not found:
        raise RunError(
            f"`{run.folder}` has no thread `{name}`",
            suggest_names(
                name, [each for table in tables for each in list_names(run, table)], "give an id, or a title"
            ),
        )
    own = [row for row in found if row["document"] == name] or found
    if len(own) > 1:
        ids = ", ".join(f"`{row['document']}`" for row in own[:3])
        raise RunError(f"`{run.folder}` has {len(own)} threads `{name}`", f"give an id: {ids}")
    return own[0]


def _mark_against(run: Run, row: Row) -> Row:
    """A row of a run with `--against` says so: its matches lead to a collection, and none is a bridge."""
    return row | {"is_against": True} if "collection" in run.tables else row


def _select_names(thread: Row) -> Row:
    return {name: thread[name] for name in ("document", "title", "url")}


def _find_match(run: Run, left: Row, right: Row) -> Row | None:
    """The match of two threads, whichever stands on the left; titles tell threads with one id apart."""
    wanted = {_identify_thread(left), _identify_thread(right)}
    among = ds.field("left_document").isin([left["document"], right["document"]])
    for row in read_rows(run, "matches", among):
        if {(row["left_document"], row["left_title"]), (row["right_document"], row["right_title"])} == wanted:
            return row
    return None


def _identify_thread(thread: Row) -> tuple[str, str]:
    return thread["document"], thread["title"]


def _order_members(members: Iterable[Row]) -> list[Row]:
    """The core, then those most like it."""
    return sorted(members, key=lambda member: (not member["core"], -member["similarity"]))


def _describe_thread(member: Row, core: Row) -> Row:
    row: Row = {"row": "thread", **member}
    return row if member["core"] else row | {"changes": compare_texts(core["question"], member["question"])}


def _find_core_matches(run: Run, own: ds.Expression, core: str) -> dict[str, dict[str, Any]]:
    """The matches with the core, by the other thread."""
    found: dict[str, dict[str, Any]] = {}
    for match in read_rows(run, "matches", own):
        for side, across in (SIDES, SIDES[::-1]):
            if match[f"{side}_document"] == core:
                found.setdefault(match[f"{across}_document"], match)
    return found
