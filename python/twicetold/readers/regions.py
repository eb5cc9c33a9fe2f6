"""Readers of pages: those that have `read_regions`, which gives where the characters of a document stand on its pages.

A file is read a second time for its regions, by the reader of its format. What can be read only once has none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.readers.base import DelegatingReader, Reader, Split
from twicetold.readers.inputs import is_elsewhere, open_unpacked
from twicetold.readers.layout import Box, PageInfo, Region, read_number
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import REGIONS

ROWS_PER_BATCH = 10_000
FIRST_LINE_BYTES = 1 << 22  # of a file of JSON lines, to see whether its records have pages


@dataclass(frozen=True)
class RegionReader(DelegatingReader):
    """The regions of a file, by the reader of its format."""

    schema: ClassVar[pa.Schema] = REGIONS

    def read(self, split: Split) -> Iterator[Batch]:
        """The regions of a split, in batches of REGIONS."""
        batches: Iterator[Batch] = self.reader_with_workers.read_regions(split)
        return batches


def choose_region_reader(reader: Reader, path: str, workers: int) -> RegionReader | None:
    """The reader of a file's regions; None where its format has none, or it can be read only once."""
    find = getattr(reader, "has_regions", None)
    if is_elsewhere(path) or find is None or not find(path):
        return None
    return RegionReader(reader, workers)


def build_region_batches(regions: Iterable[tuple[str, Region]]) -> Iterator[Batch]:
    """Regions, each with the id of its document, in batches of REGIONS."""
    rows: list[tuple[Any, ...]] = []
    for document, region in regions:
        page = region.page
        box = region.box or (None, None, None, None)
        place = document, page.id, page.number, page.image, page.width, page.height
        rows.append((*place, region.line, region.start, region.end, *box))
        if len(rows) == ROWS_PER_BATCH:
            yield _build_rows(rows)
            rows = []
    if rows:
        yield _build_rows(rows)


def _build_rows(rows: list[tuple[Any, ...]]) -> Batch:
    columns = zip(*rows, strict=True)
    return build_batch([pa.array(values, each.type) for values, each in zip(columns, REGIONS, strict=True)], REGIONS)


def has_page_records(path: str, reading: Any) -> bool:
    """Whether the first record of a file of JSON lines has `pages`, as passim's input has."""
    try:
        first = open_unpacked(path, reading).read(FIRST_LINE_BYTES).lstrip().partition(b"\n")[0]
        record = json.loads(first)
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(record, dict) and isinstance(record.get("pages"), list)


def read_page_records(batch: Batch) -> Iterator[tuple[str, Region]]:
    """The regions of records whose pages are in the column `vector`: the JSON of a page on each line."""
    columns = (batch[name].to_pylist() for name in ("document", "status", "text", "vector"))
    for document, status, text, pages in zip(*columns, strict=True):
        for number, line in enumerate(pages.split("\n") if status == "read" else (), 1):
            for region in _read_page(line, number, len(text)):
                yield document, region


def _read_page(line: str, number: int, length: int) -> Iterator[Region]:
    """The regions of a page as passim writes it; what is not as it should be is left out."""
    try:
        page = json.loads(line)
        info = PageInfo(
            str(page.get("id") or number), number, str(page.get("image") or ""), *_read_sizes(page, "width", "height")
        )
        for count, region in enumerate(page["regions"], 1):
            start, size = int(region["start"]), int(region["length"])
            coords = region.get("coords") or {}
            numbers = [read_number(str(coords[name])) for name in "xywh" if name in coords]
            box = Box(*numbers) if len(numbers) == 4 else None
            if start >= 0 and size > 0 and start + size <= length:
                yield Region(info, count, start, start + size, box)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return


def _read_sizes(page: dict[str, Any], *names: str) -> list[int]:
    return [max(read_number(str(page.get(name))), 0) for name in names]
