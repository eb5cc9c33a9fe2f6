"""An index as it is at one moment, for many readers in one process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twicetold.index.clusters.record import ClusterRecord
from twicetold.index.clusters.views import Cluster, Event, describe_cluster, read_events
from twicetold.index.manifest import Manifest
from twicetold.index.query import QueryMatch, Searcher


@dataclass(frozen=True)
class IndexView:
    """What an index had when `Index.open_view` was called. Threads may share it, and it takes no lock.

    It does not keep files: when the writer has merged segments since, a view may find those of its own gone, and raises
    an error. The next view has the new ones.
    """

    manifest: Manifest
    searcher: Searcher
    record: ClusterRecord

    def query(self, text: str, limit: int) -> list[QueryMatch]:
        return self.searcher.search(text, limit)

    def cluster(self, name: int, most: int) -> Cluster:
        """A cluster with at most so many of its texts; an error where there is no cluster of this name any more."""
        return describe_cluster(self.searcher.segments, self.record, name, most)

    def events(self, since: int) -> Iterator[Event]:
        return read_events(self.record, since)
