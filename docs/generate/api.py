"""Every public name of the package, with its signature and what its docstring says."""

from __future__ import annotations

import dataclasses
import inspect
import io
import tokenize
import typing
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from docs.generate.markdown import UNKNOWN, code, sentence, table

import twicetold
from twicetold.run.folder import FOR_USERS

HEAD = """\
# Python

This page lists every public name. Each job is a function that takes paths or data in memory
([how](../guides/python.md)) and returns a `Run`. Give a setting by its name ([settings](settings.md)), and a field
without `_field`: `text="body"`. [Tables](tables.md) has the columns of the tables of a run.
"""
JOBS = ("sentences", "passages", "documents", "threads", "history", "split", "cluster", "unique", "compare_passages")
IN_MEMORY = ("cluster", "unique", "compare_passages")  # functions that do not return a run


def page() -> str:
    others = [name for name in twicetold.__all__ if name not in JOBS]
    kinds = {name: getattr(twicetold, name) for name in others}
    errors = [name for name, kind in kinds.items() if issubclass(kind, Exception)]
    settings = [name for name, kind in kinds.items() if dataclasses.is_dataclass(kind)]
    rest = [name for name in others if name not in errors and name not in settings]
    return "\n".join(
        [
            HEAD,
            "## Jobs\n",
            *(_function(name) for name in JOBS if name in twicetold.__all__),
            *map(_given, IN_MEMORY),
            "## A run\n",
            *(_class(name) for name in rest),
            f"## Settings\n\n{_listed(settings)}",
            f"## Errors\n\n{_listed(errors)}",
        ]
    )


def _function(name: str) -> str:
    function = getattr(twicetold, name)
    return f"### {name}\n\n```python\n{_signature(name, function)}\n```\n\n{inspect.getdoc(function) or UNKNOWN}\n"


def _signature(name: str, function: Any) -> str:
    """One argument to a line; annotations as they are written."""
    arguments, starred = [], False
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.KEYWORD_ONLY and not starred:
            arguments.append("*")
            starred = True
        arguments.append(str(each).replace("'", ""))
    inside = "".join(f"    {each},\n" for each in arguments if each != "self")
    returned = str(inspect.signature(function).return_annotation).strip("'")
    return f"{name}(\n{inside}) -> {returned}"


def _given(name: str) -> str:
    """What a function gives that is not a run: an object, or a list of them."""
    given = typing.get_type_hints(getattr(twicetold, name))["return"]
    kind = (typing.get_args(given) or (given,))[0]
    told = comments(kind)
    rows = [(code(each.name), sentence(told.get(each.name, UNKNOWN))) for each in dataclasses.fields(kind)]
    rows += [(code(shown), sentence(_first(inspect.getdoc(it) or ""))) for _, shown, it in members(kind)]
    gives = f"`{name}` returns {'a list of these' if kind is not given else 'it'}."
    return f"### {kind.__name__}\n\n{inspect.getdoc(kind)} {gives}\n\n{table(('name', 'meaning'), rows)}"


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


def _class(name: str) -> str:
    kind = getattr(twicetold, name)
    own = [(each, code(shown), sentence(_first(inspect.getdoc(it) or ""))) for each, shown, it in members(kind)]
    rows = table(("name", "meaning"), [(shown, said) for each, shown, said in own if each in FOR_USERS])
    tables = "Its tables are attributes: `run.clusters` ([tables](tables.md))."
    return f"### {name}\n\n{inspect.getdoc(kind) or UNKNOWN} {tables}\n\n{rows}"


def members(kind: type) -> Iterator[tuple[str, str, Any]]:
    """What may be called: name, how it is written, and the method or property itself."""
    for name, it in vars(kind).items():
        is_read = isinstance(it, property | cached_property)
        if not name.startswith("_") and (is_read or inspect.isroutine(it)):
            yield name, (name if is_read else f"{name}({_arguments(it)})"), it


def _arguments(method: Any) -> str:
    """Their names: `table, rows=65536`."""
    every = list(inspect.signature(getattr(method, "__func__", method)).parameters.values())[1:]
    return ", ".join(each.name if each.default is each.empty else f"{each.name}={each.default!r}" for each in every)


def _listed(names: list[str]) -> str:
    return table(
        ("name", "meaning"),
        [(code(name), sentence(_first(inspect.getdoc(getattr(twicetold, name)) or UNKNOWN))) for name in names],
    )


def _first(text: str) -> str:
    return text.split("\n\n")[0]
