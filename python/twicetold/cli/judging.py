"""The command that holds a finished run to what is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import Force, Json, RunFolder


@app.command()
def evaluate(
    run: RunFolder,
    truth: Annotated[
        Path,
        typer.Option(
            help="A CSV: `left,right,duplicate` or `member,label` for sentences and threads; for passages "
            "`left_document,left_start,left_end,right_document,right_start,right_end`.",
            show_default=False,
        ),
    ],
    complete: Annotated[
        bool, typer.Option("--complete", help="The truth names all duplicates: what else was found is wrong.")
    ] = False,
    errors: Annotated[int, typer.Option(help="List so many misses and so many false alarms.")] = 10,
    output: Annotated[str, typer.Option("-o", "--output", help="The curve as a .svg, .png or .html file.")] = "",
    json: Json = False,
    force: Force = False,
) -> None:
    """How well a run of `sentences`, `passages` or `threads` agrees with a truth: precision, recall, F1, curve, errors.

    Example: `twicetold evaluate run --truth pairs.csv -o curve.svg`
    """
    from twicetold.evaluate import command
    from twicetold.evaluate.judging import Wanted

    command.evaluate(run, truth, Wanted(errors, complete), output, as_json=json, force=force)
