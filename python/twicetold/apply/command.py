"""A run applied to its input: a new folder with the same files, which appears under its name when it is complete."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twicetold.apply import as_jsonl, files, lines, rows
from twicetold.apply.base import Remover
from twicetold.apply.inputs import find_written_inputs
from twicetold.apply.packing import WRITABLE_PACKINGS, detect_packing
from twicetold.apply.records import FileRecords, RecordCounts, check_counts, collect_records, sum_expected_counts
from twicetold.config import JobSettings, build_settings
from twicetold.engines.progress import Amount, Progress
from twicetold.errors import InputError, SettingsError
from twicetold.jobs.base import list_jobs_with, open_job_run
from twicetold.jobs.front import build_reader
from twicetold.readers.inputs import Input, format_path
from twicetold.run import Run
from twicetold.run.files import FULL_DISK_ERRORS
from twicetold.run.outputs import check_output, list_run_files
from twicetold.run.progress import StageShare, show_progress
from twicetold.text.plurals import format_count
from twicetold.text.terminal import cut_title, escape_controls, escape_json

REMOVED_FILE = "removed.jsonl"
REMOVALS_SHOWN = 20  # removals that --dry-run shows as text
APPLY_STAGES = (StageShare("records", "reading the run", 10), StageShare("files", "writing files", 90))
EDITABLE_READERS = ("jsonl", "csv", "parquet", "text")  # readers whose text is in the file as it is


@dataclass(frozen=True)
class ApplyResult:
    """What came of it. `notes` say which files are not what they were."""

    counts: RecordCounts
    removed: int  # documents, sentences or passages
    what: str  # the job: what it finds is what goes
    cuts_texts: bool
    files: int  # that were written
    notes: tuple[str, ...] = ()

    def collect_facts(self) -> dict[str, Any]:
        """The counts, for `--json`."""
        return {"files": self.files, "removed": self.removed, **asdict(self.counts), "notes": list(self.notes)}

    def list_lines(self, output: Path | None, is_dry: bool) -> list[str]:
        """What was done, or would be done, in a few sentences."""
        counts = self.counts
        read = format_count(counts.kept + counts.removed + counts.rejected, "record")
        lines = [f"{read}: {counts.kept:,} kept, {counts.removed:,} removed, {counts.rejected:,} rejected"]
        if self.cuts_texts:
            found = format_count(self.removed, self.what.removesuffix("s"))
            lines.append(f"{found} cut out of {format_count(counts.changed, 'record')}")
        files = f"wrote {format_count(self.files, 'file')} to {output}; `{REMOVED_FILE}` lists what was removed and why"
        return [*lines, *self.notes, "nothing was written" if is_dry else files]


def apply_run(
    folder: str | Path,
    output: str | Path,
    remove: str = "",
    *,
    keep_first: bool = True,
    force: bool = False,
    progress: bool | None = None,
) -> ApplyResult:
    """Writes the input of a run again without what it found twice; on any error nothing appears."""
    with show_progress(APPLY_STAGES, progress) as shown:
        shown.begin_stage("records")
        plan = ApplyPlan.from_run(folder, remove, keep_first)
        return _apply_plan(plan, Path(output), force, shown)


def _apply_plan(plan: ApplyPlan, target: Path, force: bool, progress: Progress) -> ApplyResult:
    _must_be_free(target, plan, force)
    progress.end_stage()
    progress.begin_stage("files")
    with _publish_folder(target) as part:
        counts, notes = plan.write_files(part, progress)
        written = sum(path.is_file() for path in part.rglob("*"))
        with (part / REMOVED_FILE).open("w", encoding="utf-8") as file:
            removed = sum(bool(file.write(f"{_format_row(row)}\n")) for row in plan.read_removals())
    return ApplyResult(counts, removed, plan.job, plan.remover.cuts_texts, written, tuple(notes))


def print_removals(
    folder: str | Path, remove: str = "", *, keep_first: bool = True, as_json: bool = False
) -> ApplyResult:
    """Print what would be removed: the first of it as text, or all of it as JSON lines."""
    plan = ApplyPlan.from_run(folder, remove, keep_first)
    removed = 0
    for removed, row in enumerate(plan.read_removals(), 1):
        if as_json:
            print(escape_json(_format_row(row)))
        elif removed <= REMOVALS_SHOWN:
            print(_describe_removal(row))
    if removed > REMOVALS_SHOWN and not as_json:
        print(f"and {removed - REMOVALS_SHOWN:,} more; --json lists all")
    return ApplyResult(sum_expected_counts(plan.records), removed, plan.job, plan.remover.cuts_texts, 0)


def _describe_removal(row: dict[str, Any]) -> str:
    """A removal in a line: `corpus.jsonl, line 4 (17): repeats corpus.jsonl, line 2 (3)`."""
    where, other = (f"{each['source']}, {each['place']} ({each['document']})" for each in (row, row["repeats"]))
    said = f' "{cut_title(row["text"])}"' if "text" in row else ""
    return escape_controls(f"{where}:{said} repeats {other}")


def _format_row(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


@dataclass(frozen=True)
class ApplyPlan:
    """What is to be done with which file."""

    run: Run
    job: str
    remover: Remover
    settings: JobSettings
    inputs: Sequence[Input]
    records: dict[str, FileRecords]

    @classmethod
    def from_run(cls, folder: str | Path, remove: str, keep_first: bool = True) -> ApplyPlan:
        run, job = open_job_run(folder, "remover")
        if remove and remove != job.name:
            known = remove in list_jobs_with("remover")
            hint = f"leave --remove out, or make a run of `twicetold {remove}`" if known else "leave it out"
            raise SettingsError(f"`--remove {remove}` does not work with a run of `{job.name}`", hint)
        settings = build_settings(job.settings, run.facts["settings"], f"{folder}/run.json")
        inputs = find_written_inputs(run, settings)
        remover: Remover = job.load_part("remover")(keep_first)
        if not (keep_first or remover.cuts_texts):
            hint = "leave it out; the setting `keep` of the run says which of several documents is kept"
            raise SettingsError(f"`--no-keep-first` does not work with a run of `{job.name}`", hint)
        for each in inputs if remover.cuts_texts else ():
            _must_be_plain(each, settings)
        records = collect_records(run, [format_path(each.path) for each in inputs])
        remover.mark_records(run, settings, records)
        return cls(run, job.name, remover, settings, inputs, records)

    def read_removals(self) -> Iterator[dict[str, Any]]:
        """What goes, and what it repeats."""
        return self.remover.list_removals(self.run, self.settings)

    def write_files(self, folder: Path, progress: Progress) -> tuple[RecordCounts, list[str]]:
        """Writes every file, and checks that every record of it was met."""
        total = RecordCounts()
        notes: list[str] = []
        base = os.path.commonpath([Path(each.path).absolute().parent for each in self.inputs])
        for number, each in enumerate(self.inputs):
            progress.update(number / len(self.inputs), Amount(number, len(self.inputs), "files"))
            name = Path(os.path.relpath(Path(each.path).absolute(), base))
            records = self.records[format_path(each.path)]
            writer, name, note = self._choose_writer(each, records, name)
            target = folder / name
            if target.exists() or str(name) == REMOVED_FILE:
                raise InputError(f"two files would be called `{name}`", "rename one of them, and run the job again")
            target.parent.mkdir(parents=True, exist_ok=True)
            counts = _write_file(each, target, writer)
            check_counts(format_path(each.path), records, counts)
            total, notes = total + counts, [*notes, *([note] if note else [])]
        return total, notes

    def _choose_writer(
        self, found: Input, records: FileRecords, name: Path
    ) -> tuple[Callable[[Path], RecordCounts], Path, str]:
        """What writes a file, under which name, and what there is to say about it."""
        path, reading, kind = found.path, self.settings.reading, found.reader_name
        if found.empty:
            return lambda _: RecordCounts(rejected=len(records.rejected)), name, ""
        if kind == "parquet":
            return lambda target: rows.write_parquet(path, target, records, reading), name, ""
        packing = detect_packing(path)
        if kind in ("text", "html") and (packing in WRITABLE_PACKINGS or not records.cuts):
            return lambda target: files.write_document_file(path, target, records, reading), name, ""
        if kind in ("jsonl", "csv") and records.unit in ("line", "") and packing in WRITABLE_PACKINGS:
            return lambda target: lines.write_lines(path, kind, target, records, reading), name, ""
        if records.cuts:
            hint = "unpack it, or write one object on each line, and run the job again"
            raise InputError(f"`{format_path(path)}`: a text in it cannot be changed in place", hint)
        reader, name = build_reader(found, self.settings), name.with_name(f"{name.name}.jsonl")
        note = f"`{format_path(path)}` cannot be written as it was read: `{name}` has what was read, as JSON lines"
        return lambda target: as_jsonl.write_as_jsonl(path, reader, target, records), name, note


def _write_file(found: Input, target: Path, writer: Callable[[Path], RecordCounts]) -> RecordCounts:
    try:
        counts = writer(target)
        if target.exists():
            with target.open("rb+") as file:
                os.fsync(file.fileno())
        return counts
    except (OSError, EOFError) as error:
        if isinstance(error, OSError) and error.errno in FULL_DISK_ERRORS:  # not a fault of the input
            raise OSError(error.errno, os.strerror(error.errno), str(target)) from error
        hint = "nothing was written; repair the file, run the job again, and then this command"
        raise InputError(f"`{format_path(found.path)}` cannot be read or written to its end: {error}", hint) from error


def _must_be_plain(found: Input, settings: JobSettings) -> None:
    """Offsets are into the text as it was read: only where that is the text of the file can something be cut."""
    cleaner = settings.reading.cleaner
    if found.reader_name not in EDITABLE_READERS or cleaner not in ("auto", "plain"):
        hint = "use JSONL, CSV, Parquet or text files; a run of `documents` removes whole records from any format"
        raise InputError(
            f"`{format_path(found.path)}`: text cannot be cut out of {found.reader_name} with markup", hint
        )


def _must_be_free(target: Path, plan: ApplyPlan, force: bool) -> None:
    """Nothing that is there is lost, unless it was asked for; and never the input."""
    check_output(target, [plan.run.folder, *list_run_files(plan.run.facts)])
    check_output(target, (found.path for found in plan.inputs))
    if target.exists() and not target.is_dir():
        raise SettingsError(f"`{target}` is a file", "give -o a folder")
    if target.is_dir() and any(target.iterdir()) and not force:
        raise SettingsError(f"`{target}` is not empty", "give -o a new folder, or add --force to replace it")


@contextmanager
def _publish_folder(target: Path) -> Iterator[Path]:
    """A folder to write to, which gets its name in one step when the block ends well."""
    part, old = (target.with_name(f".{target.name}.{end}") for end in ("part", "old"))
    _remove_folders([part, old])
    part.mkdir(parents=True)
    try:
        yield part
        if target.exists():
            target.rename(old)
        part.rename(target)
    finally:
        _remove_folders([part, old])


def _remove_folders(folders: Iterable[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
