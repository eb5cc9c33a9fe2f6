"""Runs passim in an environment that has it: `python passim_run.py SOURCE INPUT OUT SETTINGS...`; prints what it found.

SOURCE is a checkout of dasmiq/passim (`passim` on PyPI is something else). It needs pyspark, graphframes-py and
intervaltree, and no jar: `--to-extents` ends before graphs are made. Each line is a pair of stretches as JSON, and the
last one the CPU seconds of this process and of all that it started.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

BETWEEN_SERIES = ["--all-pairs", "--fields", "xxhash64(series) as gid", "--filterpairs", "gid < gid2"]


def main(source: str, path: str, out: str, *settings: str) -> None:
    os.environ.update(PYSPARK_PYTHON=sys.executable, PYTHONPATH=source)
    sys.path.insert(0, source)
    from passim import seriatim  # type: ignore[import-not-found]
    from pyspark.sql import SparkSession

    before = sys.stdout
    sys.stdout = sys.stderr
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder.getOrCreate()
    seriatim.main([*BETWEEN_SERIES, "--to-extents", *settings, path, out])
    seconds = sum_cpu_seconds(os.getpid())
    session = builder.getOrCreate()
    found = session.read.parquet(str(Path(out) / "tmp" / "extents.parquet"))
    names = session.read.json(path).selectExpr("xxhash64(id) as uid", "id")
    both = found.join(names, "uid").join(names.toDF("uid2", "id2"), "uid2")
    sys.stdout = before
    for row in both.select("id", "begin", "end", "id2", "begin2", "end2").collect():
        print(json.dumps(list(row)))
    print(json.dumps(seconds))
    session.stop()


def sum_cpu_seconds(process: int) -> float:
    """CPU seconds of a process and its children, those that have ended included."""
    ticks = 0
    children: dict[int, list[int]] = {}
    times: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(folder.name))
        times[int(folder.name)] = sum(map(int, fields[11:15]))
    waiting = [process]
    while waiting:
        each = waiting.pop()
        ticks += times.get(each, 0)
        waiting += children.get(each, [])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(*sys.argv[1:])
