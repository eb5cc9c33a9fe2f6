"""The rows of a run of `documents` as text: which are kept, which are removed, and why."""

from __future__ import annotations

from twicetold.text.plurals import format_count
from twicetold.text.terminal import cut_title
from twicetold.views.page import BASE_RENDERERS, RowRenderers, TextPage, format_bridge, format_cluster
from twicetold.views.rows import Row

EXCERPT_CHARACTERS = 100  # of the text at the core of a cluster


def format_document_name(row: Row, side: str = "") -> str:
    """A document's id, title and file: `17  Lake Orrin (corpus.jsonl, line 4)`"""
    document, title = row[f"{side}document"], cut_title(row[f"{side}title"])
    where = f" ({row[f'{side}source']}, {row[f'{side}place']})"
    return f"{document}  {title}{where}" if title and title != document else f"{document}{where}"


def _show_cluster(page: TextPage, row: Row) -> None:
    page.print_line()
    held = (
        f"{format_count(row['size'], 'document')}, {format_count(row['variants'], 'text')}, {row['removed']:,} removed"
    )
    page.print_line((f"cluster {row['cluster']}", "bold"), f"  {held}, lowest similarity {row['similarity']:.3f}")
    if row["text"]:
        page.print_line(f"  {cut_title(row['text'], EXCERPT_CHARACTERS)}")


def _show_member(page: TextPage, row: Row) -> None:
    sign = "kept   " if row["kept"] else "removed"
    page.print_line((f"  {sign}  {row['similarity']:.3f}  ", "" if row["kept"] else "dim"), format_document_name(row))
    page.print_line((f"                  {row['why']}", "dim"))


def _show_unmatched_document(page: TextPage, row: Row) -> None:
    page.print_line("  kept     alone  ", format_document_name(row))


def _show_match(page: TextPage, row: Row) -> None:
    page.print_line((f"  match {row['similarity']:.3f}  {format_cluster(row['cluster'], 'a bridge')}", "dim"))
    _show_sides(page, row)


def _show_bridge(page: TextPage, row: Row) -> None:
    page.print_line((format_bridge(row), "dim"))
    _show_sides(page, row)


def _show_overlap(page: TextPage, row: Row) -> None:
    page.print_line((f"  overlap {row['similarity']:.3f}  {format_count(row['characters'], 'character')}", "dim"))
    for each in ("left_", "right_"):
        places = f"{row[f'{each}start']:,} to {row[f'{each}end']:,}, {100 * row[f'{each}share']:.0f} % of"
        page.print_line(f"         {places} {format_document_name(row, each)}")
    page.print_line((f"         {row['excerpt']}", "dim"))


def _show_sides(page: TextPage, row: Row) -> None:
    for each in ("left_", "right_"):
        page.print_line(f"         {format_document_name(row, each)}")


ROW_RENDERERS: RowRenderers = {
    **BASE_RENDERERS,
    "cluster": _show_cluster,
    "member": _show_member,
    "alone": _show_unmatched_document,
    "match": _show_match,
    "bridge": _show_bridge,
    "overlap": _show_overlap,
}
