"""What an index must know of the job `sentences`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.engines.local import Local
from twicetold.engines.steps import SelectColumns
from twicetold.errors import SettingsError
from twicetold.index.answer import Answer
from twicetold.index.jobs.base import IndexedJob, Makers
from twicetold.index.keys import KeyPlan
from twicetold.index.query import classify_pairs
from twicetold.index.segments import Segment
from twicetold.jobs.sentences.flow import build_sentence_splitter
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.matching.clusters.cohere import find_cores
from twicetold.matching.clusters.members import UNITS_WITHOUT_TEXT, KeepClusteredUnits
from twicetold.tables.batches import Batch


class IndexedSentences(IndexedJob):
    has_aliases = True

    def complete_settings(self, settings: SentenceSettings) -> SentenceSettings:
        if settings.reading.revisions == "all":
            raise SettingsError("an index holds one revision of a page", "leave out `--revisions all`")
        return settings

    def build_splitter(self, settings: SentenceSettings) -> Callable[[Batch], Batch]:
        return build_sentence_splitter(settings)

    def find_clusters(
        self, units: Batch, matches: pa.Table, settings: SentenceSettings, plan: KeyPlan, engine: Local
    ) -> pa.Table:
        texts, verified = engine.load_rows(pa.Table.from_batches([units])), engine.load_rows(matches)
        cores = find_cores(texts, verified, plan.finder.feature, settings.matching, engine)
        placed = engine.map(texts, SelectColumns(UNITS_WITHOUT_TEXT))
        joined = engine.join(placed, cores, on=("unit",), key="unit", keep=True)
        clustered = engine.map(joined, KeepClusteredUnits(settings.matching.relation))
        return engine.collect({"clustered": clustered})["clustered"].select(["unit", "core"])

    def list_makers(self, answer: Answer, segments: Sequence[Segment], file: Path | None) -> Makers:
        return {"front": lambda _: answer.load_front(segments, file), "matches": answer.load_matches}

    def classify_matches(self, pairs: Sequence[tuple[str, Mapping[str, Any]]]) -> list[dict[str, Any]]:
        return classify_pairs(pairs).to_pylist()

    def describe_place(self, place: Mapping[str, Any]) -> str:
        return f"{place['title'] or place['document']}, sentence {place['position'] + 1}"
