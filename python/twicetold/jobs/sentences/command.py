"""The command `contradictions`."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold.cli.completion import complete_names
from twicetold.cli.options import Force, RunFolder


def contradictions(
    run: RunFolder,
    limit: Annotated[
        int | None, typer.Option(help="Show at most this many; by default 20 as text or wikitext, otherwise all.")
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(help="Show only contradictions of at least this confidence, 0 to 1.")
    ] = 0.0,
    drift: Annotated[
        str,
        typer.Option(
            help="Show only contradictions of this sort.",
            metavar="contradiction|update|dated-update",
            autocompletion=complete_names(("contradiction", "update", "dated-update")),
            show_default=False,
        ),
    ] = "",
    document: Annotated[
        str | None,
        typer.Option(help="Show only contradictions of this document, given by title or id.", show_default=False),
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="Show also those that are too uncertain to be listed.")] = False,
    ignore: Annotated[
        str,
        typer.Option(
            help="Hide what people have judged: a CSV or JSONL file that this command wrote. If it has a column "
            "`verdict`, only rows with a verdict are hidden.",
            metavar="FILE",
            show_default=False,
        ),
    ] = "",
    format: Annotated[
        str,
        typer.Option(
            help="Format of the file; by the suffix of -o if left out.",
            metavar="text|csv|jsonl|wikitext",
            show_default=False,
        ),
    ] = "",
    output: Annotated[str, typer.Option("-o", "--output", help="File to write, or `-` for stdout.")] = "-",
    force: Force = False,
    json: Annotated[bool, typer.Option("--json", help="The same as `--format jsonl`.")] = False,
) -> None:
    """List facts that contradict each other, the most certain first, then pairs of which one copy is older.

    Example: `twicetold contradictions run --min-confidence 0.8`, or `--format wikitext` for a note on a talk page
    """
    from twicetold.jobs.sentences import contradictions_command as command
    from twicetold.views.contradictions import ContradictionFilter

    wanted = ContradictionFilter(limit, min_confidence, drift, document, unlisted=all)
    command.write_contradictions(run, wanted, "jsonl" if json else format, output, ignore=ignore, force=force)
