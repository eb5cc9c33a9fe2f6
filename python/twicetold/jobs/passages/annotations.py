"""Families as annotations of page images: Web Annotations in an AnnotationPage of IIIF Presentation 3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

from twicetold.errors import RunError
from twicetold.jobs.passages.interchange import MEMBERS_AT_ONCE, read_families
from twicetold.jobs.passages.pages import PageBox, join_boxes, read_stretch_regions
from twicetold.jobs.passages.spans import read_stretch_texts
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row

CONTEXT = "http://iiif.io/api/presentation/3/context.json"


def write_iiif(run: Run) -> Iterator[str]:
    """An AnnotationPage: an annotation for each member whose place is known, with a box for each column."""
    sizes = {row["family"]: row["size"] for row in read_families(run, ["family", "size"])}
    if "regions" not in run.tables:
        hint = "regions are read from ALTO, PAGE XML, hOCR, TEI with zones, and JSONL with `pages`"
        raise RunError(f"`{run.folder}` has no page regions", hint)
    page = _name_address(run, "page")
    yield f'{{"@context": {json.dumps(CONTEXT)}, "id": {json.dumps(page)}, "type": "AnnotationPage", "items": [\n'
    separator = ""
    members = read_rows(run, "members")
    while some := list(islice(members, MEMBERS_AT_ONCE)):
        stretches = [(row["document"], (row["start"], row["end"])) for row in some]
        said, regions = read_stretch_texts(run, stretches), read_stretch_regions(run, stretches)
        for row, stretch in zip(some, stretches, strict=True):
            targets = [_format_target(box) for box in join_boxes(regions[stretch])]
            if targets:
                annotation = _build_annotation(run, row, sizes[row["family"]], said[stretch], targets)
                yield separator + json.dumps(annotation, ensure_ascii=False)
                separator = ",\n"
    yield "\n]}\n"


def _build_annotation(run: Run, row: Row, size: int, text: str, targets: list[str]) -> dict[str, Any]:
    family, member = row["family"], row["member"]
    label = f"family {family}, copy {member} of {size}"
    bodies: list[dict[str, Any]] = [
        {"type": "TextualBody", "purpose": "tagging", "value": f"family {family}"},
        {"type": "TextualBody", "purpose": "describing", "value": text, "format": "text/plain"},
    ]
    if row["parent"] is not None:  # the copy that it was likely taken from
        parent = _name_member(run, family, row["parent"])
        bodies.append({"type": "SpecificResource", "purpose": "linking", "source": parent})
    return {
        "id": _name_member(run, family, member),
        "type": "Annotation",
        "motivation": "highlighting",
        "label": {"en": [label]},
        "body": bodies,
        "target": targets if len(targets) > 1 else targets[0],
    }


def _format_target(box: PageBox) -> str:
    """A box as a fragment of its page: `https://example.org/page-1#xywh=10,20,300,70`."""
    image, page = box.row["image"], box.row["page"]
    named = next((each for each in (page, image) if each.startswith(("http://", "https://", "urn:"))), "")
    source = named or f"urn:twicetold:page:{quote(box.row['document'], safe='')}:{quote(page, safe='')}"
    return f"{source}#xywh={max(box.left, 0)},{max(box.top, 0)},{box.right - box.left},{box.bottom - box.top}"


def _name_member(run: Run, family: int, member: int) -> str:
    return _name_address(run, f"family-{family}-{member}")


def _name_address(run: Run, name: str) -> str:
    return f"urn:twicetold:{run.digest}:{name}"
