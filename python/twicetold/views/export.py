"""`twicetold export`: a table of a finished run for other programs, batch by batch, so that memory stays flat."""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from twicetold import _kernels
from twicetold.engines.parquet import ParquetSink
from twicetold.errors import SettingsError
from twicetold.jobs.base import find_job
from twicetold.run import Run, finished, publish_file
from twicetold.run.outputs import check_output, identify_file, list_run_files
from twicetold.text.terminal import write_output

WriteBatch = Callable[[pa.RecordBatch], None]
EncodeBatch = Callable[[pa.RecordBatch], bytes]

READ_TABLES = ("sentences", "documents")
_LINE_BREAKS = (
    r"[\t\n\v\f\r\x{1c}-\x{1e}\x{85}\x{2028}\x{2029}]"  # what some program takes for the end of a field or line
)


def export_table(folder: str | Path, table: str, format: str, output: str, *, force: bool = False) -> int:
    """Writes a table and gives its number of rows. A file stands under its name only when it is complete.

    Without `format`, the suffix of `output` tells it; on stdout it is jsonl.
    """
    run = finished.open_finished_run(folder)
    written_as = _choose_format(format, output, _list_run_formats(run))
    schema, rows = finished.read_schema(run, table), 0
    if written_as == "wikiduper" and not {"cluster", "title", "text"} <= set(schema.names):
        raise SettingsError(
            f"the format wikiduper does not suit the table `{table}`",
            "it is for a table with the columns `cluster`, `title` and `text`",
        )
    with _open_sink(run, output, written_as, schema, force) as write:
        for batch in finished.scan_table(run, table):
            write(batch)
            rows += batch.num_rows
    return rows


def choose_main_table(folder: str | Path) -> str:
    """The table that is exported where none is named: the one that the run's job is for."""
    run = finished.open_finished_run(folder)
    job = find_job(run)
    if job is None:  # nothing was found: the text as it was read
        return next((name for name in READ_TABLES if name in run.tables), run.tables[0])
    return job.main_table if job.main_table in run.tables else job.result_tables[0]


def find_run_format(folder: str | Path, format: str, output: str) -> str:
    """The format of a whole run that is asked for, by its name or the suffix of the file; "" where a table is."""
    chosen = format or (Path(output).suffix[1:] if output != "-" else "")
    return chosen if chosen in _list_run_formats(finished.open_finished_run(folder)) else ""


def export_run(folder: str | Path, format: str, output: str, *, force: bool = False) -> int:
    """Writes a format that only the run's job has, and gives the number of lines."""
    run = finished.open_finished_run(folder)
    job = find_job(run)
    pieces = job.load_format(format)(run) if job else iter(())
    pieces = chain([next(pieces, "")], pieces)  # an error comes before the file
    if output == "-":
        lines = _write_pieces(pieces, lambda piece: write_output(piece.encode(), format == "passim"))
        sys.stdout.flush()
        return lines
    path = Path(output)
    check_output_path(path, run, force)
    with publish_file(path) as part, part.open("w", encoding="utf-8") as file:
        return _write_pieces(pieces, lambda piece: _discard_result(file.write(piece)))


def _write_pieces(pieces: Iterable[str], write: Callable[[str], None]) -> int:
    lines = 0
    for piece in pieces:
        write(piece)
        lines += piece.count("\n")
    return lines


def _list_run_formats(run: Run) -> tuple[str, ...]:
    """The formats in which the job of a run writes all that it found."""
    job = find_job(run)
    return tuple(job.formats) if job else ()


def _choose_format(format: str, output: str, of_job: Iterable[str] = ()) -> str:
    known = ("jsonl", "csv", "parquet", "wikiduper", *of_job)
    chosen = format or (Path(output).suffix[1:] if output != "-" else "jsonl")
    if chosen not in known:
        what = f"unknown format: `{chosen}`" if chosen else f"`{output}` has no suffix that names a format"
        raise SettingsError(what, f"give --format one of: {', '.join(known)}")
    if chosen == "parquet" and output == "-":
        raise SettingsError("Parquet cannot be written to stdout", "give -o a file, such as -o members.parquet")
    return chosen


@contextmanager
def _open_sink(run: Run, output: str, format: str, schema: pa.Schema, force: bool) -> Iterator[WriteBatch]:
    """What batches are written with."""
    if output == "-":
        header, as_bytes = _choose_encoder(format, schema)
        write_output(header)
        yield lambda batch: write_output(as_bytes(batch), format == "jsonl")
        sys.stdout.flush()
        return
    path = Path(output)
    check_output_path(path, run, force)
    with publish_file(path) as part:
        if format == "parquet":
            with ParquetSink(part, schema) as sink:
                yield sink.write
        else:
            header, as_bytes = _choose_encoder(format, schema)
            with part.open("wb") as file:
                file.write(header)
                yield lambda batch: _discard_result(file.write(as_bytes(batch)))


def check_output_path(path: Path, run: Run, force: bool, others: Sequence[str | Path] = ()) -> None:
    """Says so where a file cannot or must not be written. `others` are inputs that are not the run's own."""
    if not path.parent.is_dir():
        raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give -o another path")
    if path.is_dir():
        raise SettingsError(f"`{path}` is a folder", "give -o a file's name")
    tables = [file for table in run.tables for file in run.list_files(table)]
    own = {identify_file(file) for file in (run.folder / "run.json", *tables)}
    if path.exists() and identify_file(path) in own:
        raise SettingsError(f"`{path}` is a part of the run itself", "give -o another path")
    check_output(path, [*list_run_files(run.facts), *others])
    if path.exists() and not force:
        raise SettingsError(f"`{path}` exists", "add --force to overwrite it")


def _choose_encoder(format: str, schema: pa.Schema) -> tuple[bytes, EncodeBatch]:
    """What stands at the beginning of the file, and how a batch is written."""
    if format == "csv":
        return _encode_csv(schema.empty_table(), header=True), lambda batch: _encode_csv(batch, header=False)
    return b"", _encode_wikiduper_lines if format == "wikiduper" else _encode_json_lines


def _encode_csv(rows: pa.Table | pa.RecordBatch, header: bool) -> bytes:
    """Lists, which CSV does not know, as JSON."""
    out = io.BytesIO()
    columns = [
        _encode_json_column(rows[each.name]) if pa.types.is_nested(each.type) else rows[each.name]
        for each in rows.schema
    ]
    flat = pa.table(dict(zip(rows.schema.names, columns, strict=True)))
    pyarrow.csv.write_csv(flat, out, pyarrow.csv.WriteOptions(include_header=header))
    return out.getvalue()


def _encode_json_column(column: pa.Array) -> pa.Array:
    return pa.array([_encode_json(value) for value in column.to_pylist()], pa.string())


def _encode_wikiduper_lines(batch: pa.RecordBatch) -> bytes:
    """`cluster<TAB>title<TAB>sentence`, as the papers' code wrote its clusters."""
    columns = [
        pc.cast(batch["cluster"], pa.string()),
        _replace_line_breaks(batch["title"]),
        _replace_line_breaks(batch["text"]),
    ]
    return _join_lines(pc.binary_join_element_wise(*columns, "\t").to_pylist())


def _replace_line_breaks(column: pa.Array) -> pa.Array:
    return pc.replace_substring_regex(column, _LINE_BREAKS, " ")


def _encode_json_lines(batch: pa.RecordBatch) -> bytes:
    if all(column.type in (pa.string(), pa.uint32()) and not column.null_count for column in batch.columns):
        return bytes(_kernels.format_jsonl(batch))
    return _join_lines(_encode_json(_replace_non_finite(row)) for row in batch.to_pylist())


def _encode_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _replace_non_finite(row: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no infinity and no NaN: they become null."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()
    }


def _join_lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _discard_result(_: int) -> None: ...
