"""The command `contradictions`."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold.cli.completion import complete_names
from twicetold.cli.options import Force, RunFolder


def contradictions(
    run: RunFolder,
    limit: Annotated[
        int | None, typer.Option(help="At most this many; by default 20 as text or wikitext, otherwise all.")
    ] = None,
    min_confidence: Annotated[float, typer.Option(help="Only those with at least this confidence, 0 to 1.")] = 0.0,
    drift: Annotated[
        str,
        typer.Option(
            help="Only this sort.",
            metavar="contradiction|update|dated-update",
            autocompletion=complete_names(("contradiction", "update", "dated-update")),
            show_default=False,
        ),
    ] = "",
    document: Annotated[
        str | None, typer.Option(help="A title or id: only those with a side in this document.", show_default=False)
    ] = None,
    format: Annotated[
        str,
        typer.Option(help="The format; otherwise as -o ends.", metavar="text|csv|jsonl|wikitext", show_default=False),
    ] = "",
    output: Annotated[str, typer.Option("-o", "--output", help="A file, or `-`.")] = "-",
    force: Force = False,
    json: Annotated[bool, typer.Option("--json", help="The same as `--format jsonl`.")] = False,
) -> None:
    """List facts that no longer agree: sentences that say the same but for a value. The most certain come first.

    Example: `twicetold contradictions run --min-confidence 0.8`, or `--format wikitext` for a note on a talk page
    """
    from twicetold.jobs.sentences import contradictions_command as command
    from twicetold.jobs.sentences.show_contradictions import ContradictionFilter

    wanted = ContradictionFilter(limit, min_confidence, drift, document)
    command.write_contradictions(run, wanted, "jsonl" if json else format, output, force=force)
