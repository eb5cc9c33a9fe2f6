"""A run applied to its input: a new folder with the same files, which appears under its name when it is complete."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twicetold import flow
from twicetold.apply import cuts, files, gone, lines, rows, told
from twicetold.apply.inputs import against_of, written_inputs
from twicetold.apply.packing import WRITTEN, packing_of
from twicetold.apply.records import Counts, Records, all_of, check, records_of
from twicetold.config import Settings, from_dict
from twicetold.errors import InputError, SettingsError
from twicetold.readers.inputs import Input, shown
from twicetold.run import Run
from twicetold.run.finished import finished_run
from twicetold.terminal import safe_json

JOBS = ("documents", "sentences", "passages")
REMOVED = "removed.jsonl"
EDITED = ("jsonl", "csv", "parquet", "text")  # readers whose text is in the file as it is


@dataclass(frozen=True)
class Applied:
    """What came of it. `notes` say which files are not what they were."""

    counts: Counts
    removed: int  # documents, sentences or passages
    what: str
    files: int  # that were written
    notes: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        told = self.counts
        read = told.kept + told.removed + told.rejected
        lines = [f"{read:,} records: {told.kept:,} kept, {told.removed:,} removed, {told.rejected:,} rejected"]
        if self.what != "documents":
            lines.append(f"{self.removed:,} {self.what} cut out of {told.changed:,} records")
        return "\n".join([*lines, *self.notes])


def apply(folder: str | Path, output: str | Path, remove: str = "", *, force: bool = False) -> Applied:
    """Writes the input of a run again without what it found twice; on any error nothing appears."""
    plan = Plan.of(folder, remove)
    target = Path(output)
    _must_be_free(target, plan, force)
    with _published(target) as part:
        counts, notes = plan.write(part)
        written = sum(path.is_file() for path in part.rglob("*"))
        with (part / REMOVED).open("w", encoding="utf-8") as file:
            removed = sum(bool(file.write(f"{_line(row)}\n")) for row in plan.rows())
    return Applied(counts, removed, plan.remove, written, tuple(notes))


def preview(folder: str | Path, remove: str = "") -> Applied:
    """Prints what would go, as JSON lines."""
    plan = Plan.of(folder, remove)
    removed = sum(bool(sys.stdout.write(f"{safe_json(_line(row))}\n")) for row in plan.rows())
    return Applied(all_of(plan.records), removed, plan.remove, 0)


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


@dataclass(frozen=True)
class Plan:
    """What is to be done with which file."""

    run: Run
    remove: str
    settings: Settings
    inputs: Sequence[Input]
    records: dict[str, Records]

    @classmethod
    def of(cls, folder: str | Path, remove: str) -> Plan:
        run = finished_run(folder, *JOBS)
        job = str(run.facts["job"])
        if remove and remove != job:
            hint = f"leave --remove out, or make a run of `twicetold {remove}`" if remove in JOBS else "leave it out"
            raise SettingsError(f"`--remove {remove}` by a run of `{job}`", hint)
        settings = from_dict(Settings, run.facts["settings"], f"{folder}/run.json")
        inputs = written_inputs(run, settings)
        plan = cls(run, job, settings, inputs, records_of(run, [shown(each.path) for each in inputs]))
        plan._mark()
        return plan

    def _mark(self) -> None:
        if self.remove == "documents":
            gone.mark(self.run, self.records)
            return
        for each in self.inputs:
            _must_be_plain(each, self.settings)
        cuts.mark(self.records, self.rows())

    def rows(self) -> Iterator[dict[str, Any]]:
        """What goes, and what it repeats."""
        if self.remove == "documents":
            return gone.removed(self.run)
        if self.remove == "sentences":
            return cuts.sentences(self.run)
        return cuts.passages(self.run, against_of(self.settings))

    def write(self, folder: Path) -> tuple[Counts, list[str]]:
        """Writes every file, and checks that every record of it was met."""
        total = Counts()
        notes: list[str] = []
        base = os.path.commonpath([Path(each.path).absolute().parent for each in self.inputs])
        for each in self.inputs:
            name = Path(os.path.relpath(Path(each.path).absolute(), base))
            records = self.records[shown(each.path)]
            writer, name, note = self._writer(each, records, name)
            target = folder / name
            if target.exists() or str(name) == REMOVED:
                raise InputError(f"two files would be called `{name}`", "give one of them another name, and run again")
            target.parent.mkdir(parents=True, exist_ok=True)
            counts = _written(each, target, writer)
            check(shown(each.path), records, counts)
            total, notes = total + counts, [*notes, *([note] if note else [])]
        return total, notes

    def _writer(self, found: Input, records: Records, name: Path) -> tuple[Callable[[Path], Counts], Path, str]:
        """What writes a file, under which name, and what there is to say about it."""
        path, reading, kind = found.path, self.settings.reading, found.reader_name
        if found.empty:
            return lambda _: Counts(rejected=len(records.rejected)), name, ""
        if kind == "parquet":
            return lambda target: rows.write(path, target, records, reading), name, ""
        packing = packing_of(path)
        if kind in ("text", "html") and (packing in WRITTEN or not records.cuts):
            return lambda target: files.write(path, target, records, reading), name, ""
        if kind in ("jsonl", "csv") and records.unit in ("line", "") and packing in WRITTEN:
            return lambda target: lines.write(path, kind, target, records, reading), name, ""
        if records.cuts:
            hint = "unpack it, or write an object to a line, and run again"
            raise InputError(f"`{shown(path)}`: a text in it cannot be changed where it stands", hint)
        reader, name = flow.reader_of(found, self.settings), name.with_name(f"{name.name}.jsonl")
        note = f"`{shown(path)}` cannot be written as it was read: `{name}` has what was read, as JSON lines"
        return lambda target: told.write(path, reader, target, records), name, note


def _written(found: Input, target: Path, writer: Callable[[Path], Counts]) -> Counts:
    try:
        counts = writer(target)
        if target.exists():
            with target.open("rb+") as file:
                os.fsync(file.fileno())
        return counts
    except (OSError, EOFError) as error:
        hint = "nothing was written; mend the file, run the job again, and then this"
        raise InputError(f"`{shown(found.path)}` cannot be read or written to its end: {error}", hint) from error


def _must_be_plain(found: Input, settings: Settings) -> None:
    """Offsets are into the text as it was read: only where that is the text of the file can something be cut."""
    cleaner = settings.reading.cleaner
    if found.reader_name not in EDITED or cleaner not in ("auto", "plain"):
        hint = "give it plain text: JSONL, CSV, Parquet or text files; whole documents go from any format"
        raise InputError(f"`{shown(found.path)}`: nothing can be cut out of {found.reader_name} with markup", hint)


def _must_be_free(target: Path, plan: Plan, force: bool) -> None:
    """Nothing that is there is lost, unless it was asked for; and never the input."""
    own = target.absolute().resolve()
    for each in (*(Path(found.path) for found in plan.inputs), plan.run.folder):
        if each.resolve().is_relative_to(own):
            raise SettingsError(f"`{target}` holds `{shown(str(each))}`", "give -o another folder")
    if target.exists() and not target.is_dir():
        raise SettingsError(f"`{target}` is a file", "give -o a folder")
    if target.is_dir() and any(target.iterdir()) and not force:
        raise SettingsError(f"`{target}` is not empty", "give -o a new folder, or add --force to replace it")


@contextmanager
def _published(target: Path) -> Iterator[Path]:
    """A folder to write to, which gets its name in one step when the block ends well."""
    part, old = (target.with_name(f".{target.name}.{end}") for end in ("part", "old"))
    _clear([part, old])
    part.mkdir(parents=True)
    try:
        yield part
        if target.exists():
            target.rename(old)
        part.rename(target)
    finally:
        _clear([part, old])


def _clear(folders: Iterable[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
