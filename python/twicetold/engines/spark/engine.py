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
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines.graph import Planner, Table
from twicetold.engines.progress import Progress, SilentProgress
from twicetold.engines.spark import parts as part_files
from twicetold.engines.spark.failures import translate_errors
from twicetold.engines.spark.limits import SparkLimits
from twicetold.engines.spark.part_writer import PartUse
from twicetold.engines.spark.session import create_session, parse_spark_conf
from twicetold.engines.spark.watch import watch_session
from twicetold.engines.spark.work import SparkWork
from twicetold.tables.batches import Batch, build_batch_of_rows

if TYPE_CHECKING:
    from twicetold.engines.options import EngineOptions

_PART_FOLDER_PREFIX = ".spark-parts-"
_NOT_KEPT: Mapping[Table, PartUse] = MappingProxyType({})


@dataclass
class Spark(Planner):
    """`Spark(session)` inside a user's own session, or `Spark(master="spark://host:7077", conf={...})` for a new one.

    Part files go to `folder`, or beside what is saved; the driver and all executors must see it, and the inputs, under
    the same path. `notes` says what the last `save` has to tell besides its rows.
    """

    session: Any = None
    machine: Machine = field(default_factory=Machine)
    progress: Progress = field(default_factory=SilentProgress)
    master: str = ""
    conf: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    limits: SparkLimits | None = None  # None: as the session's settings say
    notes: dict[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def from_options(cls, machine: Machine, progress: Progress, folder: Path, options: EngineOptions) -> Self:
        conf = parse_spark_conf(options.spark_conf)
        return cls(machine=machine, progress=progress, master=options.master, conf=conf)

    def load(self, path: Path) -> Table:
        return super().load(path.absolute())  # an executor works in another folder

    def save(self, tables: Mapping[Path, Table], temporary: Collection[Path] = ()) -> dict[Path, int]:
        wanted = list(tables.values())
        beside = next(iter(tables)).parent if tables else None
        uses = {table: PartUse.TEMPORARY if path in temporary else PartUse.FINAL for path, table in tables.items()}
        with self._open_work(wanted, beside, uses) as work:
            made = [work.compute_parts(table) for table in wanted]
            return {
                path: part_files.save_parts(parts, path, table.schema, path in temporary, work.limits.alone_bytes)
                for (path, table), parts in zip(tables.items(), made, strict=True)
            }

    def collect(self, tables: Mapping[str, Table]) -> dict[str, pa.Table]:
        """The tables in the driver's memory, for those who have no folder."""
        with self._open_work(list(tables.values())) as work:
            return {
                name: pa.Table.from_batches(part_files.read_batches(work.compute_parts(table)), table.schema)
                for name, table in tables.items()
            }

    def stream_batches(self, *tables: Table) -> Iterator[tuple[Batch, ...]]:
        """The rows of each table in order; those of one tuple need not come from the same rows of the source."""
        empty = [build_batch_of_rows([], table.schema) for table in tables]
        with self._open_work(tables) as work:
            for found in zip_longest(*[part_files.read_batches(work.compute_parts(table)) for table in tables]):
                yield tuple(none if batch is None else batch for batch, none in zip(found, empty, strict=True))

    @contextmanager
    def _open_work(
        self, tables: Sequence[Table], beside: Path | None = None, uses: Mapping[Table, PartUse] = _NOT_KEPT
    ) -> Iterator[SparkWork]:
        """Work with a folder for its part files, which goes when it is done; so do those that a killed driver left."""
        if self.session is None:
            self.session = create_session(self.machine, self.master, self.conf)
        if beside and not self.folder:
            for left in beside.glob(f"{_PART_FOLDER_PREFIX}*"):
                shutil.rmtree(left, ignore_errors=True)
        place = (
            Path(self.folder or beside or tempfile.gettempdir()).absolute()
            / f"{_PART_FOLDER_PREFIX}{uuid.uuid4().hex[:12]}"
        )
        place.mkdir(parents=True)
        try:
            with translate_errors(), watch_session(self.session, self.progress):
                limits = self.limits or SparkLimits.from_session(self.session)
                work = SparkWork(self.session, tables, place, limits, uses)
                yield work
            self.notes = work.notes
        finally:
            shutil.rmtree(place, ignore_errors=True)
