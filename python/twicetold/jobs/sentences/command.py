"""The command `contradictions`."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold.cli.options import Force, RunFolder


def contradictions(
    run: RunFolder,
    limit: Annotated[int | None, typer.Option(help="At most so many; 20 as text or wikitext, else all.")] = None,
    min_confidence: Annotated[float, typer.Option(help="Only those that are at least so certain, from 0 to 1.")] = 0.0,
    drift: Annotated[str, typer.Option(help="Only this sort: contradiction, update or dated-update.")] = "",
    document: Annotated[str | None, typer.Option(help="A title or id: only those that it is a side of.")] = None,
    format: Annotated[str, typer.Option(help="text, csv, jsonl or wikitext; otherwise as -o ends.")] = "",
    output: Annotated[str, typer.Option("-o", "--output", help="A file, or `-`.")] = "-",
    force: Force = False,
) -> None:
    """Facts that no longer agree: two sentences that say the same, but for a value. The most certain first.

    Example: `twicetold contradictions run --min-confidence 0.8`, or `--format wikitext` for a note on a talk page
    """
    from twicetold.jobs.sentences import contradictions_command as command
    from twicetold.jobs.sentences.show_contradictions import ContradictionFilter

    wanted = ContradictionFilter(limit, min_confidence, drift, document)
    command.write_contradictions(run, wanted, format, output, force=force)
