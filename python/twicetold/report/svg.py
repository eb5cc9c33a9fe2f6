"""A chart's SVG with only what draws. Labels come from texts, so nothing is taken on trust: what is not listed goes.

It stands in the page and not in an image, so that its lines and letters take the colours of a light or a dark page.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from markupsafe import Markup

from twicetold.text.terminal import escape_controls

MOST_CHARACTERS = 200_000
SVG_NAMESPACE = "http://www.w3.org/2000/svg"

_ALLOWED_ELEMENTS = {
    "svg", "g", "title", "desc", "defs", "clipPath", "linearGradient", "stop", "path", "rect", "line", "circle",
    "ellipse", "polygon", "polyline", "text", "tspan",
}  # fmt: skip
_ALLOWED_ATTRIBUTES = {
    "id", "class", "width", "height", "viewBox", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry",
    "d", "points", "dx", "dy", "transform", "role", "offset", "fill", "fill-opacity", "stroke", "stroke-width",
    "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "opacity",
    "text-anchor", "font-size", "font-weight", "font-style", "clip-path", "stop-color", "stop-opacity",
    "gradientUnits", "aria-label", "aria-roledescription", "aria-hidden", "aria-labelledby", "aria-describedby",
}  # fmt: skip
_ID_ATTRIBUTES = {"id", "aria-labelledby", "aria-describedby"}
_ID_REFERENCE = re.compile(r"url\(#([\w-]+)\)")


def clean_svg(svg: str, name: str, label: str) -> Markup | None:
    """The SVG as it may stand in a page, or None if it cannot: an image that a screen reader calls `label`.

    `name` keeps its ids apart from those of other charts.
    """
    if len(svg) > MOST_CHARACTERS or "<!" in svg:  # no entities, no CDATA
        return None
    ElementTree.register_namespace("", SVG_NAMESPACE)
    try:
        root = _clean_element(ElementTree.fromstring(svg), name)
    except ElementTree.ParseError:
        return None
    if root is None:
        return None
    root.attrib |= {"role": "img", "aria-label": escape_controls(label)}
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # made of listed elements alone


def _clean_element(element: ElementTree.Element, name: str) -> ElementTree.Element | None:
    local = element.tag.removeprefix(f"{{{SVG_NAMESPACE}}}") if isinstance(element.tag, str) else ""
    if local not in _ALLOWED_ELEMENTS:
        return None
    kept = ElementTree.Element(f"{{{SVG_NAMESPACE}}}{local}", _clean_attributes(element, name))
    kept.text, kept.tail = element.text, element.tail
    kept.extend(each for child in element if (each := _clean_element(child, name)) is not None)
    return kept


def _clean_attributes(element: ElementTree.Element, name: str) -> dict[str, str]:
    attributes = {each: value for each, value in element.attrib.items() if each in _ALLOWED_ATTRIBUTES}
    for each, value in attributes.items():
        if each in _ID_ATTRIBUTES:
            attributes[each] = " ".join(f"{name}-{word}" for word in value.split())
        elif "url(" in value.lower():
            found = _ID_REFERENCE.fullmatch(value)
            attributes[each] = f"url(#{name}-{found[1]})" if found else "none"
    return attributes
