"""What a user may give as data, and how it is told apart: by its type, never by what a string says.

A string, a `PathLike` or a list of them is always paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from os import PathLike, fspath
from typing import Any, Protocol, TypeAlias, runtime_checkable

from twicetold.errors import InputError

PATH_TYPES = (str, PathLike)
TEXTS_HINT = "give texts by name, `texts=[...]`, and paths as a list"


@runtime_checkable
class ArrowStream(Protocol):
    """Anything that offers its rows as an Arrow stream: tables of pyarrow, pandas, polars, DuckDB and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Paths: TypeAlias = str | PathLike[str] | Sequence[str] | Sequence[PathLike[str]] | Sequence[str | PathLike[str]]
Data: TypeAlias = Paths | ArrowStream | Mapping[Any, str] | Iterable[Mapping[str, Any]] | Iterable[PathLike[str]]
Record: TypeAlias = Mapping[str, Any]


def list_given_paths(data: object) -> list[str] | None:
    """List the paths that were given; None where the data is something else."""
    if isinstance(data, PATH_TYPES):
        return [fspath(data)]
    if isinstance(data, Sequence | set | frozenset) and all(isinstance(each, PATH_TYPES) for each in data):
        return [fspath(each) for each in data]
    return None


def list_iterated_paths(data: object) -> tuple[list[str] | None, object]:
    """List the paths of an iterator such as that of `Path.glob`; otherwise return None and the data, whole."""
    if not isinstance(data, Iterator):
        return None, data
    first = next(data, None)
    if isinstance(first, PathLike):
        return [fspath(each) for each in chain([first], data)], ()
    return None, data if first is None else chain([first], data)


def iterate_records(data: object) -> Iterator[Record]:
    """Yield the records of a list, an iterator or a dataset, each of which must be a dict."""
    if not isinstance(data, Iterable):
        raise InputError(f"data of type `{type(data).__name__}` cannot be read", _FORMS_HINT)
    for number, record in enumerate(data):
        if not isinstance(record, Mapping):
            hint = TEXTS_HINT if isinstance(record, str) or "Scalar" in type(record).__name__ else _FORMS_HINT
            raise InputError(f"record {number} of the data is of type `{type(record).__name__}`, not a dict", hint)
        yield record


_FORMS_HINT = "give paths, a data frame, an Arrow table, dicts, a dict of id to text, or `texts=[...]`"


def iterate_named_texts(data: Mapping[Any, Any], id_name: str, text_name: str) -> Iterator[Record]:
    """Yield the texts of a dict as records; its keys are the ids."""
    for key, text in data.items():
        if text is not None and not isinstance(text, str):
            hint = "a dict gives a text for each id; for records give a list of dicts, for a set of tables one of them"
            raise InputError(f"`{key}` of the data is of type `{type(text).__name__}`, not a string", hint)
        yield {id_name: str(key), text_name: text}
