"""The rows of a run of `sentences` as text.

Of two facts that do not agree neither is struck out: which of them is right is not known.
"""

from __future__ import annotations

from twicetold.jobs.sentences.kinds import CERTAIN
from twicetold.jobs.sentences.show_contradictions import DATED, format_further_place, format_values, mark_differences
from twicetold.text.plurals import format_count
from twicetold.views.page import BASE_RENDERERS, RowRenderers, TextPage
from twicetold.views.rows import Row


def format_place(row: Row, side: str = "") -> str:
    """Where a sentence stands: `Lake Orrin [History] 4`; a document without a title goes by its id."""
    section = f" [{row['section']}]" if row.get("section") else ""
    return f"{row[f'{side}title'] or row[f'{side}document']}{section} {row[f'{side}position']}"


def _show_document_pair(page: TextPage, row: Row) -> None:
    left, right = (row[f"{side}_title"] or row[f"{side}_document"] for side in ("left", "right"))
    page.print_line(f"{row['shared']:>15,}  {left} | {right}")


def _show_cluster(page: TextPage, row: Row) -> None:
    page.print_line()
    within = f"{format_count(row['size'], 'member')} in {format_count(row['documents'], 'document')}"
    held = f"{format_count(row['variants'], 'variant')}, similarity {row['similarity']:.3f}"
    if "kind" in row:
        doubt = "" if row["confidence"] >= CERTAIN else "no kind is certain: "
        held += f", {doubt}{row['kind']} {row['confidence']:.2f}"
    page.print_line((f"cluster {row['cluster']}", "bold"), f"  {within}, {held}")


def _show_cluster_with_example(page: TextPage, row: Row) -> None:
    _show_cluster(page, row)
    page.print_line(f"  {row['example']}")


def _show_variant(page: TextPage, row: Row) -> None:
    first = f", first in {row['title'] or row['document']}" if "title" in row else ""
    page.print_line((f"  variant {row['variant']}  {format_count(row['members'], 'time')}{first}", "dim"))
    page.print_line("    ", *page.mark_changes(row))


def _show_member(page: TextPage, row: Row) -> None:
    page.print_line(f"      {format_place(row)}")


def _show_match(page: TextPage, row: Row) -> None:
    page.print_line(f"  {row['similarity']:.3f}  {format_place(row, 'left_')} | {format_place(row, 'right_')}")
    if "kind" in row:
        drift = f" ({row['drift']})" if row["drift"] else ""
        page.print_line((f"    {row['kind']}{drift} {row['confidence']:.2f}: {row['why']}", "dim"))


def _show_kind(page: TextPage, row: Row) -> None:
    page.print_line(
        f"{row['kind']:>15}  {row['clusters']:>11,}  ", (f"{format_count(row['members'], 'member')}", "dim")
    )


def _show_contradiction(page: TextPage, row: Row) -> None:
    page.print_line()
    drift = f"{row['drift']}, " if row["drift"] not in ("contradiction", DATED) else ""
    name = "older copy" if row["drift"] == DATED else "contradiction"
    sure = f"  {drift}confidence {row['confidence']:.2f}, cluster {row['cluster']}"
    page.print_line((f"{name} {row['contradiction'] + 1:,}", "bold"), sure)
    page.print_line(f"  {row['why']}")
    for side, sign in (("left", "<"), ("right", ">")):
        parts = [(text, sign if differs else "=") for text, differs in mark_differences(row, side)]
        page.print_line((f"  {_format_side(row, side)}", "dim"))
        page.print_line("    ", *page.mark_changes({"changes": [(sign, text) for text, sign in parts]}))
    for place in row["places"]:
        page.print_line((f"  {place['side']:<5}  also {format_further_place(place)}", "dim"))
    page.print_line((f"  differs  {format_values(row)}", "dim"))


def _show_unlisted(page: TextPage, row: Row) -> None:
    page.print_line()
    page.print_line((f"and {row['left_out']:,} less certain (see --all)", "dim"))


def _format_side(row: Row, side: str) -> str:
    """Where and from when a side is: `right  Norland [Ice] 2, revision 70, 2013-04-01 (newer)`"""
    section = f" [{row[f'{side}_section']}]" if row[f"{side}_section"] else ""
    facts = [f"{row[f'{side}_title'] or row[f'{side}_document']}{section} {row[f'{side}_position']}"]
    facts += [f"revision {row[f'{side}_revision']}"] if row[f"{side}_revision"] else []
    facts += [row[f"{side}_timestamp"]] if row[f"{side}_timestamp"] else []
    facts += [format_count(row[f"{side}_copies"], "time")] if row[f"{side}_copies"] > 1 else []
    return f"{side:<5}  {', '.join(facts)}{' (newer)' if row['newer'] == side else ''}"


def _show_document(page: TextPage, row: Row) -> None:
    page.print_line(
        (row["title"] or row["document"], "bold"), f"  {format_count(row['sentences'], 'repeated sentence')}"
    )


def _show_sentence(page: TextPage, row: Row) -> None:
    page.print_line()
    section = f" [{row['section']}]" if row["section"] else ""
    page.print_line((f"  {row['position']}{section}  cluster {row['cluster']}", "dim"))
    page.print_line("  ", row["text"])


def _show_place(page: TextPage, row: Row) -> None:
    page.print_line(f"      {format_place(row)}", *([": ", *page.mark_changes(row)] if "changes" in row else []))


def _show_found_member(page: TextPage, row: Row) -> None:
    page.print_line((f"cluster {row['cluster']}, variant {row['variant']}  ", "dim"), format_place(row))
    page.print_line(f"  {row['text']}")


ROW_RENDERERS: RowRenderers = {
    **BASE_RENDERERS,
    "document_pair": _show_document_pair,
    "cluster": _show_cluster,
    "variant": _show_variant,
    "member": _show_member,
    "kind": _show_kind,
    "contradiction": _show_contradiction,
    "older_copy": _show_contradiction,
    "unlisted": _show_unlisted,
    "match": _show_match,
    "document": _show_document,
    "sentence": _show_sentence,
    "place": _show_place,
    "found": _show_found_member,
}
# Where the variants of a cluster do not follow it, an example says what it is about.
SUMMARY_RENDERERS: RowRenderers = {**ROW_RENDERERS, "cluster": _show_cluster_with_example}
