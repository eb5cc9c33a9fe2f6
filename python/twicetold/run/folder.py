"""The run folder: stages kept, resumed, verified, read back.

A table appears under its name only when complete: it is written beside it, synced, renamed, and then entered into
`run.json` with its checksum, itself replaced in one step. So a process may die anywhere: the same command goes on after
the last stage whose tables are all there and unharmed.

    kill while writing a table     its part file is left; the next run overwrites it
    kill between rename and entry  the table is not in run.json; its stage is made again
    a byte of a table is damaged   its checksum tells; its stage and all after it are made again
"""

from __future__ import annotations

import json
import platform
import shutil
import tempfile
import time
import weakref
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.errors import RunError
from twicetold.run.agreeing import facts_of, resumable
from twicetold.run.digest import Digest
from twicetold.run.files import identity, locked, publish, put, sha256

if TYPE_CHECKING:
    from twicetold.run.notebook import Charts


class Run:
    """A folder with `run.json` and a Parquet file per table. `Run("folder")` opens a finished or half-finished one."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._lock: IO[str] | None = None
        self.facts = facts_of(self.folder)

    @classmethod
    def open(
        cls,
        folder: str | Path | None,
        job: str,
        settings: dict[str, Any],
        inputs: Sequence[str],
        consulted: Sequence[str] = (),
        force: bool = False,
    ) -> Run:
        """The run in a folder, new or to be resumed. Without a folder it lives in a temporary one, which goes with it.

        A folder that holds a run of another job, other settings or other inputs is refused, unless `force` clears it.
        Files that are `consulted` are no inputs, but what is in them must be the same as well.
        """
        place = Path(tempfile.mkdtemp(prefix="twicetold-")) if folder is None else Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        facts = {
            "format": 1,
            "job": job,
            "settings": settings,
            "versions": {"twicetold": _kernels.VERSION, "python": platform.python_version(), "pyarrow": pa.__version__},
            "inputs": [identity(path) for path in sorted(set(inputs))],
            **({"consulted": [identity(path) for path in sorted(set(consulted))]} if consulted else {}),
            "stages": {},
        }
        lock = locked(place)
        try:
            if not resumable(place, facts, force):
                with publish(place / "run.json") as part:
                    part.write_text(json.dumps(facts, indent=1), encoding="utf-8")
            run = cls(place)
            run._recheck()
        except BaseException:
            lock.close()
            raise
        run._lock = lock
        if folder is None:
            weakref.finalize(run, shutil.rmtree, place, ignore_errors=True)
        return run

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        """Lets the folder go, for other processes."""
        if self._lock:
            self._lock.close()
            self._lock = None

    def stage(
        self,
        name: str,
        names: Sequence[str],
        make: Callable[[], Mapping[str, Any]],
        engine: Engine,
        passing: Collection[str] = (),
    ) -> None:
        """Makes the tables of a stage, or keeps them when they are there unharmed. `passing` ones go in the end."""
        if self.kept(name):
            return
        stages: dict[str, Any] = self.facts["stages"]
        for later in list(stages)[list(stages).index(name) :] if name in stages else []:
            del stages[later]
        self.facts.pop("digest", None)
        began = time.monotonic()
        parts = {table: self.folder / f".{table}.parquet.part" for table in names}
        try:
            tables = make()
            passed = {parts[table] for table in names if table in passing}
            rows = engine.save({parts[table]: tables[table] for table in names}, passed)
        except BaseException:
            for part in parts.values():  # a disk that was full shall not stay so
                part.unlink(missing_ok=True)
            raise
        entry: dict[str, Any] = {"tables": {}, **({"notes": engine.notes} if engine.notes else {})}
        for table, part in parts.items():
            facts = {"rows": rows[part], "bytes": part.stat().st_size, "checksum": sha256(part)}
            put(part, self.path(table))
            entry["tables"][table] = facts
        entry["seconds"] = round(time.monotonic() - began, 3)
        stages[name] = entry
        self._write()

    def kept(self, name: str) -> bool:
        """Whether the stage is finished and every table of it is as it was written."""
        entry = self.facts["stages"].get(name)
        return entry is not None and all(
            self.path(table).exists()
            and self.path(table).stat().st_size == facts["bytes"]
            and sha256(self.path(table)) == facts["checksum"]
            for table, facts in entry["tables"].items()
            if table not in self.facts.get("cleared", [])
        )

    def conclude(self, results: dict[str, Any]) -> None:
        """Enters the figures of the run."""
        self.facts["results"] = results

    def finish(self, *tables: str, clear: Sequence[str] = ()) -> Run:
        """Enters the digest over the rows of `tables`; then what only the stages needed goes."""
        if "digest" not in self.facts:
            digest = Digest()
            for table in tables:
                digest.add(table, self.schema(table), self.batches(table))
            self.facts["digest"] = digest.hex()
            self.facts["cleared"] = list(clear)
            self._write()
        self._clear()
        return self

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""
        return "digest" in self.facts

    def _clear(self) -> None:
        for table in self.facts.get("cleared", []):
            self.path(table).unlink(missing_ok=True)

    def _recheck(self) -> None:
        """A finished run whose tables are harmed is not finished any more; what was cleared is then made again."""
        if self.is_finished and not all(self.kept(stage) for stage in self.facts["stages"]):
            self.facts.pop("digest")
            self.facts.pop("cleared", None)
            self._write()
        self._clear()

    @property
    def digest(self) -> str:
        """One number for the whole answer: the same for every engine, thread count and batch size."""
        if "digest" not in self.facts:
            raise RunError(
                f"`{self.folder}` is not finished", "run the same command again: it goes on where it stopped"
            )
        return str(self.facts["digest"])

    @property
    def tables(self) -> list[str]:
        """The names of the tables that are there."""
        cleared = self.facts.get("cleared", [])
        return [table for stage in self.facts["stages"].values() for table in stage["tables"] if table not in cleared]

    def rows(self, table: str) -> int:
        """How many rows a table has, by what was entered when it was made."""
        for stage in self.facts["stages"].values():
            if table in stage["tables"]:
                return int(stage["tables"][table]["rows"])
        raise RunError(f"`{self.folder}` has no table `{table}`", f"it has {', '.join(self.tables) or 'none yet'}")

    def tally(self, table: str) -> dict[str, int]:
        """The sums of a table of counts, by name."""
        counted: Counter[str] = Counter()
        for batch in self.batches(table):
            for row in batch.to_pylist():
                counted[row["name"]] += row["count"]
        return dict(counted)

    def total(self, table: str, column: str) -> int:
        """The sum of a column."""
        return sum(pc.sum(batch[column]).as_py() or 0 for batch in self.batches(table))

    def path(self, table: str) -> Path:
        return self.folder / f"{table}.parquet"

    def schema(self, table: str) -> pa.Schema:
        return pq.read_schema(self.path(table))

    def batches(self, table: str, rows: int = 65_536) -> Iterator[pa.RecordBatch]:
        """A table batch by batch, for what is larger than memory.

        Row group by row group: pyarrow keeps the bytes of all that one call names.
        """
        with pq.ParquetFile(self.path(table)) as file:
            for group in range(file.num_row_groups):
                yield from file.iter_batches(rows, row_groups=[group])

    def table(self, name: str) -> pa.Table:
        """A table whole: `run.table("sentences").to_pandas()`; `run.sentences` is the same."""
        if name not in self.tables:
            raise RunError(f"`{self.folder}` has no table `{name}`", f"it has {', '.join(self.tables) or 'none yet'}")
        return pq.read_table(self.path(name))

    def report(self, path: str | Path, *, clusters: int = 1_000, contradictions: int = 300, pairs: int = 100) -> Path:
        """Writes one HTML page to read, search and print, and gives its path; a file that is there is replaced."""
        from twicetold.report import command

        command.report(self.folder, path, command.Wanted(clusters, contradictions, pairs), force=True)
        return Path(path)

    def __getattr__(self, name: str) -> pa.Table:
        if name.startswith("_") or name in ("facts", "folder") or name not in self.tables:
            raise AttributeError(name)
        return self.table(name)

    @property
    def charts(self) -> Charts:
        """The analyses as charts: `run.charts.sizes()`; `dir(run.charts)` lists them."""
        from twicetold.run.notebook import Charts

        return Charts(self)

    def _repr_html_(self) -> str:
        from twicetold.run.notebook import summary_html

        return summary_html(self)

    def _write(self) -> None:
        with publish(self.folder / "run.json") as part:
            part.write_text(json.dumps(self.facts, indent=1), encoding="utf-8")
