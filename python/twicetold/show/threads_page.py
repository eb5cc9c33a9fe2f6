"""The rows of a run of `threads` as text: two threads field by field, side by side on a wide terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twicetold.counted import counted
from twicetold.show.page import Page, Render, show_more, show_run
from twicetold.show.views import Row
from twicetold.show.words import blocks, side
from twicetold.stages.threads.fields import FIELDS

BLOCK = 400  # characters that stand side by side before the next begin


def name(row: Row, side: str = "") -> str:
    """A thread's id and title: `17  How deep is Lake Orrin?`"""
    document, title = row[f"{side}document"], row[f"{side}title"]
    return f"{document}  {title}" if title and title != document else str(document)


def alike(similarities: Mapping[str, Any]) -> str:
    """`question 0.833, description missing, answer 1.000`"""
    return ", ".join(f"{field} {_value(similarities[field])}" for field in FIELDS)


def _value(similarity: float | None) -> str:
    return "missing" if similarity is None else f"{similarity:.3f}"


def _compared(page: Page, row: Row) -> None:
    page.line(f"{row['field']:<15} weight {row['weight']:g}, {row['by']}")


def _cluster(page: Page, row: Row) -> None:
    page.line()
    held = f"{counted(row['size'], 'thread')}, lowest score {row['similarity']:.3f}"
    page.line((f"cluster {row['cluster']}", "bold"), f"  {held}")


def _thread(page: Page, row: Row) -> None:
    score = "core " if row["core"] else f"{row['score']:.3f}"
    question = page.changed(row) if "changes" in row else [row["question"]]
    page.line((f"  {score}  {row['document']}  ", "dim"), *question)
    if "similarities" in row:
        page.line((f"         {alike(row['similarities'])}", "dim"))


def _bridge(page: Page, row: Row) -> None:
    between = " | ".join(_where(row[f"{each}_cluster"]) for each in ("left", "right"))
    page.line((f"  bridge {row['score']:.3f}  {between}", "dim"))
    _sides(page, row)


def _where(cluster: int | None) -> str:
    return "in no cluster" if cluster is None else f"cluster {cluster}"


def _sides(page: Page, row: Row) -> None:
    for each in ("left_", "right_"):
        page.line(f"         {name(row, each)}")
    page.line((f"         {alike(row)}", "dim"))


def _match(page: Page, row: Row) -> None:
    inside = "a bridge" if row["cluster"] is None else f"cluster {row['cluster']}"
    page.line((f"  {row['score']:.3f}  {inside}", "dim"))
    _sides(page, row)


def _document(page: Page, row: Row) -> None:
    page.line((name(row), "bold"), f"  {counted(row['matches'], 'match')}, {_in(row)}")


def _in(row: Row) -> str:
    return "in no cluster" if row["cluster"] is None else f"in cluster {row['cluster']}"


def _pair(page: Page, row: Row) -> None:
    for each in ("left", "right"):
        url = f"  {row[f'{each}_url']}" if row[f"{each}_url"] else ""
        page.line((f"{each:<5}  {name(row, f'{each}_')}", "bold"), (url, "dim"))
    if row["score"] is None:
        page.line("no score: they have no field of any weight in common")
        return
    place = f", {'a bridge between clusters' if row['cluster'] is None else _in(row)}" if row["match"] else ""
    page.line(f"score {row['score']:.3f}, {'a' if row['match'] else 'no'} match at {row['threshold']:g}{place}")


def _field(page: Page, row: Row) -> None:
    page.line()
    if row["similarity"] is None:
        told = f"missing: {row['missing']}; its weight {row['weight']:g} is left out"
    else:
        told = f"{row['similarity']:.3f}, weight {row['weight']:g} ({row['by']})"
    page.line((row["field"], "bold"), f"  {told}")
    if row["left"] and row["right"]:
        _beside(page, row)
        return
    for each in ("left", "right"):  # of one alone nothing differs
        if row[each]:
            page.line((f"  {each:<5}  ", "dim"), row[each])


def _beside(page: Page, row: Row) -> None:
    for block in blocks(row["changes"], BLOCK):
        left, right = (page.changed({"changes": side(block, sign)}) for sign in "-+")
        if not page.beside(left, right):
            for label, text in (("left ", left), ("right", right)):
                page.line((f"  {label}  ", "dim"), *text)


def _found(page: Page, row: Row) -> None:
    page.line((f"cluster {row['cluster']}  ", "dim"), name(row))


RENDER: Render = {
    "run": show_run,
    "compared": _compared,
    "size": Page.collect,
    "cluster": _cluster,
    "thread": _thread,
    "bridge": _bridge,
    "match": _match,
    "document": _document,
    "pair": _pair,
    "field": _field,
    "found": _found,
    "more": show_more,
}
