"""From what a user typed to settings, and to what a job is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from twicetold.config import Settings, from_toml, setting_names, with_options, with_preset
from twicetold.errors import TwicetoldError

if TYPE_CHECKING:
    from twicetold.commands.job import Wish


def settings_of(
    context: typer.Context,
    given: Mapping[str, Any],
    renamed: Mapping[str, str] | None = None,
    told: Mapping[str, Any] | None = None,
) -> Settings:
    """Settings from a command's parameters: the file, then the preset, then every option that was typed.

    Whatever its value: who types a default wants it. A parameter that has the name of a setting is that setting, or the
    one that `renamed` says ("" for none); `told` are settings that no single parameter is.
    """
    settings = from_toml(given["config"]) if given["config"] else Settings()
    preset = given.get("preset")
    settings = with_preset(settings, preset) if preset else settings
    names = WORKED_OUT | dict(renamed or {})
    known = setting_names()
    typed = {names.get(name, name): _worked_out(name, given[name]) for name in given if is_typed(context, name)}
    return with_options(settings, {name: value for name, value in typed.items() if name in known} | dict(told or {}))


def is_typed(context: typer.Context, name: str) -> bool:
    """Whether the user gave this option, even at its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name not in ("DEFAULT", "DEFAULT_MAP")


def wish_of(given: Mapping[str, Any], settings: Settings) -> Wish:
    """Where a job is to run, and how."""
    from twicetold.commands.engine_wanted import EngineWanted
    from twicetold.commands.job import Wish

    engine = EngineWanted(given["engine"], given["master"], tuple(given["spark_conf"] or ()))
    return Wish(given["output"], settings, engine, given["resume"], given["force"], given["quiet"])


WORKED_OUT = {"memory": "memory_bytes", "aspect": "aspects"}  # options whose settings have another name


def _worked_out(name: str, value: Any) -> Any:
    """An option as a person writes it to the value of its setting."""
    match name:
        case "memory":
            return bytes_of(value)
        case "namespaces":
            return namespaces_of(value)
        case "blocks":
            return () if value == "all" else tuple(value.split(","))
        case "against":
            return tuple(value)
        case "aspect":
            from twicetold.stages.threads.aspects import aspect_of

            return tuple(map(aspect_of, value))
    return value


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
