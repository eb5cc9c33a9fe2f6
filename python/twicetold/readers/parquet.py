"""Parquet files: a row is a document. Only the columns that are needed are read, and rows never become Python objects.

A split is a range of row groups: `Split.start` and `Split.end` count row groups, not bytes. `place` is `row 17`,
counted from 1 in the file, as lines are. A file whose footer is damaged or cut off cannot be read at all (it says
where everything stands); a damaged row group costs itself alone.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold.config import Reading
from twicetold.errors import InputError
from twicetold.readers.base import LONGEST_NAME, DocumentBatchBuilder, Split
from twicetold.readers.inputs import format_path, name_file, open_source
from twicetold.readers.pipes import is_pipe
from twicetold.readers.posts import convert_to_posts, convert_to_threads
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.files import give_to_arrow
from twicetold.tables.reading import DOCUMENTS

# Which columns of a file become which of ours: the first that is there, in any case of letters.
COLUMN_GUESSES: dict[str, tuple[str, ...]] = {
    "document": ("id", "_id", "doc_id", "docid", "document_id", "page_id", "pageid", "uid", "url"),
    "text": ("text", "content", "body", "raw_content", "raw_text", "article", "abstract"),
    "title": ("title", "name", "headline", "question"),
    "url": ("url", "uri", "link", "source_url"),
    "language": ("language", "lang"),
    "revision": ("revision", "revision_id", "rev_id", "revid"),
    "timestamp": ("timestamp", "date", "created", "created_at", "date_modified"),
    "contributor": ("contributor", "author", "user", "username"),
    "series": ("series",),
}
# The same for threads, whose text is a question.
THREAD_COLUMN_GUESSES: dict[str, tuple[str, ...]] = COLUMN_GUESSES | {
    "text": ("question", "title", "subject", "question_title", "query", "headline", "text"),
    "description": ("description", "body", "question_body", "details", "detail", "content"),
    "answer": ("answer", "best_answer", "accepted_answer", "reply", "response"),
    "tags": ("tags", "categories", "category", "topics"),
    "score": ("score", "votes"),
    "more_answers": ("more_answers", "other_answers", "answers", "comments", "replies"),
    "duplicate_of": ("duplicate_of", "duplicates"),
}
_LISTS = ("tags", "duplicate_of")  # a line each
_THREAD_DOCUMENTS = pa.schema(
    [
        *DOCUMENTS,
        *[
            pa.field(name, pa.string())
            for name in ("description", "answer", "tags", "score", "more_answers", "duplicate_of")
        ],
    ]
)
_VECTOR_DOCUMENTS = pa.schema([*DOCUMENTS, pa.field("vector", pa.string())])
_OPTION_NAMES = {"document": "id-field", "timestamp": "date-field", "series": "series"}
_MOST_ROWS = 1 << 16
# What pyarrow raises for a damaged file; the last for a column whose name is no longer UTF-8.
_DAMAGE_ERRORS = (pa.ArrowException, OSError, UnicodeDecodeError)


@dataclass(frozen=True)
class ParquetReader:
    """A row per document, from the columns that `reading` names or that are guessed."""

    suffixes: ClassVar[tuple[str, ...]] = (".parquet", ".pq")
    markup: ClassVar[str] = "plain"
    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """Ranges of row groups of about `split_bytes`. A file that cannot be opened is one split, which says why."""
        try:
            file = _open_file(path)
        except _DAMAGE_ERRORS:
            return [Split(path)]
        parts: list[Split] = []
        start = size = 0
        for group in range(file.num_row_groups):
            size += file.metadata.row_group(group).total_byte_size
            if size >= split_bytes or group + 1 == file.num_row_groups:
                parts.append(Split(path, start, group + 1))
                start, size = group + 1, 0
        return parts or [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        """The rows of a range of row groups."""
        return self._read_row_groups(split, DOCUMENTS)

    def read_posts(self, split: Split) -> Iterator[Batch]:
        """The rows as threads, in batches of POSTS."""
        for batch in self._read_row_groups(split, _THREAD_DOCUMENTS):
            yield convert_to_posts(batch) if batch.schema.equals(DOCUMENTS) else convert_to_threads(batch)

    def read_vectors(self, split: Split) -> Iterator[Batch]:
        """The rows with the numbers of their vectors in a column `vector`, a line each."""
        return (batch for batch in self._read_row_groups(split, _VECTOR_DOCUMENTS) if "vector" in batch.schema.names)

    def _read_row_groups(self, split: Split, schema: pa.Schema) -> Iterator[Batch]:
        path = format_path(split.path)
        rows = DocumentBatchBuilder(path, self.markup, self.reading.batch_bytes, self.reading.document_bytes)
        try:
            file = _open_file(split.path)
        except _DAMAGE_ERRORS as error:
            yield from rows.reject(place="byte 0", reason=_describe_error(error))
            yield from rows.flush()
            return
        columns = self.choose_columns(path, file.schema_arrow, schema)
        counts = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
        for group in range(split.start, len(counts) if split.end is None else split.end):
            first = 1 + sum(counts[:group])
            try:
                for batch in self._read_batches(file, group, columns):
                    yield from self._convert_documents(split.path, batch, columns, first, schema)
                    first += batch.num_rows
            except _DAMAGE_ERRORS as error:
                reason = f"row group {group + 1} is damaged, its rows from here on are lost: {_describe_error(error)}"
                yield from rows.reject(place=f"row {first}", reason=reason)
                yield from rows.flush()

    def choose_schema(self, of_threads: bool) -> pa.Schema:
        """The schema with every column that a job with these settings reads."""
        if of_threads:
            return _THREAD_DOCUMENTS
        return _VECTOR_DOCUMENTS if self.reading.vector_field else DOCUMENTS

    def choose_columns(self, path: str, schema: pa.Schema, target: pa.Schema) -> dict[str, str]:
        """Which of the file's columns stands for which of ours: `{"document": "id", "text": "content"}`."""
        of_threads = target is _THREAD_DOCUMENTS
        names = ("document", "text", "title", "series", "timestamp", "description", "answer")
        fields = self.reading.thread_fields if of_threads else self.reading.fields
        named = dict(zip(names, fields, strict=False))
        text = "question" if of_threads else "text"
        lower = {name.lower(): name for name in reversed(schema.names)}
        columns: dict[str, str] = {}
        for ours, guesses in (THREAD_COLUMN_GUESSES if of_threads else COLUMN_GUESSES).items():
            option = _OPTION_NAMES.get(ours, f"{text if ours == 'text' else ours}-field")
            if given := named.get(ours):
                if given not in schema.names:
                    raise InputError(f"`{path}`: no column `{given}`", _suggest_columns(schema, option, given))
                columns[ours] = given
            else:
                there = (lower[guess] for guess in guesses if guess in lower)
                fitting = (name for name in there if _is_fitting_type(ours, schema.field(name).type))
                if theirs := next(fitting, None):
                    columns[ours] = theirs
        if "text" not in columns:
            raise InputError(
                f"`{path}`: no column that looks like the {text}", _suggest_columns(schema, f"{text}-field", text)
            )
        if not _is_fitting_type("text", schema.field(columns["text"]).type):
            kind = schema.field(columns["text"]).type
            message = f"`{path}`: the column `{columns['text']}` holds {kind}, not text"
            raise InputError(message, _suggest_columns(schema, f"{text}-field", text))
        if target is _VECTOR_DOCUMENTS:
            columns["vector"] = self._find_vector_column(path, schema)
        return columns

    def _find_vector_column(self, path: str, schema: pa.Schema) -> str:
        name = self.reading.vector_field
        lists = [field.name for field in schema if _is_vector(field.type)]
        if name not in lists:
            what = (
                f"holds {schema.field(name).type}, not a list of numbers" if name in schema.names else "does not exist"
            )
            hint = (
                f"there are: {', '.join(f'`{each}`' for each in lists)}"
                if lists
                else "no column holds lists of numbers"
            )
            raise InputError(f"`{path}`: the column `{name}` {what}", hint)
        return name

    def _read_batches(self, file: pq.ParquetFile, group: int, columns: dict[str, str]) -> Iterator[Batch]:
        """The rows of a group, as many at once as are about one batch by the group's average."""
        metadata = file.metadata.row_group(group)
        average = metadata.total_byte_size // max(1, metadata.num_rows)
        at_once = max(1, min(_MOST_ROWS, self.reading.batch_bytes // max(1, average)))
        yield from file.iter_batches(at_once, [group], sorted(set(columns.values())), use_threads=self.workers > 1)

    def _convert_documents(
        self, path: str, batch: Batch, columns: dict[str, str], first: int, schema: pa.Schema
    ) -> Iterator[Batch]:
        numbers = pc.add(pc.cumulative_sum(pa.repeat(1, batch.num_rows)), first - 1).cast(pa.string())
        made = pc.binary_join_element_wise(name_file(path, self.folder), numbers, ":")
        ours: dict[str, pa.Array] = {name: convert_to_strings(batch.column(theirs)) for name, theirs in columns.items()}
        text = ours.pop("text")
        ours = {name: _repair_encoding(column, _find_ill_encoded(column)) for name, column in ours.items()}
        if "title" in ours:
            ours["title"] = pc.utf8_slice_codeunits(ours["title"], 0, LONGEST_NAME)
        for name in _LISTS:
            if name in ours and not pa.types.is_list(batch.column(columns[name]).type):
                ours[name] = pc.utf8_trim(pc.replace_substring_regex(ours[name], r"\s*[<>|,;]+\s*", "\n"), "\n ")
        ours["document"] = pc.coalesce(ours.get("document", pa.nulls(len(made), pa.string())), made)
        ours["place"] = pc.binary_join_element_wise("row", numbers, " ")
        ours["text"], ours["reason"] = self._judge_texts(text)
        ours["status"] = pc.if_else(pc.equal(ours["reason"], ""), "read", "rejected")
        constants = {"source": format_path(path), "markup": self.markup, "namespace": 0}
        arrays = [
            pc.fill_null(ours[field.name], "")
            if field.name in ours
            else pa.repeat(pa.scalar(constants.get(field.name, ""), field.type), batch.num_rows)
            for field in schema
        ]
        yield from _cut_batch(build_batch(arrays, schema), self.reading.batch_bytes)

    def _judge_texts(self, text: pa.Array) -> tuple[pa.Array, pa.Array]:
        """The texts, and why each is rejected: no text, too large, not UTF-8. Of these the beginning is left."""
        most = self.reading.document_bytes
        none, large = pc.is_null(text), pc.fill_null(pc.greater(pc.binary_length(text), most), False)
        ill = _find_ill_encoded(text)
        text = _repair_encoding(text, ill)
        ill = pa.repeat(False, len(text)) if ill is None else ill
        over, not_utf8 = f"the text is over the limit of {most:,} bytes", "the text is not valid UTF-8"
        reason = pc.case_when(pc.make_struct(none, large, ill), "no text", over, not_utf8, "")
        return pc.if_else(pc.or_(large, ill), pc.utf8_slice_codeunits(text, 0, 200), text), reason


def _open_file(path: str) -> pq.ParquetFile:
    if path == "-" or is_pipe(path):
        raise InputError(
            "Parquet cannot be read from stdin or a pipe", "its footer is at the end: save it to a file first"
        )
    source = open_source(path)
    return pq.ParquetFile(
        give_to_arrow(source) if isinstance(source, str) else source, pre_buffer=False, buffer_size=1 << 20
    )


def _describe_error(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


def _is_fitting_type(ours: str, kind: pa.DataType) -> bool:
    """Whether a column's type can be ours: ids, dates and what is kept by may be numbers, all else must be strings."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return True
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return ours == "text"
    if ours in (*_LISTS, "more_answers") and pa.types.is_list(kind):
        return _is_fitting_type("title", kind.value_type)
    return ours in ("document", "revision", "timestamp", "score", "series", "duplicate_of") and not pa.types.is_nested(
        kind
    )


def _is_vector(kind: pa.DataType) -> bool:
    listed = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    return bool(listed and (pa.types.is_floating(kind.value_type) or pa.types.is_integer(kind.value_type)))


def _suggest_columns(schema: pa.Schema, option: str, meant: str) -> str:
    """The columns of a file, and which of them to try: the nearest to what was meant, else the first of strings."""
    names = [name for name in schema.names if _is_fitting_type("text", schema.field(name).type)]
    best = [near for each in (meant, "text", "content") for near in difflib.get_close_matches(each, names, n=1)] + names
    way_out = f"; try `--{option} {best[0]}`" if best else ""
    return f"the columns are {', '.join(f'`{name}`' for name in schema.names)}{way_out}"


def convert_to_strings(column: pa.Array) -> pa.Array:
    """A column as strings: numbers spelled out, times as ISO 8601."""
    if _is_vector(column.type):
        return pa.array(["" if each is None else "\n".join(map(str, each)) for each in column.to_pylist()], pa.string())
    if pa.types.is_list(column.type):
        lines = [None if each is None else "\n".join(str(tag) for tag in each if tag) for each in column.to_pylist()]
        return pa.array(lines, pa.string())
    if pa.types.is_timestamp(column.type):
        zone = "Z" if column.type.tz else ""
        return pc.strftime(column.cast(pa.timestamp("s"), safe=False), f"%Y-%m-%dT%H:%M:%S{zone}")
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type):
        return pc.cast(column, options=pc.CastOptions(target_type=pa.string(), allow_invalid_utf8=True))
    return column.cast(pa.string())


def _find_ill_encoded(column: pa.Array) -> pa.Array | None:
    """Which strings are not UTF-8; None when all are. Parquet promises that they are, and no one looks."""
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return pa.array([value is not None and not _is_utf8(value) for value in column.cast(pa.binary()).to_pylist()])
    return None


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _repair_encoding(column: pa.Array, ill: pa.Array | None) -> pa.Array:
    """The column with U+FFFD for what is not UTF-8."""
    if ill is None:
        return column
    values = column.cast(pa.binary()).to_pylist()
    return pa.array([None if value is None else value.decode("utf-8", "replace") for value in values], pa.string())


def _cut_batch(batch: Batch, batch_bytes: int) -> Iterator[Batch]:
    """A batch in parts of about `batch_bytes` of text, for files whose rows differ much in size."""
    lengths = pc.binary_length(batch.column("text"))
    if pc.sum(lengths).as_py() <= batch_bytes * 2:
        yield batch
        return
    start = size = 0
    for end, length in enumerate(lengths.to_pylist(), 1):
        size += length
        if size >= batch_bytes or end == batch.num_rows:
            yield batch.slice(start, end - start)
            start, size = end, 0
