"""A command for each job of the registry, with an option for each of its settings; and the further commands of jobs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from twicetold import registry
from twicetold.cli.app import app
from twicetold.cli.options import Config, Force, HelpAll, Paths, Quiet
from twicetold.cli.settings import COMMON_PANEL, add_setting_options, read_typed_settings
from twicetold.errors import SettingsError
from twicetold.jobs.base import Job, load_job

NewRun = Annotated[
    Path, typer.Option("-o", "--output", help="The run folder.", show_default=False, rich_help_panel=COMMON_PANEL)
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume", help="Continue with the settings that the folder was begun with.", rich_help_panel=COMMON_PANEL
    ),
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine", help="What runs the job: `local` (this machine) or `spark`.", rich_help_panel=COMMON_PANEL
    ),
]
Master = Annotated[
    str,
    typer.Option(
        help="Spark master: `local[4]`, `spark://host:7077` or `yarn`; this machine by default.",
        rich_help_panel="Spark",
        hidden=True,
        show_default=False,
    ),
]
SparkConf = Annotated[
    list[str] | None,
    typer.Option(
        help="A setting of Spark, such as `spark.executor.memory=8g`. May be repeated.",
        rich_help_panel="Spark",
        hidden=True,
    ),
]


def add_job_command(job: Job) -> None:
    """Add the command of a job, made from its settings class."""
    papers = ", ".join(job.settings.presets)
    preset_option = typer.Option(
        "--preset",
        help=f"Settings of a paper: {papers or 'none for this job'}.",
        rich_help_panel=COMMON_PANEL,
        hidden=not papers,
        show_default=False,
    )

    def run_command(
        context: typer.Context,
        paths: Paths,
        output: NewRun,
        preset: str = "",
        config: Config = None,
        engine: EngineName = "local",
        resume: Resume = False,
        force: Force = False,
        quiet: Quiet = False,
        help_all: HelpAll = False,
        master: Master = "",
        spark_conf: SparkConf = None,
        **typed: Any,
    ) -> None:
        from twicetold.engines.options import EngineOptions
        from twicetold.jobs.running import JobRequest, run_job

        settings = read_typed_settings(job.settings, context, typed, config, preset)
        options = EngineOptions(engine, master, tuple(spark_conf or ()))
        rejected = run_job(job, paths, JobRequest(output, settings, options, resume, force, quiet))
        raise typer.Exit(1 if rejected else 0)

    run_command.__annotations__["preset"] = Annotated[str, preset_option]
    app.command(job.name, help=job.help, epilog="`--help-all` shows all options.")(
        add_setting_options(job.settings)(run_command)
    )


def load_jobs() -> Iterator[Job]:
    """Yield every job of the menu; a plugin that cannot be loaded is named, and the others go on."""
    for name in registry.list_names("job"):
        try:
            yield load_job(name)
        except SettingsError as error:
            print(f"warning: {error.message}", file=sys.stderr)


JOBS = list(load_jobs())
for job in JOBS:
    add_job_command(job)
for job in JOBS:
    for command in job.load_commands():
        app.command()(command)
