"""Spark MLlib's MinHashLSH, as someone who knows it would use it: texts in Parquet to pairs in Parquet.

Its hash tables have one function each, so a pair becomes a candidate when any of them agrees: their number is all that
can be set, and few find most (at Jaccard 0.8 two find 96 %, three 99.2 %). Shingles are made by SQL and hashed by
HashingTF, inside Java; 2^30 features keep collisions rare. Rows are spread evenly, only ids and vectors go into the
join, vectors are kept in memory, and each pair is wanted once.
"""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np

from benchmarks.peers.base import SENTENCES, THREADS, Found, Setting, Shingles, Work, each_once

FEATURES = 1 << 30
SEED = 42
CONFIG = {
    "spark.driver.memory": "8g",
    "spark.driver.extraJavaOptions": "-Xss16m",
    "spark.sql.shuffle.partitions": str(4 * THREADS),
    "spark.ui.enabled": "false",
}
THRESHOLD = SENTENCES.threshold


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """The start of Spark does not count, nor writing the texts to where it reads them."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyspark.ml.feature import MinHashLSH
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder
    for name, value in CONFIG.items():
        builder = builder.config(name, value)
    session = builder.master(f"local[{THREADS}]").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.range(1).count()
    folder = tempfile.mkdtemp()
    pq.write_table(pa.table({"document": list(map(str, range(len(texts)))), "text": texts}), f"{folder}/texts.parquet")

    def work() -> Found:
        rows = vectors(session, f"{folder}/texts.parquet", 4 * THREADS, shingles).drop("set").cache()
        finder = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=setting[0], seed=SEED)
        approximate_join(rows, finder.fit(rows)).write.parquet(f"{folder}/pairs")
        found = pq.read_table(f"{folder}/pairs")
        return each_once(np.asarray(found["left"], np.uint32), np.asarray(found["right"], np.uint32))

    return work


def windows_in_sql(shingles: Shingles) -> str:
    """The shingles of `text` as a list of strings."""
    if shingles.of == "words":
        last = f"greatest(size(split(text, ' ')) - {shingles.length - 1}, 1)"
        one = f"array_join(slice(split(text, ' '), place, {shingles.length}), ' ')"
    else:
        last = f"greatest(length(text) - {shingles.length - 1}, 1)"
        one = f"substring(text, place, {shingles.length})"
    return f"transform(sequence(1, {last}), place -> {one})"


def vectors(session: Any, path: str, partitions: int, shingles: Shingles = SENTENCES) -> Any:
    """`id`, `features` and, for those who join by hand, the shingles' hashes as a `set` of each text."""
    from pyspark.ml.feature import HashingTF

    frame = session.read.parquet(path).repartition(partitions)
    frame = frame.selectExpr("CAST(document AS INT) AS id", f"{windows_in_sql(shingles)} AS windows")
    hashing = HashingTF(numFeatures=FEATURES, binary=True, inputCol="windows", outputCol="features")
    sets = "array_distinct(transform(windows, window -> xxhash64(window))) AS set"
    return hashing.transform(frame).selectExpr("id", "features", sets)


def approximate_join(vectors: Any, model: Any) -> Any:
    """What the manual says: `approxSimilarityJoin` of the texts with themselves."""
    sentences = vectors.select("id", "features")
    # A hair more, so that a Jaccard of exactly 0.8 is not lost: it wants a distance under the limit.
    joined = model.approxSimilarityJoin(sentences, sentences, 1 - THRESHOLD + 1e-9, "distance")
    return joined.where("datasetA.id < datasetB.id").selectExpr("datasetA.id AS left", "datasetB.id AS right")


def join_by_hand(vectors: Any, model: Any) -> Any:
    """Only its hashes: ids alone are joined and made distinct, and the sets fetched for the candidates that are left.

    `approxSimilarityJoin` carries both vectors through its join and its distinct.
    """
    from pyspark.ml.functions import vector_to_array
    from pyspark.sql import functions

    tables = functions.posexplode("hashes").alias("number", "value")
    keys = model.transform(vectors).select("id", tables)
    keys = keys.select("id", "number", vector_to_array(functions.col("value"))[0].alias("value"))
    left, right = keys.withColumnRenamed("id", "left"), keys.withColumnRenamed("id", "right")
    pairs = left.join(right, ["number", "value"]).where("left < right").select("left", "right").distinct()
    pairs = pairs.join(vectors.selectExpr("id AS left", "set AS own"), "left")
    pairs = pairs.join(vectors.selectExpr("id AS right", "set AS other"), "right")
    pairs = pairs.withColumn("shared", functions.size(functions.array_intersect("own", "other")))
    enough = f"shared >= {THRESHOLD} * (size(own) + size(other) - shared) - 1e-9"
    return pairs.where(enough).select("left", "right")
