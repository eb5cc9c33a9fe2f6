"""Which view was asked for, and how it is printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.run import Run
from twicetold.run.finished import finished_run
from twicetold.schema import KIND_NAMES, PASSAGE_KINDS
from twicetold.show import documents, documents_page, passages, passages_page, places, threads, threads_page, views
from twicetold.show.page import Page
from twicetold.show.views import Row
from twicetold.stages.threads.fields import FIELDS
from twicetold.terminal import safe_json

VIEWS = {
    "sentences": ("cluster", "largest", "random", "document", "search"),
    "passages": ("largest", "document", "pair"),
    "threads": ("cluster", "largest", "random", "document", "search", "pair"),
    "documents": ("cluster", "largest", "random", "document"),
}
KINDS = {"sentences": KIND_NAMES, "passages": PASSAGE_KINDS}
HEADINGS = {
    "size": "clusters by members",
    "kind": "clusters by kind",
    "document_pair": "sentences that two documents share",
    "cluster": "largest clusters",
}
PASSAGE_HEADINGS = {
    "passage_kind": "passages by kind",
    "pair": "characters that two documents share",
    "passage": "longest passages",
}
THREAD_HEADINGS = {
    "compared": "how fields were compared",
    "size": "clusters by threads",
    "cluster": "largest clusters",
}

DOCUMENT_HEADINGS = {"size": "clusters by documents", "cluster": "largest clusters"}


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
    pair: tuple[str, str] | None = None

    @property
    def is_summary(self) -> bool:
        return self == Wanted(seed=self.seed, limit=self.limit)


def show(folder: str | Path, wanted: Wanted, as_json: bool = False) -> None:
    """Prints a view of a finished run; JSON lines hold the same rows."""
    run = finished_run(folder, *VIEWS)
    _check(wanted, run.facts["job"])
    rows = ROWS[run.facts["job"]](run, wanted)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that has no letter for it still shows the rest
    if as_json:
        for row in rows:
            print(safe_json(json.dumps(row, ensure_ascii=False)))
        return
    printed = _page(run, wanted).show(rows)
    if not printed and wanted.search is not None:
        what = "thread of a cluster" if run.facts["job"] == "threads" else "repeated sentence"
        print(f"no {what} has all these words", file=sys.stderr)
    elif not printed and run.facts["job"] == "passages":
        print(f"no passage{f' of the kind {wanted.kind}' if wanted.kind else ''}", file=sys.stderr)


def _page(run: Run, wanted: Wanted) -> Page:
    if run.facts["job"] == "passages":
        return Page(PASSAGE_HEADINGS if wanted.is_summary else None, render=passages_page.RENDER)
    if run.facts["job"] == "threads":
        return Page(THREAD_HEADINGS if wanted.is_summary else None, render=threads_page.RENDER)
    if run.facts["job"] == "documents":
        return Page(DOCUMENT_HEADINGS if wanted.is_summary else None, render=documents_page.RENDER)
    return Page(HEADINGS if wanted.is_summary else {"match": "matches"}, examples=wanted.is_summary)


def _check(wanted: Wanted, job: str) -> None:
    names = dict.fromkeys(name for each in VIEWS.values() for name in each)
    given = [name for name in names if getattr(wanted, name) is not None]
    if len(given) > 1:
        raise SettingsError(f"{' and '.join(f'--{name}' for name in given)} are different views", "give one of them")
    if given and given[0] not in VIEWS[job]:
        hint = f"give one of: {', '.join(f'--{name}' for name in VIEWS[job])}"
        raise SettingsError(f"a run of `{job}` has no view --{given[0]}", hint)
    for name in ("largest", "random", "limit"):
        value = getattr(wanted, name)
        if value is not None and value < 1:
            raise SettingsError(f"`--{name} {value}`", "give a number from 1 on")

    if wanted.kind and job == "sentences" and wanted.largest is None and wanted.random is None:
        raise SettingsError("--kind goes with --largest or --random", f"for example --kind {wanted.kind} --largest 10")
    if wanted.kind and job not in KINDS:
        raise SettingsError(f"a run of `{job}` has no kinds", "leave --kind out")
    if wanted.kind and wanted.kind not in KINDS[job]:
        raise SettingsError(f"unknown kind: `{wanted.kind}`", f"give one of: {', '.join(KINDS[job])}")


def _sentences(run: Run, wanted: Wanted) -> Iterator[Row]:
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


def _passages(run: Run, wanted: Wanted) -> Iterator[Row]:
    if wanted.pair is not None:
        return passages.of_pair(run, *wanted.pair, wanted.kind, wanted.limit)
    if wanted.document is not None:
        return passages.of_document(run, wanted.document, wanted.kind, wanted.limit)
    if wanted.largest is not None or wanted.kind:
        return passages.longest(run, wanted.largest or wanted.limit or passages.FIRST, wanted.kind)
    return passages.summary(run, wanted.limit)


def _threads(run: Run, wanted: Wanted) -> Iterator[Row]:
    if wanted.pair is not None:
        return threads.of_pair(run, *wanted.pair)
    if wanted.cluster is not None:
        return threads.one_cluster(run, wanted.cluster, wanted.limit)
    if wanted.largest is not None:
        return threads.largest(run, wanted.largest, wanted.limit)
    if wanted.random is not None:
        return threads.at_random(run, wanted.random, wanted.seed, wanted.limit)
    if wanted.document is not None:
        return threads.of_thread(run, wanted.document, wanted.limit)
    if wanted.search is not None:
        return places.with_words(run, wanted.search, wanted.limit, FIELDS)
    return threads.summary(run, wanted.limit)


def _documents(run: Run, wanted: Wanted) -> Iterator[Row]:
    if wanted.cluster is not None:
        return documents.one_cluster(run, wanted.cluster, wanted.limit)
    if wanted.largest is not None:
        return documents.largest(run, wanted.largest, wanted.limit)
    if wanted.random is not None:
        return documents.at_random(run, wanted.random, wanted.seed, wanted.limit)
    if wanted.document is not None:
        return documents.of_document(run, wanted.document, wanted.limit)
    return documents.summary(run, wanted.limit)


ROWS: Mapping[str, Callable[[Run, Wanted], Iterator[Row]]] = {
    "sentences": _sentences,
    "passages": _passages,
    "threads": _threads,
    "documents": _documents,
}
