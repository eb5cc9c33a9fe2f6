"""The commands that look at a finished run."""

from __future__ import annotations

import sys
from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import look_at_a_run
from twicetold.cli.completion import complete_kinds, complete_menu, complete_tables
from twicetold.cli.options import Force, Json, Quiet, RunFolder
from twicetold.errors import SettingsError, TwicetoldError


@look_at_a_run()
def show(
    run: RunFolder,
    cluster: Annotated[
        int | None, typer.Option(help="Show every member of this cluster, and where members differ.")
    ] = None,
    family: Annotated[
        int | None, typer.Option(help="Show every copy of this family of passages, in order of their dates.")
    ] = None,
    largest: Annotated[
        int | None, typer.Option(help="Show this many of the largest clusters or longest passages.")
    ] = None,
    random: Annotated[int | None, typer.Option(help="Show this many clusters, drawn at random.")] = None,
    kind: Annotated[
        str,
        typer.Option(
            help="Show only this kind, such as `drift` or `quotation`; without --largest or --random, the 10 largest.",
            autocompletion=complete_kinds,
            show_default=False,
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed for --random.")] = 1,
    document: Annotated[
        str | None,
        typer.Option(
            "--document",
            "--thread",
            "--page",
            help="Show what a document, given by title or id, repeats, and where else that is.",
            show_default=False,
        ),
    ] = None,
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Show what two documents, given by title or id, share.", show_default=False),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(help="Show repeated sentences or threads that contain all these words.", show_default=False),
    ] = None,
    tree: Annotated[
        int | None,
        typer.Option(
            help="Show how the sentences of one cluster of a history came from each other.", show_default=False
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Show at most this many of each.")] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Add inputs, sizes, figures of the search and times to the summary.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what a run found: a summary, or a closer look at clusters, documents and pairs.

    Example: `twicetold show run --cluster 17`, or `twicetold show run --pair "Lake Orrin" Norland`
    """
    from twicetold.views import command
    from twicetold.views.base import ShowOptions

    wanted = ShowOptions(cluster, largest, random, seed, document, search, limit, kind, pair, family, tree, details)
    command.show_run_view(run, wanted, json)


@look_at_a_run()
def analyse(
    run: RunFolder,
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="Name of one analysis; all if left out.",
            autocompletion=complete_menu("analysis"),
            show_default=False,
        ),
    ] = "",
    output: Annotated[
        str, typer.Option("-o", "--output", help="Write one analysis to an .svg, .png, .html, .csv or .json file.")
    ] = "",
    json: Json = False,
    force: Force = False,
) -> None:
    """Answer questions about a run, each with a table and a chart: sizes, kinds, the documents most copied.

    Example: `twicetold analyse run`, then `twicetold analyse run sizes -o sizes.svg`
    """
    from twicetold.analyses import command

    command.analyse_run(run, name, output, as_json=json, force=force)


@look_at_a_run()
def export(
    run: RunFolder,
    table: Annotated[
        str,
        typer.Option(
            help="Table to write; the main table of the job, such as `members`, if left out.",
            autocompletion=complete_tables,
            show_default=False,
        ),
    ] = "",
    format: Annotated[
        str,
        typer.Option(
            help="Format of the file; by the suffix of -o if left out. The last four write all families or pairs "
            "of a run of `passages`.",
            metavar="jsonl|csv|parquet|wikiduper|passim|tei|graphml|gexf|iiif",
            show_default=False,
        ),
    ] = "",
    output: Annotated[str, typer.Option("-o", "--output", help="File to write, or `-` for stdout.")] = "-",
    force: Force = False,
    quiet: Quiet = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON: the rows, or with -o what was written.")] = False,
) -> None:
    """Write a table of a run for other programs.

    Example: `twicetold export run --table clusters -o clusters.csv`
    """
    from twicetold.text.plurals import format_count
    from twicetold.views import export as command

    chosen = format or ("jsonl" if json and output == "-" else "")
    if whole := command.find_run_format(run, chosen, output):
        if table:
            raise SettingsError(f"the format {whole} takes no table", "leave --table out")
        lines = command.export_run(run, whole, output, force=force)
        facts, written = {"format": whole, "lines": lines}, f"{format_count(lines, 'line')} of {whole}"
    else:
        table = table or command.choose_main_table(run)
        rows = command.export_table(run, table, chosen, output, force=force)
        facts, written = {"table": table, "rows": rows}, f"{format_count(rows, 'row')} of `{table}`"
    if output != "-" and json:
        print(dumps({"file": output, **facts}))
    elif output != "-" and not quiet:
        print(f"wrote {written} to {output}", file=sys.stderr)


@look_at_a_run()
def report(
    run: RunFolder,
    output: Annotated[Path, typer.Option("-o", "--output", help="HTML file to write.", metavar="FILE")] = Path(
        "report.html"
    ),
    clusters: Annotated[int, typer.Option(help="Show at most this many clusters, the largest of each kind.")] = 1_000,
    contradictions: Annotated[
        int, typer.Option(help="Show at most this many contradictions, the most certain first.")
    ] = 300,
    pairs: Annotated[int, typer.Option(help="Show at most this many pairs of documents with shared passages.")] = 100,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a run as one HTML page to read, search and print; it needs no network.

    Example: `twicetold report run -o report.html`
    """
    from twicetold.report import command

    limits = command.ReportLimits(clusters, contradictions, pairs)
    size = command.write_report(run, output, limits, force=force, progress=False if quiet else None)
    if json:
        print(dumps({"file": str(output), "bytes": output.stat().st_size}))
    elif not quiet:
        print(f"wrote {output}, {size}: open it in a browser", file=sys.stderr)


@look_at_a_run()
def apply(
    run: RunFolder,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="New folder to write the files to.", metavar="FOLDER", show_default=False),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would be removed.")] = False,
    remove: Annotated[
        str,
        typer.Option(
            help="What to remove; what the run found if left out.",
            metavar="documents|sentences|passages",
            show_default=False,
        ),
    ] = "",
    keep_first: Annotated[
        bool,
        typer.Option(
            "--keep-first/--no-keep-first",
            help="Keep the first of several sentences or passages that say the same, or remove that, too.",
        ),
    ] = True,
    force: Force = False,
    quiet: Quiet = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON: every removal with --dry-run, otherwise the counts.")
    ] = False,
) -> None:
    """Write the input of a run again, in the same files, without the duplicates that the run found.

    A run of `documents` removes whole records. A run of `sentences` cuts all but the first of each cluster out of their
    texts, and a run of `passages` cuts the later of two. `removed.jsonl` lists what was removed, and what it repeats.

    Example: `twicetold apply run --dry-run`, then `twicetold apply run -o clean`
    """
    from twicetold.apply import command

    if output is None and not dry_run:
        raise TwicetoldError(
            "`apply` needs a folder to write to", "give -o a new folder, or --dry-run to see what would be removed"
        )
    if dry_run or output is None:
        applied = command.print_removals(run, remove, keep_first=keep_first, as_json=json)
    else:
        progress = False if quiet else None
        applied = command.apply_run(run, output, remove, keep_first=keep_first, force=force, progress=progress)
        if json:
            print(dumps(applied.collect_facts()))
    if not quiet:
        for line in applied.list_lines(output, dry_run):
            print(line, file=sys.stderr)
