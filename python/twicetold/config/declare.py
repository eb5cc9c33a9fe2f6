"""How a setting is declared, once: its default, its type, a help text that can be read alone, its panel, its check.

Options of the command line, keys of a settings file, the reference page and the settings in a report are all made from
the declarations. A group of settings is a frozen dataclass whose fields are `setting(...)`; the settings of a job are a
frozen dataclass whose fields are `group(...)`, with the defaults of that job.
"""

from __future__ import annotations

import difflib
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from twicetold import registry
from twicetold.errors import SettingsError
from twicetold.measures.base import list_measures, load_measure

if TYPE_CHECKING:
    from twicetold.config.base import JobSettings

SHARED_SECTIONS = ("reading", "machine")  # what all jobs have, in sections of their own; a job has one for the rest


@dataclass(frozen=True)
class Declaration:
    """What is said of a setting besides its type and its default."""

    help: str  # a sentence that can be read alone
    panel: str  # where `--help-all` lists it
    common: bool = False  # whether `--help` lists it
    choices: tuple[str, ...] = ()
    menu: str = ""  # the family of `registry.py` that its names are from
    compares: tuple[str, ...] = ()  # the names of the measures that compare one of these can be given
    least: float | None = None
    most: float | None = None
    option: tuple[str, ...] = ()  # how it is typed, where it is not `--name`
    parse: Callable[[str], Any] | None = None  # from what is typed to a value, or to one of the values of a tuple
    repeated: bool = False  # a tuple that is typed as an option several times, not as `a,b`
    is_file: bool = False  # a file, if there is one of that name: what is in it is part of what a run is known by
    shared: bool = True  # in a shared section; otherwise, of the jobs that have it, each has a key of its own


def setting(default: Any, help: str, panel: str, **more: Any) -> Any:
    """Declare a field of a group: `recall: float = setting(0.99, "Share of ...", "Finder", least=0, most=1)`."""
    return field(default=default, metadata={"declaration": Declaration(help, panel, **more)})


def group(default: Any, only: Sequence[str] = (), without: Sequence[str] = (), **changes: dict[str, Any]) -> Any:
    """Declare a field of a job's settings: a group with the defaults of this job, and which of its settings it has.

    `changes` says what this job declares otherwise: `measure={"compares": ("sets", "vectors")}`.
    """
    return field(default=default, metadata={"only": only, "without": without, "changes": changes})


@dataclass(frozen=True)
class JobSetting:
    """A setting as one job has it: `[section] name = default`."""

    name: str
    group: str
    section: str
    type: Any
    default: Any
    declaration: Declaration

    @property
    def names(self) -> tuple[str, ...]:
        """The names that can be given, where there is a list of them."""
        menu = self.declaration.menu
        return self._list_choices() or (tuple(registry.list_names(menu)) if menu else ())

    @property
    def help(self) -> str:
        """The help text with the names that can be given."""
        names = ", ".join(self.names)
        return f"{self.declaration.help} One of: {names}." if names else self.declaration.help

    def check_value(self, value: Any) -> None:
        """Raise an error that says what is wrong with a value and what would be right."""
        told, choices = self.declaration, self._list_choices()
        for each in value if isinstance(value, tuple) else (value,):
            if choices and each not in choices:
                if told.compares and each in registry.list_names("measure"):
                    load_measure(each)  # says why a plugin cannot be loaded
                what = self.name.removesuffix("s") if isinstance(value, tuple) else self.name
                raise SettingsError(f"unknown {what}: `{each}`", suggest_name(str(each), choices, "Available: "))
            if isinstance(each, int | float) and not self._is_in_range(each):
                raise SettingsError(f"`{self.name}` must be {self._describe_range()}, not {each:g}", told.help)

    def _list_choices(self) -> tuple[str, ...]:
        """The only names that can be given; none where others can be tried."""
        told = self.declaration
        return (*told.choices, *(list_measures(*told.compares) if told.compares else ()))

    def _is_in_range(self, value: float) -> bool:
        """Whether a number is within the bounds; NaN is not."""
        least, most = self.declaration.least, self.declaration.most
        return (least is None or value >= least) and (most is None or value <= most)

    def _describe_range(self) -> str:
        least, most = self.declaration.least, self.declaration.most
        if least is not None and most is not None:
            return f"between {least:g} and {most:g}"
        return f"{least:g} or more" if least is not None else f"at most {most:g}"


@cache
def list_settings(kind: type[JobSettings]) -> Mapping[str, JobSetting]:
    """List every setting of a job by name: those of reading, its own, those of the machine."""
    found = [each for field in fields(kind) for each in _list_group(kind, field)]
    places = {"reading": 0, kind.job: 1, "machine": 2}
    return MappingProxyType({each.name: each for each in sorted(found, key=lambda each: places[each.section])})


def _list_group(kind: type[JobSettings], place: Field[Any]) -> Iterable[JobSetting]:
    """List what a job has of one group."""
    own: Any = place.default
    types, only, without = list_types(type(own)), place.metadata["only"], place.metadata["without"]
    for each in fields(own):
        if (not only or each.name in only) and each.name not in without:
            told = replace(each.metadata["declaration"], **place.metadata["changes"].get(each.name, {}))
            section = place.name if place.name in SHARED_SECTIONS and told.shared else kind.job
            yield JobSetting(each.name, place.name, section, types[each.name], getattr(own, each.name), told)


def list_types(group: type) -> dict[str, Any]:
    """List the types of a group's fields, as `tuple[int, ...]` rather than its text."""
    return typing.get_type_hints(group)


def suggest_name(name: str, names: Iterable[str], before: str = "") -> str:
    """Give a hint for a name that is unknown: the nearest that is known, and with `before` all of them."""
    known = list(names)
    nearest = difflib.get_close_matches(name, known, n=1)
    listed = f"{before}{', '.join(known)}" if before else ""
    return " ".join([*([f"did you mean `{nearest[0]}`?"] if nearest else []), *([listed] if listed else [])])
