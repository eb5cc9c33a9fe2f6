"""Writes `twicetold/options.py`, the options of the Python functions as types: `python -m docs.generate.options`.

They are made from the declared settings, and committed, because mypy and editors do not run the program.
"""

from __future__ import annotations

import textwrap
import typing
from collections.abc import Sequence
from pathlib import Path

from twicetold.config import JobSetting, JobSettings, list_settings, list_settings_classes
from twicetold.config.options import name_python_option
from twicetold.jobs.split.settings import SplitSettings

FILE = Path(__file__).parents[2] / "python" / "twicetold" / "options.py"
HEAD = '''\
"""The options of the Python functions, as types for mypy and editors. Written by `python -m docs.generate.options`."""

from __future__ import annotations

from typing import Literal, TypedDict

from twicetold.jobs.threads.settings import Aspect
'''
OWN_ARGUMENTS = ("against",)  # options that are arguments of the functions
WIDTH = 120


def render_module() -> str:
    """Render the module: the options of all functions, those of functions that compare, and the rest of each."""
    kinds: list[type[JobSettings]] = list(dict.fromkeys([SplitSettings, *list_settings_classes()]))
    options = {kind: _describe_options(kind) for kind in kinds}
    comparing = [options[kind] for kind in kinds if kind is not SplitSettings]
    shared = _find_common([*options.values()])
    compared = {name: own for name, own in _find_common(comparing).items() if name not in shared}
    parts = [
        HEAD,
        _render_class("SharedOptions", "TypedDict, total=False", "The options of every job.", shared),
        _render_class(
            "ComparisonOptions", "SharedOptions, total=False", "The options of every job that compares.", compared
        ),
    ]
    for kind, own in options.items():
        base = "SharedOptions" if kind is SplitSettings else "ComparisonOptions"
        rest = {
            name: each
            for name, each in own.items()
            if name not in shared and (kind is SplitSettings or name not in compared)
        }
        name = kind.__name__.replace("Settings", "Options")
        parts.append(_render_class(name, f"{base}, total=False", f"The options of `{kind.job}`.", rest))
    return "\n\n".join(parts)


def _describe_options(kind: type[JobSettings]) -> dict[str, tuple[str, str]]:
    """Describe every option of a job by its type and help, by its name in Python."""
    return {
        name_python_option(name): (_render_type(each), each.declaration.help if _is_closed(each) else each.help)
        for name, each in list_settings(kind).items()
        if name not in OWN_ARGUMENTS
    }


def _find_common(every: Sequence[dict[str, tuple[str, str]]]) -> dict[str, tuple[str, str]]:
    first, *others = every
    return {name: own for name, own in first.items() if all(other.get(name) == own for other in others)}


def _render_type(setting: JobSetting) -> str:
    inner = typing.get_args(setting.type)[0] if typing.get_origin(setting.type) is tuple else setting.type
    if inner is not setting.type:
        return f"tuple[{inner.__name__}, ...] | list[{inner.__name__}]"
    quoted = ", ".join(f'"{choice}"' for choice in setting.declaration.choices)
    return f"Literal[{quoted}]" if _is_closed(setting) else str(inner.__name__)


def _is_closed(setting: JobSetting) -> bool:
    """Whether the choices of a setting are complete. Measures are not: a plugin can add one."""
    return bool(setting.declaration.choices) and not setting.declaration.compares


def _render_class(name: str, base: str, about: str, options: dict[str, tuple[str, str]]) -> str:
    lines = [f"class {name}({base}):", f'    """{about}"""', ""]
    for option, (kind, text) in options.items():
        lines += [f"    {option}: {kind}", *_render_help(text)]
    return "\n".join(lines).rstrip() + "\n"


def _render_help(text: str) -> list[str]:
    text = text.replace("\\", "\\\\")
    if len(text) + 10 <= WIDTH:
        return [f'    """{text}"""']
    return textwrap.wrap(f'"""{text}"""', WIDTH, initial_indent="    ", subsequent_indent="    ")


if __name__ == "__main__":
    FILE.write_text(render_module(), encoding="utf-8")
