"""Every command with its options, as the command line has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from docs.generate.markdown import UNKNOWN, code, sentence, table

from twicetold.cli import app

GROUPS = {  # in the order in which a user needs them
    "Make a run": ("sentences", "passages", "documents", "threads", "history"),
    "Look at a run": ("show", "report", "contradictions", "analyse", "export", "apply"),
    "Judge and choose": ("label", "evaluate", "tune", "plan"),
    "Without a run": ("split", "gather", "demo"),
}
HEAD = """\
# Commands

This page lists every command and option. `twicetold COMMAND --help` prints the same; for a job, `--help-all` prints all
options. Data goes to stdout, everything else to stderr. Exit codes: 0 clean, 1 finished with rejects, 2 failed,
130 interrupted. An option overrides a settings file (`--config`), which overrides the default.
"""


def commands() -> dict[str, Any]:
    """The commands by name."""
    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def page() -> str:
    every = commands()
    grouped = [name for names in GROUPS.values() for name in names]
    groups = {**GROUPS, "More": tuple(name for name in every if name not in grouped)}
    parts = [HEAD]
    for title, names in groups.items():
        known = [name for name in names if name in every]
        if known:
            parts += [f"## {title}\n", *(described(name, every[name]) for name in known)]
    return "\n".join(parts)


def described(name: str, command: Any) -> str:
    """The section of a command: what it does, then its options."""
    rows = [(spelled(each), default_of(each), sentence(each.help or UNKNOWN)) for each in command.params]
    text = command.help or UNKNOWN
    return f"### {name}\n\n{text}\n\n{table(('option', 'default', 'meaning'), rows)}"


def spelled(parameter: Any) -> str:
    """How it is typed: `-o`, `--output`; an argument in capitals."""
    if is_argument(parameter):
        return code(str(parameter.metavar or parameter.name.upper()))
    return ", ".join(code(each) for each in names_of(parameter))


def is_argument(parameter: Any) -> bool:
    return not parameter.opts[0].startswith("-")


def names_of(parameter: Any) -> list[str]:
    """Every spelling of an option: `--extend` and `--no-extend`."""
    return [*parameter.opts, *parameter.secondary_opts]


def default_of(parameter: Any) -> str:
    """The value that is used if the option is not given."""
    if parameter.required:
        return "must be given"
    return code(shown(parameter.default)) if parameter.show_default and not callable(parameter.default) else ""


def shown(value: Any) -> str:
    """A value as one types it: `0.1 1.0`, `yes`."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def options() -> Iterator[tuple[str, str]]:
    """Every command with every spelling of every option and argument."""
    for name, command in commands().items():
        for each in command.params:
            yield from ((name, spelling) for spelling in ([] if is_argument(each) else names_of(each)))
