"""Two documents that are known to be alike, as works, to the stretches that both say; see `overlapping.py`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.jobs.documents.tables import DOCUMENT_OVERLAPS
from twicetold.matching.similarity import round_scores
from twicetold.tables.batches import Batch, build_batch, build_named_batch

SHORT_CHARACTERS = 30  # characters: a shorter stretch says nothing, even of two that are known to be alike
EXCERPT_CHARACTERS = 160  # characters
SIDES = ("left", "right")
_COUNT = pa.uint32()


def _define_column(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


OVERLAP_PAIRS = pa.schema([DOCUMENT_OVERLAPS.field("cluster"), *[_define_column(name, _COUNT) for name in SIDES]])
_SPAN_COLUMNS = [each for each in DOCUMENT_OVERLAPS if each.name.endswith(("_start", "_end", "_share"))]
UNNAMED_OVERLAPS = pa.schema(
    [
        *OVERLAP_PAIRS,
        *_SPAN_COLUMNS,
        *[DOCUMENT_OVERLAPS.field(name) for name in ("characters", "similarity", "excerpt")],
    ]
)
_SPAN_NAMES = ("first", "start", "end")

_ALIGNMENTS = pa.schema(
    [
        _define_column("pair", _COUNT),
        *[_define_column(f"{side}_{name}", _COUNT) for side in SIDES for name in _SPAN_NAMES],
        _define_column("similarity", pa.float64()),
    ]
)

_ORDER = ("pair", "left_start", "left_end", "right_start", "right_end")


@dataclass(frozen=True)
class LocateOverlaps:
    """Pairs of works to the stretches that both say."""

    settings: Locating = field(default_factory=Locating)
    schema: ClassVar[pa.Schema] = UNNAMED_OVERLAPS

    def __call__(self, pairs: Batch) -> Batch:
        is_same = pc.equal(pairs["left_text"], pairs["right_text"])
        same = _find_rows(is_same)
        long = self._align_rows(pairs, _find_rows(pc.invert(is_same)), self.settings)
        done = pc.is_in(pa.arange(0, pairs.num_rows).cast(_COUNT), pa.concat_arrays([same, long["pair"]]))
        loose = replace(self.settings, min_passage=min(SHORT_CHARACTERS, self.settings.min_passage), evidence=0.0)
        short = self._align_rows(pairs, _find_rows(pc.invert(done)), loose)
        found = pa.concat_batches([_cover_whole_texts(pairs, same), long, short])
        return _describe_overlaps(pairs, found.take(pc.sort_indices(found, [(name, "ascending") for name in _ORDER])))

    def _align_rows(self, pairs: Batch, rows: pa.Array, settings: Locating) -> Batch:
        found = _kernels.align_documents(pairs.take(rows), settings)
        columns = [rows.take(found["pair"]), *[found[name].cast(_COUNT) for name in _ALIGNMENTS.names[1:-1]]]
        return build_batch([*columns, found["similarity"]], _ALIGNMENTS)


def _find_rows(mask: pa.Array) -> pa.Array:
    """The rows for which something holds."""
    return pc.indices_nonzero(mask).cast(_COUNT)


def _cover_whole_texts(pairs: Batch, rows: pa.Array) -> Batch:
    """Pairs of one text: all of it, from the first sentence to the last."""
    columns = {"pair": rows, "similarity": pa.repeat(1.0, len(rows))}
    for side in SIDES:
        bounds = _find_bounds(pairs.take(rows), side)
        columns |= {f"{side}_first": pa.repeat(pa.scalar(0, _COUNT), len(rows))}
        columns |= {f"{side}_{name}": each.cast(_COUNT) for name, each in zip(("start", "end"), bounds, strict=True)}
    return build_named_batch(columns, _ALIGNMENTS)


def _find_bounds(pairs: Batch, side: str) -> tuple[pa.Array, pa.Array]:
    """Where the first sentence of each document begins, and where its last ends; a work has at least one."""
    starts, ends = pairs[f"{side}_starts"], pairs[f"{side}_ends"]
    last = pc.subtract(pc.cumulative_sum(pc.list_value_length(ends)), 1)
    return pc.list_element(starts, 0), pc.list_flatten(ends).take(last)


def _describe_overlaps(pairs: Batch, found: Batch) -> Batch:
    """What was found, with the pair that it is of, shares and excerpts."""
    columns = {name: pairs[name].take(found["pair"]) for name in OVERLAP_PAIRS.names}
    lengths = []
    for side in SIDES:
        start, end = found[f"{side}_start"], found[f"{side}_end"]
        first, last = (each.take(found["pair"]).cast(pa.float64()) for each in _find_bounds(pairs, side))
        lengths.append(pc.subtract(end, start))
        share = pc.divide(lengths[-1].cast(pa.float64()), pc.max_element_wise(pc.subtract(last, first), 1.0))
        columns |= {f"{side}_start": start, f"{side}_end": end, f"{side}_share": pc.min_element_wise(share, 1.0)}
    columns |= {"characters": pc.min_element_wise(*lengths), "similarity": round_scores(found["similarity"])}
    excerpts = zip(*(found[name].to_pylist() for name in ("pair", "left_first", "left_start", "left_end")), strict=True)
    columns["excerpt"] = pa.array([_cut_excerpt(pairs, *each) for each in excerpts], pa.string())
    return build_named_batch(columns, UNNAMED_OVERLAPS)


def _cut_excerpt(pairs: Batch, row: int, first: int, start: int, end: int) -> str:
    """How the left stretch begins, without markup; where its first sentence has some, from the sentence's beginning."""
    cuts, starts, ends = (pairs[f"left_{name}"][row].values for name in ("cuts", "starts", "ends"))
    text, at, said = memoryview(pairs["left_text"][row].as_buffer()), pc.sum(cuts.slice(0, first)).as_py() or 0, ""
    for number in range(first, len(cuts)):
        begins, length = starts[number].as_py(), cuts[number].as_py()
        if begins >= end or len(said) >= EXCERPT_CHARACTERS:
            break
        sentence = bytes(text[at : at + length]).decode()
        is_plain = len(sentence) == ends[number].as_py() - begins
        said += f" {sentence[max(start - begins, 0) : end - begins] if is_plain else sentence}"
        at += length
    return " ".join(said.split())[:EXCERPT_CHARACTERS]
