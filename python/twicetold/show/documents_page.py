"""The rows of a run of `documents` as text: who stays, who goes, and why."""

from __future__ import annotations

from twicetold.counted import counted
from twicetold.show.page import Page, Render, show_more, show_run
from twicetold.show.views import Row


def name(row: Row, side: str = "") -> str:
    """A document's id, title and file: `17  Lake Orrin (corpus.jsonl, line 4)`"""
    document, title = row[f"{side}document"], row[f"{side}title"]
    where = f" ({row[f'{side}source']}, {row[f'{side}place']})"
    return f"{document}  {title}{where}" if title and title != document else f"{document}{where}"


def _cluster(page: Page, row: Row) -> None:
    page.line()
    held = f"{counted(row['size'], 'document')}, {counted(row['variants'], 'text')}, {row['removed']:,} to go"
    page.line((f"cluster {row['cluster']}", "bold"), f"  {held}, lowest similarity {row['similarity']:.3f}")


def _member(page: Page, row: Row) -> None:
    sign = "stays" if row["kept"] else "goes "
    page.line((f"  {sign}  {row['similarity']:.3f}  ", "" if row["kept"] else "dim"), name(row))
    page.line((f"                {row['why']}", "dim"))


def _alone(page: Page, row: Row) -> None:
    page.line("  stays  alone  ", name(row))


def _match(page: Page, row: Row) -> None:
    inside = "a bridge" if row["cluster"] is None else f"cluster {row['cluster']}"
    page.line((f"  match {row['similarity']:.3f}  {inside}", "dim"))
    _sides(page, row)


def _bridge(page: Page, row: Row) -> None:
    between = " | ".join(_where(row[f"{each}_cluster"]) for each in ("left", "right"))
    page.line((f"  bridge {row['similarity']:.3f}  {between}", "dim"))
    _sides(page, row)


def _overlap(page: Page, row: Row) -> None:
    page.line((f"  overlap {row['similarity']:.3f}  {counted(row['characters'], 'character')}", "dim"))
    for each in ("left_", "right_"):
        places = f"{row[f'{each}start']:,} to {row[f'{each}end']:,}, {100 * row[f'{each}share']:.0f} % of"
        page.line(f"         {places} {name(row, each)}")
    page.line((f"         {row['excerpt']}", "dim"))


def _where(cluster: int | None) -> str:
    return "in no cluster" if cluster is None else f"cluster {cluster}"


def _sides(page: Page, row: Row) -> None:
    for each in ("left_", "right_"):
        page.line(f"         {name(row, each)}")


RENDER: Render = {
    "run": show_run,
    "size": Page.collect,
    "cluster": _cluster,
    "member": _member,
    "alone": _alone,
    "match": _match,
    "bridge": _bridge,
    "overlap": _overlap,
    "more": show_more,
}
