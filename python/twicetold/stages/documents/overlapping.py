"""Where two like documents say the same: every pair that was found, located to the character on both sides.

paired      who goes and what it repeats, and every other match
wanted      the documents of these pairs, by where they stand in the input
works       these alone, read again and cut into sentences: what is compared has no places in the text as read
overlaps    the stretches that both say

The work is that of `passages` on named pairs (`src/passages/`); but these two are known to be alike, so no summary is
looked for, and where they share no stretch that is long enough for a passage, a short one will do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.errors import InputError, SettingsError
from twicetold.readers.inputs import Input, shown
from twicetold.run import Run
from twicetold.schema import ALIKE, DOCUMENTS, OVERLAPS, STANDING, WORKS
from twicetold.splitters.sentences import Sentences
from twicetold.stages.documents.kept import Clustered
from twicetold.stages.documents.overlap_steps import PAIRED, SIDES, Overlap
from twicetold.stages.passages.works import Gathered
from twicetold.stages.placing import Placed, Shown

WAYS = ("against", "always", "never")
_SELF = ("source", "place", "revision")  # what tells a document from all others
_NAMES = ("document", "title", *_SELF)
_COUNT = pa.uint32()


_KEY = pa.field("key", pa.uint64(), nullable=False)
_NUMBER = STANDING.field("number")
WANTED = pa.schema([_KEY, _NUMBER, *[STANDING.field(name).with_name(f"wanted_{name}") for name in _SELF]])
_NAMED = pa.schema([*Overlap.schema, *[OVERLAPS.field(f"{side}_{name}") for side in SIDES for name in _NAMES]])
_ORDER = (*PAIRED.names, "left_start", "left_end", "right_start", "right_end")
CUT = pa.schema([WORKS.field(name) for name in ("number", "text", "cuts", "starts", "ends")])


def is_asked(locate: str, inputs: Sequence[Input], against: Sequence[Input]) -> bool:
    """Whether overlaps are to be located. The input is read twice for it, which stdin cannot be."""
    if locate not in WAYS:
        raise SettingsError(f"`--locate {locate}`", f"Available: {', '.join(WAYS)}")
    piped = any(each.path == "-" for each in (*inputs, *against))
    if piped and locate == "always":
        raise InputError("overlaps cannot be located in stdin", "the input is read twice: save it to a file first")
    return locate == "always" or (locate == "against" and bool(against) and not piped)


def paired(load: Callable[[str], Any], engine: Engine) -> dict[str, Any]:
    """The tables `paired` and `wanted`."""
    labels = load("labels")
    met = engine.join(load("verified"), engine.map(labels, Clustered()), SIDES, "unit", keep=True)
    matched = engine.map(engine.map(met, Placed(ALIKE)), Turned())
    pairs = engine.group(engine.union(engine.map(labels, Gone()), matched), PAIRED.names, Once(PAIRED))
    numbers = engine.union(*(engine.map(pairs, Numbers(side)) for side in SIDES))
    once = engine.group(numbers, ("number",), Once(Numbers.schema))
    known = engine.map(load("standing"), Select(pa.schema([STANDING.field(name) for name in ("number", *_SELF)])))
    wanted = engine.map(engine.join(once, known, on=("number",), key="number"), Wanted())
    return {"paired": pairs, "wanted": engine.group(wanted, ("key",), First(WANTED))}


def holding(inputs: Iterable[Input], wanted: Iterable[pa.RecordBatch]) -> list[Input]:
    """The files that have a document that is wanted: no other is read again."""
    sources = {source for batch in wanted for source in pc.unique(batch["wanted_source"]).to_pylist()}
    return [each for each in inputs if shown(each.path) in sources]


def works(documents: Any, wanted: Any, split: Sentences, engine: Engine) -> Any:
    """The table `works`: of the documents as read those that are wanted, with their sentences."""
    return engine.map(engine.join(engine.map(documents, Keyed()), wanted, on=("key",), key="key"), Cut(split))


def overlaps(load: Callable[[str], Any], settings: Locating, engine: Engine) -> Any:
    """The table `overlaps`: pair after pair, in the order of the documents that go."""
    met = engine.join(load("paired"), load("works"), on=SIDES, key="number")
    found = engine.map(met, Overlap(replace(settings, summary_evidence=0.0)))
    names = engine.map(load("standing"), Select(pa.schema([STANDING.field(name) for name in ("number", *_NAMES)])))
    named = engine.map(engine.join(found, names, on=SIDES, key="number"), Select(_NAMED))
    return engine.map(engine.group(named, _ORDER, Same(_NAMED)), Shown(OVERLAPS))


def figures(run: Run) -> dict[str, Any]:
    """How many pairs were looked at, how many have an overlap, and how many overlaps there are."""
    ends = [f"{side}_{name}" for side in SIDES for name in _SELF]
    pairs, last = 0, None
    for batch in run.batches("overlaps"):
        for pair in zip(*(batch[name].to_pylist() for name in ends), strict=True):
            pairs, last = pairs + (pair != last), pair  # the rows of a pair stand together
    looked_at = run.rows("paired")
    return {"located": {"pairs": looked_at, "with_overlap": pairs}, "overlaps": run.rows("overlaps")}


# ---- pairs ----


@dataclass(frozen=True)
class Gone:
    """Documents of clusters with their core; copies of the core that stand in `--against` with it are no pair."""

    schema: ClassVar[pa.Schema] = PAIRED

    def __call__(self, labels: pa.RecordBatch) -> pa.RecordBatch:
        rows = labels.filter(pc.and_(pc.equal(labels["side"], 1), pc.not_equal(labels["number"], labels["core"])))
        return pa.RecordBatch.from_arrays([rows[name] for name in ("cluster", "number", "core")], schema=PAIRED)


@dataclass(frozen=True)
class Turned:
    """Matches the other way round: the left one of a match is the one that stays, if one does."""

    schema: ClassVar[pa.Schema] = PAIRED

    def __call__(self, placed: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays([placed[name] for name in ("cluster", "right", "left")], schema=PAIRED)


@dataclass(frozen=True)
class Once:
    """Rows in order, each once."""

    schema: pa.Schema

    def __call__(self, rows: pa.RecordBatch) -> pa.RecordBatch:
        return rows.filter(_changes(rows, self.schema.names))


@dataclass(frozen=True)
class First:
    """Of rows with one key the first."""

    schema: pa.Schema

    def __call__(self, rows: pa.RecordBatch) -> pa.RecordBatch:
        return rows.filter(_changes(rows, ("key",)))


def _changes(rows: pa.RecordBatch, by: Sequence[str]) -> pa.Array:
    """Which rows differ from the one before."""
    changed = pa.repeat(False, max(rows.num_rows - 1, 0))
    for name in by:
        column = rows[name]
        changed = pc.or_(changed, pc.not_equal(column.slice(1), column.slice(0, len(changed))))
    return pa.concat_arrays([pa.repeat(True, min(rows.num_rows, 1)), changed])


@dataclass(frozen=True)
class Numbers:
    """The documents on one side of pairs."""

    side: str
    schema: ClassVar[pa.Schema] = pa.schema([_NUMBER])

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays([pairs[self.side]], schema=self.schema)


# ---- documents ----


@dataclass(frozen=True)
class Wanted:
    """Documents under the key by which they are known again when they are read once more."""

    schema: ClassVar[pa.Schema] = WANTED

    def __call__(self, known: pa.RecordBatch) -> pa.RecordBatch:
        own = [known[name] for name in _SELF]
        return pa.RecordBatch.from_arrays([_keys(known), known["number"], *own], schema=WANTED)


@dataclass(frozen=True)
class Keyed:
    """Documents that were read, with that key."""

    schema: ClassVar[pa.Schema] = pa.schema([*DOCUMENTS, _KEY])

    def __call__(self, documents: pa.RecordBatch) -> pa.RecordBatch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        return pa.RecordBatch.from_arrays([*read.columns, _keys(read)], schema=self.schema)


def _keys(rows: pa.RecordBatch) -> pa.Array:
    own = zip(*(rows[name].to_pylist() for name in _SELF), strict=True)
    return pa.array([_number("\0".join(each)) for each in own], pa.uint64())


def _number(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest())


@dataclass(frozen=True)
class Cut:
    """Documents that found their number by the key: those that are the ones meant, with their sentences."""

    split: Sentences
    schema: ClassVar[pa.Schema] = CUT

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        same = pa.repeat(True, joined.num_rows)
        for name in _SELF:
            same = pc.and_(same, pc.equal(joined[name], joined[f"wanted_{name}"]))
        own = joined.filter(same)
        documents = own.select(DOCUMENTS.names).set_column(0, DOCUMENTS.field(0), own["number"].cast(pa.string()))
        gathered = Gathered(self.split)(documents)
        rest = [gathered[name] for name in CUT.names[1:]]
        return pa.RecordBatch.from_arrays([gathered["document"].cast(_COUNT), *rest], schema=CUT)
