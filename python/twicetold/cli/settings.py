"""Options made from declared settings, and settings from the options that were typed."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from twicetold.cli.completion import complete_names
from twicetold.config import JobSetting, JobSettings, apply_options, apply_preset, list_settings, read_settings_file
from twicetold.config.declare import SHARED_SECTIONS
from twicetold.errors import SettingsError

COMMON_PANEL = "Common"
TYPE_NAMES = {str: "TEXT", int: "NUMBER", float: "NUMBER", list[str] | None: "TEXT"}
AnySettings = TypeVar("AnySettings", bound=JobSettings)
Command = Callable[..., None]


def add_setting_options(*kinds: type[JobSettings], groups: Collection[str] = ()) -> Callable[[Command], Command]:
    """Give a command an option for each setting of these jobs, or for those of some groups; it takes them as `**typed`.

    A setting that several jobs have is an option once, declared as in the first of them.
    """
    found = {name: each for kind in reversed(kinds) for name, each in list_settings(kind).items()}
    wanted = [each for each in found.values() if not groups or each.group in groups]
    wanted.sort(key=lambda each: each.section in SHARED_SECTIONS)  # a job's own come first

    def add_options(command: Command) -> Command:
        given = inspect.signature(command, eval_str=True)
        own = [each for each in given.parameters.values() if each.kind is not each.VAR_KEYWORD]
        every = order_parameters(own, map(build_parameter, wanted))
        command.__signature__ = given.replace(parameters=every)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in every}
        return command

    return add_options


def build_parameter(setting: JobSetting) -> inspect.Parameter:
    """Build the parameter of a command for a setting; the default is only shown, what is not typed is not set."""
    told = setting.declaration
    kind, default = choose_option_type(setting)
    name = setting.name.replace("_", "-")
    spelling = told.option or ((f"--{name}/--no-{name}",) if kind is bool else (f"--{name}",))
    option = typer.Option(
        *spelling,
        help=told.help,
        metavar="|".join(setting.names) or TYPE_NAMES.get(kind),
        autocompletion=complete_names(setting.names) if setting.names else None,
        rich_help_panel=COMMON_PANEL if told.common else told.panel,
        hidden=not told.common,
        show_default=default not in ("", None),
    )
    annotation: Any = Annotated[kind, option]
    return inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def choose_option_type(setting: JobSetting) -> tuple[Any, Any]:
    """Choose the type of an option as it is typed, and the default that is shown."""
    told, default = setting.declaration, setting.default
    if told.repeated:
        return list[str] | None, None
    if typing.get_origin(setting.type) is not tuple:
        return (str, str(default or "")) if told.parse else (setting.type, default)
    if typing.get_args(setting.type)[0] is float:
        return tuple[tuple(float for _ in default)], default  # type: ignore[misc]
    return str, ",".join(map(str, default)) or "all"


def order_parameters(
    own: Iterable[inspect.Parameter], settings: Iterable[inspect.Parameter]
) -> list[inspect.Parameter]:
    """Order parameters as help lists them: what must be given, common settings, the command's own options, the rest."""
    ranked = [(0 if each.default is each.empty else 2 + 2 * _is_hidden(each), each) for each in own]
    ranked += [(1 + 2 * _is_hidden(each), each) for each in settings]
    ordered = sorted(ranked, key=lambda each: each[0])
    return [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for _, each in ordered]


def _is_hidden(parameter: inspect.Parameter) -> bool:
    return any(getattr(each, "hidden", False) for each in getattr(parameter.annotation, "__metadata__", ()))


def read_typed_settings(
    kind: type[AnySettings],
    context: typer.Context,
    typed: Mapping[str, Any],
    config: Path | None = None,
    preset: str = "",
) -> AnySettings:
    """Settings from the file, then the preset, then every option that was typed, even at its default."""
    settings = read_settings_file(kind, config) if config else kind()
    settings = apply_preset(settings, preset) if preset else settings
    known = list_settings(kind)
    given = {name: value for name, value in typed.items() if is_typed(context, name)}
    return apply_options(
        settings, {name: parse_option(known[name], value) if name in known else value for name, value in given.items()}
    )


def is_typed(context: typer.Context, name: str) -> bool:
    """Whether the user gave this option, even at its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name not in ("DEFAULT", "DEFAULT_MAP")


def parse_option(setting: JobSetting, value: Any) -> Any:
    """Parse what was typed to the value of its setting: `0,4` to `(0, 4)`, `2GB` to a number."""
    parse = setting.declaration.parse
    if setting.declaration.repeated:
        return tuple(map(parse, value) if parse else value)
    if parse:
        return parse(value)
    if typing.get_origin(setting.type) is tuple and isinstance(value, str):
        return () if value == "all" else tuple(_parse_items(setting, value))
    return value


def _parse_items(setting: JobSetting, text: str) -> Iterable[Any]:
    kind = typing.get_args(setting.type)[0]
    try:
        return [kind(each.strip()) for each in text.split(",")]
    except ValueError:
        message = f"`--{setting.name} {text}` is not a list of numbers"
        raise SettingsError(message, "separate them by commas, such as 0,4, or give `all`") from None
