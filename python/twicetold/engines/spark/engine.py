"""`Spark`: the verbs that run the others."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines.base import Progress, Silent
from twicetold.engines.plan import Planner, Table
from twicetold.engines.spark import parts as part_files
from twicetold.engines.spark.components import ALONE_PAIRS
from twicetold.engines.spark.failures import clear
from twicetold.engines.spark.session import new_session
from twicetold.engines.spark.watch import watched
from twicetold.engines.spark.work import Limits, Work

_PARTS = ".spark-parts-"
ALONE = "spark.twicetold.aloneBytes"  # a setting of the session, where `alone_bytes` is not given
ALONE_BYTES = 32 << 20


@dataclass
class Spark(Planner):
    """`Spark(session)` inside a user's own session, or `Spark(master="spark://host:7077", conf={...})` for a new one.

    Part files go to `folder`, or beside what is saved; the driver and all executors must see it, and the inputs, under
    the same path. `notes` says what the last `save` has to tell besides its rows.
    """

    session: Any = None
    machine: Machine = field(default_factory=Machine)
    progress: Progress = field(default_factory=Silent)
    master: str = ""
    conf: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    alone_bytes: int | None = None  # tables of no more are made into others by one task; 0 spreads all
    alone_pairs: int = ALONE_PAIRS  # components of no more are found by one task
    notes: dict[str, Any] = field(default_factory=dict, repr=False)

    def load(self, path: Path) -> Table:
        return super().load(path.absolute())  # an executor works in another folder

    def save(self, tables: Mapping[Path, Table], passing: Collection[Path] = ()) -> dict[Path, int]:
        wanted = list(tables.values())
        beside = next(iter(tables)).parent if tables else None
        with self._work(wanted, beside) as work:
            made = [work.parts(table) for table in wanted]
            return {
                path: part_files.concatenate(parts, path, table.schema, path in passing)
                for (path, table), parts in zip(tables.items(), made, strict=True)
            }

    def collect(self, tables: Mapping[str, Table]) -> dict[str, pa.Table]:
        """The tables in the driver's memory, for those who have no folder."""
        with self._work(list(tables.values())) as work:
            return {
                name: pa.Table.from_batches(part_files.batches(work.parts(table)), table.schema)
                for name, table in tables.items()
            }

    def batches(self, *tables: Table) -> Iterator[tuple[pa.RecordBatch, ...]]:
        """The rows of each table in order; those of one tuple need not come from the same rows of the source."""
        empty = [pa.RecordBatch.from_pylist([], table.schema) for table in tables]
        with self._work(tables) as work:
            for found in zip_longest(*[part_files.batches(work.parts(table)) for table in tables]):
                yield tuple(none if batch is None else batch for batch, none in zip(found, empty, strict=True))

    @contextmanager
    def _work(self, wanted: Sequence[Table], beside: Path | None = None) -> Iterator[Work]:
        """Work with a folder for its part files, which goes when it is done; so do those that a killed driver left."""
        if self.session is None:
            self.session = new_session(self.machine, self.master, self.conf)
        if beside and not self.folder:
            for left in beside.glob(f"{_PARTS}*"):
                shutil.rmtree(left, ignore_errors=True)
        place = Path(self.folder or beside or tempfile.gettempdir()).absolute() / f"{_PARTS}{uuid.uuid4().hex[:12]}"
        place.mkdir(parents=True)
        try:
            with clear(), watched(self.session, self.progress):
                work = Work(self.session, wanted, place, self._limits())
                yield work
            self.notes = work.notes
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _limits(self) -> Limits:
        given = self.alone_bytes
        return Limits(int(self.session.conf.get(ALONE, str(ALONE_BYTES))) if given is None else given, self.alone_pairs)
