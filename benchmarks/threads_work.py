"""What others would write for the job `threads`, in a process of its own: `NAME THREADS OUT MEMORY`.

From a file of threads to the pairs whose score reaches the threshold, by the same rule (a field that is missing on
either side is left out, and the others are taken as shares). Both get the normal forms and the hashes of the shingles
from our kernels, each text's once: that is faster than they could do it in Python, and is timed. The pairs go to OUT
with their scores, not timed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
import pyarrow.parquet as pq

from benchmarks.measure import child
from benchmarks.thread_source import FIELDS

WEIGHTS, LEAST, SHINGLE = (0.4, 0.2, 0.4), 0.5, 3
HAIR = 1e-9  # as docs/threads.md says
DIGITS = 12
THREADS = 2


def shingled(path: str) -> tuple[pa.Array, list[pa.Array]]:
    """The ids of the threads in order, and for each field a list of distinct hashes a thread."""
    from twicetold import _kernels
    from twicetold.config import Folding
    from twicetold.features.words import Words
    from twicetold.matching.fold import identify_texts

    block = pj.ReadOptions(block_size=1 << 26)
    kinds = pj.ParseOptions(explicit_schema=pa.schema([(name, pa.string()) for name in ("id", *FIELDS)]))
    table = pj.read_json(path, block, kinds).sort_by("id").combine_chunks()
    threads = table.to_batches()[0]
    hashed = []
    for name in FIELDS:
        lists = _kernels.hash_features(identify_texts(threads[name], Folding())["text"], Words(SHINGLE).kernel)
        rows = pa.table({"thread": pc.list_parent_indices(lists).cast(pa.int32()), "hash": pc.list_flatten(lists)})
        hashed.append(rows.group_by(["thread", "hash"]).aggregate([]))
    return table["id"].combine_chunks(), hashed


SHINGLES = "create table shingle{0} as select thread, hash, count(*) over (partition by thread) as size from given"
ALIKE = """
    insert into pair select a.thread, b.thread from shingle{0} a join shingle{0} b
    on a.hash = b.hash and a.thread < b.thread and a.size >= b.size * {1} and b.size >= a.size * {1}
    group by a.thread, b.thread, a.size, b.size having count(*) / (a.size + b.size - count(*)) >= {1}
"""
SHARED = """
    create table shared{0} as select p.lefts, p.rights, count(*) as shared from candidate p
    join shingle{0} a on a.thread = p.lefts join shingle{0} b on b.thread = p.rights and a.hash = b.hash
    group by p.lefts, p.rights
"""
SIZES = "create table size{0} as select thread, any_value(size) as size from shingle{0} group by thread"
SCORED = """
    with each as (
        select p.lefts, p.rights, {sums} as total, {weights} as weights from candidate p {joins}
    )
    select lefts, rights, round(total / weights, {digits}) as score from each
    where weights > 0 and round(total / weights, {digits}) >= {least}
"""


def duckdb(path: str, memory: str) -> pa.Table:
    """An inverted index as a table of shingles: joined with itself by field, counted, and the candidates scored."""
    base = import_module("duckdb").connect(config={"memory_limit": memory, "threads": THREADS})
    ids, hashed = shingled(path)
    base.execute("create table pair (lefts integer, rights integer)")
    for which, given in enumerate(hashed):
        base.register("given", given)
        base.execute(SHINGLES.format(which))
        base.unregister("given")
    hashed.clear()
    for which in range(len(FIELDS)):
        base.execute(ALIKE.format(which, LEAST - HAIR))
    base.execute("create table candidate as select distinct lefts, rights from pair")
    for which in range(len(FIELDS)):
        base.execute(SHARED.format(which))
        base.execute(SIZES.format(which))
    found = base.sql(_scores()).to_arrow_table()
    return named(ids, found["lefts"], found["rights"], found["score"])


def _scores() -> str:
    """The score as SQL: a size that is null is a field that is missing."""
    sums, weights, joins = [], [], []
    for which, weight in enumerate(WEIGHTS):
        both = f"a{which}.size is not null and b{which}.size is not null"
        shared = f"coalesce(s{which}.shared, 0)"
        jaccard = f"{shared}::double / (a{which}.size + b{which}.size - {shared})"
        sums.append(f"case when {both} then {weight}::double * {jaccard} else 0 end")
        weights.append(f"case when {both} then {weight}::double else 0 end")
        joins.append(f"left join size{which} a{which} on a{which}.thread = p.lefts")
        joins.append(f"left join size{which} b{which} on b{which}.thread = p.rights")
        joins.append(f"left join shared{which} s{which} on s{which}.lefts = p.lefts and s{which}.rights = p.rights")
    parts = {"sums": " + ".join(sums), "weights": " + ".join(weights), "joins": " ".join(joins)}
    return SCORED.format(**parts, digits=DIGITS, least=LEAST)


def set_similarity_search(path: str, memory: str) -> pa.Table:
    """All pairs of each field at the threshold, as its documentation has it; then the score of each from the sets."""
    all_pairs = import_module("SetSimilaritySearch").all_pairs
    ids, hashed = shingled(path)
    sets = [sets_of(given, len(ids)) for given in hashed]
    found: set[tuple[int, int]] = set()
    for own in sets:
        there = [thread for thread, each in enumerate(own) if each]
        given = [own[thread] for thread in there]
        pairs = all_pairs(given, similarity_func_name="jaccard", similarity_threshold=LEAST - HAIR)
        found.update((min(pair), max(pair)) for one, two, _ in pairs if (pair := (there[one], there[two])))
    rows = [(left, right, score(sets, left, right)) for left, right in sorted(found)]
    kept = [row for row in rows if row[2] >= LEAST]
    columns = [pa.array([row[which] for row in kept]) for which in range(3)]
    return named(ids, *columns)


def sets_of(given: pa.Table, count: int) -> list[set[int]]:
    sets: list[set[int]] = [set() for _ in range(count)]
    for thread, value in zip(given["thread"].to_numpy().tolist(), given["hash"].to_numpy().tolist(), strict=True):
        sets[thread].add(value)
    return sets


def score(sets: list[list[set[int]]], left: int, right: int) -> float:
    total = weights = 0.0
    for own, weight in zip(sets, WEIGHTS, strict=True):
        one, two = own[left], own[right]
        if one and two:
            shared = len(one & two)
            total += weight * (shared / (len(one) + len(two) - shared))
            weights += weight
    return round(total / weights, DIGITS) if weights else 0.0


def all_of_them(path: str, memory: str) -> pa.Table:
    """Every two threads: for a test of the others."""
    ids, hashed = shingled(path)
    sets = [sets_of(given, len(ids)) for given in hashed]
    rows = [(left, right, score(sets, left, right)) for left, right in combinations(range(len(ids)), 2)]
    kept = [row for row in rows if row[2] >= LEAST]
    return named(ids, *[pa.array([row[which] for row in kept]) for which in range(3)])


def named(ids: pa.Array, left: pa.Array, right: pa.Array, score: pa.Array) -> pa.Table:
    """Pairs with the ids of their threads, in order."""
    places = [pa.array(np.asarray(side).astype(np.int64)) for side in (left, right)]
    sides = [ids.take(place) for place in places]
    table = pa.table({"left": sides[0], "right": sides[1], "score": pa.array(np.asarray(score).astype(np.float64))})
    return table.sort_by([("left", "ascending"), ("right", "ascending")])


WORK: dict[str, Callable[[str, str], pa.Table]] = {
    "duckdb": duckdb,
    "set_similarity_search": set_similarity_search,
    "all_of_them": all_of_them,
}
MODULES = {"duckdb": "duckdb", "set_similarity_search": "SetSimilaritySearch", "all_of_them": "twicetold"}


def main(name: str, path: str, out: str, memory: str) -> None:
    import_module(MODULES[name])  # not timed
    kept: list[pa.Table] = []

    def timed() -> int:
        kept.append(WORK[name](path, memory))
        return int(kept[0].num_rows)

    child(timed)
    pq.write_table(kept[0], out)


if __name__ == "__main__":
    main(*sys.argv[1:])
