"""The commands that look at a finished run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import Force, Json, Quiet, RunFolder
from twicetold.errors import TwicetoldError


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
    from twicetold.views import command
    from twicetold.views.base import ShowOptions

    wanted = ShowOptions(cluster, largest, random, seed, document, search, limit, kind, pair)
    command.show_run_view(run, wanted, json)


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
    from twicetold.analyses import command

    command.analyse_run(run, name, output, as_json=json, force=force)


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
    from twicetold.views import export as command

    table = table or command.choose_main_table(run)
    rows = command.export_table(run, table, format, output, force=force)
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

    size = command.write_report(run, output, command.ReportLimits(clusters, contradictions, pairs), force=force)
    if not quiet:
        print(f"{output}, {size}: open it in a browser", file=sys.stderr)


@app.command()
def apply(
    run: RunFolder,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A new folder for the files.", show_default=False)
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would go, as JSON lines.")] = False,
    remove: Annotated[
        str, typer.Option(help="documents, sentences or passages; otherwise what the run is of.", show_default=False)
    ] = "",
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """The input of a run once more, in the same files, without what the run found to be there twice.

    Of `documents` the records that do not stay go; of `sentences` all but the first of each cluster, and of `passages`
    the later of two, are cut out of their texts. `removed.jsonl` says what went, and what it repeats.

    Example: `twicetold apply run --dry-run`, then `twicetold apply run -o clean`
    """
    from twicetold.apply import command
    from twicetold.text.plurals import format_count

    if output is None and not dry_run:
        raise TwicetoldError("no folder to write to", "give -o a new folder, or --dry-run to see what would go")
    if dry_run or output is None:
        applied = command.print_removals(run, remove)
    else:
        applied = command.apply_run(run, output, remove, force=force)
    if not quiet:
        print(applied.summary, file=sys.stderr)
        written = (
            f"{format_count(applied.files, 'file')} in {output}; its `{command.REMOVED_FILE}` says what went, and why"
        )
        print("nothing was written" if dry_run else written, file=sys.stderr)
