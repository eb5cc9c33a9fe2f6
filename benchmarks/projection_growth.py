"""Time and memory of projection on growing data: `python -m benchmarks.projection_growth TEXTS ... [--sizes 45k,727k]`

Each size is a child of its own, held to `--memory`, from a saved table of distinct sentences to one of matches.
With `--planted` the sentences are those of the planted encyclopedia, as many as wanted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import measure
from benchmarks import texts as source
from benchmarks.projection import LONGEST, SHORTEST, build_units
from twicetold.config import Finding, Machine, Matching
from twicetold.engines.local import Local
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory, match_units
from twicetold.plan import parse_bytes, parse_count

COSINE = 0.9


def work(path: Path, memory_bytes: int) -> dict[str, Any]:
    """Candidates and matches of saved units; gives how many, and the scheme."""
    machine = Machine(memory_bytes=memory_bytes)
    finding = Finding(finder="projection", feature="vectors")
    settings = SentenceSettings(finding=finding, matching=Matching("cosine", COSINE), machine=machine)
    engine, count = Local(machine, scratch=str(path.parent)), pq.read_metadata(path).num_rows
    finder = fit_finder_in_memory(build_finder(settings, count), engine.load(path), count, engine)
    tables = match_units(engine.load(path), finder, settings, engine)
    rows = engine.save({path.with_name(f"{name}.parquet"): table for name, table in tables.items()})
    judged = pq.read_table(path.with_name("judged.parquet"))
    return {
        "scheme": finder.facts["scheme"],
        "candidates": sum(judged["count"].to_pylist()),
        "matches": rows[path.with_name("verified.parquet")],
        "crowds": pq.read_table(path.with_name("crowds.parquet")).num_rows,
    }


def generate_texts(count: int) -> Iterator[pa.Table]:
    """Distinct sentences of a planted encyclopedia, a hundred thousand at a time; nothing is held but hashes."""
    from twicetold.demo import PlantedCorpus

    seen: set[int] = set()
    waiting: list[str] = []
    first = 0
    for page in PlantedCorpus(sentences=2 * count, seed=3).generate_pages():
        for sentence in (each for paragraph in page.paragraphs for each in paragraph):
            if len(seen) < count and len(sentence) >= SHORTEST and hash(sentence) not in seen:
                seen.add(hash(sentence))
                waiting.append(sentence.lower())
        if len(waiting) >= 100_000 or len(seen) >= count:
            table = build_units(waiting)
            numbers = pa.array(range(first, first + len(waiting)), pa.uint32())
            yield table.set_column(0, table.schema.field(0), numbers)
            first, waiting = first + len(waiting), []
        if len(seen) >= count:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--sizes", default="45k,180k,720k")
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--planted", action="store_true")
    given = parser.parse_args()
    sizes = [parse_count(size) for size in given.sizes.split(",")]
    texts = [] if given.planted else source.sample(given.texts, max(sizes), SHORTEST, LONGEST)
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="twicetold-") as folder:
            path = Path(folder) / "units.parquet"
            tables = generate_texts(size) if given.planted else iter([build_units(texts[:size])])
            with pq.ParquetWriter(path, build_units([]).schema) as writer:
                for table in tables:
                    writer.write_table(table, row_group_size=8192)
            done = measure.measure("benchmarks.projection_growth", "--child", str(path), given.memory, rounds=1)
        facts = done.result
        summary = f"{facts['candidates']:,} candidates, {facts['matches']:,} matches; {facts['scheme']}"
        print(
            f"{size:>9,}: {done.seconds:6.1f} s, CPU {done.cpu_seconds:6.1f} s, {done.peak_mb:6.0f} MB; {summary}",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        measure.child(lambda: work(Path(sys.argv[2]), parse_bytes(sys.argv[3])))
    else:
        main()
