"""The folder that holds data from memory while a job reads it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from twicetold.config import JobSettings, list_settings
from twicetold.errors import RunError
from twicetold.memory.files import FOLDER_PREFIX
from twicetold.memory.forms import (
    ArrowStream,
    Record,
    iterate_named_texts,
    iterate_records,
    list_given_paths,
    list_iterated_paths,
)
from twicetold.memory.records import FieldNames, write_records
from twicetold.memory.tables import write_stream
from twicetold.memory.texts import iterate_texts


class MemoryFolder:
    """Turns what a user gave into paths: those that were given, or that of a file with the data.

    The folder of the files is made when it is needed, and removed at the end with all that is in it. It is inside the
    run's own folder if it has one: on the same disk as the tables, where every machine of a cluster can read it.
    """

    def __init__(self, output: str | Path | None, settings: JobSettings, force: bool) -> None:
        self._output = None if output is None else Path(output)
        self._is_resumed = self._output is not None and (self._output / "run.json").exists() and not force
        self._reading = settings.reading
        self._is_of_threads = "question_field" in list_settings(type(settings))
        self._fields = FieldNames.from_reading(settings.reading, self._is_of_threads)
        self._made: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> MemoryFolder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._made:
            self._made.cleanup()
        if self._made and self._output:
            with suppress(OSError):  # a job that was refused leaves no folder; one with a run in it stays
                self._output.rmdir()

    def list_paths(self, data: object, name: str = "memory", id_prefix: str = "") -> list[str]:
        """List the paths that were given; data is written to a file, whose path is listed instead."""
        paths = list_given_paths(data)
        if paths is None:
            self._refuse_iterator(data)
            paths, data = list_iterated_paths(data)
        if paths is not None:
            return paths
        fields = self._fields
        if isinstance(data, ArrowStream):
            path = self._folder / f"{name}.parquet"
            write_stream(data, path, self._reading, self._is_of_threads, fields, id_prefix)
            return [str(path)]
        if isinstance(data, Mapping):
            return self._write_records(iterate_named_texts(data, fields.id_name, fields.text_name), name, id_prefix)
        return self._write_records(iterate_records(data), name, id_prefix)

    def list_text_paths(self, texts: object) -> list[str]:
        """Write plain texts to a file, and list its path."""
        self._refuse_iterator(texts)
        return self._write_records(iterate_texts(texts, self._fields.id_name, self._fields.text_name), "memory", "")

    def _write_records(self, records: Iterable[Record], name: str, id_prefix: str) -> list[str]:
        path = self._folder / f"{name}.jsonl"
        with path.open("wb") as file:
            write_records(records, file, self._fields, id_prefix)
        return [str(path)]

    @property
    def _folder(self) -> Path:
        if self._made is None:
            if self._output:
                self._output.mkdir(parents=True, exist_ok=True)
            self._made = tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX, dir=self._output)
        return Path(self._made.name)

    def _refuse_iterator(self, data: object) -> None:
        if self._is_resumed and isinstance(data, Iterator):
            hint = "give a list or a file, another `output`, or `force=True` to start again"
            raise RunError(f"`{self._output}` holds a run, and an iterator cannot be read again to resume it", hint)
