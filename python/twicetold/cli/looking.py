"""The commands that look at a finished run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    Force,
    Json,
    Quiet,
    RunFolder,
)


@app.command()
def show(
    run: RunFolder,
    cluster: Annotated[int | None, typer.Option(help="One cluster: every member, and what sets them apart.")] = None,
    largest: Annotated[int | None, typer.Option(help="So many of the largest clusters, or longest passages.")] = None,
    random: Annotated[int | None, typer.Option(help="So many clusters, drawn at random.")] = None,
    kind: Annotated[
        str,
        typer.Option(
            help="Of these only one kind: identical, copyedit, drift, template, reference, other; of passages "
            "document, quotation, collection, multipage, boilerplate."
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Another seed, other clusters.")] = 1,
    document: Annotated[
        str | None, typer.Option(help="A title or id: its repeated sentences, its passages, or matches of a thread.")
    ] = None,
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Two titles or ids: passages, or fields, side by side.", show_default=False),
    ] = None,
    search: Annotated[str | None, typer.Option(help="Repeated sentences, or threads, with all these words.")] = None,
    limit: Annotated[int | None, typer.Option(help="Show at most so many of each.")] = None,
    json: Json = False,
) -> None:
    """What a finished run of `sentences`, `passages` or `threads` found: a summary, or a closer look.

    Example: `twicetold show run --cluster 17`; of passages or threads `twicetold show run --pair "Lake Orrin" Norland`
    """
    from twicetold.show import command

    wanted = command.Wanted(cluster, largest, random, seed, document, search, limit, kind, pair)
    command.show(run, wanted, json)


@app.command()
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
    from twicetold.commands import contradictions as command
    from twicetold.show.drift import Wanted

    wanted = Wanted(limit, min_confidence, drift, document)
    command.contradictions(run, wanted, format, output, force=force)


@app.command()
def analyse(
    run: RunFolder,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="One analysis; otherwise all.", show_default=False)
    ] = "",
    output: Annotated[
        str, typer.Option("-o", "--output", help="Of one: a .svg, .png, .html, .csv or .json file.")
    ] = "",
    json: Json = False,
    force: Force = False,
) -> None:
    """What a finished run says: sizes, kinds, shares, templates, the documents most copied.

    Example: `twicetold analyse run`, then `twicetold analyse run sizes -o sizes.svg`
    """
    from twicetold.commands import analyse as command

    command.analyse(run, name, output, as_json=json, force=force)


@app.command()
def export(
    run: RunFolder,
    table: Annotated[
        str,
        typer.Option(
            help="members, clusters, matches, document_pairs, bridges, passages, or another of the run; "
            "otherwise members, or those of the job.",
            show_default=False,
        ),
    ] = "",
    format: Annotated[str, typer.Option(help="jsonl, csv, parquet or wikiduper; otherwise as -o ends.")] = "",
    output: Annotated[str, typer.Option("-o", "--output", help="A file, or `-`.")] = "-",
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """A table of a finished run for other programs.

    Example: `twicetold export run --table clusters -o clusters.csv`
    """
    from twicetold.commands import export as command

    table = table or command.main_table(run)
    rows = command.export(run, table, format, output, force=force)
    if output != "-" and not quiet:
        print(f"{rows:,} rows of {table} in {output}", file=sys.stderr)


@app.command()
def report(
    run: RunFolder,
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file.")] = Path("report.html"),
    clusters: Annotated[int, typer.Option(help="At most so many: of each kind the largest.")] = 1_000,
    contradictions: Annotated[int, typer.Option(help="At most so many, the most certain first.")] = 300,
    pairs: Annotated[int, typer.Option(help="Of a run of `passages`: at most so many pairs of documents.")] = 100,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """A finished run as one HTML page to read, search and print; it needs no network.

    For runs of `sentences`, `passages`, `threads` and `documents`.

    Example: `twicetold report run -o report.html`
    """
    from twicetold.report import command

    size = command.report(run, output, command.Wanted(clusters, contradictions, pairs), force=force)
    if not quiet:
        print(f"{output}, {size}: open it in a browser", file=sys.stderr)
