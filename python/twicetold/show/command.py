"""Which view was asked for, and how it is printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.finished import finished_run
from twicetold.run import Run
from twicetold.schema import KIND_NAMES as KINDS
from twicetold.show import places, views
from twicetold.show.page import Page
from twicetold.show.views import Row
from twicetold.terminal import safe_json

HEADINGS = {
    "size": "clusters by members",
    "kind": "clusters by kind",
    "document_pair": "sentences that two documents share",
    "cluster": "largest clusters",
}


@dataclass(frozen=True)
class Wanted:
    """The options of `twicetold show`: at most one view, else the summary. `limit` is how many of each to show."""

    cluster: int | None = None
    largest: int | None = None
    random: int | None = None
    seed: int = 1
    document: str | None = None
    search: str | None = None
    limit: int | None = None
    kind: str = ""


def show(folder: str | Path, wanted: Wanted, as_json: bool = False) -> None:
    """Prints a view of a finished run of the job `sentences`; JSON lines hold the same rows."""
    _check(wanted)
    rows = _view(finished_run(folder, "sentences"), wanted)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that has no letter for it still shows the rest
    if as_json:
        for row in rows:
            print(safe_json(json.dumps(row, ensure_ascii=False)))
        return
    summary = wanted == Wanted(seed=wanted.seed, limit=wanted.limit)
    printed = Page(HEADINGS if summary else {"match": "matches"}, examples=summary).show(rows)
    if wanted.search is not None and not printed:
        print("no repeated sentence has all these words", file=sys.stderr)


def _check(wanted: Wanted) -> None:
    names = ("cluster", "largest", "random", "document", "search")
    given = [f"--{name}" for name in names if getattr(wanted, name) is not None]
    if len(given) > 1:
        raise SettingsError(f"{' and '.join(given)} are different views", "give one of them")
    for name in ("largest", "random", "limit"):
        value = getattr(wanted, name)
        if value is not None and value < 1:
            raise SettingsError(f"`--{name} {value}`", "give a number from 1 on")

    if wanted.kind and wanted.largest is None and wanted.random is None:
        raise SettingsError("--kind goes with --largest or --random", f"for example --kind {wanted.kind} --largest 10")
    if wanted.kind and wanted.kind not in KINDS:
        raise SettingsError(f"unknown kind: `{wanted.kind}`", f"give one of: {', '.join(KINDS)}")


def _view(run: Run, wanted: Wanted) -> Iterator[Row]:
    if wanted.cluster is not None:
        return views.one_cluster(run, wanted.cluster, wanted.limit)
    if wanted.largest is not None:
        return views.largest(run, wanted.largest, wanted.limit, wanted.kind)
    if wanted.random is not None:
        return views.at_random(run, wanted.random, wanted.seed, wanted.limit, wanted.kind)
    if wanted.document is not None:
        return places.of_document(run, wanted.document, wanted.limit)
    if wanted.search is not None:
        return places.with_words(run, wanted.search, wanted.limit)
    return views.summary(run, wanted.limit)
