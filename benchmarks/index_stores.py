"""`python -m benchmarks.index_stores`: the keys of an index in packed Arrow files and in SQLite, written and looked up.

The keys are random, as those of texts are: `--texts` texts with `--bands` keys each. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from pathlib import Path

import numpy
import pyarrow as pa

from twicetold import _kernels
from twicetold.engines.local import Local
from twicetold.index.arrow_files import map_arrow, write_arrow
from twicetold.index.building import sort_keys
from twicetold.index.segments import KEY_COLUMN
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.files import sync_file
from twicetold.tables.matching import KEYS

LOOKUPS = 300


def make_keys(texts: int, bands: int) -> Batch:
    keys = numpy.random.default_rng(1).integers(0, 1 << 63, texts * bands, numpy.uint64)
    units = numpy.repeat(numpy.arange(texts, dtype=numpy.uint32), bands)
    return build_batch([pa.array(keys), pa.array(units)], KEYS)


def report_times(name: str, stored: int, rows: int, written: float, looked_up: float) -> None:
    size = stored / rows
    print(
        f"{name:8} {written:7.2f} s to write, {size:5.1f} bytes a key, {1000 * looked_up / LOOKUPS:.3f} ms for a text"
    )


def measure_segment(folder: Path, keys: Batch, texts: int, bands: int) -> None:
    path, engine = folder / "keys.arrow", Local(scratch=str(folder))
    began = time.process_time()
    packer = _kernels.KeyPacker(0, texts, keys.num_rows)
    ordered = sort_keys(engine.load_rows(pa.Table.from_batches([keys])), engine)
    packed = [packer.pack(batch) for batch in ordered]
    write_arrow(path, packed[0].schema, packed)
    starts = packer.finish()
    sync_file(path)
    written, stored = time.process_time() - began, _kernels.StoredKeys(0, starts, map_arrow(path))
    began = time.process_time()
    for text in range(LOOKUPS):
        stored.find_units(build_batch([keys["key"].slice(text * bands, bands)], KEY_COLUMN))
    looked_up = time.process_time() - began
    report_times("segment", path.stat().st_size + (starts.nbytes if starts else 0), keys.num_rows, written, looked_up)


def measure_sqlite(folder: Path, keys: Batch, bands: int) -> None:
    path = folder / "keys.sqlite"
    began = time.process_time()
    with sqlite3.connect(path) as database:
        database.execute("pragma journal_mode = wal")
        database.execute("create table keys (key integer, unit integer, primary key (key, unit)) without rowid")
        rows = zip(keys["key"].to_pylist(), keys["unit"].to_pylist(), strict=True)
        database.executemany("insert into keys values (?, ?)", rows)
    database.execute("pragma wal_checkpoint(truncate)")
    written = time.process_time() - began
    began = time.process_time()
    for key in keys["key"].slice(0, LOOKUPS * bands).to_pylist():
        database.execute("select unit from keys where key = ?", (key,)).fetchall()
    report_times("SQLite", path.stat().st_size, keys.num_rows, written, time.process_time() - began)
    database.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--bands", type=int, default=59)
    options = parser.parse_args()
    keys = make_keys(options.texts, options.bands)
    with tempfile.TemporaryDirectory() as folder:
        measure_segment(Path(folder), keys, options.texts, options.bands)
        measure_sqlite(Path(folder), keys, options.bands)


if __name__ == "__main__":
    main()
