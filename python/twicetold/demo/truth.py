"""The truth as tables, written page by page.

What is kept in memory is one text per cluster, passage or near miss that is not complete yet, so it grows slowly with
the corpus (187 MB in all at a million sentences, against 70 MB without the truth).
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from twicetold.demo.pages import PageGenerator, PlantedPage
from twicetold.demo.plants.members import PlantedSentence
from twicetold.demo.similarity import compute_edit_similarity
from twicetold.tables.files import give_to_arrow

CHANGE_TYPE = pa.struct([("kind", pa.string()), ("left", pa.string()), ("right", pa.string())])
TRUTH_SCHEMAS: dict[str, pa.Schema] = {
    "truth_sentences": pa.schema([
        ("document", pa.string()), ("title", pa.string()), ("position", pa.int32()), ("text", pa.string()),
        ("cluster", pa.int64()), ("role", pa.string()),
    ]),
    "truth_clusters": pa.schema([("cluster", pa.int64()), ("kind", pa.string()), ("size", pa.int32())]),
    "truth_pairs": pa.schema([
        ("cluster", pa.int64()), ("left_document", pa.string()), ("left_text", pa.string()),
        ("right_document", pa.string()), ("right_text", pa.string()), ("kind", pa.string()),
        ("edit_similarity", pa.float64()), ("changes", pa.list_(CHANGE_TYPE)), ("plant", pa.string()),
    ]),
    "truth_passages": pa.schema([
        ("left_document", pa.string()), ("left_first", pa.int32()), ("left_last", pa.int32()),
        ("right_document", pa.string()), ("right_first", pa.int32()), ("right_last", pa.int32()),
        ("sentences", pa.int32()), ("kind", pa.string()),
    ]),
    "truth_near_misses": pa.schema([
        ("left_document", pa.string()), ("left_text", pa.string()), ("right_document", pa.string()),
        ("right_text", pa.string()), ("edit_similarity", pa.float64()),
    ]),
}  # fmt: skip
"""`position` counts a page's prose sentences from 0; a planted reference is not prose and has -1."""

_BATCH_ROWS = 20_000
_WORD_PATTERN = re.compile(r"\w+|[^\w\s]|\s+")

TruthRow = tuple[Any, ...]


class PlantedTruthWriter:
    """Writers for all tables; use as a context, `add` each page."""

    def __init__(self, folder: Path, pages: PageGenerator) -> None:
        self._pages = pages
        self._writers = {
            name: pq.ParquetWriter(give_to_arrow(folder / f"{name}.parquet", "wb"), schema, compression="zstd")
            for name, schema in TRUTH_SCHEMAS.items()
        }
        self._rows: dict[str, list[TruthRow]] = {name: [] for name in TRUTH_SCHEMAS}
        self._open: dict[int, tuple[str, PlantedSentence, int]] = {}
        self._near_misses: dict[int, tuple[str, str]] = {}
        self._passages: dict[int, tuple[int, str, int, int]] = {}

    def __enter__(self) -> PlantedTruthWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name, writer in self._writers.items():
            self._flush_rows(name)
            writer.close()

    def add_page(self, page: PlantedPage) -> None:
        """The rows of one article."""
        document = str(page.id)
        position = 0
        for paragraph in page.paragraphs:
            for text in paragraph:
                plant = page.plants.get(position)
                cluster, role = (-1, "unique") if plant is None else self._add_plant(document, plant)
                self._add_row("truth_sentences", (document, page.title, position, text, cluster, role))
                position += 1
        for plant in page.references:
            self._add_row("truth_sentences", (document, page.title, -1, plant.text, *self._add_plant(document, plant)))
        for number, first, last in page.passages:
            self._add_passage(number, document, first, last)

    def _add_plant(self, document: str, plant: PlantedSentence) -> tuple[int, str]:
        """The cluster and role of a planted sentence; the pair with the first of its cluster is written."""
        if plant.pair >= 0:
            self._add_near_miss(document, plant)
            return -1, "near_miss"
        if plant.cluster < 0:
            return -1, "unique"
        if plant.cluster not in self._open:
            self._add_row("truth_clusters", (plant.cluster, plant.kind, plant.size))
            self._open[plant.cluster] = (document, plant, plant.size - 1)
            return plant.cluster, "original"
        first_document, first, left = self._open.pop(plant.cluster)
        if left > 1:
            self._open[plant.cluster] = (first_document, first, left - 1)
        similarity = compute_edit_similarity(first.text, plant.text)
        pair = (plant.cluster, first_document, first.text, document, plant.text, plant.kind, similarity)
        self._add_row("truth_pairs", (*pair, list_changes(first, plant), plant.plant))
        return plant.cluster, "copy"

    def _add_near_miss(self, document: str, plant: PlantedSentence) -> None:
        if plant.pair not in self._near_misses:
            self._near_misses[plant.pair] = (document, plant.text)
            return
        left = self._near_misses.pop(plant.pair)
        self._add_row("truth_near_misses", (*left, document, plant.text, compute_edit_similarity(left[1], plant.text)))

    def _add_passage(self, number: int, document: str, first: int, last: int) -> None:
        passage, end = divmod(number, 2)
        here = (end, document, first, last)
        if passage not in self._passages:
            self._passages[passage] = here
            return
        source, copy = sorted((self._passages.pop(passage), here))
        made = self._pages.build_passage(passage)
        self._add_row("truth_passages", (*source[1:], *copy[1:], made.shared, made.kind))

    def _add_row(self, name: str, row: TruthRow) -> None:
        rows = self._rows[name]
        rows.append(row)
        if len(rows) >= _BATCH_ROWS:
            self._flush_rows(name)

    def _flush_rows(self, name: str) -> None:
        rows, schema = self._rows[name], TRUTH_SCHEMAS[name]
        if rows:
            columns = [
                pa.array(column, type=kind.type) for column, kind in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            self._writers[name].write_batch(pa.record_batch(columns, schema=schema))
            rows.clear()


def list_changes(left: PlantedSentence, right: PlantedSentence) -> list[dict[str, str]]:
    """What differs between two members: the planted values of drift and template, else a diff by words."""
    if left.facts:
        pairs = zip(left.facts, right.facts, strict=True)
        return [{"kind": one[0], "left": one[1], "right": two[1]} for one, two in pairs if one != two]
    ours, theirs = _WORD_PATTERN.findall(left.text), _WORD_PATTERN.findall(right.text)
    return [
        _describe_change("".join(ours[a:b]).strip(), "".join(theirs[c:d]).strip())
        for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def _describe_change(left: str, right: str) -> dict[str, str]:
    both = left + right
    kind = "wording" if any(map(str.isalpha, both)) else "number" if any(map(str.isdigit, both)) else "punctuation"
    return {"kind": kind, "left": left, "right": right}
