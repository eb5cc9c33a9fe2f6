"""Texts in memory to verified clusters: the stages of the job `sentences` without files.

For notebooks, and for programs that have their sentences already: `twicetold.cluster(["One.", "Two.", "One!"])`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Settings, completed
from twicetold.engines.local import Local
from twicetold.engines.steps import Select, totals
from twicetold.flow import finding
from twicetold.schema import IDENTIFIED, SENTENCES, VERIFIED
from twicetold.stages import clustering
from twicetold.stages.folding import Identify, fold


@dataclass(frozen=True)
class Clusters:
    """What repeats among texts. Texts go by their number in the order given."""

    labels: pa.Array  # the cluster of each text, from 0 and the largest; null where it is alone
    matches: pa.Table  # left, right, jaccard, edit_similarity; of identical texts the first stands for all
    facts: dict[str, Any]  # distinct texts, candidates, the share of true pairs that the settings should find


def cluster_texts(texts: Sequence[str] | pa.Array | pa.ChunkedArray, settings: Settings) -> Clusters:
    """The clusters among texts, by the same settings as files."""
    settings = completed(settings)
    finding.check(settings)
    settings = replace(settings, folding=replace(settings.folding, blocks=(), min_aside=0))
    engine = Local(settings.machine)
    rows = as_sentences(texts)
    sentences = engine.table(rows)
    identified = engine.map(sentences, Identify(settings.folding))
    hashes = engine.map(identified, Select(IDENTITIES))
    first = engine.collect({"units": fold(identified, engine), "identities": hashes})
    distinct = first["units"]
    units = engine.table(distinct)
    finder = finding.fitted(finding.finder_of(settings, distinct.num_rows), units, distinct.num_rows, engine)
    found = engine.collect(finding.match(units, finder, settings, engine))
    verified = engine.table(found["verified"])
    named = engine.collect(finding.clusters(units, verified, finder, settings, engine))
    members = _members(engine.table(first["identities"]), engine.table(named["labels"]), engine)
    judged = totals(found["judged"])
    crowds = totals(found["crowds"])
    settled, candidates = finder.facts, sum(judged.values())
    facts = {"units": distinct.num_rows, **settled, "candidates": candidates, "clusters": named["heads"].num_rows}
    facts["crowds"] = finding.told_of(crowds, candidates, settled.get("partition", ""))
    labels = _spread(members["position"], members["cluster"], rows.num_rows)
    return Clusters(labels, _matches(found["verified"], distinct), facts)


def as_sentences(texts: Sequence[str] | pa.Array | pa.ChunkedArray) -> pa.Table:
    """Texts as rows of SENTENCES; the number of each is its position."""
    chunks = texts.chunks if isinstance(texts, pa.ChunkedArray) else [texts]
    arrays = [each if isinstance(each, pa.Array) else pa.array(each, pa.string()) for each in chunks]
    batches, first = [], 0
    for array in arrays:
        array = pc.fill_null(array.cast(pa.string()), "")
        rows = len(array)
        nothing = pa.repeat("", rows)
        numbers = pa.arange(first, first + rows).cast(pa.uint32())
        zeros = pa.repeat(pa.scalar(0, pa.uint32()), rows)
        columns = {"text": array, "position": numbers, "start": zeros, "end": zeros}
        batches.append(
            pa.RecordBatch.from_arrays([columns.get(name, nothing) for name in SENTENCES.names], schema=SENTENCES)
        )
        first += rows
    return pa.Table.from_batches(batches, SENTENCES)


IDENTITIES = pa.schema([IDENTIFIED.field(name) for name in ("high", "low", "position")])


def _members(identities: Any, labels: Any, engine: Local) -> pa.Table:
    """The texts that stand in a cluster, by their numbers."""
    joined = engine.join(identities, engine.map(labels, clustering.Looked()), on=("high",), key="high")
    found = engine.collect({"members": joined})["members"]
    return found.filter(pc.equal(found["low"], found["label_low"]))


def _spread(places: pa.ChunkedArray, values: pa.ChunkedArray, rows: int) -> pa.Array:
    """An array of `rows` with each value at its place and nulls elsewhere; places ascend."""
    index = pc.index_in(pa.arange(0, rows).cast(pa.uint32()), places.combine_chunks())
    return values.combine_chunks().take(index)


def _matches(verified: pa.Table, units: pa.Table) -> pa.Table:
    """Matches by the numbers of texts, the earlier one on the left."""
    positions = units["position"].combine_chunks()
    left, right = (positions.take(verified[side].combine_chunks()) for side in ("left", "right"))
    columns = {"left": pc.min_element_wise(left, right), "right": pc.max_element_wise(left, right)}
    columns |= {name: verified[name] for name in ("jaccard", "edit_similarity")}
    named = pa.table(columns, schema=pa.schema([VERIFIED.field(name) for name in columns]))
    return named.sort_by([("left", "ascending"), ("right", "ascending")])
