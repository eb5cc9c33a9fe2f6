"""Options that several commands share, and how those that are settings become settings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from twicetold.config import Settings, from_toml, setting_names, with_options, with_preset
from twicetold.errors import TwicetoldError

Paths = Annotated[list[str], typer.Argument(help="Files, folders, globs, or `-` for stdin.", show_default=False)]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder that a job left.", show_default=False)]
Output = Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, `-`, or a run folder.")]
Reader = Annotated[str, typer.Option(help="The input's format, when suffix and first bytes do not tell it.")]
IdField = Annotated[str, typer.Option(help="JSONL, CSV, Parquet: the field with the id.")]
TextField = Annotated[str, typer.Option(help="... with the text.")]
TitleField = Annotated[str, typer.Option(help="... with the title.")]
VectorField = Annotated[
    str, typer.Option(help="JSONL, Parquet: ... with a vector of the record; it is then compared by that.")
]
QuestionField = Annotated[str, typer.Option(help="Of threads in JSONL, CSV, Parquet: the field with the question,")]
DescriptionField = Annotated[str, typer.Option(help="... with what explains it,")]
AnswerField = Annotated[str, typer.Option(help="... with the answer.")]
Cleaner = Annotated[str, typer.Option(help="wikitext, html or plain; `auto` is what the format says.")]
Language = Annotated[str, typer.Option(help="A code such as `de`; otherwise what the input says, else a guess.")]
Namespaces = Annotated[str, typer.Option(help="Of a wiki dump, by number: `0,4`; `all`.")]
Revisions = Annotated[str, typer.Option(help="Of a history dump: latest, first or all.")]
Encoding = Annotated[str, typer.Option(help="Of text files.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first record that cannot be read.")]
Threads = Annotated[int, typer.Option(help="0 is all cores.")]
Config = Annotated[Path | None, typer.Option(help="A TOML file with settings; options go before it.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
Memory = Annotated[str, typer.Option(help="The most to use: `2GB`; otherwise half of what the machine has.")]
EngineName = Annotated[str, typer.Option("--engine", help="What runs it: local (this machine) or spark.")]
Master = Annotated[str, typer.Option(help="Spark's: `local[4]`, `spark://host:7077`, `yarn`; otherwise this machine.")]
SparkConf = Annotated[
    list[str] | None, typer.Option(help="A setting of Spark, as `spark.executor.memory=8g`; any number of them.")
]
Json = Annotated[bool, typer.Option("--json", help="For machines: JSON, an object to a line.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")]


def settings_of(given: Mapping[str, Any], **told: Any) -> Settings:
    """Settings from a command's parameters: the file, then the preset, then every option that is not at its default.

    A parameter that has the name of a setting is that setting; `told` are those that had to be worked out first.
    """
    settings = from_toml(given["config"]) if given["config"] else Settings()
    preset = given.get("preset")
    known = setting_names()
    options = {name: value for name, value in {**given, **told}.items() if name in known and value != known[name]}
    return with_options(with_preset(settings, preset) if preset else settings, options)


def bytes_of(text: str) -> int:
    from twicetold.plan import parse_bytes

    return parse_bytes(text) if text else 0


def relation_of(within: bool, across: bool) -> str:
    if within and across:
        raise TwicetoldError("`--within` and `--across` together leave nothing out", "give one of them, or neither")
    return "within" if within else "across" if across else "any"


def namespaces_of(text: str) -> tuple[int, ...]:
    if text == "all":
        return ()
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise TwicetoldError(f"`--namespaces {text}` is not a list of numbers", "for example 0,4 or all") from None
