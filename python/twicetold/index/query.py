"""One text compared with an index: the sentences there that match its own, what each match is, and where they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.index.building import KeyPlan
from twicetold.index.segments import KEY_COLUMN, Segment, find_units
from twicetold.jobs.sentences.flow import build_sentence_splitter
from twicetold.jobs.sentences.kinds import CLASSIFY_INPUT, classify_matches
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.matching.fold import IdentifySentences
from twicetold.matching.similarity import Comparison
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, build_named_batch
from twicetold.tables.matching import UNIT_MATCHES, UNITS
from twicetold.tables.reading import DOCUMENTS

PLACES_SHOWN = 10
_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])
_PLACE_COLUMNS = ("document", "title", "section", "position", "start", "end")
_SIDES = ("left", "right")


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
    def _comparison(self) -> Comparison:
        matching = self.settings.matching
        least = matching.threshold if matching.measure == "edit" else 0.0
        return Comparison(self.plan.finder.feature, matching.measure, least)

    def search(self, text: str, limit: int) -> list[QueryMatch]:
        """The matches of each sentence of a text, in its order, the most similar first, at most `limit` of each."""
        sentences = self._split_text(text)
        asked = IdentifySentences(self.settings.folding)(sentences)
        if not asked.num_rows or not any(each.facts.units for each in self.segments):
            return []
        spoken = {row["position"]: row["text"] for row in sentences.to_pylist()}
        found: list[QueryMatch] = []
        matches = self._find_matches(asked)
        for number, position in enumerate(asked["position"].to_pylist()):
            own = [row for row in matches if row["left"] == number]
            described = (self._describe_match(spoken[position], row) for row in own)
            found += [each for each in described if each][:limit]
        return found

    def _split_text(self, text: str) -> Batch:
        row = {each.name: 0 if pa.types.is_integer(each.type) else "" for each in DOCUMENTS}
        document = build_batch_of_rows([row | {"text": text, "markup": "plain", "status": "read"}], DOCUMENTS)
        return build_sentence_splitter(cast(SentenceSettings, self.settings))(document)

    def _find_matches(self, asked: Batch) -> list[dict[str, Any]]:
        """Matches of the asked sentences (`left`, by row) with stored texts (`right`), the most similar first."""
        numbers = pa.arange(0, asked.num_rows).cast(pa.uint32())
        left, right = self._find_candidates(build_batch([numbers, asked["text"]], _TEXTS))
        normal = [asked["text"]]
        places = []
        for segment, units in self._split_units(pc.unique(right)):
            places.append(units)
            normal.append(segment.take_units(units)["text"])
        wanted = pa.concat_arrays(places) if places else pa.array([], pa.uint32())
        texts = pa.concat_arrays(normal)
        rows = pc.add(pc.index_in(right, wanted), asked.num_rows).cast(pa.int32())
        similarity = self._comparison.compare_texts(texts, left.cast(pa.int32()), rows)
        matches = pa.table([left, right, similarity], names=UNIT_MATCHES.names)
        kept = matches.filter(pc.greater_equal(similarity, self.settings.matching.threshold))
        ordered = kept.sort_by([("left", "ascending"), ("similarity", "descending"), ("right", "ascending")])
        found: list[dict[str, Any]] = ordered.to_pylist()
        return found

    def _find_candidates(self, asked: Batch) -> tuple[pa.Array, pa.Array]:
        """Asked sentences and stored texts that share a key, or are the same."""
        hashed = _kernels.identify_texts(asked["text"], 0, False, False)
        same = find_units(self.segments, hashed)
        left, right = [asked["unit"].filter(pc.is_valid(same))], [same.drop_null()]
        for chunk, step in enumerate(self.plan.key_steps):
            keys = step(asked)
            wanted = build_batch([keys["key"]], KEY_COLUMN)
            for segment in self.segments:
                for stored in segment.map_keys(self.plan.generation, chunk):
                    hits = _kernels.find_sorted_keys(wanted, stored)
                    left.append(keys["unit"].take(hits["asked"]))
                    right.append(stored["unit"].take(hits["place"]))
        pairs = pa.table([pa.concat_arrays(left), pa.concat_arrays(right)], names=["left", "right"])
        distinct = pairs.group_by(["left", "right"], use_threads=False).aggregate([])
        return distinct["left"].combine_chunks(), distinct["right"].combine_chunks()

    def _split_units(self, units: pa.Array) -> list[tuple[Segment, pa.Array]]:
        parts = []
        for segment in self.segments:
            first, end = segment.facts.first_unit, segment.facts.first_unit + segment.facts.units
            own = units.filter(pc.and_(pc.greater_equal(units, first), pc.less(units, end)))
            if len(own):
                parts.append((segment, own))
        return parts

    def _describe_match(self, sentence: str, match: dict[str, Any]) -> QueryMatch | None:
        """What a match is; None where no document says the stored text any more."""
        ((segment, units),) = self._split_units(pa.array([match["right"]], pa.uint32()))
        unit = segment.take_units(units)
        copies, rows = self._find_places(unit)
        if not copies:
            return None
        first = rows[0]
        places = [{name: row[name] for name in _PLACE_COLUMNS} for row in rows]
        if match["similarity"] == 1.0 and self._is_same_text(sentence, first["text"]):
            same = ("identical", "", 1.0, "the same text", list[dict[str, Any]]())
            return QueryMatch(sentence, first["text"], 1.0, *same, copies, places)
        (kind,) = classify_pair(sentence, first).to_pylist()
        return QueryMatch(
            sentence,
            first["text"],
            match["similarity"],
            kind["kind"],
            kind["drift"],
            kind["confidence"],
            kind["why"],
            kind["changes"],
            copies,
            places,
        )

    def _is_same_text(self, left: str, right: str) -> bool:
        folding = self.settings.folding
        texts = pa.array([left, right], pa.string())
        normal = _kernels.identify_texts(texts, 0, folding.ignore_case, folding.ignore_punctuation)["text"]
        return bool(normal[0] == normal[1])

    def _find_places(self, unit: Batch) -> tuple[int, list[dict[str, Any]]]:
        """How many sentences say a stored text, and the first of them."""
        asked = build_batch([unit["high"]], KEY_COLUMN)
        copies, rows = 0, list[dict[str, Any]]()
        for segment in self.segments:
            for stored in segment.places:
                hits = _kernels.find_sorted_keys(asked, stored)["place"]
                taken = stored.take(hits)
                same = pc.and_(
                    pc.equal(taken["check"], unit["check"][0]), pc.invert(pc.is_in(taken["owner"], segment.removed))
                )
                live = taken.filter(same)["row"]
                copies += len(live)
                room = PLACES_SHOWN - len(rows)
                rows += [segment.read_sentence(row) for row in live.slice(0, room).to_pylist()]
        return copies, rows


def classify_pair(sentence: str, stored: dict[str, Any]) -> Batch:
    """The kind of a match of a sentence that is in no document with one that is stored."""
    columns: dict[str, pa.Array] = {}
    for each in CLASSIFY_INPUT:
        side, _, name = each.name.partition("_")
        value = None if pa.types.is_integer(each.type) else ""
        if side == "left" and name in ("text", "block"):
            value = {"text": sentence, "block": "prose"}[name]
        elif side == "right" and name in stored:
            value = stored[name]
        columns[each.name] = pa.array([value], each.type)
    return classify_matches(build_named_batch(columns, CLASSIFY_INPUT))
