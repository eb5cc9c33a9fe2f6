"""Settings: frozen dataclasses with every default, to and from TOML.

A user gives them as options, as a TOML file (`--config`), or in Python; what a run was made with stands in `run.json`.
"""

from __future__ import annotations

import dataclasses
import difflib
import os
import tomllib
import types
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from twicetold.errors import SettingsError


@dataclass(frozen=True)
class Reading:
    """How files become documents."""

    reader: str = "auto"  # a name from the menu, or told by suffix and first bytes
    id_field: str = ""  # JSONL, CSV, Parquet: which field holds what; "" guesses
    text_field: str = ""
    title_field: str = ""
    encoding: str = "utf-8"  # of text and HTML files
    cleaner: str = "auto"  # a name from the menu, or as the reader says
    language: str = ""  # what the input is written in; "" as the input says, else guessed for each document
    namespaces: tuple[int, ...] = (0,)  # of a wiki dump; none for all
    revisions: str = "latest"  # of a history dump: latest, first, all
    strict: bool = False  # stop at the first record that cannot be read
    batch_bytes: int = 1 << 20
    document_bytes: int = 128 << 20  # a larger document is rejected
    bomb_ratio: int = 2_000  # a packed file may unpack to this many times its size ...
    bomb_floor: int = 1 << 30  # ... beyond this many bytes

    @property
    def fields(self) -> tuple[str, str, str]:
        """Which fields hold the id, the text and the title, as the kernels take them; "" guesses."""
        return self.id_field, self.text_field, self.title_field

    @property
    def limits(self) -> tuple[int, int, int, int]:
        """As the kernels take them."""
        return self.batch_bytes, self.document_bytes, self.bomb_ratio, self.bomb_floor


@dataclass(frozen=True)
class Machine:
    """What of this machine may be used. Nothing here changes an answer."""

    threads: int = 0  # 0 is all cores

    @property
    def workers(self) -> int:
        if self.threads:
            return self.threads
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """Everything a job needs to know besides its inputs."""

    reading: Reading = field(default_factory=Reading)
    machine: Machine = field(default_factory=Machine)


Section = TypeVar("Section")


def from_toml(path: str | Path) -> Settings:
    """Settings from a file: `[reading]`, `[machine]`; what it leaves out keeps its default."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"`{path}`: {error.strerror}", "give a TOML file to --config") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"`{path}`: not valid TOML: {error}") from error
    return from_dict(Settings, data, str(path))


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
        hint = hints[name]
        if dataclasses.is_dataclass(hint) and isinstance(value, dict):
            values[name] = from_dict(typing.cast("type[Any]", hint), value, f"{where}: {name}")
        else:
            values[name] = _checked(value, hint, f"{where}: {name}")
    return section(**values)


def _checked(value: Any, hint: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_checked(each, typing.get_args(hint)[0], where) for each in value)
    allowed = typing.get_args(hint) if origin in (typing.Union, types.UnionType) else (hint,)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, tuple(kind for kind in allowed if isinstance(kind, type))) or (
        isinstance(value, bool) and bool not in allowed
    ):
        expected = " or ".join(getattr(kind, "__name__", str(kind)) for kind in allowed)
        raise SettingsError(f"{where}: `{value!r}` is not {expected}")
    return value
