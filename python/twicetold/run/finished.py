"""A finished run, opened for reading by `show`, `export` and others, with errors that say what to do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.files import explain_read_errors
from twicetold.tables.files import give_to_arrow

BATCH_ROWS = 16_384


def open_finished_run(folder: str | Path, *jobs: str) -> Run:
    """Open the run in a folder. It must be finished, and of one of these jobs where any are named."""
    if not Path(folder).is_dir():
        raise RunError(f"`{folder}` is not a folder", "give the folder that -o named")
    run = Run(folder)
    if jobs and run.facts.get("job") not in jobs:
        named = _join_alternatives(f"`{job}`" for job in jobs)
        raise RunError(
            f"`{folder}` is a run of the job `{run.facts.get('job')}`, not {named}",
            f"give the folder that {_join_alternatives(f'`twicetold {job} ... -o`' for job in jobs)} named",
        )
    _ = run.digest  # raises if the run is not finished
    return run


def _join_alternatives(names: Iterable[str]) -> str:
    return " or ".join(names)


def require_table(run: Run, table: str) -> None:
    if table not in run.tables:
        raise RunError(f"`{run.folder}` has no table `{table}`", f"it has {', '.join(run.tables) or 'none'}")


def require_column(run: Run, table: str, column: str) -> None:
    if column not in read_schema(run, table).names:
        hint = "it was made by an older twicetold: run the command that made it again, with --force"
        raise RunError(f"the table `{table}` of `{run.folder}` has no column `{column}`", hint)


def count_rows(run: Run, table: str) -> int:
    """The number of rows of a table, from its Parquet footer."""
    require_table(run, table)
    with explain_read_errors(run.locate_table(table)):
        return sum(int(pq.read_metadata(give_to_arrow(path)).num_rows) for path in run.list_files(table))


def scan_table(
    run: Run, table: str, condition: pc.Expression | None = None, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Read the rows that meet `condition`, in order, in batches that are not empty. `columns` must include its columns.

    Row groups whose statistics rule them out are not read, so one cluster of a large run, whose members are
    neighbours, costs one or two row groups. They are read one by one: pyarrow keeps the bytes of all that one call
    names, so memory would grow with the table (for 164 MB of Parquet 174 MB, one by one 24).
    """
    require_table(run, table)
    with explain_read_errors(run.locate_table(table)):
        for path in run.list_files(table):
            yield from _scan_file(path, condition, columns)


def _scan_file(path: Path, condition: pc.Expression | None, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(give_to_arrow(path)) as file:
        groups = range(file.num_row_groups) if condition is None else _select_row_groups(path, condition)
        for group in groups:
            for batch in file.iter_batches(BATCH_ROWS, row_groups=[group], columns=columns, use_threads=False):
                kept = [batch] if condition is None else pa.Table.from_batches([batch]).filter(condition).to_batches()
                yield from (each for each in kept if each.num_rows)


def _select_row_groups(path: Path, condition: pc.Expression) -> list[int]:
    import pyarrow.dataset as ds  # imports pandas where that is installed, which takes longer than all of twicetold

    fragment = ds.ParquetFileFormat().make_fragment(pa.OSFile(os.fsencode(path)))
    return [group.id for group in fragment.subset(condition).row_groups]


def read_rows(
    run: Run, table: str, condition: pc.Expression | None = None, columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Read the rows that meet `condition` as dicts, one by one."""
    for batch in scan_table(run, table, condition, columns):
        yield from batch.to_pylist()


def read_schema(run: Run, table: str) -> pa.Schema:
    require_table(run, table)
    return run.read_schema(table)
