"""Every public name of the package, with its signature and its docstring."""

from __future__ import annotations

import dataclasses
import inspect
import io
import tokenize
import typing
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from docs.generate.markdown import UNKNOWN, build_table, mark_code, write_sentence

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


def build_page() -> str:
    others = [name for name in twicetold.__all__ if name not in JOBS]
    kinds = {name: getattr(twicetold, name) for name in others}
    errors = [name for name, kind in kinds.items() if issubclass(kind, Exception)]
    settings = [name for name, kind in kinds.items() if dataclasses.is_dataclass(kind)]
    rest = [name for name in others if name not in errors and name not in settings]
    return "\n".join(
        [
            HEAD,
            "## Jobs\n",
            *(_describe_function(name) for name in JOBS if name in twicetold.__all__),
            *map(_describe_result, IN_MEMORY),
            "## A run\n",
            *(_describe_class(name) for name in rest),
            f"## Settings\n\n{_build_meanings_table(settings)}",
            f"## Errors\n\n{_build_meanings_table(errors)}",
        ]
    )


def _describe_function(name: str) -> str:
    function = getattr(twicetold, name)
    return (
        f"### {name}\n\n```python\n{_write_signature(name, function)}\n```\n\n{inspect.getdoc(function) or UNKNOWN}\n"
    )


def _write_signature(name: str, function: Any) -> str:
    """Write a signature with one argument to a line, and with annotations as in the source."""
    arguments, starred = [], False
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.KEYWORD_ONLY and not starred:
            arguments.append("*")
            starred = True
        arguments.append(str(each).replace("'", ""))
    inside = "".join(f"    {each},\n" for each in arguments if each != "self")
    returned = str(inspect.signature(function).return_annotation).strip("'")
    return f"{name}(\n{inside}) -> {returned}"


def _describe_result(name: str) -> str:
    """Describe the result of a function that returns no run but an object or a list of objects."""
    returned = typing.get_type_hints(getattr(twicetold, name))["return"]
    kind = (typing.get_args(returned) or (returned,))[0]
    meanings = read_comments(kind)
    rows = [
        (mark_code(each.name), write_sentence(meanings.get(each.name, UNKNOWN))) for each in dataclasses.fields(kind)
    ]
    rows += [
        (mark_code(shown), write_sentence(_take_first_paragraph(inspect.getdoc(it) or "")))
        for _, shown, it in list_members(kind)
    ]
    gives = f"`{name}` returns {'a list of these' if kind is not returned else 'it'}."
    return f"### {kind.__name__}\n\n{inspect.getdoc(kind)} {gives}\n\n{build_table(('name', 'meaning'), rows)}"


def read_comments(section: type) -> dict[str, str]:
    """Read the comment on the line of each field."""
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


def _describe_class(name: str) -> str:
    kind = getattr(twicetold, name)
    own = [
        (each, mark_code(shown), write_sentence(_take_first_paragraph(inspect.getdoc(it) or "")))
        for each, shown, it in list_members(kind)
    ]
    rows = build_table(("name", "meaning"), [(shown, meaning) for each, shown, meaning in own if each in FOR_USERS])
    tables = "Its tables are attributes: `run.clusters` ([tables](tables.md))."
    return f"### {name}\n\n{inspect.getdoc(kind) or UNKNOWN} {tables}\n\n{rows}"


def list_members(kind: type) -> Iterator[tuple[str, str, Any]]:
    """List the public methods and properties of a class: the name, how it is written, and the object itself."""
    for name, it in vars(kind).items():
        is_read = isinstance(it, property | cached_property)
        if not name.startswith("_") and (is_read or inspect.isroutine(it)):
            yield name, (name if is_read else f"{name}({_write_arguments(it)})"), it


def _write_arguments(method: Any) -> str:
    """Write the arguments of a method with their defaults: `table, rows=65536`"""
    every = list(inspect.signature(getattr(method, "__func__", method)).parameters.values())[1:]
    return ", ".join(each.name if each.default is each.empty else f"{each.name}={each.default!r}" for each in every)


def _build_meanings_table(names: list[str]) -> str:
    return build_table(
        ("name", "meaning"),
        [
            (
                mark_code(name),
                write_sentence(_take_first_paragraph(inspect.getdoc(getattr(twicetold, name)) or UNKNOWN)),
            )
            for name in names
        ],
    )


def _take_first_paragraph(text: str) -> str:
    return text.split("\n\n")[0]
