"""One piece of work of `spark`, in a process of its own: `NAME SENTENCES FOLDER ROUNDS [SETTING]`.

Sentences in Parquet to verified pairs in Parquet, several times in one session: the first is cold (Java compiles,
workers start), the best of the others is warm. Prints JSON; the pairs stay in FOLDER.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from benchmarks.peers.base import SENTENCES, THREADS, each_once
from benchmarks.tree import measure_cpu_seconds

MEMORY = 16 << 30  # half of it Java's
JAVA = {"spark.driver.memory": "8g"}
LONG = 200.0  # seconds: what takes longer is not done again
PARTITIONS = 4 * THREADS

Work = Callable[[Path], None]


def ours(engine: Any, path: str, preset: str) -> Work:
    """The stages `units` and `matches` of the sentence job."""
    flow, config = import_module("twicetold.flow"), import_module("twicetold.config")
    options = {"measure": "jaccard", "threshold": SENTENCES.threshold, "shingle": SENTENCES.length}
    settings = import_module("twicetold.jobs.sentences.settings").SentenceSettings()
    if preset:
        settings = config.apply_preset(settings, preset)
        options = {"min_length": 1, "max_length": 0}
    settings = config.apply_options(settings, {**options, "workers": THREADS})

    def work(folder: Path) -> None:
        files = {name: folder / f"{name}.parquet" for name in ("units", "verified", "judged", "crowds")}
        units = flow.fold_sentences(engine.load(Path(path)), settings, engine)
        rows = engine.save({files["units"]: units}, passing=list(files.values()))
        finder = flow.build_finder(settings, rows[files["units"]])
        matched = flow.match_units(engine.load(files["units"]), finder, settings, engine)
        engine.save({files[name]: table for name, table in matched.items()}, passing=list(files.values()))

    return work


def our_pairs(folder: Path) -> Any:
    """Pairs of the sentences' numbers, which their documents are."""
    units = pq.read_table(folder / "units.parquet", columns=["unit", "document"])
    numbers = np.zeros(units.num_rows, np.uint32)
    numbers[np.asarray(units["unit"])] = np.array(units["document"].to_pylist(), np.uint32)
    found = pq.read_table(folder / "verified.parquet")
    return each_once(numbers[np.asarray(found["left"])], numbers[np.asarray(found["right"])])


def mllib(session: Any, path: str, tables: int, by_hand: bool) -> Work:
    """Its whole work; the time without the making of vectors is kept in `JOINED`."""
    from benchmarks.peers import mllib as peer

    def work(folder: Path) -> None:
        from pyspark.ml.feature import MinHashLSH

        vectors = peer.vectors(session, path, PARTITIONS)
        vectors = (vectors if by_hand else vectors.drop("set")).cache()
        vectors.count()
        began = time.perf_counter()
        model = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=tables, seed=peer.SEED).fit(vectors)
        join = peer.join_by_hand if by_hand else peer.approximate_join
        join(vectors, model).write.parquet(str(folder / "pairs"))
        JOINED.append(time.perf_counter() - began)
        session.catalog.clearCache()

    return work


JOINED: list[float] = []


def mllib_pairs(folder: Path) -> Any:
    found = pq.read_table(folder / "pairs")
    return each_once(np.asarray(found["left"], np.uint32), np.asarray(found["right"], np.uint32))


def main(name: str, path: str, folder: str, rounds: str, setting: str = "") -> None:
    began = time.perf_counter()
    pairs_of: Callable[[Path], Any] = our_pairs
    config = import_module("twicetold.config")
    machine = config.Machine(workers=THREADS, memory_bytes=MEMORY)
    if name == "local":
        work = ours(import_module("twicetold.engines.local").Local(machine, scratch=folder), path, setting)
    else:
        start = import_module("twicetold.engines.spark").create_session
        session = start(machine, f"local[{THREADS}]", JAVA)
        session.range(1).count()  # the first job is part of the start
        if name == "spark":
            work = ours(import_module("twicetold.engines.spark").Spark(session, machine), path, setting)
        else:
            work = mllib(session, path, int(setting), name == "by_hand")
            pairs_of = mllib_pairs
    seconds, cpu = [time.perf_counter() - began], []
    out = Path(folder) / "out"
    for _ in range(int(rounds)):
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        began, used = time.perf_counter(), measure_cpu_seconds(os.getpid())
        work(out)
        seconds.append(time.perf_counter() - began)
        cpu.append(measure_cpu_seconds(os.getpid()) - used)
        if seconds[-1] > LONG:
            break
    np.save(Path(folder) / "pairs.npy", pairs_of(out))
    print(json.dumps({"session": seconds[0], "rounds": seconds[1:], "cpu": cpu, "joined": JOINED}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
