"""Which documents are worth comparing: those that have a sentence or a run of words in common that few others have.

points        two sentences of two documents: the same, or matches, or with a run of words in common
paired        all points of two documents in one row
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, build_tally, make_step
from twicetold.jobs.passages import noise, pairs_file
from twicetold.jobs.passages.boilerplate import PLACES, list_shared_places
from twicetold.jobs.passages.tables import POINTS
from twicetold.matching.lists import SCORE_LIST, group_into_lists, sum_by_list
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import NUMBER_LIST, UNITS
from twicetold.tables.reading import TALLY
from twicetold.tables.sentence_lists import SENTENCE_LISTS, SHARED_CONTENT

MIN_SHARE = 0.75  # of the shortest passage: what two documents must have in common to be compared, in bytes


def find_document_pairs(load: Callable[[str], Any], settings: Locating, engine: Engine) -> dict[str, Table]:
    """The tables `paired` and `meetings`: two works and all they have in common; and what was too common."""
    places, against = load("places"), bool(settings.against)
    same = PairSharedContent(1.0, settings.boilerplate, against)
    lookup = engine.map(places, key_places_by_unit)
    near = engine.join(load("verified"), lookup, on=("left", "right"), key="unit")
    points = [engine.map(places, same), engine.map(near, PairMatchedPlaces(settings.boilerplate, against))]
    tables = {"meetings": engine.map(places, CountCommonContent(same, "sentences"))}
    if settings.by == "words":
        keys = engine.map(attach_boilerplate(load, engine), ExtractWordRuns(settings.run_words, settings.run_window))
        runs = engine.group(keys, ("key",), list_shared_places)
        few = PairSharedContent(0.0, settings.boilerplate, against)
        points.append(engine.map(runs, few))
        tables["meetings"] = engine.union(
            tables["meetings"], engine.map(runs, CountCommonContent(few, "runs of words"))
        )
    if settings.noise == "ocr" and settings.by == "words" and not settings.pairs:
        points.append(noise.pair_noisy_documents(load, settings, engine))
    if settings.pairs:
        named, counts = pairs_file.read_pairs_file(
            settings.pairs, engine.stream_batches(engine.map(load("works"), SelectColumns(pairs_file.NAME_COLUMNS)))
        )
        points.append(engine.load_rows(named))
        tables["meetings"] = engine.union(
            tables["meetings"], engine.load_rows(pa.Table.from_batches([build_tally(**counts)]))
        )
    least = MIN_SHARE * settings.min_passage if settings.by == "words" else 0.0  # a run may go on over boilerplate
    paired = GroupPointsByPair(least, bool(settings.pairs))
    return {"paired": engine.group(engine.union(*points), ("left", "right"), paired), **tables}


def attach_boilerplate(load: Callable[[str], Any], engine: Engine) -> Table:
    """Works with their boilerplate sentences."""
    wanted = engine.map(load("works"), SelectColumns(WORD_RUN_COLUMNS))
    return engine.join(wanted, load("marks"), on=("number",), key="number", keep=True)


@dataclass(frozen=True)
class PairSharedContent:
    """Every two documents that have the same thing."""

    similarity: float
    most: int
    against: bool
    schema: ClassVar[pa.Schema] = POINTS

    def __call__(self, places: Batch) -> Batch:
        return self.pair_places(places)[0]

    def pair_places(self, places: Batch) -> tuple[Batch, int]:
        """The points, and how many rows made none because they stand in too many documents."""
        return _kernels.pair_places_within(places, self.similarity, self.most, self.against)


@dataclass(frozen=True)
class CountCommonContent:
    """How many things were too common to bring documents together."""

    pairing: PairSharedContent
    name: str
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, places: Batch) -> Batch:
        return build_tally(**{self.name: self.pairing.pair_places(places)[1]})


@make_step(pa.schema([UNITS.field("unit"), *[each for each in PLACES if each.name != "key"]]))
def key_places_by_unit(places: Batch) -> Batch:
    """Places as what is looked up for the two units of a match."""
    columns = [places["key"].cast(pa.uint32()), *places.columns[1:]]
    return build_batch(columns, key_places_by_unit.schema)


@dataclass(frozen=True)
class PairMatchedPlaces:
    """Matches to the places where they stand."""

    most: int
    against: bool
    schema: ClassVar[pa.Schema] = POINTS

    def __call__(self, matches: Batch) -> Batch:
        return _kernels.pair_places_across(matches, self.most, self.against)[0]


WORD_RUN_COLUMNS = pa.schema(
    [SENTENCE_LISTS.field(name) for name in ("number", "is_against", "kin", "text", "cuts", "starts", "ends")]
)


@dataclass(frozen=True)
class ExtractWordRuns:
    """Works to the runs of words by which they may meet."""

    words: int
    window: int
    schema: ClassVar[pa.Schema] = SHARED_CONTENT

    def __call__(self, works: Batch) -> Batch:
        return _kernels.list_word_runs(works, self.words, self.window)


_POINT_LISTS = {
    "left_position": "left_positions",
    "right_position": "right_positions",
    "similarity": "similarities",
    "length": "lengths",
}
PAIR_POINTS = pa.schema(
    [
        POINTS.field("left"),
        POINTS.field("right"),
        pa.field("left_positions", NUMBER_LIST, nullable=False),
        pa.field("right_positions", NUMBER_LIST, nullable=False),
        pa.field("similarities", SCORE_LIST, nullable=False),
        pa.field("lengths", NUMBER_LIST, nullable=False),
    ]
)


@dataclass(frozen=True)
class GroupPointsByPair:
    """Points grouped by documents, to a row for each pair that has enough in common.

    With `given`, only of those pairs that a point of similarity `named_pairs.GIVEN` names.
    """

    least: float = 0.0
    only_named: bool = False
    schema: ClassVar[pa.Schema] = PAIR_POINTS

    def __call__(self, points: Batch) -> Batch:
        columns = group_into_lists(points, ("left", "right"), _POINT_LISTS)
        paired = build_named_batch(columns, PAIR_POINTS)
        if not paired.num_rows:
            return paired
        if self.only_named:
            return self._keep_named_pairs(points, paired)
        return paired.filter(pc.greater_equal(sum_by_list(points["length"], paired["left_positions"]), self.least))

    def _keep_named_pairs(self, points: Batch, paired: Batch) -> Batch:
        """The pairs with a point that says so, without it."""
        named = points.filter(pc.equal(points["similarity"], pairs_file.PAIR_MARKER))
        wanted = set(zip(named["left"].to_pylist(), named["right"].to_pylist(), strict=True))
        pairs = zip(paired["left"].to_pylist(), paired["right"].to_pylist(), strict=True)
        kept = paired.filter(pa.array([pair in wanted for pair in pairs], pa.bool_()))
        names = list(_POINT_LISTS.values())
        rows = [
            [
                point
                for point in zip(*lists, strict=True)
                if point[names.index("similarities")] != pairs_file.PAIR_MARKER
            ]
            for lists in zip(*(kept[name].to_pylist() for name in names), strict=True)
        ]
        columns = [
            pa.array([[point[at] for point in row] for row in rows], PAIR_POINTS.field(name).type)
            for at, name in enumerate(names)
        ]
        return build_batch([kept["left"], kept["right"], *columns], PAIR_POINTS)
