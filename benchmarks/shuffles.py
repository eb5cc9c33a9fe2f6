"""What Spark moved in each stage of a run: read from the status store that every session keeps, its web page or not."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.tree import cpu_seconds
from twicetold.engines.graph import Table
from twicetold.engines.spark import Spark


@dataclass(frozen=True)
class Moved:
    """Bytes as they were written to the disks of executors, packed; `spilled` went there besides.

    `cpu_seconds` are of this process and all below it, `driver_seconds` of this process alone: what no executor shares.
    """

    jobs: int = 0
    tasks: int = 0
    written: int = 0
    read: int = 0
    spilled: int = 0
    cpu_seconds: float = 0.0
    driver_seconds: float = 0.0

    def __sub__(self, before: Moved) -> Moved:
        return Moved(*(getattr(self, name) - getattr(before, name) for name in self.__dataclass_fields__))


def moved(session: Any, since: int = -1) -> Moved:
    """What the session has moved in the stages after this one; the seconds are of all its life."""
    found = [each for each in _stages(session) if each.stageId() > since]
    return Moved(
        session.sparkContext._jsc.sc().statusStore().jobsList(None).size(),
        sum(each.numCompleteTasks() for each in found),
        sum(each.shuffleWriteBytes() for each in found),
        sum(each.shuffleReadBytes() for each in found),
        sum(each.diskBytesSpilled() for each in found),
        cpu_seconds(os.getpid()),
        time.process_time(),
    )


def last_stage(session: Any) -> int:
    """The number of the newest stage. A session forgets its oldest ones, so sums over all of them may fall."""
    return max((int(each.stageId()) for each in _stages(session)), default=-1)


def _stages(session: Any) -> list[Any]:
    context = session.sparkContext
    inner = context._jsc.sc()
    inner.listenerBus().waitUntilEmpty()
    gateway = context._gateway
    quantiles, statuses = gateway.new_array(gateway.jvm.double, 0), gateway.jvm.java.util.ArrayList()
    stages = inner.statusStore().stageList(None, False, False, quantiles, statuses)
    return [stages.apply(number) for number in range(stages.size())]


@dataclass
class Watched(Spark):
    """The engine, and what each `save` moved: a stage of a run is one `save`."""

    saves: list[Moved] = field(default_factory=list, repr=False)

    def save(self, tables: Mapping[Path, Table], passing: Collection[Path] = ()) -> dict[Path, int]:
        last = last_stage(self.session)
        before = moved(self.session, last)
        rows = super().save(tables, passing)
        self.saves.append(moved(self.session, last) - before)
        return rows
