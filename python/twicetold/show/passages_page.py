"""The rows of a run of `passages` as text: two texts side by side on a wide terminal, else one below the other."""

from __future__ import annotations

from twicetold.counted import counted
from twicetold.show.page import Page, Part, Render, show_more, show_run
from twicetold.show.passage_texts import SIDES
from twicetold.show.views import Row
from twicetold.show.words import blocks, side

BLOCK = 400  # characters that stand side by side before the next begin


def name(row: Row, side: str = "") -> str:
    """A document's title and id, as a title may be that of several: `Lake Orrin (7)`; a path has its title in it."""
    title, document = row[f"{side}title"], row[f"{side}document"]
    return document if title in document else f"{title} ({document})"


def _names(row: Row) -> str:
    return f"{name(row, 'left_')} | {name(row, 'right_')}"


def _kind(page: Page, row: Row) -> None:
    page.line(f"{row['kind']:>15}  {row['passages']:>11,}  ", (counted(row["characters"], "character"), "dim"))


def _pair(page: Page, row: Row) -> None:
    if not row.get("whole"):
        page.line(f"{row['characters']:>15,}  {_names(row)}")
        return
    page.line((_names(row), "bold"))
    shares = " and ".join(f"{100 * row[f'{side}_share']:.0f} % of the {side}" for side in SIDES)
    boilerplate = f", and {row['boilerplate']:,} of boilerplate" if row["boilerplate"] else ""
    page.line(
        f"  {counted(row['passages'], 'passage')}, {counted(row['characters'], 'character')}: {shares}{boilerplate}"
    )


def _passage(page: Page, row: Row) -> None:
    page.line()
    length = counted(row["left_end"] - row["left_start"], "character")
    held = f"{length}, {counted(row['sentences'], 'sentence')} matched, similarity {row['similarity']:.3f}"
    page.line((f"passage {row['passage']}", "bold"), f"  {row['kind']}, {held}")
    for each in SIDES:
        page.line((f"  {each:<5}  {_place(row, each)}", "dim"))
    if "changes" in row:
        _texts(page, row)
    else:
        page.line(f"    {row['begins']}")


def _place(row: Row, side: str) -> str:
    """`Lake Orrin, sentences 4-15, characters 100-1,334 (45 % of it)`"""
    sentences = f"sentences {row[f'{side}_first']:,}-{row[f'{side}_last']:,}"
    characters = f"characters {row[f'{side}_start']:,}-{row[f'{side}_end']:,}"
    return f"{name(row, f'{side}_')}, {sentences}, {characters} ({100 * row[f'{side}_share']:.0f} % of it)"


def _texts(page: Page, row: Row) -> None:
    found = blocks(row["changes"], BLOCK)
    for number, block in enumerate(found):
        left, right = (
            _inside(page.changed({"changes": side(block, sign)}), row, each, number == 0, number == len(found) - 1)
            for each, sign in zip(SIDES, "-+", strict=True)
        )
        page.line()
        if not page.beside(left, right):
            page.line(("  left   ", "dim"), *left)
            page.line(("  right  ", "dim"), *right)


def _inside(parts: list[Part], row: Row, side: str, first: bool, last: bool) -> list[Part]:
    """With dots where the passage begins or ends in mid-sentence."""
    before: list[Part] = [("… ", "dim")] if first and not row[f"{side}_opens"] else []
    after: list[Part] = [(" …", "dim")] if last and not row[f"{side}_closes"] else []
    return [*before, *parts, *after]


def _document(page: Page, row: Row) -> None:
    page.line((name(row), "bold"), f"  {counted(row['passages'], 'passage')}")


RENDER: Render = {
    "run": show_run,
    "passage_kind": _kind,
    "pair": _pair,
    "passage": _passage,
    "document": _document,
    "more": show_more,
}
