"""Where a TEI file says that its lines stand: surfaces and zones of `<facsimile>`, to which `facs` points."""

from __future__ import annotations

from dataclasses import dataclass

from twicetold.readers.layout import Box, read_number, read_points, surround_points

MOST_ZONES = 1_000_000  # zones and surfaces of a document that are held


@dataclass
class _Surface:
    id: str
    image: str = ""
    width: int = 0
    height: int = 0


class TeiFacsimile:
    """The surfaces and zones of a document, by their ids."""

    def __init__(self) -> None:
        self._surfaces: dict[str, _Surface] = {}
        self._boxes: dict[str, Box] = {}
        self._surface: _Surface | None = None

    def open_tag(self, name: str, attributes: dict[str, str]) -> None:
        own, box = attributes.get("xml:id", ""), _read_corners(attributes)
        if name == "surface":
            self._surface = _Surface(own, width=box.width if box else 0, height=box.height if box else 0)
        if name in ("surface", "zone") and own and len(self._boxes) + len(self._surfaces) < MOST_ZONES:
            if box:
                self._boxes[own] = box
            if self._surface:
                self._surfaces[own] = self._surface
        elif name == "graphic" and self._surface and not self._surface.image:
            self._surface.image = attributes.get("url", "")
            self._surface.width = self._surface.width or max(read_number(_drop_unit(attributes.get("width"))), 0)
            self._surface.height = self._surface.height or max(read_number(_drop_unit(attributes.get("height"))), 0)

    def close_tag(self, name: str) -> None:
        if name == "surface":
            self._surface = None

    def find_box(self, pointer: str) -> Box | None:
        """The box that `facs="#zone"` points to."""
        return self._boxes.get(pointer.removeprefix("#")) if pointer else None

    def describe_page(self, attributes: dict[str, str]) -> tuple[str, str, int, int]:
        """The id, picture and size of the page that `<pb>` begins."""
        pointer = attributes.get("facs", "").split(" ")[0]
        surface = self._surfaces.get(pointer.removeprefix("#"))
        page = attributes.get("n") or attributes.get("xml:id") or pointer
        if surface is None:
            return page, "" if pointer.startswith("#") else pointer, 0, 0
        return page, surface.image, surface.width, surface.height


def _drop_unit(size: str | None) -> str:
    return (size or "").removesuffix("px")


def _read_corners(attributes: dict[str, str]) -> Box | None:
    """The box of a zone or surface, by its corners or its polygon."""
    if all(name in attributes for name in ("ulx", "uly", "lrx", "lry")):
        left, top, right, bottom = (read_number(attributes[name]) for name in ("ulx", "uly", "lrx", "lry"))
        return Box(left, top, right - left, bottom - top)
    return surround_points(read_points(attributes.get("points", "")))
