"""Local and Spark on the same files, with bands and with the papers' draws: one digest, or exit code 1.

    python -m benchmarks.spark_same PATH... [--alone 0] [--warm]

Every PATH is a corpus of its own. `--alone 0` sends every row through Spark; without it, what is little is done by one
task, as for a user. `--warm` runs each corpus on Spark twice and counts the second: the first pays for Java and Python
workers that start. Other work on the machine shows in the load average beside the seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from twicetold import api
from twicetold.config import Machine
from twicetold.engines.base import Engine
from twicetold.engines.local import Local
from twicetold.engines.spark import Spark, SparkLimits, create_session

SCHEMES = {"bands": None, "draws": "weissman2015"}
CORES = 2


@dataclass(frozen=True)
class RunResult:
    """What a run came to."""

    digest: str
    sentences: int
    matches: int
    seconds: float


def run_job(path: str, preset: str | None, engine: Engine) -> RunResult:
    began = time.monotonic()
    run = api.sentences(path, preset=preset, engine=engine)
    seconds = time.monotonic() - began
    results = run.facts["results"]
    return RunResult(run.digest, results["sentences"], results["matches"], seconds)


def compare_engines(path: str, spark: Spark, warm: bool) -> Iterator[bool]:
    """Prints a line for each engine and scheme; gives whether the two agree."""
    for scheme, preset in SCHEMES.items():
        here = run_job(path, preset, Local(Machine(workers=CORES)))
        if warm:
            run_job(path, preset, spark)
        there = run_job(path, preset, spark)
        for name, each in (("local", here), (f"spark local[{CORES}]", there)):
            found = f"{each.sentences:>9,} sentences {each.matches:>9,} matches {each.seconds:7.1f} s"
            print(
                f"{Path(path).name:<40} {scheme:<6} {name:<15} {found}  load {os.getloadavg()[0]:4.1f}  {each.digest}"
            )
        yield here.digest == there.digest


def main() -> None:
    wanted = argparse.ArgumentParser()
    wanted.add_argument("paths", nargs="+", metavar="PATH")
    wanted.add_argument("--alone", type=int, default=None, help="bytes that one task may do alone")
    wanted.add_argument("--warm", action="store_true", help="count the second run on Spark")
    given = wanted.parse_args()
    session = create_session(Machine(workers=CORES), f"local[{CORES}]", {})
    spark = Spark(session, limits=None if given.alone is None else SparkLimits(alone_bytes=given.alone))
    same = [agree for path in given.paths for agree in compare_engines(path, spark, given.warm)]
    print(f"{sum(same)} of {len(same)} the same")
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
