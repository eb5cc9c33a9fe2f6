"""Settings to and from TOML and `run.json`: `[reading]` and `[machine]`, which jobs share, and one section per job."""

from __future__ import annotations

import dataclasses
import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from twicetold import registry
from twicetold.config.base import JobSettings
from twicetold.config.declare import SHARED_SECTIONS, list_settings, list_types, suggest_name
from twicetold.config.groups import Reading
from twicetold.config.options import apply_options, explain_unknown_setting
from twicetold.errors import SettingsError

AnySettings = TypeVar("AnySettings", bound=JobSettings)


def read_settings_file(kind: type[AnySettings], path: str | Path) -> AnySettings:
    """Read the settings of a job from a TOML file; what it leaves out keeps its default.

    Files that are named in it and stand in the same folder are found from anywhere.
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"`{path}`: {error.strerror}", "give a TOML file to --config") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"`{path}`: not valid TOML: {error}") from error
    return _resolve_files(build_settings(kind, data, str(path)), Path(path).parent)


def build_settings(kind: type[AnySettings], data: Mapping[str, Any], where: str) -> AnySettings:
    """Build the settings of a job from its sections; an unknown or ill-typed name is an error that says what is known.

    Sections of other jobs are left alone, and so is what only they have in a shared section: one file may serve all.
    """
    known, options = list_settings(kind), dict[str, Any]()
    sections = [*SHARED_SECTIONS, *registry.list_names("job")]
    for section, values in data.items():
        if section not in sections:
            raise SettingsError(f"{where}: unknown section `{section}`", suggest_name(section, sections, "Available: "))
        if not isinstance(values, dict):
            raise SettingsError(f"{where}: `{section}` must be a section, `[{section}]`")
        for name, value in values.items() if section in (*SHARED_SECTIONS, kind.job) else ():
            if name in known and known[name].section == section:
                options[name] = _check_type(value, known[name].type, f"{where}: {name}")
            elif not _is_of_others(section, name):
                raise SettingsError(*_explain_unknown_key(kind, section, name, where))
    return apply_options(kind(), options)


def convert_to_dict(settings: JobSettings) -> dict[str, Any]:
    """Convert settings to sections, as TOML and `run.json` have them: `{"reading": {...}, "sentences": {...}}`."""
    sections: dict[str, Any] = {}
    for name, each in list_settings(type(settings)).items():
        sections.setdefault(each.section, {})[name] = _convert_value(getattr(getattr(settings, each.group), name))
    return sections


def render_toml(settings: JobSettings) -> str:
    """Render settings as a file that `read_settings_file` reads back to the same."""
    return tomli_w.dumps(convert_to_dict(settings))


def _convert_value(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return [_convert_value(inner) for inner in value] if isinstance(value, tuple | list) else value


def _is_of_others(section: str, name: str) -> bool:
    """Whether a key of `[reading]` is one that other jobs have there."""
    shared = {each.name for each in dataclasses.fields(Reading) if each.metadata["declaration"].shared}
    return section == "reading" and name in shared


def _explain_unknown_key(kind: type[JobSettings], section: str, name: str, where: str) -> tuple[str, str]:
    known = list_settings(kind)
    if name in known:
        return f"{where}: `{name}` is not in `[{section}]`", f"move it to `[{known[name].section}]`"
    here = [each.name for each in known.values() if each.section == section]
    message, hint = explain_unknown_setting(kind, name)
    if message.startswith("unknown"):
        message, hint = f"unknown setting `{name}` in `[{section}]`", suggest_name(name, here, "Available: ")
    return f"{where}: {message}", hint


def _check_type(value: Any, hint: Any, where: str) -> Any:
    """Give a value of TOML or JSON as its setting has it, or raise an error that says what was expected."""
    origin = typing.get_origin(hint)
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_check_type(each, typing.get_args(hint)[0], where) for each in value)
    if dataclasses.is_dataclass(hint) and isinstance(value, dict):
        return _build_item(typing.cast("type[Any]", hint), value, where)
    allowed = typing.get_args(hint) if origin in (typing.Union, types.UnionType) else (hint,)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, tuple(kind for kind in allowed if isinstance(kind, type))) or (
        isinstance(value, bool) and bool not in allowed
    ):
        expected = " or ".join(getattr(kind, "__name__", str(kind)) for kind in allowed)
        raise SettingsError(f"{where}: `{value!r}` is not {expected}")
    return value


def _build_item(kind: type[Any], data: Mapping[str, Any], where: str) -> Any:
    """Build an item of a list of tables, such as an aspect of `[[threads.aspects]]`."""
    types = list_types(kind)
    for name in data:
        if name not in types:
            raise SettingsError(f"{where}: unknown setting `{name}`", suggest_name(name, types, "Available: "))
    return kind(**{name: _check_type(value, types[name], f"{where}: {name}") for name, value in data.items()})


def _resolve_files(settings: AnySettings, folder: Path) -> AnySettings:
    """Give files that settings name and that stand in a folder by a path that leads there."""

    def resolve_path(name: str) -> str:
        return str(folder / name) if name and (folder / name).is_file() else name

    def resolve_item(item: Any) -> Any:
        files = [each.name for each in dataclasses.fields(item) if each.metadata["declaration"].is_file]
        return dataclasses.replace(item, **{name: resolve_path(getattr(item, name)) for name in files})

    options: dict[str, Any] = {}
    for name, each in list_settings(type(settings)).items():
        value = getattr(getattr(settings, each.group), name)
        if each.declaration.is_file:
            options[name] = resolve_path(value)
        elif isinstance(value, tuple) and any(map(dataclasses.is_dataclass, value)):
            options[name] = tuple(map(resolve_item, value))
    return apply_options(settings, options)
