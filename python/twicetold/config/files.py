"""Settings to and from TOML, and the nested dictionaries between."""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
import types
import typing
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from twicetold.config.sections import Settings
from twicetold.errors import SettingsError

Section = TypeVar("Section")


def from_toml(path: str | Path) -> Settings:
    """Settings from a file: `[reading]`, `[machine]`; what it leaves out keeps its default."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"`{path}`: {error.strerror}", "give a TOML file to --config") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"`{path}`: not valid TOML: {error}") from error
    return beside(from_dict(Settings, data, str(path)), Path(path).parent)


def beside(settings: Settings, folder: Path) -> Settings:
    """Files that settings name and that stand in this folder, by paths that lead there."""

    def path(name: str) -> str:
        return str(folder / name) if name and (folder / name).is_file() else name

    finding, threading = settings.finding, settings.threading
    finding = dataclasses.replace(finding, word_weights=path(finding.word_weights), vectors=path(finding.vectors))
    aspects = tuple(dataclasses.replace(each, source=path(each.source)) for each in threading.aspects)
    return dataclasses.replace(settings, finding=finding, threading=dataclasses.replace(threading, aspects=aspects))


def to_toml(settings: Settings) -> str:
    """Settings as a file that `from_toml` reads back to the same."""
    return tomli_w.dumps(to_dict(settings))


def to_dict(settings: Any) -> dict[str, Any]:
    """Nested dictionaries with lists for tuples, as TOML and JSON like them."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items()}
        return [plain(inner) for inner in value] if isinstance(value, tuple | list) else value

    return typing.cast("dict[str, Any]", plain(dataclasses.asdict(settings)))


def from_dict(section: type[Section], data: dict[str, Any], where: str) -> Section:
    """A settings class from nested dictionaries; an unknown or ill-typed name is an error that says what is there."""
    fields = {each.name: each for each in dataclasses.fields(section)}  # type: ignore[arg-type]
    hints = typing.get_type_hints(section)
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in fields:
            nearest = difflib.get_close_matches(name, fields, n=1)
            meant = f"did you mean `{nearest[0]}`? " if nearest else ""
            raise SettingsError(f"{where}: unknown setting `{name}`", f"{meant}There are: {', '.join(fields)}")
        values[name] = _checked(value, hints[name], f"{where}: {name}")
    return section(**values)


def _checked(value: Any, hint: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_checked(each, typing.get_args(hint)[0], where) for each in value)
    if dataclasses.is_dataclass(hint) and isinstance(value, dict):
        return from_dict(typing.cast("type[Any]", hint), value, where)
    allowed = typing.get_args(hint) if origin in (typing.Union, types.UnionType) else (hint,)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, tuple(kind for kind in allowed if isinstance(kind, type))) or (
        isinstance(value, bool) and bool not in allowed
    ):
        expected = " or ".join(getattr(kind, "__name__", str(kind)) for kind in allowed)
        raise SettingsError(f"{where}: `{value!r}` is not {expected}")
    return value
