"""Texts in memory to verified clusters: the stages of the job `sentences` without files.

For notebooks, and for programs that have their sentences already: `twicetold.cluster(["One.", "Two.", "One!"])`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Folding, complete_settings
from twicetold.engines.local import Local
from twicetold.engines.steps import SelectColumns, sum_tallies
from twicetold.jobs import stages as finding
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.matching.clusters.members import select_label_hashes
from twicetold.matching.fold import fold_identified_sentences, identify_texts
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import IDENTIFIED_SENTENCES, UNIT_MATCHES


@dataclass(frozen=True)
class TextClusters:
    """What repeats among texts. Texts go by their number in the order given."""

    labels: pa.Array  # the cluster of each text, from 0 and the largest; null where it is alone
    matches: pa.Table  # left, right, similarity; of identical texts the first stands for all
    facts: dict[str, Any]  # distinct texts, candidates, the share of true pairs that the settings should find


def cluster_texts(texts: Sequence[str] | pa.Array | pa.ChunkedArray, settings: SentenceSettings) -> TextClusters:
    """The clusters among texts, by the same settings as files."""
    settings = complete_settings(settings)
    finding.check_settings(settings)
    engine = Local(settings.machine)
    rows = number_texts(texts)
    identified = engine.map(engine.load_rows(rows), IdentifyTexts(settings.folding))
    hashes = engine.map(identified, SelectColumns(IDENTITIES))
    first = engine.collect({"units": fold_identified_sentences(identified, engine), "identities": hashes})
    distinct = first["units"]
    units = engine.load_rows(distinct)
    finder = finding.fit_finder_in_memory(
        finding.build_finder(settings, distinct.num_rows), units, distinct.num_rows, engine
    )
    found = engine.collect(finding.match_units(units, finder, settings, engine))
    verified = engine.load_rows(found["verified"])
    named = engine.collect(finding.cluster_units(units, verified, finder, settings, engine))
    members = _find_members(engine.load_rows(first["identities"]), engine.load_rows(named["labels"]), engine)
    judged = sum_tallies(found["judged"])
    crowds = sum_tallies(found["crowds"])
    settled, candidates = finder.facts, sum(judged.values())
    facts = {"units": distinct.num_rows, **settled, "candidates": candidates, "clusters": named["heads"].num_rows}
    facts["crowds"] = finding.summarise_crowds(crowds, candidates, settled.get("partition", ""))
    labels = _place_values(members["position"], members["cluster"], rows.num_rows)
    return TextClusters(labels, _renumber_matches(found["verified"], distinct), facts)


NUMBERED_TEXTS = pa.schema([IDENTIFIED_SENTENCES.field(name) for name in ("position", "text")])


def number_texts(texts: Sequence[str] | pa.Array | pa.ChunkedArray) -> pa.Table:
    """Texts, each with its number in the order given as its position; nulls as empty texts."""
    chunks = texts.chunks if isinstance(texts, pa.ChunkedArray) else [texts]
    arrays = [each if isinstance(each, pa.Array) else pa.array(each, pa.string()) for each in chunks]
    column = pa.chunked_array([pc.fill_null(each.cast(pa.string()), "") for each in arrays], pa.string())
    return pa.table([pa.arange(0, len(column)).cast(pa.uint32()), column], schema=NUMBERED_TEXTS)


@dataclass(frozen=True)
class IdentifyTexts:
    """The texts that count, in their normal form, as sentences of no document."""

    settings: Folding
    schema: ClassVar[pa.Schema] = IDENTIFIED_SENTENCES

    def __call__(self, texts: Batch) -> Batch:
        found = identify_texts(texts["text"], self.settings, max(self.settings.min_characters, 1))
        none = pa.repeat("", texts.num_rows)
        columns = [*(found[name] for name in ("high", "low", "text")), none, none, texts["position"]]
        return build_batch(columns, self.schema).filter(pc.not_equal(found["text"], ""))


IDENTITIES = pa.schema([IDENTIFIED_SENTENCES.field(name) for name in ("high", "low", "position")])


def _find_members(identities: Any, labels: Any, engine: Local) -> pa.Table:
    """The texts that stand in a cluster, by their numbers."""
    joined = engine.join(identities, engine.map(labels, select_label_hashes), on=("high",), key="high")
    found = engine.collect({"members": joined})["members"]
    return found.filter(pc.equal(found["low"], found["label_low"]))


def _place_values(places: pa.ChunkedArray, values: pa.ChunkedArray, rows: int) -> pa.Array:
    """An array of `rows` with each value at its place and nulls elsewhere; places ascend."""
    index = pc.index_in(pa.arange(0, rows).cast(pa.uint32()), places.combine_chunks())
    return values.combine_chunks().take(index)


def _renumber_matches(verified: pa.Table, units: pa.Table) -> pa.Table:
    """Matches by the numbers of texts, the earlier one on the left."""
    positions = units["position"].combine_chunks()
    left, right = (positions.take(verified[side].combine_chunks()) for side in ("left", "right"))
    columns = {"left": pc.min_element_wise(left, right), "right": pc.max_element_wise(left, right)}
    named = pa.table(columns | {"similarity": verified["similarity"]}, schema=UNIT_MATCHES)
    return named.sort_by([("left", "ascending"), ("right", "ascending")])
