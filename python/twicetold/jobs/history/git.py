"""The history of a git repository: pages are its documents, revisions are commits, renames are followed.

Only `git` itself reads a repository, by its plumbing: the changes of every commit on the main line (merges count as one
change), then the contents, one after the other. Nothing is written to the repository and nothing in it is run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, ClassVar

import pyarrow as pa

from twicetold.config import Reading
from twicetold.errors import InputError
from twicetold.jobs.history.tables import REVISION_RECORDS
from twicetold.readers.base import DocumentBatchBuilder, Split
from twicetold.readers.inputs import Input, format_path
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import DOCUMENTS

GIT_READER = "git"
# Files that hold text for people; everything else in a repository is code or data.
DOCUMENT_SUFFIXES = (".md", ".markdown", ".rst", ".txt", ".adoc", ".org", ".tex", ".wiki", ".mediawiki")
WIKITEXT_SUFFIXES = (".wiki", ".mediawiki")
_FORMAT = "%x01%H%x00%ct%x00%an%x00%s"


def is_repository(path: str) -> bool:
    """Whether a path is the top of a git repository, with or without files beside it."""
    folder = Path(path)
    return folder.is_dir() and (
        (folder / ".git").exists() or all((folder / each).exists() for each in ("HEAD", "objects", "refs"))
    )


def find_repositories(paths: Sequence[str]) -> tuple[list[Input], list[str]]:
    """The repositories among paths, and the other paths."""
    found = [Input(GIT_READER, os.path.normpath(path)) for path in paths if is_repository(path)]
    return found, [path for path in paths if not is_repository(path)]


@dataclass(frozen=True)
class CommitChange:
    """A file in a commit: its content as git names it, "" where the commit deleted it."""

    commit: str
    number: int
    timestamp: str
    author: str
    subject: str
    page: int
    content: str


@dataclass(frozen=True)
class GitReader:
    """The documents of a repository, with every commit that changed them."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "plain"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        return (batch.select(DOCUMENTS.names) for batch in self.read_revisions(split))

    def read_revisions(self, split: Split) -> Iterator[Batch]:
        """Every commit of every document, with its subject in a column `comment`."""
        changes, names = list_changes(split.path)
        rows = DocumentBatchBuilder(
            format_path(split.path), self.markup, self.reading.batch_bytes, self.reading.document_bytes
        )
        comments: list[str] = []
        for change, content in read_contents(split.path, changes):
            comments.append(change.subject)
            for batch in self._add_revision(rows, change, names[change.page], content):
                yield _add_comments(batch, comments)
                comments = []
        for batch in rows.flush():
            yield _add_comments(batch, comments)

    def _add_revision(
        self, rows: DocumentBatchBuilder, change: CommitChange, name: str, content: bytes
    ) -> Iterator[Batch]:
        place = f"commit {change.number}"
        known = {"title": name, "revision": change.commit, "timestamp": change.timestamp, "contributor": change.author}
        known["markup"] = "wikitext" if name.endswith(WIKITEXT_SUFFIXES) else self.markup
        if not content.strip():
            return rows.skip(document=name, place=place, reason="empty", **known)
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            return rows.reject(place=place, reason=f"not UTF-8: byte {error.start} of `{name}`", document=name, **known)
        return rows.add(document=name, text=text, place=place, **known)


def _add_comments(batch: Batch, comments: Sequence[str]) -> Batch:
    return build_batch([*batch.columns, pa.array(comments, pa.string())], REVISION_RECORDS)


def list_changes(repository: str) -> tuple[list[CommitChange], list[str]]:
    """The changes of documents, oldest commit first, and the last name of each page."""
    output = _run_git(
        repository,
        "log",
        "--first-parent",
        "-m",
        "--reverse",
        "--raw",
        "-M",
        "-z",
        "--no-abbrev",
        f"--format={_FORMAT}",
    )
    changes: list[CommitChange] = []
    names: list[str] = []
    pages: dict[str, int] = {}
    for number, commit in enumerate(output.split("\x01")[1:], 1):
        revision, seconds, author, rest = commit.split("\x00", 3)
        subject, _, files = rest.partition("\x00")
        timestamp = datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        for status, old, name, content in _parse_files(files.lstrip("\n")):
            if status == "R" and old in pages:
                pages[name] = pages.pop(old)
            if not name.lower().endswith(DOCUMENT_SUFFIXES):
                continue
            if name not in pages:
                pages[name] = len(names)
                names.append(name)
            page = pages[name]
            names[page] = name
            content = "" if status == "D" else content
            changes.append(CommitChange(revision, number, timestamp, author, subject, page, content))
    return changes, _make_distinct(names)


def _make_distinct(names: Sequence[str]) -> list[str]:
    """Names of pages; one that was given up by a rename and taken again gets a number."""
    counts: dict[str, int] = {}
    distinct = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        distinct.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return distinct


def _parse_files(files: str) -> Iterator[tuple[str, str, str, str]]:
    """Status, old name, name and content of each file of a commit: `:100644 100644 aa bb R090`, old, new."""
    parts = iter(files.split("\x00"))
    for head in parts:
        if not head.startswith(":"):
            continue
        _, mode, _, content, status = head.split(" ")
        old = next(parts, "")
        name = next(parts, "") if status[0] in "RC" else old
        if not mode.startswith("10") and status[0] != "D":
            continue  # a link or a submodule
        yield status[0], old, name, content


def read_contents(repository: str, changes: Sequence[CommitChange]) -> Iterator[tuple[CommitChange, bytes]]:
    """Each change with the bytes of its file, read one after the other."""
    command = ["git", "-C", repository, "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        asked, answered = process.stdin, process.stdout
        if asked is None or answered is None:
            raise InputError(f"`{format_path(repository)}`: git cannot be read from")
        for change in changes:
            yield change, _read_content(asked, answered, change.content) if change.content else b""
        asked.close()


def _read_content(asked: IO[bytes], answered: IO[bytes], content: str) -> bytes:
    asked.write(content.encode() + b"\n")
    asked.flush()
    head = answered.readline().split()
    if len(head) != 3:  # `missing`: a shallow or partial clone
        return b""
    text = answered.read(int(head[2]))
    answered.read(1)
    return text


def _run_git(repository: str, *arguments: str) -> str:
    if shutil.which("git") is None:
        raise InputError("a git repository is given, but the program `git` was not found", "install git")
    done = subprocess.run(["git", "-C", repository, *arguments], capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputError(
            f"`{format_path(repository)}`: git says: {said[0] if said else done.returncode}",
            "give a repository with commits",
        )
    return done.stdout.decode("utf-8", "replace")
