"""A finished run, opened for reading: what `show` and `export` ask of a folder, with errors that say the way out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from twicetold.errors import RunError
from twicetold.run import Run

BATCH_ROWS = 16_384


def finished_run(folder: str | Path, *jobs: str) -> Run:
    """The run in a folder, if it is finished and of one of these jobs, or of any."""
    if not Path(folder).is_dir():
        raise RunError(f"`{folder}` is not a folder", "give the folder that -o named")
    run = Run(folder)
    if not _is_whole(run.facts):
        raise RunError(f"`{folder}/run.json` is damaged: it has no stages", "remove the folder and run again")
    if jobs and run.facts.get("job") not in jobs:
        raise RunError(
            f"`{folder}` is a run of the job `{run.facts.get('job')}`, not {_either(f'`{job}`' for job in jobs)}",
            f"give the folder that {_either(f'`twicetold {job} ... -o`' for job in jobs)} named",
        )
    _ = run.digest  # an unfinished run is an error that says so
    return run


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)


def _is_whole(facts: Any) -> bool:
    stages = facts.get("stages") if isinstance(facts, dict) else None
    return isinstance(stages, dict) and all(
        isinstance(stage, dict) and isinstance(stage.get("tables"), dict) for stage in stages.values()
    )


def must_have(run: Run, table: str) -> None:
    if table not in run.tables:
        raise RunError(f"`{run.folder}` has no table `{table}`", f"it has {', '.join(run.tables) or 'none'}")


def must_have_column(run: Run, table: str, column: str) -> None:
    if column not in schema(run, table).names:
        hint = "it was made by an older twicetold: run the command that made it again, with --force"
        raise RunError(f"the table `{table}` of `{run.folder}` has no column `{column}`", hint)


def count(run: Run, table: str) -> int:
    """Rows of a table, from its footer."""
    must_have(run, table)
    with _readable(run, table):
        return int(pq.read_metadata(run.path(table)).num_rows)


def scan(
    run: Run, table: str, wanted: ds.Expression | None = None, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """The rows that `wanted` holds for, in order, in batches that are not empty. `columns` must have what it asks for.

    Row groups whose statistics rule them out are not read, so one cluster of a large run, whose members stand
    together, costs one or two row groups. They are read one by one: pyarrow keeps the bytes of all that one call
    names, so memory would grow with the table (for 164 MB of Parquet 174 MB, one by one 24).
    """
    must_have(run, table)
    with _readable(run, table), pq.ParquetFile(run.path(table)) as file:
        groups = range(file.num_row_groups) if wanted is None else _row_groups(run.path(table), wanted)
        for group in groups:
            for batch in file.iter_batches(BATCH_ROWS, row_groups=[group], columns=columns, use_threads=False):
                kept = [batch] if wanted is None else pa.Table.from_batches([batch]).filter(wanted).to_batches()
                yield from (each for each in kept if each.num_rows)


def _row_groups(path: Path, wanted: ds.Expression) -> list[int]:
    (fragment,) = ds.dataset(path, format="parquet").get_fragments()
    return [group.id for group in fragment.subset(wanted).row_groups]


def rows(
    run: Run, table: str, wanted: ds.Expression | None = None, columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """The same row by row."""
    for batch in scan(run, table, wanted, columns):
        yield from batch.to_pylist()


def schema(run: Run, table: str) -> pa.Schema:
    must_have(run, table)
    with _readable(run, table):
        return run.schema(table)


@contextmanager
def _readable(run: Run, table: str) -> Iterator[None]:
    """A table that cannot be read is told as what it is."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        hint = "run the command that made it again: what is damaged is noticed and made anew"
        raise RunError(f"`{run.path(table)}` is missing or damaged: {error}", hint) from None
