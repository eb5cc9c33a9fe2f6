"""The commands of `twicetold index`: what a run computed is kept, and texts are added, changed and removed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from twicetold.cli.app import KEEP_AN_INDEX, app
from twicetold.cli.help import PlainCommand, PlainGroup
from twicetold.cli.options import Config, Force, HelpAll, Json, Paths, Quiet
from twicetold.cli.settings import add_setting_options, is_typed, read_typed_settings
from twicetold.errors import SettingsError
from twicetold.jobs.sentences.settings import SentenceSettings

index_app = typer.Typer(
    help="Keep texts and what was computed of them: add, change and remove texts without a new run.",
    cls=PlainGroup,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(index_app, name="index", rich_help_panel=KEEP_AN_INDEX)

IndexFolder = Annotated[Path, typer.Argument(metavar="PATH", help="The folder of the index.", show_default=False)]


def add_index_command(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a function as a command of `twicetold index`."""
    return index_app.command(name, cls=PlainCommand)


@add_index_command("create")
@add_setting_options(SentenceSettings)
def create(
    context: typer.Context,
    path: IndexFolder,
    job: Annotated[
        str, typer.Option(help="What the index is for: sentences, or whole documents.", metavar="sentences|documents")
    ] = "sentences",
    preset: Annotated[
        str,
        typer.Option(
            help="Settings of a paper.", metavar="|".join(SentenceSettings.presets), hidden=True, show_default=False
        ),
    ] = "",
    from_run: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="RUN",
            help="Make it from a finished run, with the run's settings, without computing anything twice.",
            show_default=False,
        ),
    ] = None,
    config: Config = None,
    quiet: Quiet = False,
    json: Json = False,
    help_all: HelpAll = False,
    **typed: Any,
) -> None:
    """Make an index, empty or from a finished run; its settings are those of the job, and stay as they are.

    Settings of `documents` that `sentences` has not are given in a file: `--config documents.toml`.

    Example: `twicetold index create index --threshold 0.85`, or `twicetold index create index --from run`
    """
    from twicetold.index import command

    settings = read_typed_settings(command.find_settings_class(job), context, typed, config, preset)
    if from_run is None:
        command.create_index(path, job, settings, as_json=json, quiet=quiet)
        return
    if settings != SentenceSettings() or is_typed(context, "job"):
        raise SettingsError("`--from` takes the job and the settings of the run", "leave out the other options")
    command.create_index_from_run(path, from_run, as_json=json, quiet=quiet)


@add_index_command("add")
def add(path: IndexFolder, paths: Paths, quiet: Quiet = False, json: Json = False) -> None:
    """Add the documents of files. A document replaces the one that has its id. When this returns, the disk has them.

    Example: `twicetold index add index monday.jsonl`
    """
    from twicetold.index import command

    rejected = command.add_files(path, paths, as_json=json, quiet=quiet)
    raise typer.Exit(1 if rejected else 0)


@add_index_command("remove")
def remove(
    path: IndexFolder,
    ids: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="A file with an id on each line, or a JSONL file with `id`.", show_default=False
        ),
    ],
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Remove documents by their ids.

    Example: `twicetold index remove index --ids gone.txt`
    """
    from twicetold.index import command

    command.remove_documents(path, ids, as_json=json, quiet=quiet)


@add_index_command("query")
def query(
    path: IndexFolder,
    text: Annotated[str, typer.Argument(metavar="TEXT|FILE", help="A text, or a file with one.", show_default=False)],
    limit: Annotated[int, typer.Option(help="Show at most this many matches of each sentence.")] = 10,
    json: Json = False,
) -> None:
    """Show which sentences of the index match those of a text, what differs, and where they are.

    Example: `twicetold index query index "The mill was built in 1802."`
    """
    from twicetold.index import command

    command.print_matches(path, text, limit, as_json=json)


@add_index_command("info")
def info(
    path: IndexFolder,
    check: Annotated[bool, typer.Option("--check", help="Read every file and compare its checksum.")] = False,
    json: Json = False,
) -> None:
    """Show how much an index holds.

    Example: `twicetold index info index --check`
    """
    from twicetold.index import command

    command.describe_index(path, check=check, as_json=json)


@add_index_command("compact")
def compact(path: IndexFolder, quiet: Quiet = False, json: Json = False) -> None:
    """Write an index again without what was removed. Its digest stays the same.

    Example: `twicetold index compact index`
    """
    from twicetold.index import command

    command.compact_index(path, as_json=json, quiet=quiet)


@add_index_command("digest")
def digest(path: IndexFolder) -> None:
    """Print the digest that a run over the documents of an index has in its `run.json`.

    Example: `twicetold index digest index`
    """
    from twicetold.index import command

    command.print_digest(path)


@add_index_command("export")
def export(
    path: IndexFolder,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", help="The run folder to write.", metavar="FOLDER", show_default=False),
    ],
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write an index as a finished run, for `show`, `report`, `analyse`, `contradictions` and `apply`.

    Example: `twicetold index export index -o run`
    """
    from twicetold.index import command

    command.export_index(path, output, force=force, as_json=json, quiet=quiet)


@add_index_command("events")
def events(
    path: IndexFolder,
    since: Annotated[int, typer.Option(metavar="N", help="Show what happened after the event with this number.")] = 0,
    json: Json = False,
) -> None:
    """Show what happened to the clusters of an index: which was born, grew, merged, shrank, split or died, and why.

    Example: `twicetold index events index --since 12`
    """
    from twicetold.index.clusters import command

    command.print_events(path, since, as_json=json)


@add_index_command("clusters")
def clusters(
    path: IndexFolder,
    limit: Annotated[int, typer.Option(help="Show at most this many clusters.")] = 20,
    json: Json = False,
) -> None:
    """List the clusters of an index with their names, the largest first. A cluster keeps its name while it lasts.

    Example: `twicetold index clusters index`
    """
    from twicetold.index.clusters import command

    command.print_clusters(path, limit, as_json=json)


@add_index_command("cluster")
def cluster(
    path: IndexFolder,
    name: Annotated[int, typer.Argument(metavar="NAME", help="The number of the cluster.", show_default=False)],
    json: Json = False,
) -> None:
    """Show the texts of a cluster and where they are.

    Example: `twicetold index cluster index 7`
    """
    from twicetold.index.clusters import command

    command.print_cluster(path, name, as_json=json)
