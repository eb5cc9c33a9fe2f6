"""Passages that two documents share: located in every pair that is worth it, and what each of them is.

located     pairs of works to passages; the work is done by `src/passages/`, `docs/passages.md` says how
numbered    the longest first
told        document, quotation, collection, multipage, boilerplate
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.errors import SettingsError
from twicetold.schema import DOTS, PASSAGE_PAIRS, PASSAGES, POINTS, WORKS
from twicetold.stages.passages import windowing

WHOLE = 0.8  # a document of which more is covered is the other one's copy
COMMON, LEAST_COMMON = 25, 4  # documents: what more of them share is boilerplate
RUNS, RUNS_AGAINST = (6, 6), (3, 1)  # words of a run, and of how many in a row one is looked up
SEARCH_ALL, SEARCH_SHORT = 2**62, 250_000  # pairs of sentences of two documents: any, or those of essays


def check(settings: Locating) -> None:
    """Says what is wrong with the settings before hours are spent on them."""
    if settings.by not in ("words", "sentences"):
        raise SettingsError(f"by `{settings.by}`", "Available: words, sentences")
    if settings.min_sentences < 1:
        raise SettingsError(f"min_sentences {settings.min_sentences}", "give a number from 1 on")
    for name in ("max_gap", "min_passage", "evidence", "summary_evidence", "boilerplate", "run_words", "run_window"):
        if not getattr(settings, name) >= 0:  # nor is what is no number
            raise SettingsError(f"{name} {getattr(settings, name)}", "give a number from 0 on")
    if not 0 <= settings.consistency <= 1:
        raise SettingsError(f"consistency {settings.consistency}", "a share is from 0 to 1")


def settled(settings: Locating, documents: int) -> Locating:
    """The settings made definite for this many documents."""
    few = min(COMMON, max(documents // 2, LEAST_COMMON))
    thorough = settings.thorough
    if thorough < 0:
        thorough = SEARCH_ALL if settings.pairs else SEARCH_SHORT if settings.against else 0
    words, window = RUNS_AGAINST if settings.against and not settings.pairs else RUNS
    return replace(
        settings,
        boilerplate=settings.boilerplate or few,
        thorough=thorough,
        run_words=settings.run_words or words,
        run_window=settings.run_window or window,
    )


def located(load: Callable[[str], Any], settings: Locating, least: int, engine: Engine) -> dict[str, Any]:
    """The tables `located`, the passages in order with all that their kind is told by, and `matches`."""
    paired = load("paired")
    if settings.by == "words" and not settings.thorough:
        found = engine.map(windowing.settled_pairs(load, settings, least, engine), Settle(settings))
    else:
        works = engine.map(load("works"), Select(_LOOKED))
        met = engine.join(paired, works, on=("left", "right"), key="number")
        marked = engine.join(met, load("marks"), on=("left", "right"), key="number", keep=True)
        found = engine.map(marked, Locate(settings, least))
    names = engine.map(load("works"), Select(_NAMED))
    dots = engine.map(engine.join(paired, names, on=("left", "right"), key="number"), Dots())
    return {
        "located": engine.group(found, _ORDER, Same(NUMBERED), number="passage"),
        "matches": engine.group(dots, DOTS.names, Same(DOTS)),
    }


def told(load: Callable[[str], Any], engine: Engine) -> dict[str, Any]:
    """The tables `passages` and `document_pairs`."""
    numbered = load("located")
    seen = engine.union(engine.map(numbered, SeenBy("left")), engine.map(numbered, SeenBy("right")))
    roles = engine.group(engine.group(seen, ("number",), Roles()), ("passage",), Highest())
    kinds = engine.map(engine.join(numbered, roles, on=("passage",), key="passage", keep=True), Kinds())
    pairs = engine.group(numbered, _NAMES, Pairs())
    return {
        "passages": engine.group(kinds, ("passage",), Same(PASSAGES)),
        "document_pairs": engine.group(pairs, ("order", *_NAMES), Select(PASSAGE_PAIRS)),
    }


# ---- locating ----

_LOOKED = pa.schema([WORKS.field(name) for name in ("number", "document", "title", "text", "cuts", "starts", "ends")])
_NAMED = pa.schema([WORKS.field(name) for name in ("number", "document", "title")])
_NAMES = ("left_document", "left_title", "right_document", "right_title")


def _column(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


# What the kernel says of either side of a passage.
_SIDE = {
    "first": pa.uint32(),
    "last": pa.uint32(),
    "start": pa.uint32(),
    "end": pa.uint32(),
    "share": pa.float64(),
    "extent": pa.uint32(),  # characters of the document
    "cover": pa.float64(),  # its share in any passage of the pair that is not boilerplate
}
_FOUND = [
    *(_column(f"{side}_{name}", kind) for side in ("left", "right") for name, kind in _SIDE.items()),
    _column("sentences", pa.uint32()),
    _column("similarity", pa.float64()),
    _column("boilerplate", pa.bool_()),
]
LOCATED = pa.schema(
    [
        _column("order", pa.uint32()),  # least for the longest
        *(_column(name, pa.string()) for name in _NAMES),
        *_FOUND,
        POINTS.field("left"),
        POINTS.field("right"),
    ]
)
_ORDER = ("order", *_NAMES, "left_start", "right_start", "left_end", "right_end", "left", "right")
NUMBERED = pa.schema([PASSAGES.field("passage"), *LOCATED])


@dataclass(frozen=True)
class Locate:
    """Pairs of works to the passages they share."""

    settings: Locating = field(default_factory=Locating)
    least: int = 16  # the weight that a sentence needs to be matched
    schema: ClassVar[pa.Schema] = LOCATED

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return described(
            pairs, _kernels.locate(pairs, self.settings, self.least, not self.settings.against), self.settings
        )


@dataclass(frozen=True)
class Settle:
    """Pairs with what was found in their windows to the passages they share."""

    settings: Locating = field(default_factory=Locating)
    schema: ClassVar[pa.Schema] = LOCATED

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return described(pairs, _kernels.settle(pairs, self.settings), self.settings)


def described(pairs: pa.RecordBatch, found: pa.RecordBatch, settings: Locating) -> pa.RecordBatch:
    """What the kernels found, with the names of the documents."""
    if not settings.keep_boilerplate:
        found = found.filter(pc.invert(found["boilerplate"]))
    own = pairs.select([*_NAMES, "left", "right"]).take(found["pair"])
    lengths = [pc.subtract(found[f"{side}_end"], found[f"{side}_start"]) for side in ("left", "right")]
    order = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), pc.min_element_wise(*lengths))
    columns = {"order": order, **{name: own[name] for name in own.schema.names}}
    columns |= {each.name: found[each.name] for each in _FOUND}
    return pa.RecordBatch.from_arrays([columns[name] for name in LOCATED.names], schema=LOCATED)


@dataclass(frozen=True)
class Dots:
    """Pairs of works to their sentence matches."""

    schema: ClassVar[pa.Schema] = DOTS

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        own = pairs.select(list(_NAMES)).take(pc.list_parent_indices(pairs["similarities"]))
        columns = {name: own[name] for name in _NAMES}
        for side in ("left", "right"):
            columns[f"{side}_position"] = pc.list_flatten(pairs[f"{side}_positions"]).cast(pa.uint32())
        columns["similarity"] = pc.list_flatten(pairs["similarities"])
        dots = pa.RecordBatch.from_arrays([columns[name] for name in DOTS.names], schema=DOTS)
        return dots.filter(pc.greater(dots["similarity"], 0.0))


# ---- kinds ----

_SEEN = pa.schema(
    [
        _column("number", pa.uint32()),
        _column("extent", pa.uint32()),
        PASSAGES.field("passage"),
        _column("other", pa.uint32()),
        _column("start", pa.uint32()),
        _column("end", pa.uint32()),
        _column("other_cover", pa.float64()),
    ]
)


@dataclass(frozen=True)
class SeenBy:
    """Passages as one of their documents sees them; boilerplate and copies of all of it say nothing of a document."""

    side: str
    schema: ClassVar[pa.Schema] = _SEEN

    def __call__(self, numbered: pa.RecordBatch) -> pa.RecordBatch:
        other = "right" if self.side == "left" else "left"
        rows = numbered.filter(pc.invert(pc.or_(numbered["boilerplate"], copies(numbered))))
        columns = [rows[self.side], rows[f"{self.side}_extent"], rows["passage"], rows[other]]
        columns += [rows[f"{self.side}_start"], rows[f"{self.side}_end"], rows[f"{other}_cover"]]
        return pa.RecordBatch.from_arrays(columns, schema=_SEEN)


def copies(numbered: pa.RecordBatch) -> pa.Array:
    """Which passages are of two documents that cover each other."""
    return pc.and_(pc.greater_equal(numbered["left_cover"], WHOLE), pc.greater_equal(numbered["right_cover"], WHOLE))


_ROLES = pa.schema([PASSAGES.field("passage"), _column("role", pa.uint32())])


@dataclass(frozen=True)
class Roles:
    """Passages grouped by a document of theirs, to those that are more than quotations."""

    schema: ClassVar[pa.Schema] = _ROLES

    def __call__(self, seen: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.roles(seen)


@dataclass(frozen=True)
class Highest:
    """Each passage once, with the higher of its roles."""

    schema: ClassVar[pa.Schema] = _ROLES

    def __call__(self, roles: pa.RecordBatch) -> pa.RecordBatch:
        found = pa.Table.from_batches([roles]).group_by("passage", use_threads=False).aggregate([("role", "max")])
        columns = [found["passage"].combine_chunks(), found["role_max"].combine_chunks()]
        return pa.RecordBatch.from_arrays(columns, schema=_ROLES)


@dataclass(frozen=True)
class Kinds:
    """Passages with their kind."""

    schema: ClassVar[pa.Schema] = PASSAGES

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        role = pc.fill_null(joined["role"], 0)
        kind = pc.if_else(pc.equal(role, 2), "multipage", pc.if_else(pc.equal(role, 1), "collection", "quotation"))
        kind = pc.if_else(copies(joined), "document", kind)
        kind = pc.if_else(joined["boilerplate"], "boilerplate", kind)
        columns = [kind if name == "kind" else joined[name] for name in PASSAGES.names]
        return pa.RecordBatch.from_arrays(columns, schema=PASSAGES)


_ORDERED_PAIRS = pa.schema([_column("order", pa.uint32()), *PASSAGE_PAIRS])


@dataclass(frozen=True)
class Pairs:
    """Passages grouped by their documents, to a row for each two."""

    schema: ClassVar[pa.Schema] = _ORDERED_PAIRS

    def __call__(self, numbered: pa.RecordBatch) -> pa.RecordBatch:
        plates = numbered["boilerplate"].cast(pa.uint32())
        covered = pc.round(pc.multiply(numbered["left_cover"], numbered["left_extent"].cast(pa.float64())))
        wanted = {name: numbered[name] for name in (*_NAMES, "left_cover", "right_cover")}
        rows = pa.table({**wanted, "boilerplate": plates, "characters": covered})
        sums = [([], "count_all"), ("boilerplate", "sum")] + [
            (name, "max") for name in ("left_cover", "right_cover", "characters")
        ]
        found = rows.group_by(list(_NAMES), use_threads=False).aggregate(sums).combine_chunks()
        plates, characters = (found[name].cast(pa.uint32()) for name in ("boilerplate_sum", "characters_max"))
        columns = {name: found[name] for name in _NAMES}
        columns |= {"order": pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), characters), "characters": characters}
        columns |= {"passages": pc.subtract(found["count_all"].cast(pa.uint32()), plates), "boilerplate": plates}
        columns |= {"left_share": found["left_cover_max"], "right_share": found["right_cover_max"]}
        arrays = [columns[name] for name in _ORDERED_PAIRS.names]
        return pa.RecordBatch.from_arrays([each.combine_chunks() for each in arrays], schema=_ORDERED_PAIRS)
