"""The rows of a run of `history` as text."""

from __future__ import annotations

from twicetold.text.plurals import format_count
from twicetold.views.page import BASE_RENDERERS, RowRenderers, TextPage
from twicetold.views.rows import Row

DEEPEST_INDENT = 12
_RELATIONS = {
    "root": "written",
    "edit": "edited",
    "copy": "copied from",
    "move": "moved from",
    "split": "split from",
    "merge": "merged from",
}


def format_day(timestamp: str) -> str:
    """`2009-04-01T10:00:00Z` -> `2009-04-01 10:00`"""
    return timestamp[:16].replace("T", " ") or "no date"


def format_relation(node: Row, source: str) -> str:
    """How a sentence came to its page: `copied from Lake Orrin (1.00)`; `source` is the title of the other page."""
    relation = _RELATIONS.get(node["relation"], str(node["relation"]))
    if node["relation"] in ("root", "edit"):
        return relation
    return f"{relation} {source or node['parent_document']} ({node['confidence']:.2f})"


def format_editor(row: Row, side: str = "") -> str:
    """` by Ada`; nothing for an editor who is not registered."""
    return f" by {row[f'{side}editor']}" if row.get(f"{side}editor") else ""


def _show_flow(page: TextPage, row: Row) -> None:
    page.print_line(f"{row['sentences']:>7,}  {row['source_title']} -> {row['target_title']}")


def _show_cluster(page: TextPage, row: Row) -> None:
    counts = f"{format_count(row['size'], 'sentence')} on {format_count(row['documents'], 'page')}"
    moves = f"{row['copies']:,} copied, {row['edits']:,} edited"
    page.print_line()
    page.print_line(
        (f"tree {row['cluster']}", "bold"),
        f"  {counts}, {moves}, first in {row['title']}, {format_day(row['timestamp'])}",
    )
    page.print_line(f"  {row['text']}")


def _show_node(page: TextPage, row: Row) -> None:
    indent = "  " * min(row["depth"] + 1, DEEPEST_INDENT)
    relation = format_relation(row, row["parent_title"])
    gone = "" if row["alive"] else f", gone {format_day(row['end_timestamp'])}"
    page.print_line(
        f"{indent}{format_day(row['timestamp'])}  ",
        (row["title"], "bold"),
        f"  {relation}{format_editor(row)}{gone}",
    )
    if row["comment"]:
        page.print_line((f"{indent}  revision {row['revision']}: {row['comment']}", "dim"))
    if row["depth"] == 0 or "differences" in row:
        text = {"text": row["text"]} | ({"changes": row["differences"]} if "differences" in row else {})
        page.print_line(f"{indent}  ", *page.mark_changes(text))


def _show_traced(page: TextPage, row: Row) -> None:
    page.print_line()
    since = f", for {row['days']:,.0f} days" if row["traced"] != "none" else ""
    page.print_line(("contradiction", "bold"), f"  {row['confidence']:.2f}  {'; '.join(row['changes'])}{since}")
    for side in ("left", "right"):
        page.print_line(f"  {row[f'{side}_title']}: {row[f'{side}_text']}")
    if row["traced"] == "none":
        page.print_line(("  the two never agreed", "dim"))
    else:
        what = "the edit" if row["traced"] == "edit" else "the copy"
        edit = f"  {what} that made them disagree: {row['edit_title']}, {format_day(row['edit_timestamp'])}"
        page.print_line((f"{edit}{format_editor(row, 'edit_')}, revision {row['edit_revision']}", "dim"))


def _show_page(page: TextPage, row: Row) -> None:
    counts = f"{format_count(row['revisions'], 'revision')} since {format_day(row['first_timestamp'])}"
    page.print_line((row["title"], "bold"), f"  {counts}, {format_count(row['sentences'], 'sentence')} ever")
    page.print_line(
        f"  {row['written']:,} written here, {row['came']:,} came from other pages, {row['went']:,} went to others"
    )


def _show_exchange(page: TextPage, row: Row) -> None:
    word = {"came": "from", "went": "to"}[row["way"]]
    span = f"{format_day(row['first'])[:10]} to {format_day(row['last'])[:10]}"
    page.print_line(f"  {row['way']} {word} {row['title']}: {format_count(row['sentences'], 'sentence')}, {span}")


def _show_arrival(page: TextPage, row: Row) -> None:
    source = f"from {row['source_title']}" if row["source_document"] else "from nowhere inside"
    moment, kind = format_day(row["target_timestamp"]), f"{row['kind']} {row['confidence']:.2f}"
    page.print_line(f"  {moment}  {kind} {source} to {row['target_title']}{format_editor(row, 'target_')}")
    page.print_line(f"    {row['target_text']}")
    page.print_line((f"    {row['why']}", "dim"))


HISTORY_RENDERERS: RowRenderers = {
    **BASE_RENDERERS,
    "flow": _show_flow,
    "cluster": _show_cluster,
    "node": _show_node,
    "traced": _show_traced,
    "page": _show_page,
    "exchange": _show_exchange,
    "came": _show_arrival,
    "went": _show_arrival,
}
