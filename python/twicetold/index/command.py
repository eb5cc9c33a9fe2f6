"""What the commands of `twicetold index` do and print."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import groupby
from json import dumps
from pathlib import Path
from typing import Any, cast

from twicetold.config import ComparisonSettings, JobSettings
from twicetold.errors import RunError, SettingsError
from twicetold.index.ids_file import read_ids
from twicetold.index.jobs import load_indexed_job
from twicetold.index.jobs.base import IndexedJob
from twicetold.index.query import QueryMatch
from twicetold.index.store import Changes, Index
from twicetold.jobs.base import load_job
from twicetold.text.plurals import format_count
from twicetold.text.quantities import format_bytes
from twicetold.text.terminal import escape_controls, escape_json


@contextmanager
def open_index(folder: str | Path) -> Iterator[Index]:
    """An index, which another process may write to again afterwards."""
    with Index(folder) as index:
        yield index


def find_settings_class(job: str) -> type[JobSettings]:
    """The settings that an index for a job has."""
    load_indexed_job(job)  # raises where there is none
    return load_job(job).settings


def create_index(folder: Path, job: str, settings: JobSettings, *, as_json: bool, quiet: bool) -> None:
    index = Index.create(folder, job, cast(ComparisonSettings, settings))
    _print(
        {"index": str(folder), "job": index.manifest.job},
        [f"made an index for `{job}`", f"next: twicetold index add {folder} FILE"],
        as_json=as_json,
        quiet=quiet,
    )


def create_index_from_run(folder: Path, run: Path, *, as_json: bool, quiet: bool) -> None:
    began = time.monotonic()
    with Index.create_from_run(folder, run) as index:
        documents, job = index.manifest.documents, index.manifest.job
    made = f"made an index for `{job}` with {format_count(documents, 'document')}"
    lines = [f"{made} in {time.monotonic() - began:.1f} s", f"next: twicetold index add {folder} FILE"]
    _print({"index": str(folder), "job": job, "documents": documents}, lines, as_json=as_json, quiet=quiet)


def add_files(folder: Path, paths: Sequence[str], *, as_json: bool, quiet: bool) -> int:
    """Add the documents of files, and return how many records could not be read."""
    began = time.monotonic()
    with open_index(folder) as index:
        changes = index.add(list(paths))
    facts = {"added": changes.added, "replaced": changes.replaced, "repeated": changes.repeated}
    lines = list(_describe_changes(changes, time.monotonic() - began))
    _print(facts | {"rejected": changes.read.rejected_records}, lines, as_json=as_json, quiet=quiet)
    return changes.read.rejected_records


def _describe_changes(changes: Changes, seconds: float) -> Iterator[str]:
    replaced = f", replaced {changes.replaced:,}" if changes.replaced else ""
    yield f"added {format_count(changes.added, 'document')}{replaced} in {seconds:.1f} s"
    if changes.repeated:
        repeated = format_count(changes.repeated, "record")
        yield f"{repeated} came before another one with the same id, which counts instead"
    for reject in changes.read.first_rejects:
        yield f"rejected: `{reject['source']}`, {reject['place']}: {reject['reason'].partition('; try `--')[0]}"
    if changes.read.rejected_records > len(changes.read.first_rejects):
        yield f"rejected: and {changes.read.rejected_records - len(changes.read.first_rejects):,} more"


def remove_documents(folder: Path, ids: Path, *, as_json: bool, quiet: bool) -> None:
    wanted = read_ids(ids)
    with open_index(folder) as index:
        removed = index.remove(wanted)
    unknown = len(set(wanted)) - removed
    lines = [f"removed {format_count(removed, 'document')}"]
    lines += [f"the index has no document with {format_count(unknown, 'other id')}"] if unknown else []
    _print({"removed": removed, "unknown": unknown}, lines, as_json=as_json, quiet=quiet)


def print_matches(folder: Path, text: str, limit: int, *, as_json: bool) -> None:
    """Print the matches of a text, or of the text in a file."""
    if limit < 1:
        raise SettingsError(f"`--limit` must be 1 or more, not {limit}", "for example --limit 3")
    path = Path(text)
    asked = path.read_text(encoding="utf-8") if len(text) < 4096 and path.is_file() else text
    with open_index(folder) as index:
        matches = index.query(asked, limit)
        job = load_indexed_job(index.job.name)
    if as_json:
        for match in matches:
            print(escape_json(dumps(asdict(match))))
        return
    if not matches:
        print("no text of the index matches", file=sys.stderr)
    for sentence, own in groupby(matches, key=lambda match: match.sentence):
        print(escape_controls(job.cut_text(sentence)))
        for match in own:
            print("\n".join(f"  {escape_controls(line)}" for line in _describe_match(match, job)))


def _describe_match(match: QueryMatch, job: IndexedJob) -> Iterator[str]:
    kind = f"{match.kind} ({match.drift})" if match.drift else match.kind
    yield f"{match.similarity:.2f} {kind}: {job.cut_text(match.text)}"
    if match.kind != "identical":
        yield f"     {match.why}"
    names = [job.describe_place(place) for place in match.places[:3]]
    more = f" and {format_count(match.copies - len(names), 'other place')}" if match.copies > len(names) else ""
    yield f"     in {'; '.join(names)}{more}"


def describe_index(folder: Path, *, check: bool, as_json: bool) -> None:
    """Print the figures of an index; with `check`, read every file first."""
    index = Index(folder)
    if check:
        index.check()
    facts = index.describe() | ({"checked": True} if check else {})
    if as_json:
        print(escape_json(dumps(facts)))
        return
    print(f"job        {facts['job']}")
    print(f"documents  {facts['documents']:,}")
    print(f"texts      {facts['texts']:,}")
    print(f"segments   {facts['segments']:,}")
    if facts["removed_documents"]:
        print(f"removed    {format_count(facts['removed_documents'], 'document')}, dropped by `compact`")
    if facts["waiting_batches"]:
        print(f"waiting    {format_count(facts['waiting_batches'], 'batch')} of changes, not compared yet")
    if facts["keys"]:
        print(f"keys       {facts['keys']} for up to {facts['size_class']:,} texts, recall {facts['recall']:.4f}")
    print(f"size       {format_bytes(facts['bytes'])}")
    if facts["digest"]:
        print(f"digest     {facts['digest']}")
    if check:
        print("every file is as it was written")


def compact_index(folder: Path, *, as_json: bool, quiet: bool) -> None:
    with open_index(folder) as index:
        before = index.describe()["bytes"]
        index.compact()
        after = index.describe()["bytes"]
    said = f"{format_bytes(before)} before, {format_bytes(after)} now"
    _print({"bytes_before": before, "bytes": after}, [said], as_json=as_json, quiet=quiet)


def print_digest(folder: Path) -> None:
    with open_index(folder) as index:
        print(index.digest())


def export_index(folder: Path, output: Path, *, force: bool, as_json: bool, quiet: bool) -> None:
    if output.resolve() == folder.resolve():
        raise RunError(f"`{output}` is the index itself", "give -o another folder")
    with open_index(folder) as index:
        run = index.export(output, force=force)
    lines = [*index.job.describe_findings(run).lines, f"next: twicetold show {output}", f"digest {run.digest[:16]}"]
    _print({"run": str(output), "digest": run.digest, **run.facts["results"]}, lines, as_json=as_json, quiet=quiet)


def _print(facts: dict[str, Any], lines: Sequence[str], *, as_json: bool, quiet: bool) -> None:
    """Print facts on stdout as JSON, or lines on stderr."""
    if as_json:
        print(escape_json(dumps(facts)))
    elif not quiet:
        for line in lines:
            print(line, file=sys.stderr)
