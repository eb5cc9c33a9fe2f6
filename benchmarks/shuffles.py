"""What Spark moved in each stage of a run: read from the status store that every session keeps, its web page or not."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.tree import cpu_seconds
from twicetold.engines.plan import Table
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


def moved(session: Any) -> Moved:
    """All that the session has moved so far."""
    context = session.sparkContext
    inner = context._jsc.sc()
    inner.listenerBus().waitUntilEmpty()
    gateway = context._gateway
    quantiles, statuses = gateway.new_array(gateway.jvm.double, 0), gateway.jvm.java.util.ArrayList()
    stages = inner.statusStore().stageList(None, False, False, quantiles, statuses)
    found = [stages.apply(number) for number in range(stages.size())]
    return Moved(
        inner.statusStore().jobsList(None).size(),
        sum(each.numCompleteTasks() for each in found),
        sum(each.shuffleWriteBytes() for each in found),
        sum(each.shuffleReadBytes() for each in found),
        sum(each.diskBytesSpilled() for each in found),
        cpu_seconds(os.getpid()),
        time.process_time(),
    )


@dataclass
class Watched(Spark):
    """The engine, and what each `save` moved: a stage of a run is one `save`."""

    saves: list[Moved] = field(default_factory=list, repr=False)

    def save(self, tables: Mapping[Path, Table], passing: Collection[Path] = ()) -> dict[Path, int]:
        before = moved(self.session)
        rows = super().save(tables, passing)
        self.saves.append(moved(self.session) - before)
        return rows
