"""Threads that ask the same, at the paper's settings: how the job grows, and next to peers, in one run:

    python -m benchmarks.threads THREADS ... --sizes 125k,250k,500k,1m --memory 4GB [--peers-at 25k] [--json rows.json]

THREADS are real ones, as `twicetold threads` takes them; `thread_source.py` makes as many of them as wanted. Ours is
the command, from JSON lines to a run folder with clusters and texts. The peers (`threads_work.py`) go from the same
file to the pairs: an inverted index in SQL with DuckDB, and SetSimilaritySearch. All must find the same pairs with the
same scores.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pv
import pyarrow.parquet as pq

from benchmarks import thread_source
from benchmarks.measure import WorkFailed, measure

OURS = "twicetold threads"
PEERS = {"DuckDB, inverted index": "duckdb", "SetSimilaritySearch": "set_similarity_search"}
NEAR = 1e-9  # scores that differ by less are the same


@dataclass(frozen=True)
class Row:
    """One line of the table. `verdict` says whether the pairs are the right ones."""

    size: int
    name: str
    seconds: float = math.nan
    cpu_seconds: float = math.nan
    peak_mb: float = math.nan
    pairs: int = 0
    verdict: str = ""
    stages: dict[str, float] = field(default_factory=dict)


def ours(threads: Path, copies: Path, size: int, options: argparse.Namespace) -> tuple[Row, pa.Table]:
    """The command in a new folder, the fastest of some rounds, and its matches."""
    best: Row | None = None
    output = threads.with_suffix(".run")
    command = (sys.executable, "-m", "twicetold", "threads", str(threads), "--preset", "wu2011", "--missing", "share")
    command += ("--memory", options.memory, *options.options.split())
    for _ in range(options.rounds):
        shutil.rmtree(output, ignore_errors=True)
        got = measure("benchmarks.command_work", "command", *command, "-o", str(output), rounds=1)
        facts = json.loads((output / "run.json").read_text(encoding="utf-8"))
        stages = {name: stage["seconds"] for name, stage in facts["stages"].items()}
        matches = matched(output)
        verdict = f"digest {facts['digest'][:12]}; {found_of(copies, matches):.1%} of the copies"
        row = Row(size, OURS, got.seconds, got.cpu_seconds, got.result, matches.num_rows, verdict, stages)
        best = row if best is None or row.cpu_seconds < best.cpu_seconds else best
    shutil.rmtree(output)
    assert best is not None
    return best, matches


def matched(run: Path) -> pa.Table:
    """The matches of a run as the peers give theirs."""
    columns = pq.read_table(run / "matches.parquet", columns=["left_document", "right_document", "similarity"])
    order = [("left", "ascending"), ("right", "ascending")]
    return columns.rename_columns(["left", "right", "score"]).sort_by(order)


def found_of(copies: Path, matches: pa.Table) -> float:
    """The share of the planted copies that match what they were made of."""
    text = pv.ConvertOptions(column_types={"left": pa.string(), "right": pa.string()})
    planted = pv.read_csv(copies, convert_options=text)
    pairs = set(zip(matches["left"].to_pylist(), matches["right"].to_pylist(), strict=True))
    sides = [sorted(pair) for pair in zip(planted["left"].to_pylist(), planted["right"].to_pylist(), strict=True)]
    return sum((left, right) in pairs for left, right in sides) / max(len(sides), 1)


def peer(name: str, threads: Path, size: int, expected: pa.Table, options: argparse.Namespace) -> Row:
    """One peer, once: it takes minutes. What fails is a row as well."""
    out = threads.with_suffix(".parquet")
    arguments = PEERS[name], str(threads), str(out), options.memory
    try:
        got = measure("benchmarks.threads_work", *arguments, rounds=1, timeout_seconds=options.timeout)
    except WorkFailed as error:
        return Row(size, name, verdict=str(error))
    verdict = "the same pairs" if is_same(pq.read_table(out), expected) else "OTHER PAIRS"
    return Row(size, name, got.seconds, got.cpu_seconds, got.peak_mb, got.result, verdict)


def is_same(one: pa.Table, two: pa.Table) -> bool:
    """Whether the pairs are the same, and their scores but for a rounding."""
    if one.num_rows != two.num_rows or any(
        one[side].to_pylist() != two[side].to_pylist() for side in ("left", "right")
    ):
        return False
    scores = zip(one["score"].to_pylist(), two["score"].to_pylist(), strict=True)
    return all(abs(first - second) < NEAR for first, second in scores)


def show(rows: list[Row], sizes: set[int]) -> None:
    print("| threads | | seconds | CPU seconds | peak MB | pairs | times ours (CPU) | |\n| --- |" + " --- |" * 7)
    for row in rows:
        own = next(each for each in rows if each.size == row.size and each.name == OURS)
        times = f"{row.seconds / own.seconds:.1f} ({row.cpu_seconds / own.cpu_seconds:.1f})" if row is not own else ""
        print(
            f"| {row.size:,} | {row.name} | {row.seconds:.1f} | {row.cpu_seconds:.1f} | {row.peak_mb:,.0f} | "
            f"{row.pairs:,} | {times} | {row.verdict} |"
        )
    grown = [row for row in rows if row.name == OURS]
    whole = [row for row in grown if row.size in sizes]
    for one, two in [*pairwise(grown), *([(whole[0], whole[-1])] if len(whole) > 2 else [])]:
        print(f"\n{one.size:,} to {two.size:,}: {power(one, two)}")
    for row in grown:
        print(f"\n{row.size:,}: " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in row.stages.items()))


def power(one: Row, two: Row) -> str:
    """How time, memory and pairs grow: the exponent of the number of threads."""
    by = math.log(two.size / one.size)
    names = ("seconds", "cpu_seconds", "peak_mb", "pairs")
    grown = {name: math.log(max(getattr(two, name), 1) / max(getattr(one, name), 1)) / by for name in names}
    return ", ".join(f"{name.replace('_', ' ')} n^{exponent:.2f}" for name, exponent in grown.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("threads", nargs="+", help="real threads: JSONL, or folders of Stack Exchange")
    parser.add_argument("--sizes", default="125k,250k,500k,1m")
    parser.add_argument("--peers-at", default="25k", help="sizes that the peers run at, with ours")
    parser.add_argument("--memory", default="4GB")
    parser.add_argument("--options", default="", help="more for `twicetold threads`, such as `--partition term`")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=1800, help="seconds for a peer")
    parser.add_argument("--json", type=Path, help="a file for the rows")
    options = parser.parse_args()

    from twicetold.plan import parse_count

    peers_at = {parse_count(size) for size in options.peers_at.split(",") if size}
    sizes = {parse_count(size) for size in options.sizes.split(",") if size}
    real = thread_source.read(options.threads)
    print(f"{len(real)} real threads: {thread_source.told(real)}", file=sys.stderr)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        for size in sorted(sizes | peers_at):
            threads, copies = thread_source.write(thread_source.Real.of(real), size, Path(place))
            row, matches = ours(threads, copies, size, options)
            rows += [row, *(peer(name, threads, size, matches, options) for name in PEERS if size in peers_at)]
            threads.unlink()
            if options.json:  # after each size: a run may take hours, and end early
                options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    show(rows, sizes)


if __name__ == "__main__":
    main()
