"""What the input of a run is called on its page: a file by its name, several by their folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePath

import pyarrow.compute as pc

from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.text.plurals import format_count

MEMORY_NAMES = {"memory": "your texts", "against": "the other texts"}  # data that was given in Python
MOST_NAMES = 2  # files that are named one by one


@dataclass(frozen=True)
class NamedCorpus:
    """One side of a run: its name, the number of its files, and of the documents that were read from them."""

    name: str
    files: int
    documents: int

    @property
    def counted(self) -> str:
        """The name with the number of documents: `32 essays`, `papers.jsonl (32 documents)`."""
        if self.name.isalpha() and self.name.endswith("s") and self.documents != 1:
            return f"{self.documents:,} {self.name}"
        return f"{self.name} ({format_count(self.documents, 'document')})"


def describe_corpus(run: Run, *, has_parts: bool = False) -> tuple[NamedCorpus, NamedCorpus | None]:
    """The input of a run, and what it was compared with; None where no `--against` was given.

    With `has_parts`, two files are parts of one thing, as `Posts.xml` and `PostLinks.xml` are: their folder names it.
    """
    paths = [str(each.get("path", "")) for each in run.facts.get("inputs", []) if isinstance(each, dict)]
    given = run.facts.get("settings", {}).get(run.facts.get("job"), {}).get("against", [])
    against = {path for path in paths if any(_is_within(path, each) for each in given)}
    counted = _count_by_source(run)
    elsewhere = sum(count for source, count in counted.items() if source in against)
    searched = [path for path in paths if path not in against]
    own = NamedCorpus(name_files(searched, has_parts), len(searched), sum(counted.values()) - elsewhere)
    return own, NamedCorpus(name_files(sorted(against)), len(against), elsewhere) if against else None


def name_files(paths: Sequence[str], has_parts: bool = False) -> str:
    """One or two files by their names, more by their folder: `["x/essays/1.txt", ... "x/essays/9.txt"]` -> `essays`."""
    if not paths:
        return "this run"
    if len(paths) == 1:
        return MEMORY_NAMES.get(paths[0], PurePath(paths[0]).name)
    names = [PurePath(path).name for path in paths]
    if len(paths) <= MOST_NAMES and not has_parts:
        return " and ".join(names)
    folders = [path.rpartition("/")[0] for path in paths]
    common = PurePath(os.path.commonpath(folders)).name if len({path.startswith("/") for path in paths}) == 1 else ""
    return common or f"{len(names):,} files"


def _is_within(path: str, given: str) -> bool:
    """Whether a file is what `--against` names: the file itself, a folder above it, or a pattern."""
    path, given = os.path.normpath(path), os.path.normpath(given)
    return path == given or path.startswith(f"{given}/") or fnmatchcase(path, given)


def _count_by_source(run: Run) -> dict[str, int]:
    counts: dict[str, int] = {}
    for batch in scan_table(run, "documents", columns=["source"]) if "documents" in run.tables else ():
        for row in pc.value_counts(batch["source"]).to_pylist():
            counts[row["values"]] = counts.get(row["values"], 0) + row["counts"]
    return counts
