"""The folder that holds data from memory while a job reads it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from twicetold.config import JobSettings, list_settings
from twicetold.errors import InputError, RunError
from twicetold.memory.files import FOLDER_PREFIX
from twicetold.memory.forms import (
    ArrowStream,
    iterate_named_texts,
    iterate_records,
    list_given_paths,
    list_iterated_paths,
)
from twicetold.memory.records import FieldNames, write_records
from twicetold.memory.tables import write_stream
from twicetold.memory.texts import iterate_texts


@dataclass(frozen=True)
class MemoryFolder:
    """Turns what a user gave into paths: those that were given, or that of a file with the data."""

    folder: Path
    settings: JobSettings
    is_resumed: bool  # whether there is a run that this one would go on with

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
            path = self.folder / f"{name}.parquet"
            write_stream(data, path, self.settings.reading, self._is_of_threads, fields, id_prefix)
            return [str(path)]
        is_dict = isinstance(data, Mapping)
        records = iterate_named_texts(data, fields.id_name, fields.text_name) if is_dict else iterate_records(data)
        path = self.folder / f"{name}.jsonl"
        write_records(records, path, fields, id_prefix)
        return [str(path)]

    def list_text_paths(self, texts: object, name: str = "memory", id_prefix: str = "") -> list[str]:
        """Write plain texts to a file, and list its path."""
        self._refuse_iterator(texts)
        path, fields = self.folder / f"{name}.jsonl", self._fields
        write_records(iterate_texts(texts, fields.id_name, fields.text_name, id_prefix), path, fields, id_prefix)
        return [str(path)]

    @property
    def _is_of_threads(self) -> bool:
        return "question_field" in list_settings(type(self.settings))

    @property
    def _fields(self) -> FieldNames:
        return FieldNames.from_reading(self.settings.reading, self._is_of_threads)

    def _refuse_iterator(self, data: object) -> None:
        if self.is_resumed and isinstance(data, Iterator):
            hint = "give a list or a file, another `output`, or `force=True` to start again"
            raise RunError(
                f"`{self.folder.parent}` holds a run, and an iterator cannot be read again to resume it", hint
            )


@contextmanager
def open_memory_folder(output: str | Path | None, settings: JobSettings, force: bool) -> Iterator[MemoryFolder]:
    """Give a folder for data, inside the run's own if it has one; it is removed at the end with all that is in it.

    Inside the run's folder the file is on the same disk as the tables, and every machine of a cluster can read it.
    """
    place = Path(output) if output is not None else None
    if place is not None:
        if place.exists() and not place.is_dir():
            raise InputError(f"`{place}` is a file, not a folder", "give `output` the name of a folder")
        place.mkdir(parents=True, exist_ok=True)
    is_resumed = place is not None and (place / "run.json").exists() and not force
    try:
        with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX, dir=place) as folder:
            yield MemoryFolder(Path(folder), settings, is_resumed)
    finally:
        if place is not None:
            with suppress(OSError):  # a job that was refused leaves no folder; one with a run in it stays
                place.rmdir()
