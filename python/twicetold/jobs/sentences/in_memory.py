"""Texts in memory to verified clusters: the stages of the job `sentences` without files.

For notebooks, and for programs that have their sentences already: `twicetold.cluster(["One.", "Two.", "One!"])`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding, complete_settings
from twicetold.engines.local import Local
from twicetold.engines.steps import SelectColumns, sum_tallies
from twicetold.jobs import stages as finding
from twicetold.jobs.sentences.explain import PairExplanation, TextComparison
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.matching.clusters.members import select_label_hashes
from twicetold.matching.fold import discard_by_length, fold_identified_sentences, identify_texts
from twicetold.matching.similarity import Comparison
from twicetold.memory.frames import convert_to_pandas, convert_to_polars
from twicetold.memory.texts import TextSequence
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import IDENTIFIED_SENTENCES, UNIT_MATCHES
from twicetold.text.plurals import format_count


@dataclass(frozen=True)
class TextClusters:
    """What repeats among texts. Texts are named by their number in the order given, from 0."""

    labels: pa.Array  # the cluster of each text, from 0 and the largest; null where it is alone
    matches: pa.Table  # left, right, similarity; of identical texts the first stands for all
    facts: dict[str, Any]  # distinct texts, candidates, the share of true pairs that the settings should find
    comparison: TextComparison  # the texts, and what they were compared by

    @cached_property
    def kinds(self) -> pa.Table:
        """The matches, each with its kind, how certain that is, why, and what differs between the two texts."""
        left, right = (self.matches[side].combine_chunks() for side in ("left", "right"))
        explanations = self.comparison.classify(left, right)
        return pa.table(
            [*self.matches.columns, *explanations.columns], schema=pa.schema([*UNIT_MATCHES, *explanations.schema])
        )

    def explain(self, left: int, right: int) -> PairExplanation:
        """Compare two texts by number: how similar they are, of which kind, why, and what differs."""
        return self.comparison.explain(left, right)

    def list_groups(self) -> list[list[int]]:
        """List the clusters, the largest first, each as the numbers of its texts."""
        groups: dict[int, list[int]] = {}
        for number, label in enumerate(self.labels.to_pylist()):
            if label is not None:
                groups.setdefault(label, []).append(number)
        return [groups[label] for label in sorted(groups)]

    def to_arrow(self) -> pa.Table:
        """A row for each text, with its cluster."""
        return pa.table({"text": self.comparison.texts, "cluster": self.labels})

    def to_pandas(self) -> Any:
        """A data frame of pandas with a row for each text, with its cluster."""
        return convert_to_pandas(self.to_arrow())

    def to_polars(self) -> Any:
        """A data frame of polars with a row for each text, with its cluster."""
        return convert_to_polars(self.to_arrow())

    def __repr__(self) -> str:
        members = len(self.labels) - self.labels.null_count
        clusters = format_count(self.facts["clusters"], "cluster")
        return f"TextClusters({format_count(len(self.labels), 'text')}: {clusters} of {format_count(members, 'text')})"


def cluster_texts(texts: TextSequence, settings: SentenceSettings) -> TextClusters:
    """The clusters among texts, by the same settings as files."""
    settings = complete_settings(settings)
    finding.check_settings(settings)
    engine = Local(settings.machine)
    rows = number_texts(texts)
    identified = engine.map(engine.load_rows(rows), IdentifyTexts(settings.folding))
    identified = discard_by_length(identified, settings.finding, engine)
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
    finder_facts, candidates = finder.facts, sum(judged.values())
    facts = {"units": distinct.num_rows, **finder_facts, "candidates": candidates, "clusters": named["heads"].num_rows}
    facts["crowds"] = finding.summarise_crowds(crowds, candidates, finder_facts.get("partition", ""))
    labels = _place_values(members["position"], members["cluster"], rows.num_rows)
    comparison = Comparison(finder.feature, settings.matching.measure)
    compared = TextComparison(rows["text"], settings.folding, comparison, settings.matching.threshold)
    return TextClusters(labels, _renumber_matches(found["verified"], distinct), facts, compared)


NUMBERED_TEXTS = pa.schema([IDENTIFIED_SENTENCES.field(name) for name in ("position", "text")])


def number_texts(texts: TextSequence) -> pa.Table:
    """Texts, each with its number in the order given as its position; nulls as empty texts."""
    if not isinstance(texts, pa.Array | pa.ChunkedArray):
        texts = _kernels.list_texts(texts, pa.arange(0, len(texts)).cast(pa.uint32()))
    chunks = texts.chunks if isinstance(texts, pa.ChunkedArray) else [texts]
    column = pa.chunked_array([pc.fill_null(each.cast(pa.string()), "") for each in chunks], pa.string())
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
