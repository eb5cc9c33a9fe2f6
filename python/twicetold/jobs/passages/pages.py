"""Where stretches of documents are on their pages, from the run's table `regions`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

import pyarrow.dataset as ds

from twicetold.jobs.passages.spans import Stretch
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row


class PageBox(NamedTuple):
    """A rectangle on a page, and the row of `regions` that says which page."""

    row: Row
    left: int
    top: int
    right: int
    bottom: int


def read_stretch_regions(run: Run, wanted: Collection[Stretch]) -> dict[Stretch, list[Row]]:
    """The rows of `regions` that each stretch touches, in order; none where the inputs have no pages."""
    found: dict[Stretch, list[Row]] = {stretch: [] for stretch in wanted}
    if not wanted or "regions" not in run.tables:
        return found
    spans: dict[str, list[tuple[int, int]]] = {}
    for document, span in sorted(found):
        spans.setdefault(document, []).append(span)
    for row in read_rows(run, "regions", ds.field("document").isin(sorted(spans))):
        for first, after in spans[row["document"]]:
            if first < row["end"] and row["start"] < after:
                found[row["document"], (first, after)].append(row)
    for rows in found.values():
        rows.sort(key=lambda row: (row["page_number"], row["line"], row["start"]))
    return found


def list_passim_pages(regions: Iterable[Row]) -> list[dict[str, Any]]:
    """Regions as passim has them: a page each, with the characters and boxes on it. A region without a box has none."""
    pages = []
    for _, own in groupby(regions, key=lambda row: row["page_number"]):
        rows = list(own)
        first = rows[0]
        page = {"id": first["page"], "seq": first["page_number"], "image": first["image"]}
        page |= {"width": first["page_width"], "height": first["page_height"], "dpi": 0}
        pages.append({**page, "regions": [_format_region(row) for row in rows]})
    return pages


def _format_region(row: Row) -> dict[str, Any]:
    region: dict[str, Any] = {"start": row["start"], "length": row["end"] - row["start"]}
    if row["x"] is not None:
        box = {"x": row["x"], "y": row["y"], "w": row["width"], "h": row["height"], "b": row["height"]}
        region["coords"] = box
    return region


def join_boxes(regions: Iterable[Row]) -> Iterator[PageBox]:
    """The boxes of regions, joined to one for each column: a line that begins far above the last one is in another."""
    joined: PageBox | None = None
    last: Row = {}
    for row in regions:
        if row["x"] is None:
            continue
        box = PageBox(row, row["x"], row["y"], row["x"] + row["width"], row["y"] + row["height"])
        is_near = joined and row["page_number"] == last["page_number"] and row["y"] > last["y"] - row["height"]
        if joined and is_near:
            upper, lower = map(min, joined[1:3], box[1:3]), map(max, joined[3:], box[3:])
            joined = PageBox(joined.row, *upper, *lower)
        else:
            if joined:
                yield joined
            joined = box
        last = row
    if joined:
        yield joined
