"""The run folder: stages are kept, resumed, verified and read back.

A table gets its name only when it is complete: it is written under another name, synced, renamed, and then entered into
`run.json` with its checksum. `run.json` itself is replaced in one step. So a process may be killed at any moment: the
same command continues after the last stage whose tables are all present and undamaged.

    kill while writing a table     its part file is left; the next run overwrites it
    kill between rename and entry  the table is not in run.json; its stage is made again
    a byte of a table is damaged   its checksum shows it; its stage and all after it are made again
"""

from __future__ import annotations

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
from twicetold.engines.graph import Table
from twicetold.errors import RunError
from twicetold.memory.frames import convert_to_pandas, convert_to_polars
from twicetold.run.digest import Digest
from twicetold.run.files import explain_read_errors, identify_input, lock_folder
from twicetold.run.resume import RUN_FORMAT, clear_folder, find_resumable_run, read_facts, write_facts
from twicetold.run.tables import RunTables
from twicetold.tables.files import give_to_arrow
from twicetold.tables.stored import (
    describe_table,
    is_table_whole,
    list_table_files,
    move_table,
    read_row_sum,
    remove_table,
)

if TYPE_CHECKING:
    from twicetold.run.notebook import Charts

# What `dir` lists besides the tables.
FOR_USERS = (
    *(
        "charts",
        "count_rows",
        "digest",
        "facts",
        "folder",
        "is_finished",
        "is_temporary",
        "list_files",
        "read_batches",
        "read_table",
        "report",
    ),
    *("tables", "to_pandas", "to_polars"),
)


class Run(RunTables):
    """A folder with `run.json` and a Parquet file per table. `Run("folder")` opens a finished or half-finished one."""

    is_temporary = False  # whether its folder is removed with it

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._lock: IO[str] | None = None
        self.facts = read_facts(self.folder)

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
        """Open the run in a folder, new or to be resumed; without a folder, in a temporary one that is removed with it.

        A folder that holds a run of another job, other settings or other inputs is refused, unless `force` clears it.
        Files that are `consulted`, such as a file of word weights, must be unchanged as well.
        """
        place = Path(tempfile.mkdtemp(prefix="twicetold-")) if folder is None else Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        facts = {
            "format": RUN_FORMAT,
            "job": job,
            "settings": settings,
            "versions": {"twicetold": _kernels.VERSION, "python": platform.python_version(), "pyarrow": pa.__version__},
            "inputs": [identify_input(path) for path in sorted(set(inputs))],
            **({"consulted": [identify_input(path) for path in sorted(set(consulted))]} if consulted else {}),
            "stages": {},
        }
        lock = lock_folder(place)
        try:
            if not find_resumable_run(place, facts, force):
                write_facts(place, facts)
            run = cls(place)
            run._verify_stages()
        except BaseException:
            lock.close()
            raise
        run._lock = lock
        if folder is None:
            run.is_temporary = True
            weakref.finalize(run, shutil.rmtree, place, ignore_errors=True)
        return run

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        """Unlock the folder for other processes."""
        if self._lock:
            self._lock.close()
            self._lock = None

    def run_stage(
        self, name: str, make: Callable[[], Mapping[str, Table]], engine: Engine, temporary: Collection[str] = ()
    ) -> None:
        """Make the tables of a stage, or keep those that are undamaged. `temporary` ones are removed at the end."""
        if self.is_stage_kept(name):
            engine.progress.keep_stage(name)
            return
        engine.progress.begin_stage(name)
        stages: dict[str, Any] = self.facts["stages"]
        for later in list(stages)[list(stages).index(name) :] if name in stages else []:
            del stages[later]
        self.facts.pop("digest", None)
        began = time.monotonic()
        tables = make()
        parts = {table: self.folder / f".{table}.parquet.part" for table in tables}
        for part in parts.values():
            if part.is_dir():  # left by a process that was killed; a file is overwritten
                remove_table(part)
        try:
            rows = engine.save(
                {parts[table]: tables[table] for table in tables},
                {parts[table] for table in tables if table in temporary},
            )
        except BaseException:
            for part in parts.values():  # a full disk is not left full
                remove_table(part)
            raise
        entry: dict[str, Any] = {"tables": {}, **({"notes": engine.notes} if engine.notes else {})}
        for table, part in parts.items():
            entry["tables"][table] = {"rows": rows[part], **describe_table(part)}
            move_table(part, self.locate_table(table))
        entry["seconds"] = round(time.monotonic() - began, 3)
        stages[name] = entry
        self._write_facts()
        engine.progress.end_stage()

    def is_stage_kept(self, name: str) -> bool:
        """Whether the stage is finished and each of its tables is as it was written."""
        entry = self.facts["stages"].get(name)
        return entry is not None and all(
            is_table_whole(self.locate_table(table), facts)
            for table, facts in entry["tables"].items()
            if table not in self.facts.get("cleared", [])
        )

    def record_results(self, results: dict[str, Any]) -> None:
        """Set the figures of the run, which the next write of `run.json` stores."""
        self.facts["results"] = results

    def finish(self, *tables: str, clear: Collection[str] = ()) -> Run:
        """Store the digest over the rows of `tables`, then remove those in `clear`, which only stages needed."""
        if "digest" not in self.facts:
            digest = Digest()
            for table in tables:
                if found := read_row_sum(self.locate_table(table)):
                    digest.add_sum(table, self.read_schema(table), found)
                else:
                    digest.add(table, self.read_schema(table), self.read_batches(table))
            self.facts["digest"] = digest.hex()
            self.facts["cleared"] = list(clear)
            self._write_facts()
        self._clear_tables()
        return self

    def discard(self) -> None:
        """Remove the tables and `run.json`, so that the folder can hold another run."""
        clear_folder(self.folder)

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""
        return "digest" in self.facts

    def _clear_tables(self) -> None:
        for table in self.facts.get("cleared", []):
            remove_table(self.locate_table(table))

    def _verify_stages(self) -> None:
        """Mark a finished run as unfinished if a table is damaged, so that its stages are made again."""
        if self.is_finished and not all(self.is_stage_kept(stage) for stage in self.facts["stages"]):
            self.facts.pop("digest")
            self.facts.pop("cleared", None)
            self._write_facts()
        self._clear_tables()

    @property
    def digest(self) -> str:
        """One number for the whole answer: the same for every engine, number of workers and batch size."""
        if "digest" not in self.facts:
            raise RunError(
                f"`{self.folder}` is not finished", "run the same command again: it continues where it stopped"
            )
        return str(self.facts["digest"])

    @property
    def tables(self) -> list[str]:
        """The names of the tables in the folder."""
        cleared = self.facts.get("cleared", [])
        return [table for stage in self.facts["stages"].values() for table in stage["tables"] if table not in cleared]

    def count_rows(self, table: str) -> int:
        """The number of rows of a table, as `run.json` has it."""
        for stage in self.facts["stages"].values():
            if table in stage["tables"]:
                return int(stage["tables"][table]["rows"])
        raise RunError(f"`{self.folder}` has no table `{table}`", f"it has {', '.join(self.tables) or 'none yet'}")

    def sum_counts(self, table: str) -> dict[str, int]:
        """Sum a table of counts by name."""
        counted: Counter[str] = Counter()
        for batch in self.read_batches(table):
            for row in batch.to_pylist():
                counted[row["name"]] += row["count"]
        return dict(counted)

    def sum_column(self, table: str, column: str) -> int:
        """Sum a column of a table."""
        return sum(pc.sum(batch[column]).as_py() or 0 for batch in self.read_batches(table, columns=[column]))

    def count_values(self, table: str, column: str) -> dict[str, int]:
        """How often each value of a column occurs, the most frequent first."""
        counted: Counter[str] = Counter()
        for batch in self.read_batches(table, columns=[column]):
            counted.update({row["values"]: row["counts"] for row in pc.value_counts(batch[column]).to_pylist()})
        return dict(sorted(counted.items(), key=lambda each: (-each[1], each[0])))

    def locate_table(self, table: str) -> Path:
        """The Parquet file of a table, or the folder of its files where Spark wrote a large one."""
        return self.folder / f"{table}.parquet"

    def list_files(self, table: str) -> list[Path]:
        """The Parquet files of a table, in the order of its rows."""
        return list_table_files(self.locate_table(table))

    def read_schema(self, table: str) -> pa.Schema:
        with explain_read_errors(self.locate_table(table)):
            return pq.read_schema(give_to_arrow(self.list_files(table)[0]))

    def read_batches(
        self, table: str, rows: int = 65_536, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Read a table, or some of its columns, batch by batch, so that it may be larger than memory.

        Row groups are read one by one: pyarrow keeps the bytes of all row groups that one call names.
        """
        with explain_read_errors(self.locate_table(table)):
            for path in self.list_files(table):
                with pq.ParquetFile(give_to_arrow(path)) as file:
                    for group in range(file.num_row_groups):
                        yield from file.iter_batches(rows, row_groups=[group], columns=columns)

    def read_table(self, name: str) -> pa.Table:
        """Read a whole table: `run.read_table("sentences").to_pandas()`; `run.sentences` is the same table."""
        if name not in self.tables:
            raise RunError(f"`{self.folder}` has no table `{name}`", f"it has {', '.join(self.tables) or 'none yet'}")
        with explain_read_errors(self.locate_table(name)):
            return pa.concat_tables(pq.read_table(give_to_arrow(path)) for path in self.list_files(name))

    def report(self, path: str | Path, *, clusters: int = 1_000, contradictions: int = 300, pairs: int = 100) -> Path:
        """Write one HTML page to read, search and print, and return its path. An existing file is replaced."""
        from twicetold.report import command

        command.write_report(self.folder, path, command.ReportLimits(clusters, contradictions, pairs), force=True)
        return Path(path)

    def to_pandas(self, table: str) -> Any:
        """Read a table as a data frame of pandas."""
        return convert_to_pandas(self.read_table(table))

    def to_polars(self, table: str) -> Any:
        """Read a table as a data frame of polars."""
        return convert_to_polars(self.read_table(table))

    if not TYPE_CHECKING:  # mypy knows the tables from `RunTables`, and nothing else by this

        def __getattr__(self, name: str) -> pa.Table:
            if name.startswith("_") or name in ("facts", "folder"):
                raise AttributeError(name)
            if name not in self.tables:
                has = ", ".join(f"`{table}`" for table in self.tables) or "none yet"
                raise AttributeError(f"a run of `{self.facts.get('job')}` has no table `{name}`; it has {has}")
            return self.read_table(name)

    def __dir__(self) -> list[str]:
        """What a user may want; what only jobs call is left out."""
        return [*FOR_USERS, *self.tables]

    def __repr__(self) -> str:
        from twicetold.run.notebook import describe_run

        return describe_run(self)

    @property
    def charts(self) -> Charts:
        """The analyses as charts: `run.charts.sizes()`; `dir(run.charts)` lists them."""
        from twicetold.run.notebook import Charts

        return Charts(self)

    def _repr_html_(self) -> str:
        from twicetold.run.notebook import render_summary_html

        return render_summary_html(self)

    def _write_facts(self) -> None:
        write_facts(self.folder, self.facts)
