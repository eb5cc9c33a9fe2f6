"""A tree along a time axis: a lane for each page, a bar for each life of a sentence, a dot where it begins.

Copies lead straight down or up from the lane of their source at the moment of the edit. Letters name the variants, so
that no colour has to be told from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Row = dict[str, Any]
WIDTH, MARGIN, LANE_HEIGHT, TOP = 640.0, 16.0, 46.0, 26.0
MOST_LANES = 14  # pages that are drawn
MOST_DOTS = 60  # sentences that are drawn
COLOURS = 6  # variants that have a colour
LABEL_CHARACTERS = 26  # of what changed, beside an edge
CHARACTER_WIDTH = 6.2  # of a label, about
TICKS = 4
ROOT = "root"


@dataclass(frozen=True)
class TreeDot:
    """A sentence: where it begins and ends on its lane, its variant, and what its edit changed."""

    number: int  # in the list below the drawing
    x: float
    y: float
    end: float
    alive: bool
    letter: str
    colour: int
    said: str  # what a pointer or a screen reader is told
    change: str = ""
    change_x: float = 0.0
    source_y: float | None = None  # the lane that it was copied from


@dataclass(frozen=True)
class TreeLane:
    """A page: its name where its first sentence begins."""

    title: str
    x: float
    y: float
    anchor: str


@dataclass(frozen=True)
class TreeDrawing:
    """Everything that the picture of a tree has, in points."""

    height: float
    lanes: list[TreeLane] = field(default_factory=list)
    dots: list[TreeDot] = field(default_factory=list)
    ticks: list[tuple[float, str]] = field(default_factory=list)

    width = WIDTH


def name_variants(nodes: Sequence[Row]) -> dict[str, int]:
    """The different texts of a tree, numbered in order of time."""
    numbers: dict[str, int] = {}
    for node in nodes:
        numbers.setdefault(node["text"].casefold(), len(numbers))
    return numbers


def format_letter(variant: int) -> str:
    """`0` -> `A`, `25` -> `Z`, `26` -> `27`"""
    return chr(ord("A") + variant) if variant < 26 else str(variant + 1)


def draw_tree(nodes: Sequence[Row], describe: Sequence[str]) -> TreeDrawing | None:
    """The picture of nodes in order of time, each with what is said of it; None where two times cannot be told."""
    shown = list(nodes[:MOST_DOTS])
    times = [parse_moment(node["timestamp"]) for node in shown]
    ends = [parse_moment(node["end_timestamp"]) for node in shown if not node["alive"]]
    known = [each for each in [*times, *ends] if each]
    if None in times or len(set(known)) < 2:
        return None
    scale = TimeScale(min(known), max(known))
    lanes = {node["document"]: None for node in shown}
    places = {name: TOP + LANE_HEIGHT * (at + 0.5) for at, name in enumerate(list(lanes)[:MOST_LANES])}
    variants, free, named = name_variants(nodes), dict.fromkeys(places, 0.0), set[str]()
    drawn = TreeDrawing(TOP + LANE_HEIGHT * len(places) + 22)
    for number, (node, said) in enumerate(zip(shown, describe, strict=False)):
        if node["document"] not in places:
            continue
        if node["document"] not in named:
            named.add(node["document"])
            drawn.lanes.append(_build_lane(node, scale, places))
        drawn.dots.append(_build_dot(number, node, said, scale, places, variants, free))
    drawn.ticks.extend(scale.list_ticks())
    return drawn


def _build_lane(node: Row, scale: TimeScale, places: dict[str, float]) -> TreeLane:
    x = scale.place(parse_moment(node["timestamp"]))
    is_late = x > WIDTH / 2
    return TreeLane(
        node["title"], x + (9 if is_late else -9), places[node["document"]] - 13, "end" if is_late else "start"
    )


def _build_dot(
    number: int, node: Row, said: str, scale: TimeScale, places: dict[str, float], variants: dict[str, int],
    free: dict[str, float],
) -> TreeDot:  # fmt: skip
    x, lane = scale.place(parse_moment(node["timestamp"])), node["document"]
    end = WIDTH - MARGIN if node["alive"] else scale.place(parse_moment(node["end_timestamp"]))
    change = shorten_change(node["changes"]) if node["relation"] != ROOT else ""
    change_x = x + 12
    width = len(change) * CHARACTER_WIDTH
    if change_x + width > WIDTH:
        change_x = x - 12 - width
    if change and change_x < free[lane]:
        change = ""  # another one is there
    elif change:
        free[lane] = change_x + width
    variant = variants[node["text"].casefold()]
    is_copied = node["parent_document"] and node["parent_document"] != lane
    return TreeDot(
        number, x, places[lane], max(end, x), node["alive"], format_letter(variant), variant % COLOURS, said, change,
        change_x, places.get(node["parent_document"]) if is_copied else None,
    )  # fmt: skip


def shorten_change(changes: Sequence[str]) -> str:
    """What changed, in few letters: `["date: 1905 -> 1911"]` -> `1905 → 1911`"""
    if not changes:
        return ""
    left, _, right = changes[0].partition(": ")[2].partition(" -> ")
    nothing = "(nothing)"
    short = f"+ {right}" if left == nothing else f"− {left}" if right == nothing else f"{left} → {right}"
    cut = short if len(short) <= LABEL_CHARACTERS else f"{short[: LABEL_CHARACTERS - 1]}…"
    return f"{cut} …" if len(changes) > 1 else cut


def parse_moment(timestamp: str) -> float | None:
    """Seconds since 1970; None where the text is not a time."""
    try:
        moment = datetime.fromisoformat(timestamp)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


@dataclass(frozen=True)
class TimeScale:
    """Times to places between the margins."""

    first: float
    last: float

    def place(self, moment: float | None) -> float:
        """Where a time is; the right edge where there is none."""
        share = 1.0 if moment is None else (moment - self.first) / (self.last - self.first)
        return round(MARGIN + share * (WIDTH - 2 * MARGIN), 1)

    def list_ticks(self) -> list[tuple[float, str]]:
        """Evenly spaced times as years, months or days, whichever tells them apart."""
        moments = [self.first + (self.last - self.first) * step / TICKS for step in range(TICKS + 1)]
        for letters in (4, 7, 10, 16):
            names = [datetime.fromtimestamp(each, UTC).isoformat()[:letters].replace("T", " ") for each in moments]
            if len(set(names)) == len(names):
                break
        return [(self.place(moment), name) for moment, name in zip(moments, names, strict=True)]
