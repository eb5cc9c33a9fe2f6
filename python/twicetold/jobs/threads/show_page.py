"""The rows of a run of `threads` as text: two threads field by field, side by side on a wide terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twicetold.jobs.threads.tables import COMPARED_FIELDS, FIELDS
from twicetold.text.plurals import format_count
from twicetold.views.page import BASE_RENDERERS, RowRenderers, TextPage, format_bridge, format_cluster
from twicetold.views.rows import Row
from twicetold.views.words import select_side, split_into_blocks

BLOCK_CHARACTERS = 400  # characters that stand side by side before the next begin


def format_thread_name(row: Row, side: str = "") -> str:
    """A thread's id and title: `17  How deep is Lake Orrin?`"""
    document, title = row[f"{side}document"], row[f"{side}title"]
    return f"{document}  {title}" if title and title != document else str(document)


def format_similarities(similarities: Mapping[str, Any]) -> str:
    """`question 0.833, description missing, answer 1.000`"""
    shown = [name for name in COMPARED_FIELDS if name in FIELDS or similarities.get(name) is not None]
    return ", ".join(f"{name} {_format_similarity(similarities[name])}" for name in shown)


def _format_similarity(similarity: float | None) -> str:
    return "missing" if similarity is None else f"{similarity:.3f}"


def _show_comparison(page: TextPage, row: Row) -> None:
    page.print_line(f"{row['field']:<15} weight {row['weight']:g}, {row['by']}")


def _show_cluster(page: TextPage, row: Row) -> None:
    page.print_line()
    held = f"{format_count(row['size'], 'thread')}, lowest similarity {row['similarity']:.3f}"
    page.print_line((f"cluster {row['cluster']}", "bold"), f"  {held}")


def _show_thread(page: TextPage, row: Row) -> None:
    similarity = "core " if row["core"] else f"{row['similarity']:.3f}"
    question = page.mark_changes(row) if "changes" in row else [row["question"]]
    page.print_line((f"  {similarity}  {row['document']}  ", "dim"), *question)
    if "similarities" in row:
        page.print_line((f"         {format_similarities(row['similarities'])}", "dim"))


def _show_bridge(page: TextPage, row: Row) -> None:
    page.print_line((format_bridge(row), "dim"))
    _show_sides(page, row)


def _show_sides(page: TextPage, row: Row) -> None:
    for each in ("left_", "right_"):
        page.print_line(f"         {format_thread_name(row, each)}")
    page.print_line((f"         {format_similarities(row)}", "dim"))


def _show_match(page: TextPage, row: Row) -> None:
    place = "in the collection" if row.get("is_against") else format_cluster(row["cluster"], "a bridge")
    page.print_line((f"  {row['similarity']:.3f}  {place}", "dim"))
    _show_sides(page, row)


def _show_document(page: TextPage, row: Row) -> None:
    page.print_line(
        (format_thread_name(row), "bold"), f"  {format_count(row['matches'], 'match')}, {_format_membership(row)}"
    )


def _format_membership(row: Row) -> str:
    return "in no cluster" if row["cluster"] is None else f"in cluster {row['cluster']}"


def _show_pair(page: TextPage, row: Row) -> None:
    for each in ("left", "right"):
        url = f"  {row[f'{each}_url']}" if row[f"{each}_url"] else ""
        page.print_line((f"{each:<5}  {format_thread_name(row, f'{each}_')}", "bold"), (url, "dim"))
    if row["similarity"] is None:
        page.print_line("no similarity: they have no field of any weight in common")
        return
    place = (
        f", {'a bridge between clusters' if row['cluster'] is None else _format_membership(row)}"
        if row["match"] and not row.get("is_against")
        else ""
    )
    page.print_line(
        f"similarity {row['similarity']:.3f}, {'a' if row['match'] else 'no'} match at {row['threshold']:g}{place}"
    )


def _show_field(page: TextPage, row: Row) -> None:
    page.print_line()
    if row["similarity"] is None:
        missing = f"missing: {row['missing']}; its weight {row['weight']:g} is left out"
        explanation = missing if row["weight"] else row["missing"]
    else:
        explanation = f"{row['similarity']:.3f}, weight {row['weight']:g} ({row['by']})"
    page.print_line((row["field"], "bold"), f"  {explanation}")
    if row["left"] and row["right"]:
        _show_texts(page, row)
        return
    for each in ("left", "right"):  # of one alone nothing differs
        if row[each]:
            page.print_line((f"  {each:<5}  ", "dim"), row[each])


def _show_texts(page: TextPage, row: Row) -> None:
    for block in split_into_blocks(row["changes"], BLOCK_CHARACTERS):
        page.print_two_texts(*(page.mark_changes({"changes": select_side(block, sign)}) for sign in "-+"))


def _show_found_thread(page: TextPage, row: Row) -> None:
    page.print_line((f"cluster {row['cluster']}  ", "dim"), format_thread_name(row))


def _show_likely_pair(page: TextPage, row: Row) -> None:
    known = f", {row['known']}" if row["known"] else ""
    page.print_line((f"  {row['score']:.3f}{known}", "dim"))
    page.print_line(f"         {format_thread_name(row)}")
    page.print_line(f"         {format_thread_name(row, 'other_')}")


def _show_suggestion(page: TextPage, row: Row) -> None:
    if row["rank"] == 1:
        page.print_line("suggestions")
    known = f"  ({row['known']})" if row["known"] else ""
    page.print_line((f"  {row['rank']}  {row['score']:.3f}  ", "dim"), format_thread_name(row, "other_"), known)
    parts = ", ".join(f"{name} {row[part]:.3f}" for name, part in SUGGESTION_PARTS.items() if row[part] is not None)
    page.print_line((f"            {parts}", "dim"))


SUGGESTION_PARTS = {
    "whole thread": "whole",
    "question": "question",
    "letters of the title": "words",
    "meaning": "meaning",
}
ROW_RENDERERS: RowRenderers = {
    **BASE_RENDERERS,
    "compared": _show_comparison,
    "cluster": _show_cluster,
    "thread": _show_thread,
    "bridge": _show_bridge,
    "match": _show_match,
    "document": _show_document,
    "pair": _show_pair,
    "field": _show_field,
    "found": _show_found_thread,
    "likely": _show_likely_pair,
    "suggestion": _show_suggestion,
}
