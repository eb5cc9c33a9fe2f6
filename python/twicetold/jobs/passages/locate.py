"""Passages that two documents share: located in every pair that is worth it, and what each of them is.

located     pairs of works to passages; the work is done by `src/passages/`, `docs/passages.md` says how
numbered    the longest first
excerpts    what each says, with some words before and after
told        document, quotation, collection, multipage, boilerplate; and the form: verbatim, edited, reworded, summary
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.jobs.passages import windows
from twicetold.jobs.passages.excerpts import add_excerpts
from twicetold.jobs.passages.tables import PASSAGE_DOCUMENT_PAIRS, PASSAGE_SENTENCE_MATCHES, PASSAGES, POINTS
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.sentence_lists import SENTENCE_LISTS

COPY_SHARE = 0.8  # a document of which more is covered is the other one's copy
COMMON, LEAST_COMMON = 25, 4  # documents: what more of them share is boilerplate
RUNS, RUNS_AGAINST = (6, 6), (3, 1)  # words of a run, and of how many in a row one is looked up
SEARCH_ALL, SEARCH_SHORT = 2**62, 250_000  # pairs of sentences of two documents: any, or those of essays


def settle_locating(settings: Locating, documents: int, is_noisy: bool = False) -> Locating:
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
        noise=("ocr" if is_noisy else "none") if settings.noise == "auto" else settings.noise,
    )


def locate_passages(load: Callable[[str], Any], settings: Locating, least: int, engine: Engine) -> dict[str, Table]:
    """The tables `located`, the passages in order with all that their kind is told by, and `matches`."""
    paired = load("paired")
    if settings.by == "words" and not settings.thorough and settings.noise != "ocr":
        found = engine.map(windows.locate_in_windows(load, settings, least, engine), SettleWindowPassages(settings))
    else:
        works = engine.map(load("works"), SelectColumns(_LOCATE_COLUMNS))
        with_texts = engine.join(paired, works, on=("left", "right"), key="number")
        marked = engine.join(with_texts, load("marks"), on=("left", "right"), key="number", keep=True)
        found = engine.map(marked, LocatePassages(settings, least))
    names = engine.map(load("works"), SelectColumns(_NAME_COLUMNS))
    dots = engine.map(engine.join(paired, names, on=("left", "right"), key="number"), list_passage_sentence_matches)
    return {
        "located": engine.group(found, PASSAGE_ORDER, PassRows(NUMBERED_PASSAGES), number="passage"),
        "matches": engine.group(dots, PASSAGE_SENTENCE_MATCHES.names, PassRows(PASSAGE_SENTENCE_MATCHES)),
    }


def build_passage_tables(load: Callable[[str], Any], engine: Engine) -> dict[str, Table]:
    """The tables `passages` and `document_pairs`."""
    numbered = load("located")
    written = add_excerpts(numbered, load("works"), engine)
    seen = engine.union(
        engine.map(numbered, ListPassagesOfSide("left")), engine.map(numbered, ListPassagesOfSide("right"))
    )
    roles = engine.group(engine.group(seen, ("number",), assign_passage_roles), ("passage",), keep_highest_role)
    kinds = engine.map(engine.join(written, roles, on=("passage",), key="passage", keep=True), assign_passage_kinds)
    pairs = engine.group(numbered, _PAIR_NAMES, summarise_passage_pairs)
    return {
        "passages": engine.group(kinds, ("passage",), PassRows(PASSAGES), in_order=True),
        "document_pairs": engine.group(pairs, ("order", *_PAIR_NAMES), SelectColumns(PASSAGE_DOCUMENT_PAIRS)),
    }


# ---- locating ----

_LOCATE_COLUMNS = pa.schema(
    [SENTENCE_LISTS.field(name) for name in ("number", "document", "title", "text", "cuts", "starts", "ends")]
)
_NAME_COLUMNS = pa.schema([SENTENCE_LISTS.field(name) for name in ("number", "document", "title")])
_PAIR_NAMES = ("left_document", "left_title", "right_document", "right_title")


def _define_column(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


# What the kernel says of either side of a passage.
_SIDE_COLUMNS = {
    "first": pa.uint32(),
    "last": pa.uint32(),
    "start": pa.uint32(),
    "end": pa.uint32(),
    "share": pa.float64(),
    "extent": pa.uint32(),  # characters of the document
    "cover": pa.float64(),  # its share in any passage of the pair that is not boilerplate
}
_KERNEL_COLUMNS = [
    *(_define_column(f"{side}_{name}", kind) for side in ("left", "right") for name, kind in _SIDE_COLUMNS.items()),
    _define_column("sentences", pa.uint32()),
    _define_column("similarity", pa.float64()),
    _define_column("boilerplate", pa.bool_()),
]
LOCATED_PASSAGES = pa.schema(
    [
        _define_column("order", pa.uint32()),  # least for the longest
        *(_define_column(name, pa.string()) for name in _PAIR_NAMES),
        *_KERNEL_COLUMNS,
        POINTS.field("left"),
        POINTS.field("right"),
    ]
)
PASSAGE_ORDER = ("order", *_PAIR_NAMES, "left_start", "right_start", "left_end", "right_end", "left", "right")
NUMBERED_PASSAGES = pa.schema([PASSAGES.field("passage"), *LOCATED_PASSAGES])


@dataclass(frozen=True)
class LocatePassages:
    """Pairs of works to the passages they share."""

    settings: Locating = field(default_factory=Locating)
    least: int = 16  # the weight that a sentence needs to be matched
    schema: ClassVar[pa.Schema] = LOCATED_PASSAGES

    def __call__(self, pairs: Batch) -> Batch:
        return describe_passages(
            pairs, _kernels.locate_passages(pairs, self.settings, self.least, not self.settings.against), self.settings
        )


@dataclass(frozen=True)
class SettleWindowPassages:
    """Pairs with what was found in their windows to the passages they share."""

    settings: Locating = field(default_factory=Locating)
    schema: ClassVar[pa.Schema] = LOCATED_PASSAGES

    def __call__(self, pairs: Batch) -> Batch:
        return describe_passages(pairs, _kernels.resolve_passages(pairs, self.settings), self.settings)


def describe_passages(pairs: Batch, found: Batch, settings: Locating) -> Batch:
    """What the kernels found, with the names of the documents."""
    if not settings.keep_boilerplate:
        found = found.filter(pc.invert(found["boilerplate"]))
    own = pairs.select([*_PAIR_NAMES, "left", "right"]).take(found["pair"])
    columns = {"order": rank_by_length(found), **{name: own[name] for name in own.schema.names}}
    columns |= {each.name: found[each.name] for each in _KERNEL_COLUMNS}
    return build_named_batch(columns, LOCATED_PASSAGES)


def rank_by_length(passages: Mapping[str, pa.Array] | Batch) -> pa.Array:
    """A column that sorts the longest passages first, by their shorter sides."""
    lengths = [pc.subtract(passages[f"{side}_end"], passages[f"{side}_start"]) for side in ("left", "right")]
    return pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), pc.min_element_wise(*lengths))


@make_step(PASSAGE_SENTENCE_MATCHES)
def list_passage_sentence_matches(pairs: Batch) -> Batch:
    """Pairs of works to their sentence matches."""
    own = pairs.select(list(_PAIR_NAMES)).take(pc.list_parent_indices(pairs["similarities"]))
    columns = {name: own[name] for name in _PAIR_NAMES}
    for side in ("left", "right"):
        columns[f"{side}_position"] = pc.list_flatten(pairs[f"{side}_positions"]).cast(pa.uint32())
    columns["similarity"] = pc.list_flatten(pairs["similarities"])
    dots = build_named_batch(columns, PASSAGE_SENTENCE_MATCHES)
    return dots.filter(pc.greater(dots["similarity"], 0.0))


# ---- kinds ----

_PASSAGES_BY_DOCUMENT = pa.schema(
    [
        _define_column("number", pa.uint32()),
        _define_column("extent", pa.uint32()),
        PASSAGES.field("passage"),
        _define_column("other", pa.uint32()),
        _define_column("start", pa.uint32()),
        _define_column("end", pa.uint32()),
        _define_column("other_cover", pa.float64()),
    ]
)


@dataclass(frozen=True)
class ListPassagesOfSide:
    """Passages as one of their documents sees them; boilerplate and copies of all of it say nothing of a document."""

    side: str
    schema: ClassVar[pa.Schema] = _PASSAGES_BY_DOCUMENT

    def __call__(self, numbered: Batch) -> Batch:
        other = "right" if self.side == "left" else "left"
        rows = numbered.filter(pc.invert(pc.or_(numbered["boilerplate"], mark_copies(numbered))))
        columns = [rows[self.side], rows[f"{self.side}_extent"], rows["passage"], rows[other]]
        columns += [rows[f"{self.side}_start"], rows[f"{self.side}_end"], rows[f"{other}_cover"]]
        return build_batch(columns, _PASSAGES_BY_DOCUMENT)


def mark_copies(numbered: Batch) -> pa.Array:
    """Which passages are of two documents that cover each other."""
    return pc.and_(
        pc.greater_equal(numbered["left_cover"], COPY_SHARE), pc.greater_equal(numbered["right_cover"], COPY_SHARE)
    )


_PASSAGE_ROLES = pa.schema([PASSAGES.field("passage"), _define_column("role", pa.uint32())])


@make_step(_PASSAGE_ROLES)
def assign_passage_roles(seen: Batch) -> Batch:
    """Passages grouped by a document of theirs, to those that are more than quotations."""
    return _kernels.find_passage_roles(seen)


@make_step(_PASSAGE_ROLES)
def keep_highest_role(roles: Batch) -> Batch:
    """Each passage once, with the higher of its roles."""
    found = pa.Table.from_batches([roles]).group_by("passage", use_threads=False).aggregate([("role", "max")])
    columns = [found["passage"].combine_chunks(), found["role_max"].combine_chunks()]
    return build_batch(columns, _PASSAGE_ROLES)


@make_step(PASSAGES)
def assign_passage_kinds(joined: Batch) -> Batch:
    """Passages with their kind and form."""
    role = pc.fill_null(joined["role"], 0)
    kind = pc.if_else(pc.equal(role, 2), "multipage", pc.if_else(pc.equal(role, 1), "collection", "quotation"))
    kind = pc.if_else(mark_copies(joined), "document", kind)
    kind = pc.if_else(joined["boilerplate"], "boilerplate", kind)
    named = {"kind": kind, "form": _kernels.find_passage_forms(joined)["form"]}
    columns = [named[name] if name in named else joined[name] for name in PASSAGES.names]
    return build_batch(columns, PASSAGES)


_ORDERED_PAIRS = pa.schema([_define_column("order", pa.uint32()), *PASSAGE_DOCUMENT_PAIRS])


@make_step(_ORDERED_PAIRS)
def summarise_passage_pairs(numbered: Batch) -> Batch:
    """Passages grouped by their documents, to a row for each two."""
    plates = numbered["boilerplate"].cast(pa.uint32())
    covered = pc.round(pc.multiply(numbered["left_cover"], numbered["left_extent"].cast(pa.float64())))
    wanted = {name: numbered[name] for name in (*_PAIR_NAMES, "left_cover", "right_cover")}
    rows = pa.table({**wanted, "boilerplate": plates, "characters": covered})
    sums = [([], "count_all"), ("boilerplate", "sum")] + [
        (name, "max") for name in ("left_cover", "right_cover", "characters")
    ]
    found = rows.group_by(list(_PAIR_NAMES), use_threads=False).aggregate(sums).combine_chunks()
    plates, characters = (found[name].cast(pa.uint32()) for name in ("boilerplate_sum", "characters_max"))
    columns = {name: found[name] for name in _PAIR_NAMES}
    columns |= {"order": pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), characters), "characters": characters}
    columns |= {"passages": pc.subtract(found["count_all"].cast(pa.uint32()), plates), "boilerplate": plates}
    columns |= {"left_share": found["left_cover_max"], "right_share": found["right_cover_max"]}
    arrays = [columns[name] for name in _ORDERED_PAIRS.names]
    return build_batch([each.combine_chunks() for each in arrays], _ORDERED_PAIRS)
