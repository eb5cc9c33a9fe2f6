"""Paper 002's Table 6 in our form: MinHash on this machine and on Spark, next to Spark MLlib's MinHashLSH.

    python -m benchmarks.spark FILE ... [--sizes 50k,all] [--cache FOLDER] [--json]

Jaccard 0.8 on windows of 12 characters, distinct sentences of 75 to 600 characters, two cores (`local[2]`), 8 GB for
Java. Sentences in Parquet to verified pairs in Parquet, the same file for all; then the whole command, from FILE to run
folder. CPU seconds are of all processes in the warm round: they say more than seconds where other work runs. MLlib runs
with several numbers of hash tables, and once more with only its hashes taken and the join written by hand. Above
100,000 sentences recall and precision are of a sample (see `sentences`).
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks import texts as source
from benchmarks.machine import processor
from benchmarks.results import without_nan
from benchmarks.score import score_findings
from benchmarks.sized import Case, prepare, sized
from benchmarks.tree import watch_command
from benchmarks.windows import estimate_similarity

SHORTEST, LONGEST = 75, 600
BATCH = 10_000


@dataclass(frozen=True)
class Contender:
    """`setting` is a number of hash tables, or a preset of ours."""

    name: str
    work: str
    setting: str = ""


CONTENDERS = (
    Contender("twicetold, local", "local"),
    Contender("twicetold, Spark", "spark"),
    Contender("twicetold, local, the papers' draws", "local", "weissman2015"),
    Contender("twicetold, Spark, the papers' draws", "spark", "weissman2015"),
    *(Contender(f"MLlib, {tables} tables", "mllib", str(tables)) for tables in (2, 3, 5)),
    *(Contender(f"MLlib's hashes, {tables} tables, joined by hand", "by_hand", str(tables)) for tables in (2, 3)),
)


@dataclass(frozen=True)
class Row:
    """One line. `joined` is the warm time without the making of vectors; `load` the load average as it began."""

    size: int
    name: str
    load: float
    session: float = float("nan")
    cold: float = float("nan")
    warm: float = float("nan")
    joined: float = float("nan")
    cpu_seconds: float = float("nan")
    peak_mb: float = float("nan")
    found: int = 0
    recall: float = float("nan")
    precision: float = float("nan")
    failure: str = ""


def run(contender: Contender, case: Case, parquet: Path, rounds: int, timeout_seconds: float) -> Row:
    """One measurement; running out of time or memory is a row as well."""
    row = Row(case.size, contender.name, os.getloadavg()[0])
    with tempfile.TemporaryDirectory(dir=parquet.parent) as folder:
        arguments = contender.work, str(parquet), folder, str(rounds), contender.setting
        try:
            done = watch_command([sys.executable, "-m", "benchmarks.spark_work", *arguments], timeout_seconds)
        except subprocess.TimeoutExpired:
            return replace(row, failure=f"over {timeout_seconds:.0f} s")
        except subprocess.CalledProcessError as error:
            return replace(row, failure=f"failed ({error.returncode})")
        facts = json.loads(done.output.splitlines()[-1])
        found = np.load(Path(folder) / "pairs.npy")
    right = score_findings(found, case.truth, case.sample)
    again = min(range(len(facts["rounds"])), key=lambda each: facts["rounds"][each])
    times = facts["session"], facts["rounds"][0], facts["rounds"][again]
    joined = facts["joined"][again] if facts["joined"] else float("nan")
    used = joined, facts["cpu"][again], done.peak_mb
    return Row(case.size, row.name, row.load, *times, *used, len(found), right.recall, right.precision)


def as_sentences(texts: Sequence[str], path: Path) -> Path:
    """Texts as the table `sentences` of a run, each a document of its own."""
    from twicetold.engines.parquet import ParquetSink
    from twicetold.tables.reading import SENTENCES

    with ParquetSink(path, SENTENCES) as sink:
        for start in range(0, len(texts), BATCH):
            part = texts[start : start + BATCH]
            numbers = pa.array(range(start, start + len(part)))
            none, zero = pa.repeat("", len(part)), pa.array(np.zeros(len(part), np.uint32))
            kind, text = pa.repeat("prose", len(part)), pa.array(part, pa.string())
            columns = [numbers.cast(pa.string()), none, none, kind, zero, zero, zero, text]
            sink.write(pa.RecordBatch.from_arrays(columns, schema=SENTENCES))
    return path


def sentences_of(files: Sequence[str], folder: Path) -> list[str]:
    """The distinct sentences of any input, in a fixed order."""
    from twicetold import split

    split(files, folder / "split")
    return source.sample([str(folder / "split" / "sentences.parquet")], 10**9, SHORTEST, LONGEST)


def commands(files: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    """The whole job as a command on each engine, from the files to a run folder; the digests must be equal."""
    rows = []
    for engine in ("local", "spark"):
        run_folder = folder / f"run-{engine}"
        options = ["--measure", "jaccard", "--threshold", "0.8", "--shingle", "12", "--workers", "2", "--quiet"]
        program = [sys.executable, "-c", "from twicetold.cli import main; main()"]
        load, began = os.getloadavg()[0], time.perf_counter()
        done = watch_command(
            [*program, "sentences", *files, "-o", str(run_folder), "--engine", engine, *options], fine=(0, 1)
        )
        seconds = time.perf_counter() - began
        facts = json.loads((run_folder / "run.json").read_text(encoding="utf-8"))
        counts = {name: facts["results"][name] for name in ("sentences", "units", "matches", "clusters")}
        rows.append(
            {"engine": engine, "load": load, "seconds": seconds, "peak_mb": done.peak_mb, **counts}
            | {"digest": facts["digest"], "stages": {name: each["seconds"] for name, each in facts["stages"].items()}}
        )
    return rows


def print_tables(found: dict[str, Any]) -> None:
    facts = found["facts"]
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("pyspark", "twicetold"))
    print(f"\n{processor()}, {os.cpu_count()} threads; {versions}")
    print(f"{facts['real']:,} texts of {', '.join(facts['files'])}")
    for size in dict.fromkeys(row["size"] for row in found["rows"]):
        rows = [row for row in found["rows"] if row["size"] == size]
        print(
            f"\n| {size:,} sentences | start | cold | warm | of it join | CPU | sentences/s | peak MB | pairs | recall "
            "| precision | load |\n|" + " --- |" * 12
        )
        for row in rows:
            print(_line(row))
    print("\n| whole command | seconds | peak MB | sentences | matches | clusters | digest | load |\n|" + " --- |" * 8)
    for row in found["commands"]:
        print(
            f"| {row['engine']} | {row['seconds']:.1f} | {row['peak_mb']:,.0f} | {row['sentences']:,} | "
            f"{row['matches']:,} | {row['clusters']:,} | {row['digest'][:12]} | {row['load']:.1f} |"
        )


def _line(row: dict[str, Any]) -> str:
    if row["failure"]:
        return f"| {row['name']} | {row['failure']} |" + " |" * 9 + f" {row['load']:.1f} |"
    joined = "" if np.isnan(row["joined"]) else f"{row['joined']:.1f}"
    return (
        f"| {row['name']} | {row['session']:.1f} | {row['cold']:.1f} | {row['warm']:.1f} | {joined} "
        f"| {row['cpu_seconds']:.1f} "
        f"| {row['size'] / row['warm']:,.0f} | {row['peak_mb']:,.0f} | {row['found']:,} | {row['recall']:.4f} "
        f"| {row['precision']:.4f} | {row['load']:.1f} |"
    )


def chosen(names: str | None) -> Iterable[Contender]:
    """Those whose name begins with one of the names given, separated by semicolons."""
    return [each for each in CONTENDERS if names is None or each.name.startswith(tuple(names.split(";")))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="anything that `twicetold split` reads")
    parser.add_argument("--sizes", default="all", help="such as 50k,all")
    parser.add_argument("--only", help="contenders by the beginnings of their names: `twicetold;MLlib, 3`")
    parser.add_argument("--rounds", type=int, default=4, help="in one session, the first cold")
    parser.add_argument("--timeout", type=float, default=900, help="seconds for one contender")
    parser.add_argument("--cache", help="folder that keeps the exact truth")
    parser.add_argument("--no-commands", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    from twicetold.plan import parse_count

    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = sentences_of(options.files, folder)
        alike = estimate_similarity(texts)
        facts = {"real": len(texts), "files": [Path(path).name for path in options.files]}
        for each in options.sizes.split(","):
            size = len(texts) if each == "all" else min(parse_count(each), len(texts))
            part, likely = sized(texts, alike, size)
            case = prepare(part, likely, folder, options.cache)
            parquet = as_sentences(part, folder / f"sentences-{size}.parquet")
            print(f"{size} sentences, {case.truth.num_rows} true pairs", file=sys.stderr)
            for contender in chosen(options.only):
                rows.append(run(contender, case, parquet, options.rounds, options.timeout))
                print(_line(asdict(rows[-1])), file=sys.stderr, flush=True)
        done = [] if options.no_commands else commands(options.files, folder)
    found = {"facts": facts, "rows": [asdict(row) for row in rows], "commands": done}
    if options.json:
        print(json.dumps(without_nan(found), allow_nan=False))
    else:
        print_tables(found)


if __name__ == "__main__":
    main()
