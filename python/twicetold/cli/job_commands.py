"""A command for each job of the registry, with an option for each of its settings; and the further commands of jobs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import typer

from twicetold import registry
from twicetold.cli.app import LOOK_AT_A_RUN, MAKE_A_RUN, WITHOUT_A_RUN, add_command
from twicetold.cli.completion import complete_menu, complete_names, complete_runs
from twicetold.cli.options import Config, Force, HelpAll, JobJson, Paths, Profile, Quiet
from twicetold.cli.settings import COMMON_PANEL, add_setting_options, read_typed_settings
from twicetold.errors import SettingsError
from twicetold.jobs.base import Job, load_job

NewRun = Annotated[
    Path,
    typer.Option(
        "-o",
        "--output",
        help="The run folder.",
        metavar="FOLDER",
        autocompletion=complete_runs,
        show_default=False,
        rich_help_panel=COMMON_PANEL,
    ),
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
        "--engine",
        help="What runs the job: `local` is this machine.",
        metavar="local|spark",
        autocompletion=complete_menu("engine"),
        rich_help_panel=COMMON_PANEL,
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
        metavar="KEY=VALUE",
        rich_help_panel="Spark",
        hidden=True,
    ),
]


def add_job_command(job: Job) -> None:
    """Add the command of a job, made from its settings class."""
    papers = list(job.settings.presets)
    preset_option = typer.Option(
        "--preset",
        help="Settings of a paper." if papers else "Settings of a paper: none for this job.",
        metavar="|".join(job.settings.presets) or None,
        autocompletion=complete_names(list(job.settings.presets)),
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
        json: JobJson = False,
        profile: Profile = False,
        help_all: HelpAll = False,
        master: Master = "",
        spark_conf: SparkConf = None,
        **typed: Any,
    ) -> None:
        from twicetold.engines.options import EngineOptions
        from twicetold.jobs.runner import JobRequest, run_job
        from twicetold.run.outputs import check_output

        check_output(output, [config] if config else [])
        settings = read_typed_settings(job.settings, context, typed, config, preset)
        options = EngineOptions(engine, master, tuple(spark_conf or ()))
        rejected = run_job(job, paths, JobRequest(output, settings, options, resume, force, quiet, json, profile))
        raise typer.Exit(1 if rejected else 0)

    run_command.__annotations__["preset"] = Annotated[str, preset_option]
    add_command(MAKE_A_RUN, job.name, help=job.help, epilog="`--help-all` shows all options.")(
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


def add_further_commands(panel: str) -> None:
    """Add the further commands of jobs that belong in a panel: those with a run look at it, the others only read."""
    for job in JOBS:
        for command in job.load_commands():
            if panel == (LOOK_AT_A_RUN if "run" in signature(command).parameters else WITHOUT_A_RUN):
                add_command(panel)(command)


for job in JOBS:
    add_job_command(job)
add_further_commands(LOOK_AT_A_RUN)
