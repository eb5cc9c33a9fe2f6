"""Parts of revisions to pages, revisions and the lives of sentences; the kernel `src/history/` does the walking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.jobs.history.settings import HistorySettings
from twicetold.jobs.history.tables import COPY_NOTES, LIVES_WITH_KEYS, PAGES, REVISION_PARTS, REVISIONS, WALKED_PAGES
from twicetold.matching.fold import convert_folding_settings
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import SENTENCES

PAGE_ROW, REVISION_ROW, LIFE_ROW, NOTE_ROW = range(4)
REVISIONS_WITH_KEYS = pa.schema([*REVISIONS, LIVES_WITH_KEYS.field("editor_key")])


def walk_pages(parts: Table, settings: HistorySettings, engine: Engine) -> dict[str, Table]:
    """The tables `pages`, `all_revisions`, `all_lives`, `sentences` and `copy_notes`, made in one pass."""
    reading = settings.reading
    walk = WalkPages(settings.folding, reading.cleaner, reading.language, settings.tracing.editor_names)
    walked = engine.group(engine.map(parts, drop_other_records), ("document",), walk, distinct=True)
    return {
        "pages": engine.map(walked, keep_pages),
        "all_revisions": engine.map(walked, keep_revisions),
        "all_lives": engine.map(walked, keep_lives),
        "sentences": engine.map(walked, convert_to_sentences),
        "copy_notes": engine.map(walked, keep_copy_notes),
    }


@make_step(REVISION_PARTS)
def drop_other_records(parts: Batch) -> Batch:
    """The parts of pages; what was skipped or rejected is counted elsewhere."""
    return parts.filter(pc.less_equal(parts["part"], 2))


@dataclass(frozen=True)
class WalkPages:
    """Parts, grouped by page, to rows of pages, revisions and lives."""

    folding: Folding = field(default_factory=Folding)
    cleaner: str = "auto"
    language: str = ""
    editors: str = "names"
    schema: ClassVar[pa.Schema] = WALKED_PAGES

    def __call__(self, parts: Batch) -> Batch:
        counted = convert_folding_settings(self.folding)
        return _kernels.walk_pages(parts, counted, self.cleaner, self.language, self.editors)


def _select_rows(walked: Batch, row: int, names: Mapping[str, str], schema: pa.Schema) -> Batch:
    """The rows of one sort; `names` says which column fills one of another name, "" that nothing does."""
    sources = [names.get(name, name) for name in schema.names]
    rows = _keep_sort(walked, row, [name for name in sources if name])
    empty = pa.repeat(pa.scalar(""), rows.num_rows)
    return build_batch([rows[name] if name else empty for name in sources], schema)


def _keep_sort(walked: Batch, row: int, names: Sequence[str]) -> Batch:
    """Some columns of the rows of one sort. Those of a single page stand together, and are not copied."""
    is_wanted = pc.equal(walked["row"], row)
    wanted = walked.select(list(dict.fromkeys(names)))
    start, count = pc.index(is_wanted, True).as_py(), pc.sum(is_wanted).as_py() or 0
    if count and pc.all(is_wanted.slice(start, count)).as_py():
        return wanted.slice(start, count)
    return wanted.filter(is_wanted)


@make_step(PAGES)
def keep_pages(walked: Batch) -> Batch:
    """The pages; their oldest revision is where others have their end."""
    names = {"revisions": "number", "sentences": "brought", "first_timestamp": "end_timestamp", "series": ""}
    return _select_rows(walked, PAGE_ROW, names, PAGES)


@make_step(REVISIONS_WITH_KEYS)
def keep_revisions(walked: Batch) -> Batch:
    """The revisions that changed something."""
    return _select_rows(walked, REVISION_ROW, {"is_revert": "reverted"}, REVISIONS_WITH_KEYS)


@make_step(LIVES_WITH_KEYS)
def keep_lives(walked: Batch) -> Batch:
    """The lives of sentences."""
    return _select_rows(walked, LIFE_ROW, {"life": "number"}, LIVES_WITH_KEYS)


@make_step(SENTENCES)
def convert_to_sentences(walked: Batch) -> Batch:
    """Every sentence that a page ever had, once; its position is the number of its life."""
    names = ("document", "title", "section", "block", "text")
    lives = _keep_sort(walked, LIFE_ROW, (*names, "number"))
    columns = {name: lives[name] for name in names}
    nowhere = pa.repeat(pa.scalar(0, pa.uint32()), lives.num_rows)
    columns |= {"position": lives["number"], "start": nowhere, "end": nowhere}
    return build_batch([columns[name] for name in SENTENCES.names], SENTENCES)


@make_step(COPY_NOTES)
def keep_copy_notes(walked: Batch) -> Batch:
    """The notes that text was copied from one page to another, by their titles."""
    notes = _keep_sort(walked, NOTE_ROW, ("section", "text"))
    return build_batch([hash_titles(notes["section"], notes["text"]), pa.repeat(True, notes.num_rows)], COPY_NOTES)


def hash_titles(targets: pa.Array, sources: pa.Array) -> pa.Array:
    """A number for each two titles, whatever their case."""
    names = {"target": level_titles(targets), "source": level_titles(sources)}
    return _kernels.hash_documents(pa.RecordBatch.from_pydict(names), "target", "source")


def level_titles(titles: pa.Array) -> pa.Array:
    """Titles without case, and with blanks for underscores."""
    return pa.array([title.replace("_", " ").casefold() for title in titles.to_pylist()], pa.string())
