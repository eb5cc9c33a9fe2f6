"""`twicetold export`: a table of a finished run for other programs, batch by batch, so that memory stays flat."""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from twicetold import _kernels
from twicetold.engines.parquet import ParquetSink
from twicetold.errors import SettingsError
from twicetold.run import Run, finished, publish

Write = Callable[[pa.RecordBatch], None]
AsBytes = Callable[[pa.RecordBatch], bytes]

_BREAKS = r"[\t\n\v\f\r\x{1c}-\x{1e}\x{85}\x{2028}\x{2029}]"  # what some program takes for the end of a field or line


def export(folder: str | Path, table: str, format: str, output: str, *, force: bool = False) -> int:
    """Writes a table and gives its number of rows. A file stands under its name only when it is complete.

    Without `format`, the suffix of `output` tells it; on stdout it is jsonl.
    """
    written_as = _format(format, output)
    run = finished.finished_run(folder)
    schema, rows = finished.schema(run, table), 0
    if written_as == "wikiduper" and not {"cluster", "title", "text"} <= set(schema.names):
        raise SettingsError(
            f"the format wikiduper does not suit the table `{table}`",
            "it is for --table members of a run of `sentences`",
        )
    with _sink(run, output, written_as, schema, force) as write:
        for batch in finished.scan(run, table):
            write(batch)
            rows += batch.num_rows
    return rows


def main_table(folder: str | Path) -> str:
    """The table that the run's job is for, and that is meant where none is named."""
    job = finished.finished_run(folder).facts.get("job")
    return {"passages": "passages", "split": "sentences", "threads": "matches"}.get(str(job), "members")


def _format(format: str, output: str) -> str:
    known = ("jsonl", "csv", "parquet", "wikiduper")
    chosen = format or (Path(output).suffix[1:] if output != "-" else "jsonl")
    if chosen not in known:
        what = f"unknown format: `{chosen}`" if chosen else f"`{output}` does not tell its format"
        raise SettingsError(what, f"give --format one of: {', '.join(known)}")
    if chosen == "parquet" and output == "-":
        raise SettingsError("Parquet cannot be written to stdout", "give -o a file, such as -o members.parquet")
    return chosen


@contextmanager
def _sink(run: Run, output: str, format: str, schema: pa.Schema, force: bool) -> Iterator[Write]:
    """What batches are written with."""
    if output == "-":
        header, as_bytes = _text_format(format, schema)
        sys.stdout.buffer.write(header)
        yield lambda batch: _drop(sys.stdout.buffer.write(as_bytes(batch)))
        sys.stdout.buffer.flush()
        return
    path = Path(output)
    must_be_free(path, run, force)
    with publish(path) as part:
        if format == "parquet":
            with ParquetSink(part, schema) as sink:
                yield sink.write
        else:
            header, as_bytes = _text_format(format, schema)
            with part.open("wb") as file:
                file.write(header)
                yield lambda batch: _drop(file.write(as_bytes(batch)))


def must_be_free(path: Path, run: Run, force: bool) -> None:
    """Says so where a file cannot or must not be written."""
    if not path.parent.is_dir():
        raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give -o another path")
    if path.is_dir():
        raise SettingsError(f"`{path}` is a folder", "give -o a file's name")
    if path.exists():
        own = {run.folder.resolve() / name for name in ("run.json", *(f"{table}.parquet" for table in run.tables))}
        if path.resolve() in own:
            raise SettingsError(f"`{path}` is a part of the run itself", "give -o another path")
        if not force:
            raise SettingsError(f"`{path}` exists", "add --force to overwrite it")


def _text_format(format: str, schema: pa.Schema) -> tuple[bytes, AsBytes]:
    """What stands at the beginning of the file, and how a batch is written."""
    if format == "csv":
        return _csv(schema.empty_table(), header=True), lambda batch: _csv(batch, header=False)
    return b"", _wikiduper_lines if format == "wikiduper" else _json_lines


def _csv(rows: pa.Table | pa.RecordBatch, header: bool) -> bytes:
    """Lists, which CSV does not know, as JSON."""
    out = io.BytesIO()
    columns = [_as_json(rows[each.name]) if pa.types.is_nested(each.type) else rows[each.name] for each in rows.schema]
    flat = pa.table(dict(zip(rows.schema.names, columns, strict=True)))
    pyarrow.csv.write_csv(flat, out, pyarrow.csv.WriteOptions(include_header=header))
    return out.getvalue()


def _as_json(column: pa.Array) -> pa.Array:
    return pa.array([_json(value) for value in column.to_pylist()], pa.string())


def _wikiduper_lines(batch: pa.RecordBatch) -> bytes:
    """`cluster<TAB>title<TAB>sentence`, as the papers' code wrote its clusters."""
    columns = [pc.cast(batch["cluster"], pa.string()), _one_line(batch["title"]), _one_line(batch["text"])]
    return _joined(pc.binary_join_element_wise(*columns, "\t").to_pylist())


def _one_line(column: pa.Array) -> pa.Array:
    return pc.replace_substring_regex(column, _BREAKS, " ")


def _json_lines(batch: pa.RecordBatch) -> bytes:
    if all(column.type in (pa.string(), pa.uint32()) and not column.null_count for column in batch.columns):
        return bytes(_kernels.to_jsonl(batch))
    return _joined(_json(_finite(row)) for row in batch.to_pylist())


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _finite(row: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no infinity and no NaN: they become null."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()
    }


def _joined(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _drop(_: int) -> None: ...
