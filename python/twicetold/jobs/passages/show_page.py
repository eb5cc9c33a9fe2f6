"""The rows of a run of `passages` as text: two texts side by side on a wide terminal, else one below the other."""

from __future__ import annotations

from twicetold.text.plurals import format_count
from twicetold.views.page import BASE_RENDERERS, RowRenderers, StyledText, TextPage
from twicetold.views.rows import SIDES, Row
from twicetold.views.words import select_side, split_into_blocks

BLOCK_CHARACTERS = 400  # characters that stand side by side before the next begin


def format_document_name(row: Row, side: str = "") -> str:
    """A document's title and id, as a title may be that of several: `Lake Orrin (7)`; a path has its title in it."""
    title, document = row[f"{side}title"], row[f"{side}document"]
    return document if title in document else f"{title} ({document})"


def _format_pair_names(row: Row) -> str:
    return f"{format_document_name(row, 'left_')} | {format_document_name(row, 'right_')}"


def _show_kind(page: TextPage, row: Row) -> None:
    page.print_line(
        f"{row['kind']:>15}  {row['passages']:>11,}  ", (format_count(row["characters"], "character"), "dim")
    )


def _show_pair(page: TextPage, row: Row) -> None:
    if not row.get("whole"):
        page.print_line(f"{row['characters']:>15,}  {_format_pair_names(row)}")
        return
    page.print_line((_format_pair_names(row), "bold"))
    shares = " and ".join(f"{100 * row[f'{side}_share']:.0f} % of the {side}" for side in SIDES)
    boilerplate = f", and {row['boilerplate']:,} of boilerplate" if row["boilerplate"] else ""
    passages, characters = format_count(row["passages"], "passage"), format_count(row["characters"], "character")
    page.print_line(f"  {passages}, {characters}: {shares}{boilerplate}")


def _show_passage(page: TextPage, row: Row) -> None:
    page.print_line()
    length = format_count(row["left_end"] - row["left_start"], "character")
    held = f"{length}, {format_count(row['sentences'], 'sentence')} matched, similarity {row['similarity']:.3f}"
    page.print_line((f"passage {row['passage']}", "bold"), f"  {row['kind']}, {row['form']}, {held}")
    for each in SIDES:
        page.print_line((f"  {each:<5}  {_format_place(row, each)}", "dim"))
    if "changes" in row:
        _show_texts(page, row)
    else:
        page.print_line(f"    {row['begins']}")


def _format_place(row: Row, side: str) -> str:
    """`Lake Orrin, sentences 4-15, characters 100-1,334 (45 % of it)`"""
    sentences = f"sentences {row[f'{side}_first']:,}-{row[f'{side}_last']:,}"
    characters = f"characters {row[f'{side}_start']:,}-{row[f'{side}_end']:,}"
    return (
        f"{format_document_name(row, f'{side}_')}, {sentences}, {characters} ({100 * row[f'{side}_share']:.0f} % of it)"
    )


def _show_texts(page: TextPage, row: Row) -> None:
    found = split_into_blocks(row["changes"], BLOCK_CHARACTERS)
    for number, block in enumerate(found):
        left, right = (
            _add_ellipses(
                page.mark_changes({"changes": select_side(block, sign)}),
                row,
                each,
                number == 0,
                number == len(found) - 1,
            )
            for each, sign in zip(SIDES, "-+", strict=True)
        )
        page.print_line()
        page.print_two_texts(left, right)


def _add_ellipses(parts: list[StyledText], row: Row, side: str, first: bool, last: bool) -> list[StyledText]:
    """With dots where the passage begins or ends in mid-sentence."""
    before: list[StyledText] = [("… ", "dim")] if first and not row[f"{side}_opens"] else []
    after: list[StyledText] = [(" …", "dim")] if last and not row[f"{side}_closes"] else []
    return [*before, *parts, *after]


def _show_family(page: TextPage, row: Row) -> None:
    dates = f", {format_dates(row)}" if row["first_date"] else ""
    series = f" of {format_count(row['series'], 'series')}" if row["series"] else ""
    page.print_line(
        (f"family {row['family']}", "bold"),
        f"  {format_count(row['size'], 'copy')}{series}{dates}, {row['kind']}, similarity {row['similarity']:.3f}",
    )
    page.print_line(f"    {row['begins']}" if "begins" in row else f"\n  {row['text']}")


def format_dates(row: Row) -> str:
    """`1850-01-02 to 1861`, or one date if that is all."""
    first, last = row["first_date"], row["last_date"]
    return first if first == last else f"{first} to {last}"


def _show_copy(page: TextPage, row: Row) -> None:
    page.print_line()
    date = f"{row['timestamp']}  " if row["timestamp"] else ""
    series = f", {row['series']}" if row["series"] else ""
    characters = f"characters {row['start']:,}-{row['end']:,}"
    page.print_line(
        (f"{row['member']:>4}  ", "dim"),
        (f"{date}{format_document_name(row)}", "bold"),
        (f"{series}, {characters}, similarity {row['similarity']:.3f}{_format_source(row)}", "dim"),
    )
    page.print_line("      ", *page.mark_changes(row))


def _format_source(row: Row) -> str:
    if row["parent"] is not None:
        return f", likely from {row['parent']} ({row['confidence']:.2f})"
    return ", no source inside" if row["timestamp"] else ""


def _show_document(page: TextPage, row: Row) -> None:
    page.print_line((format_document_name(row), "bold"), f"  {format_count(row['passages'], 'passage')}")


ROW_RENDERERS: RowRenderers = {
    **BASE_RENDERERS,
    "passage_kind": _show_kind,
    "pair": _show_pair,
    "passage": _show_passage,
    "document": _show_document,
    "family": _show_family,
    "copy": _show_copy,
}
