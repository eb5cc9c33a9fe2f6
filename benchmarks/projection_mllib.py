"""Projection next to Spark MLlib's locality-sensitive hashing, on the same texts in one run, two cores.

    python -m benchmarks.projection_mllib TEXTS ... [--sizes 5000,50000] [--timeout 300]

BucketedRandomProjectionLSH is given the vectors that we make, of length 1, and wants the distance that stands for the
cosine; making them does not count for it. Its tables have one function each, so that all it can do is join what shares
one bucket of one of them. MinHashLSH is given words; it finds by Jaccard, and its recall is of the pairs by cosine all
the same. Each is a process of its own; the start of Spark does not count, what is cold in the first round does.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import texts as source
from benchmarks.peers.base import each_once
from benchmarks.projection import LONGEST, SHORTEST, FinderOfTexts, Pairs
from benchmarks.projection_speed import make_vectors, time_projection
from benchmarks.spark_work import JAVA, MEMORY, PARTITIONS
from benchmarks.tree import watch_command
from benchmarks.windows import select_densest

COSINE = 0.9
DISTANCE = (2 - 2 * COSINE) ** 0.5
FEATURES = 1 << 18
# Name, tables, and the length of a bucket or the least Jaccard similarity.
CONTENDERS = [("bucketed", 2, 0.1), ("bucketed", 10, 0.02), ("minhash", 3, 0.6), ("minhash", 5, 0.4)]


def join_approximately(session: Any, path: str, name: str, tables: int, setting: float) -> Any:
    """The pairs as `approxSimilarityJoin` gives them, each once."""
    from pyspark.ml.feature import BucketedRandomProjectionLSH, HashingTF, MinHashLSH
    from pyspark.ml.functions import array_to_vector
    from pyspark.sql import functions

    frame = session.read.parquet(path).repartition(PARTITIONS)
    if name == "bucketed":
        rows = frame.select("id", array_to_vector(functions.col("vector")).alias("features")).cache()
        finder: Any = BucketedRandomProjectionLSH(bucketLength=setting)
        distance = DISTANCE
    else:
        words = frame.select("id", functions.split("text", r"[^\p{L}\p{N}]+").alias("words"))
        hashing = HashingTF(numFeatures=FEATURES, binary=True, inputCol="words", outputCol="features")
        rows = hashing.transform(words).select("id", "features").cache()
        finder, distance = MinHashLSH(), 1 - setting
    model = finder.setInputCol("features").setOutputCol("hashes").setNumHashTables(tables).setSeed(42).fit(rows)
    pairs = model.approxSimilarityJoin(rows, rows, distance + 1e-9, "distance").where("datasetA.id < datasetB.id")
    return pairs.selectExpr("datasetA.id AS left", "datasetB.id AS right")


def run_child(path: str, folder: str, name: str, tables: str, setting: str) -> None:
    config, start = import_module("twicetold.config"), import_module("twicetold.engines.spark").create_session
    session = start(config.Machine(workers=2, memory_bytes=MEMORY), "local[2]", JAVA)
    session.range(1).count()
    began = time.perf_counter()
    join_approximately(session, path, name, int(tables), float(setting)).write.parquet(f"{folder}/pairs")
    print(json.dumps({"seconds": time.perf_counter() - began}), flush=True)


def measure(path: Path, truth: Pairs, timeout_seconds: float) -> None:
    """Prints a line for each contender."""
    for name, tables, setting in CONTENDERS:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            arguments = "--child", str(path), folder, name, str(tables), str(setting)
            what = f"MLlib {name}, {tables} tables, {'bucket' if name == 'bucketed' else 'Jaccard'} {setting:g}"
            try:
                done = watch_command([sys.executable, "-m", "benchmarks.projection_mllib", *arguments], timeout_seconds)
            except subprocess.TimeoutExpired:
                print(f"{what}: over {timeout_seconds:.0f} s", flush=True)
                continue
            except subprocess.CalledProcessError as error:
                print(f"{what}: failed ({error.returncode})", flush=True)
                continue
            rows = pq.read_table(f"{folder}/pairs")
        pairs = each_once(*(np.asarray(rows[side], np.uint32) for side in ("left", "right")))
        found = set(map(tuple, pairs.tolist()))
        seconds = json.loads(done.output.splitlines()[-1])["seconds"]
        share = len(truth & found) / len(truth)
        print(f"{what}: {seconds:.1f} s, {len(found):,} pairs, {share:.4f}, {done.peak_mb:.0f} MB", flush=True)


def save_vectors(finder: FinderOfTexts, folder: str) -> Path:
    """Number, text and vector of each sentence that has one, in Parquet."""
    column = make_vectors(finder)
    numbers = np.nonzero(np.asarray(column.is_valid()))[0]
    rows = np.frombuffer(b"".join(column.drop_null().to_pylist()), np.int8).reshape(len(numbers), -1)
    unit = rows / np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    vectors = pa.ListArray.from_arrays(np.arange(len(unit) + 1) * unit.shape[1], unit.ravel())
    texts = finder.units["text"].combine_chunks().take(pa.array(numbers))
    path = Path(folder) / "vectors.parquet"
    pq.write_table(pa.table({"id": pa.array(numbers, pa.int32()), "text": texts, "vector": vectors}), path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--sizes", default="5000,50000")
    parser.add_argument("--timeout", type=float, default=300.0)
    given = parser.parse_args()
    every = source.sample(given.texts, 10**9, SHORTEST, LONGEST)
    for size in map(int, given.sizes.split(",")):
        finder = FinderOfTexts(select_densest(every, size), "hashed", COSINE)
        truth, *_ = finder.find()
        print(f"{size:,} sentences, {len(truth):,} pairs of cosine {COSINE:g}", flush=True)
        time_projection(finder, truth, 0.99, 2)
        with tempfile.TemporaryDirectory() as folder:
            measure(save_vectors(finder, folder), truth, given.timeout)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        run_child(*sys.argv[2:])
    else:
        main()
