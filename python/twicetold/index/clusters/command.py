"""What `twicetold index events`, `clusters` and `cluster` print."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from json import dumps
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.index.clusters.views import ClusterText, Event
from twicetold.index.jobs import load_indexed_job
from twicetold.index.jobs.base import IndexedJob
from twicetold.index.store import Index
from twicetold.text.plurals import format_count
from twicetold.text.terminal import escape_controls, escape_json

SHOWN = 3  # ids and places in a line


def print_events(folder: Path, since: int, *, as_json: bool) -> None:
    """Print the events with a higher number than `since`."""
    if since < 0:
        raise SettingsError(f"`--since` must be 0 or more, not {since}", "for example --since 12")
    with Index(folder) as index:
        job = load_indexed_job(index.job.name)
        for event in index.events(since):
            if as_json:
                print(escape_json(dumps(asdict(event))))
            else:
                print("\n".join(escape_controls(line) for line in describe_event(event, job)))


def describe_event(event: Event, job: IndexedJob) -> Iterator[str]:
    """An event in words: what happened, why, and a text of the cluster."""
    count = sum(event.texts.values())
    others = _join([f"cluster {other}" for other in event.others])
    members = format_count(event.size, "member")
    said = {
        "born": f"was born with {members}" + (f", out of {others}" if others else ""),
        "grew": f"grew by {count:,} to {members}",
        "merged": f"merged with {others}: {members}",
        "shrank": f"shrank by {count:,} to {members}",
        "split": f"split: {format_count(count, 'member')} left, some to {others}; {members} stayed",
        "died": "died" + (f": its members are in {others}" if others else ""),
    }
    yield f"{event.sequence:>6}  cluster {event.cluster} {said[event.event]}"
    causes = {"added": event.added, "changed": event.changed, "removed": event.removed}
    because = [f"{what} {_join(ids)}" for what, ids in causes.items() if ids]
    because += ["other keys were planned"] if event.is_planned else []
    yield f"        {'; '.join(because)}"
    yield f"        {job.cut_text(event.example)}"


def _join(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    return f"{', '.join(names[:SHOWN])}{more}"


def print_clusters(folder: Path, limit: int, *, as_json: bool) -> None:
    """Print the clusters of an index, the largest first."""
    if limit < 1:
        raise SettingsError(f"`--limit` must be 1 or more, not {limit}", "for example --limit 20")
    with Index(folder) as index:
        found, job = list(islice(index.clusters(), limit)), load_indexed_job(index.job.name)
    for each in found:
        if as_json:
            print(escape_json(dumps(asdict(each))))
        else:
            sizes = f"{format_count(each.size, 'member')}, {format_count(each.variants, 'text')}"
            print(f"cluster {each.cluster}  {sizes}\n  {escape_controls(job.cut_text(each.example))}")
    if not found:
        print("the index has no clusters", file=sys.stderr)


def print_cluster(folder: Path, name: int, *, as_json: bool) -> None:
    """Print a cluster with its texts and their places."""
    with Index(folder) as index:
        cluster, job = index.cluster(name), load_indexed_job(index.job.name)
    if as_json:
        print(escape_json(dumps(asdict(cluster))))
        return
    sizes = f"{format_count(cluster.size, 'member')}, {format_count(len(cluster.texts), 'text')}"
    print(f"cluster {cluster.cluster}  {sizes}")
    for text in cluster.texts:
        print("\n".join(f"  {escape_controls(line)}" for line in _describe_text(text, job)))


def _describe_text(text: ClusterText, job: IndexedJob) -> Iterator[str]:
    yield job.cut_text(text.text)
    names = [job.describe_place(place) for place in text.places]
    others = text.copies - min(len(names), SHOWN)
    more = f" and {format_count(others, 'other place')}" if others else ""
    yield f"     in {'; '.join(names[:SHOWN])}{more}"
