"""From one state of an index to the next: the clusters that were touched get names, and the record its events.

Only texts that the changes reach are resolved again. Kinds have no part in this: a kind depends on the whole corpus (on
other names of things, on what else two documents share), so it is derived with every answer and kept nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import ComparisonSettings
from twicetold.engines.local import Local
from twicetold.index.clusters.changed import (
    TEXTS,
    ChangedTexts,
    find_changed_texts,
    find_live_places,
    find_text_units,
    sort_texts,
    take_unit_rows,
)
from twicetold.index.clusters.naming import ClusterChange, Copies, Text, describe_changes, name_clusters
from twicetold.index.clusters.reach import Links
from twicetold.index.clusters.record import TEXT_CLUSTERS, ClusterRecord, group_texts
from twicetold.index.clusters.resolve import Resolver
from twicetold.index.keys import KeyPlan
from twicetold.index.manifest import ClusterFacts
from twicetold.index.segments import Segment
from twicetold.tables.batches import build_batch

EXAMPLE_CHARACTERS = 200


@dataclass(frozen=True)
class Step:
    """Two successive states of an index."""

    before: Sequence[Segment]
    after: Sequence[Segment]

    @cached_property
    def changed(self) -> ChangedTexts:
        return find_changed_texts(self.before, self.after)

    @cached_property
    def units(self) -> pa.Array:
        """The number of each changed text, null where it is never compared."""
        return find_text_units(self.after, self.changed.texts)

    def count_new_units(self) -> int:
        """How many more texts some document says than before, those that are never compared left out."""
        texts = self.changed.texts
        known = pc.is_valid(self.units)
        now, before = (
            pc.is_in(pa.arange(0, texts.num_rows).cast(pa.uint32()), pc.unique(find_live_places(state, texts)["text"]))
            for state in (self.after, self.before)
        )
        count = [(pc.sum(pc.and_(each, known)).as_py() or 0) for each in (now, before)]
        return int(count[0] - count[1])


@dataclass(frozen=True)
class ClusterFollower:
    """Brings the record of clusters up to date."""

    record: ClusterRecord
    settings: ComparisonSettings
    engine: Local

    def follow(self, step: Step, plan: KeyPlan, serial: int) -> ClusterFacts:
        """Name the clusters of the later state, and return what the manifest must say of them."""
        facts = self.record.facts
        links = Links(step.after, plan, self.engine)
        if facts.generation == plan.generation:
            units, stored = self._reach(step, links)
        else:  # other keys may have found other matches anywhere
            units, stored = links.list_all_units(), self.record.read_texts()
        found = Resolver(step.after, self.settings, links, self.engine).find_clusters(units)
        before = group_texts(stored)
        names = name_clusters(before, found.clusters, facts.next_name)
        now = {names[core]: texts for core, texts in found.clusters.items()}
        rows = list_new_rows(before, now)
        causes = Causes(step, links, rows, is_planned=bool(before) and facts.generation != plan.generation)
        events = [
            {
                "sequence": facts.next_event + place,
                "event": change.event,
                "cluster": change.cluster,
                "size": change.size,
                "texts": [{"key": text[0], "check": text[1], "copies": count} for text, count in change.texts.items()],
                "others": change.others,
                **causes.find(change, {**before.get(change.cluster, {}), **now.get(change.cluster, {})}),
                "example": self._choose_example(change, now.get(change.cluster) or change.texts, found.readings, step),
            }
            for place, change in enumerate(describe_changes(before, now))
        ]
        next_name = max([facts.next_name - 1, *now]) + 1
        return self.record.append(rows, events, next_name, plan.generation, serial)

    def _reach(self, step: Step, links: Links) -> tuple[pa.Array, pa.Table]:
        """The texts that a step reaches, and what the record has of their clusters."""
        units = step.units.drop_null()
        while True:
            units = links.reach(units)
            hashes = take_unit_rows(step.after, units, ["check"])
            names = self.record.find_names(hashes["high"].combine_chunks())
            stored = self.record.read_clusters(names)
            members = find_text_units(step.after, sort_texts(stored)).drop_null()
            missing = members.filter(pc.invert(pc.is_in(members, units)))
            if not len(missing):
                return units, stored
            units = pa.concat_arrays([units, missing])

    def _choose_example(self, change: ClusterChange, texts: Copies, readings: dict[Text, str], step: Step) -> str:
        """The text with most copies."""
        text = min(texts, key=lambda each: (-texts[each], each))
        if text not in readings:  # of a cluster that died
            asked = build_batch([pa.array([each], pa.uint64()) for each in text], TEXTS)
            units = find_text_units(step.after, asked).drop_null()
            readings[text] = "".join(take_unit_rows(step.after, units, ["text"])["text"].to_pylist())
        return readings[text][:EXAMPLE_CHARACTERS]


class Causes:
    """The documents that caused what happened to clusters."""

    def __init__(self, step: Step, links: Links, clustered: pa.Table, *, is_planned: bool) -> None:
        self._step = step
        self._links = links
        self._is_planned = is_planned
        changed = step.changed
        self._gone, self._new = set(changed.gone.to_pylist()), set(changed.new.to_pylist())
        self._documents = self._find_documents(clustered["key"])

    def _find_documents(self, keys: pa.Array) -> dict[Text, list[str]]:
        """The changed documents of texts, by the first hash of each."""
        copies = self._step.changed.copies
        columns = copies.filter(pc.is_in(copies["key"], keys)).select(["key", "check", "document"]).columns
        found: dict[Text, list[str]] = defaultdict(list)
        for key, check, document in zip(*(column.to_pylist() for column in columns), strict=True):
            found[key, check].append(document)
        return found

    def find(self, change: ClusterChange, texts: Iterable[Text]) -> dict[str, Any]:
        """The changed documents that say a text of a cluster more or less often, or else one that is linked to it."""
        found = {each for text in texts for each in self._documents.get(text, ())}
        if not found and not self._is_planned:
            found = self._find_linked(min(change.texts))
        return {
            "added": sorted(each for each in found if each not in self._gone),
            "changed": sorted(each for each in found if each in self._gone and each in self._new),
            "removed": sorted(each for each in found if each not in self._new),
            "is_planned": self._is_planned,
        }

    def _find_linked(self, text: Text) -> set[str]:
        asked = build_batch([pa.array([each], pa.uint64()) for each in text], TEXTS)
        linked = self._links.reach(find_text_units(self._step.after, asked).drop_null())
        hashes = take_unit_rows(self._step.after, linked, ["check"])
        return {each for own in self._find_documents(hashes["high"]).values() for each in own}


def list_new_rows(before: dict[int, dict[Text, int]], now: dict[int, dict[Text, int]]) -> pa.Table:
    """What the record must have of texts that were, or are, in clusters: the rows that are new."""
    old, new = (
        {text: (name, copies) for name, texts in each.items() for text, copies in texts.items()}
        for each in (before, now)
    )
    rows = [
        (*text, *new.get(text, (None, 0))) for text in sorted(old.keys() | new.keys()) if old.get(text) != new.get(text)
    ]
    columns = zip(*rows, strict=True) if rows else ([] for _ in TEXT_CLUSTERS)
    return pa.table(
        [pa.array(column, each.type) for column, each in zip(columns, TEXT_CLUSTERS, strict=True)], schema=TEXT_CLUSTERS
    )
