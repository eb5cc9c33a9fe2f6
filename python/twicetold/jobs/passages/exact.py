"""Stretches that occur more than once to the letter: `--exact`. The work is done by `src/exact/`.

windows     from every word of a document the shortest stretch that is long enough, under its hash
links       each window with the first place of the same text
repeats     windows in a row whose sources are in a row, too
texts       what both sides of each repeat say, a lot of repeats of one document at a time
located     what is equal in them, as passages are located

A stretch is compared with its first occurrence alone: 1,000 copies of a licence are 999 passages, not half a million.
The first occurrence is the one in the document whose id comes first, so that the order of files changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.errors import SettingsError
from twicetold.jobs.passages.boilerplate import BOILERPLATE
from twicetold.jobs.passages.locate import LOCATED_PASSAGES, NUMBERED_PASSAGES, PASSAGE_ORDER, rank_by_length
from twicetold.jobs.passages.tables import PASSAGE_SENTENCE_MATCHES
from twicetold.matching.lists import group_into_lists
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import NUMBER_LIST
from twicetold.tables.sentence_lists import SENTENCE_LISTS, WHOLE_TEXT

LOT = 64  # repeats of a document whose texts are cut at once: a licence may have a million copies


@dataclass(frozen=True)
class ExactRule:
    """How long a stretch must be, in characters or words."""

    least: int
    by_words: bool = False

    @classmethod
    def from_settings(cls, settings: Locating) -> Self:
        """Read `100`, 100 characters, or `20w`, 20 words."""
        number = settings.exact.removesuffix("w")
        if not (number.isascii() and number.isdecimal() and 0 < int(number) < 2**31):
            hint = "give `100` for 100 characters, or `20w` for 20 words"
            raise SettingsError(f"`exact` must be a number, not `{settings.exact}`", hint)
        return cls(int(number), settings.exact.endswith("w"))


def check_exact(settings: Locating) -> None:
    """Raise an error where `exact` is not a length, or does not go together with another setting."""
    if settings.exact:
        ExactRule.from_settings(settings)
        if settings.pairs:
            raise SettingsError("`--exact` does not work with `--pairs`", "leave one of them out")


def find_repeats(load: Callable[[str], Any], settings: Locating, engine: Engine) -> dict[str, Table]:
    """The table `repeats`: stretches of documents, and the first places where their windows occur."""
    documents = engine.map(load("works"), SelectColumns(_WINDOW_SOURCES))
    windows = engine.map(documents, ListRepeatWindows(ExactRule.from_settings(settings)))
    links = engine.group(windows, ("key",), LinkRepeatWindows(bool(settings.against)))
    chains = engine.group(links, ("copy",), chain_windows)
    return {"repeats": engine.group(chains, CHAINS.names[:4], PassRows(REPEATS), number="repeat")}


def locate_repeats(load: Callable[[str], Any], settings: Locating, engine: Engine) -> dict[str, Table]:
    """The tables `located`, the passages in order; `matches` and `boilerplate`, which are empty here."""
    documents = engine.map(load("works"), SelectColumns(_TEXT_SOURCES))
    repeats = load("repeats")
    for side in ("copy", "source"):
        asked = engine.group(engine.map(load("repeats"), ListRepeatPlaces(side)), ("number", "lot"), gather_places)
        texts = engine.map(engine.join(asked, documents, on=("number",), key="number"), CutRepeatTexts(side))
        repeats = engine.join(repeats, texts, on=("repeat",), key="repeat")
    settle = SettleRepeats(ExactRule.from_settings(settings), bool(settings.against))
    found = engine.group(engine.map(repeats, settle), ("left", "right"), add_covers)
    return {
        "located": engine.group(found, PASSAGE_ORDER, PassRows(NUMBERED_PASSAGES), number="passage"),
        "matches": engine.load_rows(PASSAGE_SENTENCE_MATCHES.empty_table()),
        "boilerplate": engine.load_rows(BOILERPLATE.empty_table()),
    }


# ---- windows ----

_WINDOW_SOURCES = pa.schema([*(SENTENCE_LISTS.field(name) for name in ("number", "is_against", "kin")), *WHOLE_TEXT])
WINDOWS = define_table(
    key=pa.uint64(),
    number=pa.uint32(),
    start=pa.uint32(),
    ordinal=pa.uint32(),  # which of the document's windows it is
    reach=pa.uint32(),  # where the next one ends, or the document
    is_against=pa.bool_(),
    kin=pa.uint64(),
)
LINKED_WINDOWS = define_table(
    copy=pa.uint32(),
    start=pa.uint32(),
    ordinal=pa.uint32(),
    reach=pa.uint32(),
    source=pa.uint32(),
    source_start=pa.uint32(),
    source_ordinal=pa.uint32(),
)
CHAINS = pa.schema(
    [
        *define_table(copy=pa.uint32(), source=pa.uint32(), copy_start=pa.uint32(), source_start=pa.uint32()),
        *define_table(length=pa.uint32()),  # characters that may be equal, at most
        pa.field("offsets", NUMBER_LIST, nullable=False),  # where rows of windows begin, in characters from the start
    ]
)
REPEATS = pa.schema([*define_table(repeat=pa.uint32()), *CHAINS])


@dataclass(frozen=True)
class ListRepeatWindows:
    """Documents to their windows."""

    rule: ExactRule
    schema: ClassVar[pa.Schema] = WINDOWS

    def __call__(self, documents: Batch) -> Batch:
        return _kernels.list_repeat_windows(documents, self.rule.least, self.rule.by_words)


@dataclass(frozen=True)
class LinkRepeatWindows:
    """Windows grouped by their hash, to those that occurred before."""

    against: bool
    schema: ClassVar[pa.Schema] = LINKED_WINDOWS

    def __call__(self, windows: Batch) -> Batch:
        return _kernels.link_repeat_windows(windows, self.against)


@make_step(CHAINS)
def chain_windows(links: Batch) -> Batch:
    """Links grouped by document, to stretches with one source."""
    return _kernels.chain_repeat_windows(links)


# ---- texts ----

_TEXT_SOURCES = pa.schema(
    [*(SENTENCE_LISTS.field(name) for name in ("number", "document", "title", "starts")), *WHOLE_TEXT]
)
_REPEAT_PLACES = define_table(
    number=pa.uint32(), lot=pa.uint32(), repeat=pa.uint32(), start=pa.uint32(), length=pa.uint32()
)
_PLACE_LISTS = {name: name for name in ("repeat", "start", "length")}


@dataclass(frozen=True)
class ListRepeatPlaces:
    """Where repeats are in the document of one side."""

    side: str
    schema: ClassVar[pa.Schema] = _REPEAT_PLACES

    def __call__(self, repeats: Batch) -> Batch:
        lots = pc.divide(repeats["repeat"], pa.scalar(LOT, pa.uint32()))
        columns = [repeats[self.side], lots, repeats["repeat"], repeats[f"{self.side}_start"], repeats["length"]]
        return build_batch(columns, _REPEAT_PLACES)


@make_step(
    pa.schema([*list(_REPEAT_PLACES)[:2], *(pa.field(name, NUMBER_LIST, nullable=False) for name in _PLACE_LISTS)])
)
def gather_places(places: Batch) -> Batch:
    """Places grouped by document and lot, to a row with lists for each lot."""
    return build_named_batch(group_into_lists(places, ("number", "lot"), _PLACE_LISTS), gather_places.schema)


_REPEAT_TEXTS = pa.schema(
    [
        *(SENTENCE_LISTS.field(name) for name in ("document", "title")),
        *define_table(text=pa.string(), extent=pa.uint32(), first=pa.uint32()),
        pa.field("breaks", NUMBER_LIST, nullable=False),
    ]
)


@dataclass(frozen=True)
class CutRepeatTexts:
    """Documents with the places of their repeats to what these say."""

    side: str

    @property
    def schema(self) -> pa.Schema:
        named = [each.with_name(f"{self.side}_{each.name}") for each in _REPEAT_TEXTS]
        return pa.schema([REPEATS.field("repeat"), *named])

    def __call__(self, documents: Batch) -> Batch:
        found = _kernels.cut_repeat_texts(documents)
        names = {name: documents[name].take(found["row"]) for name in ("document", "title")}
        columns = [names[name] if name in names else found[name] for name in _REPEAT_TEXTS.names]
        return build_batch([found["repeat"], *columns], self.schema)


# ---- what is equal ----

_COVERS = ("left_cover", "right_cover")
UNCOVERED_PASSAGES = pa.schema([each for each in LOCATED_PASSAGES if each.name not in _COVERS])


@dataclass(frozen=True)
class SettleRepeats:
    """Repeats with their texts to passages. The earlier side is the left one; with `--against` what is searched is."""

    rule: ExactRule
    against: bool
    schema: ClassVar[pa.Schema] = UNCOVERED_PASSAGES

    def __call__(self, repeats: Batch) -> Batch:
        found = _kernels.settle_repeats(repeats, self.rule.least, self.rule.by_words)
        own = repeats.select([name for name in repeats.schema.names if not name.endswith("_text")]).take(found["row"])
        columns: dict[str, pa.Array] = {}
        counts = []
        roles = ("copy", "source") if self.against else ("source", "copy")
        for side, role in zip(("left", "right"), roles, strict=True):
            columns[side] = own[role]
            columns |= {f"{side}_{name}": own[f"{role}_{name}"] for name in ("document", "title", "extent")}
            columns |= {f"{side}_{name}": found[f"{role}_{name}"] for name in ("first", "last", "start", "end")}
            length = pc.subtract(columns[f"{side}_end"], columns[f"{side}_start"]).cast(pa.float64())
            columns[f"{side}_share"] = pc.divide(length, columns[f"{side}_extent"].cast(pa.float64()))
            counts.append(pc.add(pc.subtract(columns[f"{side}_last"], columns[f"{side}_first"]), 1))
        columns["sentences"] = pc.min_element_wise(*counts).cast(pa.uint32())
        columns["similarity"] = pa.repeat(pa.scalar(1.0), found.num_rows)
        columns["boilerplate"] = pa.repeat(pa.scalar(False), found.num_rows)
        columns["order"] = rank_by_length(columns)
        return build_named_batch(columns, UNCOVERED_PASSAGES)


@make_step(LOCATED_PASSAGES)
def add_covers(passages: Batch) -> Batch:
    """Passages grouped by their documents, with the share of either document that they cover."""
    covers = _kernels.cover_documents(passages)
    columns = {name: passages[name] for name in passages.schema.names}
    return build_named_batch(columns | {name: covers[name] for name in _COVERS}, LOCATED_PASSAGES)
