"""Every command with its options, from the command line itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from docs.generate.markdown import UNKNOWN, build_table, mark_code, write_sentence

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


def load_commands() -> dict[str, Any]:
    """Load the commands by name."""
    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def build_page() -> str:
    every = load_commands()
    grouped = [name for names in GROUPS.values() for name in names]
    groups = {**GROUPS, "More": tuple(name for name in every if name not in grouped)}
    parts = [HEAD]
    for title, names in groups.items():
        known = [name for name in names if name in every]
        if known:
            parts += [f"## {title}\n", *(describe_command(name, every[name]) for name in known)]
    return "\n".join(parts)


def describe_command(name: str, command: Any) -> str:
    """Describe a command: what it does, then its options."""
    rows = [
        (write_spelling(each), write_default(each), write_sentence(each.help or UNKNOWN)) for each in command.params
    ]
    text = command.help or UNKNOWN
    return f"### {name}\n\n{text}\n\n{build_table(('option', 'default', 'meaning'), rows)}"


def write_spelling(parameter: Any) -> str:
    """Write an option as a user types it, `-o`, `--output`, or an argument in capitals."""
    if is_argument(parameter):
        return mark_code(str(parameter.metavar or parameter.name.upper()))
    return ", ".join(mark_code(each) for each in list_spellings(parameter))


def is_argument(parameter: Any) -> bool:
    return not parameter.opts[0].startswith("-")


def list_spellings(parameter: Any) -> list[str]:
    """List every spelling of an option: `--extend` and `--no-extend`."""
    return [*parameter.opts, *parameter.secondary_opts]


def write_default(parameter: Any) -> str:
    """Write the value that is used if the option is not given."""
    if parameter.required:
        return "must be given"
    return (
        mark_code(write_value(parameter.default)) if parameter.show_default and not callable(parameter.default) else ""
    )


def write_value(value: Any) -> str:
    """Write a value as a user types it: `0.1 1.0`, `yes`."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def list_options() -> Iterator[tuple[str, str]]:
    """Yield every command with every spelling of every option and argument."""
    for name, command in load_commands().items():
        for each in command.params:
            yield from ((name, spelling) for spelling in ([] if is_argument(each) else list_spellings(each)))
