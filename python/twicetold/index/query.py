"""One text compared with an index: the sentences there that match its own, what each match is, and where they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.index.jobs import load_indexed_job
from twicetold.index.jobs.base import IndexedJob
from twicetold.index.keys import KeyPlan
from twicetold.index.segments import REMOVED_DOCUMENTS, STORED_SENTENCES, Segment
from twicetold.jobs.sentences.kinds import CLASSIFY_INPUT, classify_matches
from twicetold.matching.fold import IdentifySentences
from twicetold.measures.base import load_measure
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, build_named_batch
from twicetold.tables.reading import DOCUMENTS

PLACES_SHOWN = 10
_PLACE_COLUMNS = ("document", "title", "section", "position", "start", "end")


@dataclass(frozen=True)
class QueryMatch:
    """A sentence of the text that was asked for, and a text of the index that matches it."""

    sentence: str  # of the text that was asked for
    text: str  # of the index
    similarity: float
    kind: str  # what the match is: `identical`, or one of the kinds of `sentences`
    drift: str  # contradiction, update or dated-update, where the kind is drift
    confidence: float
    why: str
    changes: list[dict[str, Any]]
    copies: int  # sentences of the index that say it
    places: list[dict[str, Any]]  # of the first of them


@dataclass(frozen=True)
class Searcher:
    """Compares texts with the segments of an index."""

    settings: ComparisonSettings
    segments: Sequence[Segment]
    plan: KeyPlan

    @cached_property
    def _kernel(self) -> _kernels.IndexSearcher:
        """The segments, ready to be searched."""
        matching, step = self.settings.matching, self.plan.finder.key_step
        generation, chunks = self.plan.generation, range(len(self.plan.key_steps))
        segments = [
            (
                each.units,
                [each.open_keys(generation, chunk) for chunk in chunks],
                each.places,
                build_batch([each.removed], REMOVED_DOCUMENTS),
            )
            for each in self.segments
            if each.facts.documents
        ]
        return _kernels.IndexSearcher(
            segments,
            step.feature.kernel,
            step.lengths,
            (step.method, list(step.numbers), step.seed),
            self.plan.band_ends,
            load_measure(matching.measure).kernel,
            matching.threshold,
        )

    @cached_property
    def _searched(self) -> Sequence[Segment]:
        return [each for each in self.segments if each.facts.documents]

    @cached_property
    def _empty_document(self) -> Batch:
        row = {each.name: 0 if pa.types.is_integer(each.type) else "" for each in DOCUMENTS}
        return build_batch_of_rows([row | {"markup": "plain", "status": "read"}], DOCUMENTS)

    @cached_property
    def _split(self) -> Callable[[Batch], Batch]:
        return load_indexed_job(self.settings.job).build_splitter(self.settings)

    @cached_property
    def _identify(self) -> IdentifySentences:
        return IdentifySentences(self.settings.folding)

    def search(self, text: str, limit: int) -> list[QueryMatch]:
        """The matches of each sentence of a text, in its order, the most similar first, at most `limit` of each."""
        if not any(each.facts.units for each in self.segments):
            return []
        place = DOCUMENTS.get_field_index("text")
        document = self._empty_document.set_column(place, DOCUMENTS.field(place), pa.array([text], pa.string()))
        sentences = self._split(document)
        asked = self._identify(sentences)
        found = self._kernel.search(asked, limit, PLACES_SHOWN)
        if not found:
            return []
        said = dict(zip(sentences["position"].to_pylist(), sentences["text"].to_pylist(), strict=True))
        spoken = [said[position] for position in asked["position"].to_pylist()]
        described = [
            StoredMatch(spoken[row], similarity, is_same, copies, self._read_places(places))
            for row, similarity, is_same, copies, places in found
        ]
        return describe_matches(described, load_indexed_job(self.settings.job))

    def _read_places(self, places: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
        return [self._searched[segment].read_sentence(row) for segment, row in places]


@dataclass(frozen=True)
class StoredMatch:
    """A match as the segments have it."""

    sentence: str
    similarity: float
    is_same: bool
    copies: int
    rows: list[dict[str, Any]]


def describe_matches(matches: Sequence[StoredMatch], job: IndexedJob) -> list[QueryMatch]:
    """What matches are; the kinds of all are found at once."""
    others = [each for each in matches if not each.is_same]
    asked = [(each.sentence, each.rows[0]) for each in others]
    rows = job.classify_matches(asked) if others else []
    kinds = iter(rows)
    return [_describe_match(each, _SAME if each.is_same else next(kinds)) for each in matches]


_SAME = {"kind": "identical", "drift": "", "confidence": 1.0, "why": "the same text", "changes": ()}


def _describe_match(match: StoredMatch, kind: Mapping[str, Any]) -> QueryMatch:
    return QueryMatch(
        match.sentence,
        match.rows[0]["text"],
        match.similarity,
        kind["kind"],
        kind["drift"],
        kind["confidence"],
        kind["why"],
        list(kind["changes"]),
        match.copies,
        [{name: row[name] for name in _PLACE_COLUMNS} for row in match.rows],
    )


def classify_pairs(pairs: Sequence[tuple[str, Mapping[str, Any]]]) -> Batch:
    """The kinds of matches of sentences that are in no document with some that are stored."""
    columns: dict[str, pa.Array] = {}
    for each in CLASSIFY_INPUT:
        side, _, name = each.name.partition("_")
        empty = None if pa.types.is_integer(each.type) else ""
        values: list[Any] = [empty] * len(pairs)
        if side == "left" and name == "text":
            values = [sentence for sentence, _ in pairs]
        elif side == "left" and name == "block":
            values = ["prose"] * len(pairs)
        elif side == "right" and name in STORED_SENTENCES.names:
            values = [stored[name] for _, stored in pairs]
        columns[each.name] = pa.array(values, each.type)
    return classify_matches(build_named_batch(columns, CLASSIFY_INPUT))
