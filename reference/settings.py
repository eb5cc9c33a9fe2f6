"""Every setting: section, name, type, default, meaning. Meanings are the comments that stand beside the fields."""

from __future__ import annotations

import dataclasses
import inspect
import io
import re
import tokenize
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli_w

from reference.commands import commands, names_of
from reference.markdown import UNKNOWN, code, sentence, table
from twicetold import registry
from twicetold.config import PRESETS, Settings

FURTHER = Path(__file__).with_name("settings.toml")  # where a comment is missing, or leans on its neighbours
MENU_NAME = re.compile(rf"\b({'|'.join(name for family in registry.MENU.values() for name in family)})\b")
HEAD = """\
# Settings

Every setting, its default and its meaning, from the code. A settings file is TOML, with a section for each part;
options on the command line go before it, and in Python a setting is given by its name
(`twicetold.sentences("dump.xml", threshold=0.9)`):

    [matching]
    threshold = 0.9

    [reading]
    language = "de"

`twicetold sentences dump.xml -o run --config settings.toml`. What a run was made with stands in its `run.json`. What is
0, -1 or empty is chosen by the job, unless its meaning says otherwise.
"""


def sections() -> dict[str, type]:
    """The parts of the settings by name, and what a list in one of them holds."""
    parts = {each.name: type(getattr(Settings(), each.name)) for each in dataclasses.fields(Settings)}
    return parts | {
        f"{name}.{field}": kind for name, section in parts.items() for field, kind in _listed(section).items()
    }


def _listed(section: type) -> dict[str, Any]:
    """Fields that are a list of dataclasses, `tuple[Aspect, ...]`, and which."""
    held = {name: typing.get_args(kind)[:1] for name, kind in typing.get_type_hints(section).items()}
    return {name: kind for name, kinds in held.items() for kind in kinds if dataclasses.is_dataclass(kind)}


def page() -> str:
    parts = [HEAD]
    for name, section in sections().items():
        parts.append(f"## {name}\n\n{inspect.getdoc(section)}\n\n{_table(name, section)}")
    parts.append(f"## Presets\n\n`--preset NAME` gives the settings of a paper.\n\n{_presets()}")
    return "\n".join(parts)


def _table(name: str, section: type) -> str:
    told, options = meanings(name, section), _options()
    rows = [
        (code(each.name), code(_default(each)), " ".join([told[each.name] or UNKNOWN, options.get(each.name, "")]))
        for each in dataclasses.fields(section)
    ]
    return table(("setting", "default", ""), rows)


def _options() -> dict[str, str]:
    """The option that is a setting of the same name: `(`--language`)`"""
    return {
        each.name: f"({code(names_of(each)[0])})"
        for command in commands().values()
        for each in command.params
        if each.opts[0].startswith("--")
    }


def _default(each: dataclasses.Field[Any]) -> str:
    if each.default is dataclasses.MISSING:
        return "must be given"
    text = tomli_w.dumps({"it": each.default}).removeprefix("it = ")
    return " ".join(text.split()).replace("[ ", "[").replace(", ]", "]")


def _presets() -> str:
    rows = (
        (code(name), ", ".join(f"`{key} = {value}`" for key, value in own.items())) for name, own in PRESETS.items()
    )
    return table(("preset", "settings"), rows)


def meanings(name: str, section: type) -> dict[str, str]:
    """What each field of a section means; "" where nobody says."""
    further = tomllib.loads(FURTHER.read_text(encoding="utf-8")).get(name, {})
    own = dict(joined(comments(section)))
    return {
        each.name: sentence(further.get(each.name) or own.get(each.name, "")) for each in dataclasses.fields(section)
    }


def comments(section: type) -> dict[str, str]:
    """The comment on the line of each field, as it stands."""
    source = io.StringIO(inspect.getsource(section))
    lines: dict[int, str] = {}
    names: dict[int, str] = {}
    known = {each.name for each in dataclasses.fields(section)}
    for token in tokenize.generate_tokens(source.readline):
        if token.type == tokenize.COMMENT:
            lines[token.start[0]] = token.string.lstrip("# ")
        elif token.type == tokenize.NAME and token.start[1] == 4 and token.string in known:
            names[token.start[0]] = token.string
    return {name: lines[line] for line, name in names.items() if line in lines}


def joined(comments: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Comments that go on from the one before (`... of hashed ones`) begin with what that was about."""
    about = ""
    for name, comment in comments.items():
        if comment.startswith("..."):
            rest = comment.strip(". ")
            yield name, f"{about}: {rest}" if about else rest
        else:
            head, colon, rest = comment.partition(": ")
            about = re.sub(MENU_NAME, r"`\1`", head) if colon and len(head) < 40 else ""
            yield name, (f"{about}: {rest}" if about else comment).removesuffix("...")


def stale() -> list[str]:
    """Names in the file that are no settings."""
    known = {name: {each.name for each in dataclasses.fields(section)} for name, section in sections().items()}
    told = tomllib.loads(FURTHER.read_text(encoding="utf-8"))
    return [
        f"{FURTHER.name}: {section}.{name}"
        for section, own in told.items()
        for name in own
        if name not in known.get(section, ())
    ]
