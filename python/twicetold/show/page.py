"""Rows as text for people: styled on a terminal, plain elsewhere. Whatever a text holds, it reaches the screen as text.

On a terminal a change is struck out and bold; elsewhere, and where there are no colours, it reads `[-old-]{+new+}`.
Of two facts that do not agree neither is struck out: which is right is not known.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twicetold.counted import counted
from twicetold.plan.quantities import bytes_text, seconds_text
from twicetold.show.drift import marked, values
from twicetold.show.views import Row
from twicetold.terminal import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BAR = 40
INPUTS = 5
BESIDE = 90  # columns that a terminal must have for two texts side by side
STYLES = {"-": "red strike", "+": "bold green", "<": "bold yellow", ">": "bold cyan", "bold": "bold", "dim": "dim"}
MARKS = {"-": "[-{}-]", "+": "{{+{}+}}", "<": "[-{}-]", ">": "{{+{}+}}"}

Part = str | tuple[str, str]  # a text, or a text and its style


class Page:
    """Lines on stdout, or on any console. `headings` go before the first row of their sort.

    Where a cluster's variants follow, its example would say the same again, so it is left out.
    """

    def __init__(
        self,
        headings: Mapping[str, str] | None = None,
        examples: bool = True,
        console: Console | None = None,
        render: Render | None = None,
    ) -> None:
        self.examples = examples
        self._render = render or RENDER
        self._headings = dict(headings or {})
        self._console = console if console or not sys.stdout.isatty() else _terminal()
        self._marked = self._console is None or self._console.no_color or self._console.color_system is None
        self._sizes: list[Row] = []

    def show(self, rows: Iterable[Row]) -> int:
        """Prints rows as they come; gives how many there were."""
        number = 0
        for row in rows:
            number += 1
            if row["row"] != "size":
                self._chart()
            if row["row"] in self._headings:
                self.line()
                self.line((self._headings.pop(row["row"]), "bold"))
            self._render[row["row"]](self, row)
        self._chart()
        return number

    def line(self, *parts: Part) -> None:
        """One line; every text is made safe here and in `beside`, and nowhere else."""
        styled = _safe(parts)
        if self._console is None:
            print("".join(text for text, _ in styled))
            return
        self._console.print(_assembled(styled), soft_wrap=True)

    def beside(self, left: Sequence[Part], right: Sequence[Part]) -> bool:
        """Two texts in two columns, if there is room for them; says whether there was."""
        if self._console is None or self._console.width < BESIDE:
            return False
        from rich.table import Table

        table = Table.grid(padding=(0, 3, 0, 0), expand=True)
        for _ in ("left", "right"):
            table.add_column(ratio=1, overflow="fold")
        table.add_row(_assembled(_safe(left)), _assembled(_safe(right)))
        self._console.print(table)
        return True

    def changed(self, row: Row) -> list[Part]:
        """A row's text, with what sets it apart marked."""
        if "changes" not in row:
            return [row["text"]]
        marks = MARKS if self._marked else {}
        return [(marks.get(sign, "{}").format(text), sign) for sign, text in row["changes"]]

    def collect(self, size: Row) -> None:
        """Bars need the largest first, so they wait for the last."""
        self._sizes.append(size)

    def _chart(self) -> None:
        sizes, self._sizes = self._sizes, []
        most = max((size["clusters"] for size in sizes), default=0)
        for size in sizes:
            length = round(BAR * size["clusters"] / max(most, 1))
            self.line(f"{_range(size):>15}  {size['clusters']:>11,}  ", ("█" * length or "▏", "dim"))


def _safe(parts: Iterable[Part]) -> list[tuple[str, str]]:
    return [(visible(part), "") if isinstance(part, str) else (visible(part[0]), part[1]) for part in parts]


def _assembled(styled: Iterable[tuple[str, str]]) -> Text:
    from rich.text import Text

    return Text.assemble(*((text, STYLES.get(style, "")) for text, style in styled))


def _terminal() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _range(size: Row) -> str:
    return str(size["least"]) if size["least"] == size["most"] else f"{size['least']:,}-{size['most']:,}"


def place(row: Row, side: str = "") -> str:
    """Where a sentence stands: `Lake Orrin [History] 4`; a document without a title goes by its id."""
    section = f" [{row['section']}]" if row.get("section") else ""
    return f"{row[f'{side}title'] or row[f'{side}document']}{section} {row[f'{side}position']}"


def show_run(page: Page, row: Row) -> None:
    page.line(("run", "bold"), f"             {row['folder']}, digest {row['digest'][:12]}")
    inputs = row["inputs"]
    for each in inputs[:INPUTS]:
        size = f" ({bytes_text(each['bytes'])})" if "bytes" in each else ""
        page.line(f"{'input':<16}{each.get('path', '')}{size}")
    if len(inputs) > INPUTS:
        page.line(f"{'':<16}and {len(inputs) - INPUTS:,} more")
    for name, value in row["results"].items():
        if name != "sizes":
            page.line(f"{name.replace('_', ' '):<15} {_value(name, value)}")
    seconds = {name: value for name, value in row["seconds"].items() if isinstance(value, int | float)}
    if seconds:
        stages = ", ".join(f"{name.replace('_', ' ')} {seconds_text(value)}" for name, value in seconds.items())
        page.line(f"{'time':<16}{seconds_text(sum(seconds.values()))} ({stages})")


def _value(name: str, value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{inner.replace('_', ' ')} {_value(inner, each)}" for inner, each in value.items())
    if isinstance(value, float):
        return f"{100 * value:.1f} %" if name == "recall" else f"{value:g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _document_pair(page: Page, row: Row) -> None:
    left, right = (row[f"{side}_title"] or row[f"{side}_document"] for side in ("left", "right"))
    page.line(f"{row['shared']:>15,}  {left} | {right}")


def _cluster(page: Page, row: Row) -> None:
    page.line()
    within = f"{counted(row['size'], 'member')} in {counted(row['documents'], 'document')}"
    held = f"{counted(row['variants'], 'variant')}, similarity {row['similarity']:.3f}"
    if "kind" in row:
        held += f", {row['kind']} {row['confidence']:.2f}"
    page.line((f"cluster {row['cluster']}", "bold"), f"  {within}, {held}")
    if page.examples:
        page.line(f"  {row['example']}")


def _variant(page: Page, row: Row) -> None:
    first = f", first in {row['title'] or row['document']}" if "title" in row else ""
    page.line((f"  variant {row['variant']}  {counted(row['members'], 'time')}{first}", "dim"))
    page.line("    ", *page.changed(row))


def _member(page: Page, row: Row) -> None:
    page.line(f"      {place(row)}")


def _match(page: Page, row: Row) -> None:
    cosine = f"cosine {row['cosine']:.3f}  " if "cosine" in row else ""
    similar = f"{cosine}jaccard {row['jaccard']:.3f}  edit {row['edit_similarity']:.3f}"
    page.line(f"  {similar}  {place(row, 'left_')} | {place(row, 'right_')}")
    if "kind" in row:
        drift = f" ({row['drift']})" if row["drift"] else ""
        page.line((f"    {row['kind']}{drift} {row['confidence']:.2f}: {row['why']}", "dim"))


def _kind(page: Page, row: Row) -> None:
    page.line(f"{row['kind']:>15}  {row['clusters']:>11,}  ", (f"{counted(row['members'], 'member')}", "dim"))


def _contradiction(page: Page, row: Row) -> None:
    page.line()
    sure = f"  {row['drift']}, confidence {row['confidence']:.2f}, cluster {row['cluster']}"
    page.line((f"contradiction {row['contradiction']}", "bold"), sure)
    for side, sign in (("left", "<"), ("right", ">")):
        parts = [(text, sign if differs else "=") for text, differs in marked(row, side)]
        page.line((f"  {_sided(row, side)}", "dim"))
        page.line("    ", *page.changed({"changes": [(sign, text) for text, sign in parts]}))
    page.line(f"  differs  {values(row)}")
    page.line((f"  why      {row['why']}", "dim"))


def _sided(row: Row, side: str) -> str:
    """Where and from when a side is: `right  Norland [Ice] 2, revision 70, 2013-04-01 (newer)`"""
    section = f" [{row[f'{side}_section']}]" if row[f"{side}_section"] else ""
    told = [f"{row[f'{side}_title'] or row[f'{side}_document']}{section} {row[f'{side}_position']}"]
    told += [f"revision {row[f'{side}_revision']}"] if row[f"{side}_revision"] else []
    told += [row[f"{side}_timestamp"]] if row[f"{side}_timestamp"] else []
    told += [counted(row[f"{side}_copies"], "time")] if row[f"{side}_copies"] > 1 else []
    return f"{side:<5}  {', '.join(told)}{' (newer)' if row['newer'] == side else ''}"


def _document(page: Page, row: Row) -> None:
    page.line((row["title"] or row["document"], "bold"), f"  {counted(row['sentences'], 'repeated sentence')}")


def _sentence(page: Page, row: Row) -> None:
    page.line()
    section = f" [{row['section']}]" if row["section"] else ""
    page.line((f"  {row['position']}{section}  cluster {row['cluster']}", "dim"))
    page.line("  ", row["text"])


def _place(page: Page, row: Row) -> None:
    page.line(f"      {place(row)}", *([": ", *page.changed(row)] if "changes" in row else []))


def _found(page: Page, row: Row) -> None:
    page.line((f"cluster {row['cluster']}, variant {row['variant']}  ", "dim"), place(row))
    page.line(f"  {row['text']}")


def show_more(page: Page, row: Row) -> None:
    left_out = "more" if row["left_out"] is None else f"{row['left_out']:,} more"
    page.line((f"      and {left_out} {row['what']} (see --limit)", "dim"))


Render = Mapping[str, Callable[[Page, Row], None]]
RENDER: Render = {
    "run": show_run,
    "size": Page.collect,
    "document_pair": _document_pair,
    "cluster": _cluster,
    "variant": _variant,
    "member": _member,
    "kind": _kind,
    "contradiction": _contradiction,
    "match": _match,
    "document": _document,
    "sentence": _sentence,
    "place": _place,
    "found": _found,
    "more": show_more,
}
