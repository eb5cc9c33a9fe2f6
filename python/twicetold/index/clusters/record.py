"""What the disk has of clusters: the cluster of each text, and the events in the order in which they happened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.index.clusters.changed import TEXT
from twicetold.index.clusters.layers import append_rows, check_layer, check_layer_size, read_layer, read_layers
from twicetold.index.clusters.naming import Text
from twicetold.index.manifest import ClusterFacts
from twicetold.tables.columns import define_table

CLUSTERS_FOLDER = "clusters"
_EVENTS_AT_ONCE = 100
TEXT_CLUSTERS = pa.schema(
    [
        *define_table(key=pa.uint64(), check=pa.uint64()),
        pa.field("cluster", pa.uint64()),  # null for a text that is in none any more
        *define_table(copies=pa.uint32()),
    ]
)


def _define_list(item: pa.DataType) -> pa.DataType:
    return pa.list_(pa.field("item", item, nullable=False))


_EVENT_TEXT = pa.struct(list(define_table(key=pa.uint64(), check=pa.uint64(), copies=pa.uint32())))
EVENTS = define_table(
    sequence=pa.uint64(),
    event=pa.string(),
    cluster=pa.uint64(),
    size=pa.uint32(),  # members afterwards
    texts=_define_list(_EVENT_TEXT),  # what it lost or got
    others=_define_list(pa.uint64()),  # clusters that texts went to, or came from
    added=_define_list(pa.string()),  # ids of the documents that caused it
    changed=_define_list(pa.string()),
    removed=_define_list(pa.string()),
    is_planned=pa.bool_(),  # whether other keys were planned, so that other matches may have been found
    example=pa.string(),  # one of its texts
)


@dataclass(frozen=True)
class ClusterRecord:
    """The clusters of an index as files; nothing that the manifest names is ever changed."""

    folder: Path
    facts: ClusterFacts

    def check_sizes(self) -> None:
        for layer in self.facts.layers:
            check_layer_size(self.folder, layer)

    def check_files(self) -> None:
        for layer in self.facts.layers:
            check_layer(self.folder, layer)

    # ---- reading ----

    def read_texts(self) -> pa.Table:
        """Every text that is in a cluster."""
        layers = self.facts.texts
        parts = [TEXT_CLUSTERS.empty_table(), *(read_layer(self.folder, layer) for layer in layers)]
        return keep_last_rows(pa.concat_tables(parts), True)

    def find_names(self, keys: pa.Array) -> pa.Array:
        """The names of the clusters that texts are in, by the first hash of each."""
        return pc.unique(self._find_rows(keys)["cluster"].combine_chunks())

    def read_clusters(self, names: pa.Array) -> pa.Table:
        """The texts of clusters."""
        found = self._select_rows("cluster", names)
        # A text may have gone to another cluster since.
        rows = self._find_rows(found["key"].combine_chunks())
        return rows.filter(pc.is_in(rows["cluster"], names))

    def _find_rows(self, keys: pa.Array) -> pa.Table:
        """The rows of texts that are in a cluster."""
        return keep_last_rows(self._select_rows("key", keys), True)

    def _select_rows(self, column: str, values: pa.Array) -> pa.Table:
        """The rows that have one of some values, of a text the oldest first."""
        batches = read_layers(self.folder, self.facts.texts)
        return pa.Table.from_batches(
            (batch.filter(pc.is_in(batch[column], values)) for batch in batches), TEXT_CLUSTERS
        )

    def read_events(self, since: int) -> Iterator[dict[str, Any]]:
        """The events with a higher sequence number than `since`."""
        for layer in self.facts.events:
            if layer.first + layer.rows > since + 1:
                for batch in read_layers(self.folder, [layer]):
                    wanted = batch.filter(pc.greater(batch["sequence"], since))
                    for first in range(0, wanted.num_rows, _EVENTS_AT_ONCE):
                        yield from wanted.slice(first, _EVENTS_AT_ONCE).to_pylist()

    # ---- writing ----

    def append(
        self, texts: pa.Table, events: Sequence[dict[str, Any]], next_name: int, generation: int, serial: int
    ) -> ClusterFacts:
        """Write texts and events into new files, and return what the manifest must say of them."""
        self.folder.mkdir(exist_ok=True)
        first = self.facts.next_event
        rows = pa.Table.from_pylist(events, EVENTS)
        layers = append_rows(self.folder, self.facts.texts, texts, f"texts-{serial:06}.arrow", 0, keep_last_rows)
        logged = append_rows(
            self.folder, self.facts.events, rows, f"events-{serial:06}.arrow", first, lambda table, _: table
        )
        return ClusterFacts(next_name, first + len(events), generation, layers, logged)


def keep_last_rows(rows: pa.Table, is_whole: bool) -> pa.Table:
    """The last row of each text, sorted. In a whole table texts that are in no cluster are left out."""
    numbered = rows.append_column("place", pa.arange(0, rows.num_rows))
    last = numbered.group_by(list(TEXT), use_threads=False).aggregate([("place", "max")])
    kept = rows.take(last["place_max"]).sort_by([(name, "ascending") for name in TEXT])
    return kept.filter(pc.is_valid(kept["cluster"])) if is_whole else kept


def group_texts(rows: pa.Table) -> dict[int, dict[Text, int]]:
    """The copies of the texts of each cluster."""
    clusters: dict[int, dict[Text, int]] = defaultdict(dict)
    for key, check, cluster, copies in zip(*(rows[name].to_pylist() for name in TEXT_CLUSTERS.names), strict=True):
        clusters[cluster][key, check] = copies
    return clusters
