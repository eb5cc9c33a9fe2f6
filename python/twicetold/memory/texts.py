"""Texts in memory, as `cluster`, `unique` and `texts=` take them: one check and one message for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import pyarrow as pa

from twicetold.errors import InputError
from twicetold.memory.forms import ArrowStream, Record

TextSequence: TypeAlias = Sequence[str] | Sequence[str | None] | pa.Array | pa.ChunkedArray
Texts: TypeAlias = Iterable[str] | Iterable[str | None] | ArrowStream
_CHUNK = 4_096
_TEXTS_HINT = "give a list of strings, an Arrow array, or one column of a data frame"


def take_texts(texts: object) -> TextSequence:
    """Return texts as a list or an Arrow array; an error for a lone string, a data frame or dicts.

    A column of pandas becomes an Arrow array, because `column[0]` is the row that is labelled 0, not the first.
    """
    if isinstance(texts, pa.Array | pa.ChunkedArray):
        return _check_array(texts)
    if isinstance(texts, str | bytes | Mapping):
        raise InputError(f"the texts are a `{type(texts).__name__}`, not a list", _TEXTS_HINT)
    if hasattr(texts, "columns") or isinstance(texts, pa.RecordBatch):
        raise InputError(f"the texts are a whole `{type(texts).__name__}`, not one column", f"{_TEXTS_HINT}: `df.text`")
    if hasattr(texts, "to_numpy"):  # a column of pandas or polars
        return _convert_column(texts)
    if not isinstance(texts, Iterable):
        raise InputError(f"the texts are of type `{type(texts).__name__}`, not a list", _TEXTS_HINT)
    listed = texts if isinstance(texts, list | tuple) else list(texts)
    if listed and isinstance(listed[0], Mapping):
        hint = "give their texts: `[record['text'] for record in records]`"
        raise InputError("the texts are dicts, not strings", hint)
    return listed


def _convert_column(column: Any) -> TextSequence:
    try:
        if isinstance(column, ArrowStream):
            return _check_array(pa.chunked_array(column))
        return _check_array(pa.array(column, from_pandas=True))
    except (pa.ArrowException, TypeError) as error:
        raise InputError(f"the texts are not all strings: {error}", _TEXTS_HINT) from None


def _check_array(texts: pa.Array | pa.ChunkedArray) -> TextSequence:
    kind = texts.type.value_type if pa.types.is_dictionary(texts.type) else texts.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    if not is_text and not pa.types.is_null(kind):
        raise InputError(f"the texts are of type `{texts.type}`, not strings", _TEXTS_HINT)
    return texts.cast(pa.large_string() if pa.types.is_large_string(kind) else pa.string())


def iterate_texts(texts: object, id_name: str, text_name: str) -> Iterator[Record]:
    """Yield texts as records, with their number in the order given, from 0, as the id."""
    if isinstance(texts, Iterator):
        every: Iterable[Any] = texts
    else:
        taken = take_texts(texts)
        every = taken if isinstance(taken, Sequence) else _iterate_array(taken)
    for number, text in enumerate(every):
        if text is not None and not isinstance(text, str):
            raise InputError(f"text {number} is of type `{type(text).__name__}`, not a string", _TEXTS_HINT)
        yield {id_name: str(number), text_name: text}


def _iterate_array(texts: pa.Array | pa.ChunkedArray) -> Iterator[Any]:
    for start in range(0, len(texts), _CHUNK):
        yield from texts.slice(start, _CHUNK).to_pylist()
