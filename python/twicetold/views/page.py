"""Rows as text for people: styled on a terminal, plain elsewhere. Whatever a text holds, it reaches the screen as text.

On a terminal a change is struck out and bold; elsewhere, and where there are no colours, it reads `[-old-]{+new+}`.
`<` and `>` mark what differs between two texts of which neither is known to be right, so nothing is struck out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twicetold.text.plurals import make_singular
from twicetold.text.quantities import format_bytes, format_seconds
from twicetold.text.terminal import escape_controls
from twicetold.views.rows import SIDES, Row

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BAR_COLUMNS = 40
MOST_INPUTS = 5
SIDE_BY_SIDE_COLUMNS = 90  # columns that a terminal must have for two texts side by side
STYLES = {"-": "red strike", "+": "bold green", "<": "bold yellow", ">": "bold cyan", "bold": "bold", "dim": "dim"}
MARKS = {"-": "[-{}-]", "+": "{{+{}+}}", "<": "[-{}-]", ">": "{{+{}+}}"}

StyledText = str | tuple[str, str]  # a text, or a text and its style


class TextPage:
    """Lines on stdout, or on any console. `headings` go before the first row of their sort."""

    def __init__(
        self,
        render: RowRenderers,
        headings: Mapping[str, str] | None = None,
        console: Console | None = None,
    ) -> None:
        self._render = render
        self._headings = dict(headings or {})
        self._console = console if console or not sys.stdout.isatty() else _open_console()
        self._marked = self._console is None or self._console.no_color or self._console.color_system is None
        self._sizes: list[Row] = []

    def show_rows(self, rows: Iterable[Row]) -> int:
        """Prints rows as they come; gives how many there were."""
        number = 0
        for row in rows:
            number += 1
            if row["row"] != "size":
                self._print_sizes()
            if row["row"] in self._headings:
                self.print_line()
                self.print_line((self._headings.pop(row["row"]), "bold"))
            self._render[row["row"]](self, row)
        self._print_sizes()
        return number

    def print_line(self, *parts: StyledText) -> None:
        """One line; every text is made safe here and in `beside`, and nowhere else."""
        styled = _escape_parts(parts)
        if self._console is None:
            print("".join(text for text, _ in styled))
            return
        self._console.print(_assemble_text(styled), soft_wrap=True)

    def print_side_by_side(self, left: Sequence[StyledText], right: Sequence[StyledText]) -> bool:
        """Two texts in two columns, if there is room for them; says whether there was."""
        if self._console is None or self._console.width < SIDE_BY_SIDE_COLUMNS:
            return False
        from rich.table import Table

        table = Table.grid(padding=(0, 3, 0, 0), expand=True)
        for _ in ("left", "right"):
            table.add_column(ratio=1, overflow="fold")
        table.add_row(_assemble_text(_escape_parts(left)), _assemble_text(_escape_parts(right)))
        self._console.print(table)
        return True

    def print_two_texts(self, left: Sequence[StyledText], right: Sequence[StyledText]) -> None:
        """Two texts side by side where there is room for it, else one below the other."""
        if not self.print_side_by_side(left, right):
            self.print_line(("  left   ", "dim"), *left)
            self.print_line(("  right  ", "dim"), *right)

    def mark_changes(self, row: Row) -> list[StyledText]:
        """A row's text, with what sets it apart marked."""
        if "changes" not in row:
            return [row["text"]]
        marks = MARKS if self._marked else {}
        return [(marks.get(sign, "{}").format(text), sign) for sign, text in row["changes"]]

    def collect_size(self, size: Row) -> None:
        """Bars need the largest first, so they wait for the last."""
        self._sizes.append(size)

    def _print_sizes(self) -> None:
        sizes, self._sizes = self._sizes, []
        most = max((size["clusters"] for size in sizes), default=0)
        for size in sizes:
            length = round(BAR_COLUMNS * size["clusters"] / max(most, 1))
            self.print_line(f"{_format_size_range(size):>15}  {size['clusters']:>11,}  ", ("█" * length or "▏", "dim"))


def _escape_parts(parts: Iterable[StyledText]) -> list[tuple[str, str]]:
    return [
        (escape_controls(part), "") if isinstance(part, str) else (escape_controls(part[0]), part[1]) for part in parts
    ]


def _assemble_text(styled: Iterable[tuple[str, str]]) -> Text:
    from rich.text import Text

    return Text.assemble(*((text, STYLES.get(style, "")) for text, style in styled))


def _open_console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _format_size_range(size: Row) -> str:
    return str(size["least"]) if size["least"] == size["most"] else f"{size['least']:,}-{size['most']:,}"


def show_run(page: TextPage, row: Row) -> None:
    page.print_line(("run", "bold"), f"             {row['folder']}, digest {row['digest'][:12]}")
    inputs = row["inputs"]
    for each in inputs[:MOST_INPUTS]:
        size = f" ({format_bytes(each['bytes'])})" if "bytes" in each else ""
        page.print_line(f"{'input':<16}{each.get('path', '')}{size}")
    if len(inputs) > MOST_INPUTS:
        page.print_line(f"{'':<16}and {len(inputs) - MOST_INPUTS:,} more")
    for name, value in row["results"].items():
        if name != "sizes":
            page.print_line(f"{name.replace('_', ' '):<15} {_format_value(name, value)}")
    seconds = {name: value for name, value in row["seconds"].items() if isinstance(value, int | float)}
    if seconds:
        stages = ", ".join(f"{name.replace('_', ' ')} {format_seconds(value)}" for name, value in seconds.items())
        page.print_line(f"{'time':<16}{format_seconds(sum(seconds.values()))} ({stages})")


def _format_value(name: str, value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{inner.replace('_', ' ')} {_format_value(inner, each)}" for inner, each in value.items())
    if isinstance(value, float):
        return f"{100 * value:.1f} %" if name == "recall" else f"{value:g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def show_sentence(page: TextPage, row: Row) -> None:
    """A sentence of the summary; what to type next stands apart."""
    if row["row"] == "next":
        page.print_line()
    page.print_line((row["text"], "dim" if row["row"] == "next" else ""))


def show_more(page: TextPage, row: Row) -> None:
    number, what = row["left_out"], row["what"]
    left_out = "more" if number is None else f"{number:,} more"
    page.print_line((f"      and {left_out} {make_singular(what) if number == 1 else what} (see --limit)", "dim"))


def format_cluster(cluster: int | None, outside: str = "in no cluster") -> str:
    """`cluster 3`, or what to say of a row that is in none."""
    return outside if cluster is None else f"cluster {cluster}"


def format_bridge(row: Row) -> str:
    """How similar the ends of a bridge are, and where they are: `bridge 0.712  cluster 3 | in no cluster`"""
    between = " | ".join(format_cluster(row[f"{side}_cluster"]) for side in SIDES)
    return f"  bridge {row['similarity']:.3f}  {between}"


RowRenderers = Mapping[str, Callable[[TextPage, Row], None]]
BASE_RENDERERS: RowRenderers = {
    "finding": show_sentence,
    "next": show_sentence,
    "run": show_run,
    "size": TextPage.collect_size,
    "more": show_more,
}
