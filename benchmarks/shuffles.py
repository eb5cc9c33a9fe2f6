"""What Spark moved in each stage of a run: read from the status store that every session keeps, its web page or not."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.tree import measure_cpu_seconds
from twicetold.engines.graph import Table
from twicetold.engines.spark import Spark


@dataclass(frozen=True)
class ShuffledBytes:
    """Compressed bytes that executors wrote to disk for shuffles; `spilled` bytes are not among them.

    `cpu_seconds` are of this process and all below it, `driver_seconds` of this process alone: what no executor shares.
    """

    jobs: int = 0
    tasks: int = 0
    written: int = 0
    read: int = 0
    spilled: int = 0
    cpu_seconds: float = 0.0
    driver_seconds: float = 0.0

    def __sub__(self, before: ShuffledBytes) -> ShuffledBytes:
        return ShuffledBytes(*(getattr(self, name) - getattr(before, name) for name in self.__dataclass_fields__))


def measure_shuffles(session: Any, since: int = -1) -> ShuffledBytes:
    """Measure what the session has moved in the stages after this one; the seconds are of the whole session."""
    found = [each for each in _list_stages(session) if each.stageId() > since]
    return ShuffledBytes(
        session.sparkContext._jsc.sc().statusStore().jobsList(None).size(),
        sum(each.numCompleteTasks() for each in found),
        sum(each.shuffleWriteBytes() for each in found),
        sum(each.shuffleReadBytes() for each in found),
        sum(each.diskBytesSpilled() for each in found),
        measure_cpu_seconds(os.getpid()),
        time.process_time(),
    )


def find_last_stage(session: Any) -> int:
    """Find the number of the newest stage. A session forgets its oldest stages, so sums over all of them may fall."""
    return max((int(each.stageId()) for each in _list_stages(session)), default=-1)


def _list_stages(session: Any) -> list[Any]:
    context = session.sparkContext
    inner = context._jsc.sc()
    inner.listenerBus().waitUntilEmpty()
    gateway = context._gateway
    quantiles, statuses = gateway.new_array(gateway.jvm.double, 0), gateway.jvm.java.util.ArrayList()
    stages = inner.statusStore().stageList(None, False, False, quantiles, statuses)
    return [stages.apply(number) for number in range(stages.size())]


@dataclass
class WatchedEngine(Spark):
    """An engine that records what each `save` moved: a stage of a run is one `save`."""

    saves: list[ShuffledBytes] = field(default_factory=list, repr=False)

    def save(self, tables: Mapping[Path, Table], passing: Collection[Path] = ()) -> dict[Path, int]:
        last = find_last_stage(self.session)
        before = measure_shuffles(self.session, last)
        rows = super().save(tables, passing)
        self.saves.append(measure_shuffles(self.session, last) - before)
        return rows
