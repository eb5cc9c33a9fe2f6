"""Where a sentence may have come from: the pages that had it, or one like it, when it arrived on another.

A sentence arrives on a page when the page has had nothing like it. A source is a page that got it earlier; whether it
was copied from there is left to `evidence.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import CountGroupRows, make_step
from twicetold.jobs.history.lives import hash_titles
from twicetold.jobs.history.tables import COPY_CANDIDATES, COPY_NOTES, DAILY_EDITS, EDIT_CANDIDATES, EDITED_SINCE
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows

Row = dict[str, Any]
MOST_SOURCES = 20  # pages with the same text that are weighed for an arrival: the first and the last ones to get it
MOST_NEAR_SOURCES = 10  # ... with another text
BOILERPLATE_PAGES = 20  # what more pages have is boilerplate: only a few of them are weighed
MOST_BOILERPLATE_SOURCES = 4
SOON = 1.0  # days within which a sentence that leaves one page and arrives on another has moved
NEVER = 1e9  # days until something that did not happen
_WORD = re.compile(r"\w+")


def pair_arrivals(placed: Table, engine: Engine) -> Table:
    """The candidates of all arrivals, each with how many sentences its edit has from the same page."""
    found = engine.group(placed, ("cluster",), list_candidates)
    return engine.group(found, ("target_document", "target_revision", "source_document"), count_together)


def fold_copy_notes(notes: Table, engine: Engine) -> Table:
    """Each two pages of which a note says that one was copied to the other, once."""
    return engine.group(notes, ("naming",), keep_first_notes)


def find_edited_pages(revisions: Table, engine: Engine) -> Table:
    """Who edited which page, and since when."""
    return engine.group(engine.map(revisions, name_editors), ("editing",), keep_first_edits)


@make_step(COPY_CANDIDATES)
def list_candidates(placed: Batch) -> Batch:
    """Lives grouped by cluster and in order of time, to pairs of an arrival and a possible source."""
    rows: list[Row] = []
    for _, members in groupby(placed.to_pylist(), key=lambda row: row["cluster"]):
        rows += _pair_cluster(list(members))
    found = build_batch_of_rows(rows, COPY_CANDIDATES)
    keys = {
        "editing": hash_editing(found["target_editor_key"], found["source_document"]),
        "working": hash_editing(found["target_editor_key"], _cut_days(found["target_timestamp"])),
        "naming": hash_titles(found["target_title"], found["source_title"]),
    }
    return build_batch([keys.get(each.name, found[each.name]) for each in COPY_CANDIDATES], COPY_CANDIDATES)


def _pair_cluster(members: list[Row]) -> Iterator[Row]:
    """The pairs of one cluster. What reverts ended at once is a source only of what moved elsewhere that day."""
    pages: dict[str, list[Row]] = {}  # what each page had so far
    by_variant: dict[int, list[str]] = {}
    for timestamp, together in groupby(members, key=lambda row: row["timestamp"]):
        now = list(together)
        for row in now:
            if row["before"] == row["life"] and row["document"] not in pages:
                for name in _choose_pages(row["variant"], pages, by_variant):
                    lives = [each for each in pages[name] if not each["reverted"] or _moves(each, row)]
                    if lives:
                        yield _build_candidate(row, _choose_source(row, lives), len(pages), timestamp)
        for row in now:
            pages.setdefault(row["document"], []).append(row)
            by_variant.setdefault(row["variant"], []).append(row["document"])


def _choose_pages(variant: int, pages: dict[str, list[Row]], by_variant: dict[int, list[str]]) -> list[str]:
    """The pages to weigh: those with the same text before others, the first and the last."""
    is_boilerplate = len(pages) > BOILERPLATE_PAGES
    same = by_variant.get(variant, [])
    half = (MOST_BOILERPLATE_SOURCES if is_boilerplate else MOST_SOURCES) // 2
    chosen = dict.fromkeys([*same[:half], *same[-half:]])
    if len(pages) > len(chosen) and not (is_boilerplate and chosen):
        half = min(half, MOST_NEAR_SOURCES // 2)
        first, last = islice(pages, half), islice(reversed(pages), half)
        chosen |= dict.fromkeys([*first, *last])
    return list(chosen)


def _choose_source(target: Row, lives: list[Row]) -> Row:
    """The life of a page that is most like the arrival; of equals one that was there then, and the latest."""
    moment = target["timestamp"]
    return max(
        lives,
        key=lambda row: (
            row["variant"] == target["variant"],
            _is_alive(row, moment),
            compare_words(row["text"], target["text"]),
            row["timestamp"],
        ),
    )


def _moves(source: Row, target: Row) -> bool:
    """Whether what reverts ended on one page went to another, to stay: junk is reverted there, too."""
    return not target["reverted"] and abs(count_days(target["timestamp"], source["end_timestamp"])) <= SOON


def _is_alive(row: Row, moment: str) -> bool:
    return bool(row["alive"] or row["end_timestamp"] > moment)


def _build_candidate(target: Row, source: Row, pages: int, moment: str) -> Row:
    gone = NEVER if source["alive"] else count_days(moment, source["end_timestamp"])
    row = {f"target_{name}": target[name] for name in _TARGET_NAMES} | {
        f"source_{name}": source[name] for name in _SOURCE_NAMES
    }
    return row | {
        "cluster": target["cluster"],
        "exact": source["variant"] == target["variant"],
        "likeness": compare_words(source["text"], target["text"]),
        "alive": _is_alive(source, moment),
        "days": count_days(source["timestamp"], moment),
        "gone_days": gone,
        "words": len(_list_words(target["text"])),
        "pages": pages,
        "editing": 0,
        "working": 0,
        "naming": 0,
    }


_TARGET_NAMES = [each.removeprefix("target_") for each in COPY_CANDIDATES.names if each.startswith("target_")]
_SOURCE_NAMES = [each.removeprefix("source_") for each in COPY_CANDIDATES.names if each.startswith("source_")]


@lru_cache(4096)
def _list_words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def compare_words(left: str, right: str) -> float:
    """Twice the words that two texts have in common, by the words of both."""
    one, two = _list_words(left), _list_words(right)
    return round(2 * len(one & two) / max(len(one) + len(two), 1), 4)


@lru_cache(4096)
def _parse_time(timestamp: str) -> float:
    try:
        moment = datetime.fromisoformat(timestamp)
    except ValueError:
        return 0.0
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def count_days(start: str, end: str) -> float:
    """The days between two times; 0 where one of them cannot be read."""
    first, last = _parse_time(start), _parse_time(end)
    return round((last - first) / 86_400, 4) if first and last else 0.0


def hash_editing(editor_keys: pa.Array, others: pa.Array) -> pa.Array:
    """A number for each editor on each page, or on each day."""
    names = {"editor": editor_keys.cast(pa.string()), "other": others}
    return _kernels.hash_documents(pa.RecordBatch.from_pydict(names), "other", "editor")


def _cut_days(timestamps: pa.Array) -> pa.Array:
    return pc.utf8_slice_codeunits(timestamps, 0, len("2010-01-01"))


def count_daily_edits(revisions: Table, engine: Engine) -> Table:
    """How many changes each editor made on each day: what makes hundreds is an import, whatever its name."""
    return engine.group(engine.map(revisions, name_working_days), ("working",), CountGroupRows(DAILY_EDITS))


@make_step(pa.schema([DAILY_EDITS.field("working")]))
def name_working_days(revisions: Batch) -> Batch:
    """Revisions to their editors and days."""
    days = hash_editing(revisions["editor_key"], _cut_days(revisions["timestamp"]))
    return build_batch([days], name_working_days.schema)


@make_step(EDITED_SINCE)
def name_editors(revisions: Batch) -> Batch:
    """Revisions to their editors and pages, those of hidden editors left out."""
    known = revisions.filter(pc.not_equal(revisions["editor_key"], pa.scalar(0, pa.uint64())))
    return build_batch([hash_editing(known["editor_key"], known["document"]), known["timestamp"]], EDITED_SINCE)


@make_step(EDITED_SINCE)
def keep_first_edits(edits: Batch) -> Batch:
    """Edits grouped by editor and page, to the first of each."""
    return _keep_first_rows(edits, "editing")


@make_step(COPY_NOTES)
def keep_first_notes(notes: Batch) -> Batch:
    """Notes grouped by their pages, to the first of each."""
    return _keep_first_rows(notes, "naming")


def _keep_first_rows(rows: Batch, key: str) -> Batch:
    keys = rows[key]
    if not len(keys):
        return rows
    begins = pc.not_equal(keys.slice(1), keys.slice(0, len(keys) - 1))
    return rows.filter(pa.concat_arrays([pa.array([True]), begins]))


@make_step(EDIT_CANDIDATES)
def count_together(candidates: Batch) -> Batch:
    """Candidates grouped by edit and source, each with the number of sentences in its group."""
    rows = candidates.to_pylist()
    keys = ("target_document", "target_revision", "source_document")
    counted: list[Row] = []
    for _, group in groupby(rows, key=lambda row: tuple(row[key] for key in keys)):
        own = list(group)
        together = len({row["target_life"] for row in own})
        counted += [row | {"together": together} for row in own]
    return build_batch_of_rows(counted, EDIT_CANDIDATES)
