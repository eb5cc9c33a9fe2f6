"""DuckDB: minhash written in SQL by hand, nothing but its own functions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from benchmarks.peers.base import THREADS, Found, Setting, Shingles, Work, each_once

PRIME = (1 << 32) - 5
SETS = {
    "characters": "list_transform(range(1, length(text) - {length} + 2), lambda spot: substring(text, spot, {length}))",
    "words": "list_zip(words, {shifted}, true)",
}


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Shingles unnested and hashed, a minimum for each function by GROUP BY, bands joined with themselves."""
    import duckdb
    import pyarrow as pa

    query = sql(shingles, *setting)

    def work() -> Found:
        connection: Any = duckdb.connect(config={"threads": THREADS})
        given = pa.table({"number": np.arange(len(texts), dtype=np.uint32), "text": texts})
        connection.register("given", given)
        found = connection.execute(query).fetchnumpy()
        return each_once(np.asarray(found["one"], np.uint32), np.asarray(found["other"], np.uint32))

    return work


def sql(shingles: Shingles, bands: int, rows: int) -> str:
    """The query, whole. A hash of 32 bits times a number below 2^31 stays within 64 bits."""
    draw = random.Random(42)
    functions = [(draw.randrange(1, 1 << 31), draw.randrange(PRIME)) for _ in range(bands * rows)]
    values = ", ".join(f"min((key * {a} + {b}) % {PRIME}) AS v{at}" for at, (a, b) in enumerate(functions))
    keys = ", ".join(
        f"hash({band}, {', '.join(f'v{at}' for at in range(band * rows, (band + 1) * rows))})" for band in range(bands)
    )
    shifted = ", ".join(f"words[{place}:]" for place in range(2, shingles.length + 1))
    shingle = SETS[shingles.of].format(length=shingles.length, shifted=shifted)
    words = "string_split(text, ' ') AS words" if shingles.of == "words" else "0 AS words"
    return f"""
        WITH cut AS (SELECT number, text, {words} FROM given),
        shingled AS (SELECT number, unnest({shingle}) AS shingle FROM cut),
        hashed AS (SELECT number, hash(shingle) & 4294967295 AS key FROM shingled),
        sketched AS (SELECT number, {values} FROM hashed GROUP BY number),
        banded AS (SELECT number, unnest([{keys}]) AS band FROM sketched)
        SELECT DISTINCT left_side.number AS one, right_side.number AS other
        FROM banded AS left_side JOIN banded AS right_side USING (band) WHERE left_side.number < right_side.number
    """
