"""What `twicetold contradictions` shows of a run of `history`: also which edit made copies disagree, and who to ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from twicetold.errors import RunError
from twicetold.jobs.history.show_page import HISTORY_RENDERERS, format_day, format_editor
from twicetold.jobs.history.tables import TRACED_CONTRADICTIONS
from twicetold.run import Run
from twicetold.run.finished import read_rows, require_table
from twicetold.text.plurals import format_count
from twicetold.text.wikitext import link_article, link_revision, quote_text
from twicetold.views.contradictions import ContradictionFilter, ContradictionViews, limit_entries
from twicetold.views.nearest import suggest_names
from twicetold.views.page import RowRenderers, TextPage
from twicetold.views.rows import SIDES, Row, list_names, match_name

REQUEST = (
    "Could someone who knows the sources please check which is right? This was found by comparing the histories of "
    "both pages, not by judging them."
)


def describe_origin(row: Row) -> str:
    """The edit that made two copies disagree: `the edit of Lake Orrin on 2011-01-20 10:00 by Cleo, revision 4`"""
    what = "the edit of" if row["traced"] == "edit" else "the copy to"
    moment = f"{row['edit_title']} on {format_day(row['edit_timestamp'])}"
    return f"{what} {moment}{format_editor(row, 'edit_')}, revision {row['edit_revision']}"


def _show_entry(page: TextPage, row: Row) -> None:
    page.print_line()
    sure = f"  confidence {row['confidence']:.2f}, tree {row['cluster']}"
    page.print_line((f"contradiction {row['contradiction'] + 1:,}", "bold"), sure)
    for side in SIDES:
        page.print_line((f"  {side:<5}  {row[f'{side}_title']}", "dim"))
        page.print_line(f"    {row[f'{side}_text']}")
    page.print_line((f"  differs  {'; '.join(row['changes'])}", "dim"))
    if row["traced"] == "none":
        page.print_line("  the two never agreed")
        return
    page.print_line(f"  since    {format_count(round(row['days']), 'day')}: {describe_origin(row)}")
    if row["edit_comment"]:
        page.print_line((f"  comment  {row['edit_comment']}", "dim"))
    page.print_line(f"  ask      {row['ask'] or 'on the talk page: nobody who wrote it is registered'}")


class HistoryContradictions(ContradictionViews):
    """The contradictions of a run of `history`."""

    columns: ClassVar[Sequence[str]] = TRACED_CONTRADICTIONS.names
    renderers: ClassVar[RowRenderers] = {**HISTORY_RENDERERS, "contradiction": _show_entry}

    def check_run(self, run: Run) -> None:
        require_table(run, "contradictions")

    def find_document(self, run: Run, name: str) -> str:
        if next(read_rows(run, "pages", match_name(name), ["document", "title"]), None) is None:
            hint = suggest_names(name, list_names(run, "pages", ["title"]), "give a title or an id as the input has it")
            raise RunError(f"`{run.folder}` has no page `{name}`", hint)
        return name

    def list_rows(self, run: Run, row_filter: ContradictionFilter) -> Iterator[Row]:
        rows = read_rows(run, "contradictions", row_filter.condition)
        return limit_entries(rows, "contradiction", "contradictions", row_filter)

    def format_value(self, row: Row, name: str) -> object:
        return "; ".join(row["changes"]) if name == "values" else row[name]

    def format_note(self, row: Row) -> str:
        titles = [row[f"{side}_title"] or row[f"{side}_document"] for side in SIDES]
        lines = [
            f"== {' and '.join(quote_text(title) for title in titles)} disagree ==",
            "These two sentences are copies of each other, and differ in a fact.",
            *(
                f"* {link_article(title)}: “{quote_text(row[f'{side}_text'])}”"
                for side, title in zip(SIDES, titles, strict=True)
            ),
            f"What differs: {quote_text('; '.join(row['changes']))}.",
        ]
        if row["traced"] != "none":
            page = link_article(row["edit_title"] or row["edit_document"])
            editor = f" by {quote_text(row['edit_editor'])}" if row["edit_editor"] else ""
            what = "edit of" if row["traced"] == "edit" else "copy to"
            moment, revision = quote_text(row["edit_timestamp"][:10]), link_revision(row["edit_revision"], "Diff")
            lines.append(f"They disagree since the {what} {page} on {moment}{editor} ({revision}).")
        return "\n".join([*lines, "", f"{REQUEST} ~~~~"]) + "\n"
