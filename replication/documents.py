"""Checks what the job `documents` promises, on any corpus: `python -m replication.documents PATH... [--spark]`.

1. `documents` and `apply`: every record is kept, removed or rejected, and kept records stay in order.
2. The exact join on the kept records: with `--finder join` no pair reaches the threshold; with `minhash` it counts
   the pairs that were missed.
3. A test set of documents of the corpus with some words replaced: `--against` must find and locate each of them.
   `--part 0.5` takes the middle half of each document and compares by containment.
4. With `--spark`, Spark must give the digests of 1 and 3 again.

`--planted SENTENCES` makes a corpus instead; `--keep-in FOLDER` keeps the runs. The last line says whether all checks
passed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import twicetold
from replication.document_corpora import Excerpt, Key, read_texts, write_planted_corpus, write_test_set
from twicetold.apply.command import apply_run
from twicetold.engines.base import Engine
from twicetold.run import Run

LEAST_OVERLAP = 0.9  # Jaccard overlap of the excerpt's span and the located span

Value = TypeVar("Value")


@dataclass
class Trial:
    """A corpus, the folder for its runs, and the checks that failed."""

    paths: list[str]
    folder: Path
    options: dict[str, Any]
    spark: bool = False
    failures: list[str] = field(default_factory=list)

    def check(self, promise: str, is_kept: bool) -> None:
        """Print whether a promise is kept, and remember it if not."""
        print(f"{'holds ' if is_kept else 'BROKEN'}  {promise}")
        if not is_kept:
            self.failures.append(promise)

    def run_job(self, name: str, paths: Sequence[str], engine: Engine | None = None, **options: Any) -> Run:
        made = time_work(name, lambda: twicetold.documents(paths, self.folder / name, engine=engine, **options))
        results = made.facts["results"]
        for figure in ("documents", "distinct", "candidates", "matches", "clusters", "kept", "removed", "recall"):
            print(f"        {figure} {results[figure]}")
        return made

    def check_on_spark(self, run: Run, paths: Sequence[str], **options: Any) -> None:
        """Check that Spark gives the same digest."""
        if self.spark:
            there = self.run_job(f"{run.folder.name}-spark", paths, start_spark(), **options)
            self.check(f"{run.folder.name}: Spark gives the digest {run.digest[:16]}", there.digest == run.digest)


def start_spark() -> Engine:
    """Start Spark on this machine."""
    from twicetold.engines.spark import Spark, create_session

    return Spark(create_session(twicetold.Machine(), "local[2]", {"spark.ui.enabled": "false"}))


def time_work(name: str, work: Callable[[], Value]) -> Value:
    """Return the result of a piece of work, and print how long it took."""
    began = time.perf_counter()
    result = work()
    print(f"{name}: {time.perf_counter() - began:.1f} s", flush=True)
    return result


def check_kept_documents(trial: Trial) -> None:
    """Checks 1 and 2: which records are kept, and that no two of them match."""
    run = trial.run_job("run", trial.paths, **trial.options)
    applied = time_work("apply", lambda: apply_run(run.folder, trial.folder / "clean", force=True))
    counts = applied.counts
    rejected, read = run.count_rows("rejects"), run.count_rows("documents")
    balance = f"{counts.kept:,} kept + {counts.removed:,} removed + {counts.rejected:,} rejected"
    trial.check(
        f"{balance} = {read + rejected:,} read", counts.kept + counts.removed + counts.rejected == read + rejected
    )
    removed_places = {_get_place(row) for row in run.members.to_pylist() if not row["kept"]}
    files = (path for path in sorted((trial.folder / "clean").rglob("*")) if path.is_file())
    clean = [str(path) for path in files if path.name != "removed.jsonl"]
    before = [text for key, text in read_texts(trial.paths) if key not in removed_places]
    trial.check(
        "`clean` has exactly the kept records, in their order", before == [text for _, text in read_texts(clean)]
    )
    lines = (trial.folder / "clean" / "removed.jsonl").read_text(encoding="utf-8").splitlines()
    named = {_get_place(json.loads(line)) for line in lines}
    trial.check(
        f"removed.jsonl names all {len(removed_places):,} removed records",
        named == removed_places and len(lines) == len(removed_places),
    )
    left = trial.run_job("left", clean, finder="join", keep="all", **_omit_options(trial.options, "finder", "keep"))
    matches_left = left.count_rows("matches") + left.count_rows("documents") - left.facts["results"]["distinct"]
    missed = f"{matches_left:,} pairs of kept records reach the threshold, by the exact join"
    trial.check(missed, matches_left == 0 or trial.options.get("finder") != "join")
    trial.check_on_spark(run, trial.paths, **trial.options)


def _omit_options(options: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


def _get_place(row: dict[str, Any]) -> Key:
    return row["source"], row["place"]


def check_test_set(trial: Trial, records: int, part: float) -> None:
    """Check 3: edited records of the corpus are found in it, and located."""
    path = trial.folder / "test.jsonl"
    excerpts = write_test_set(path, trial.paths, records, part, seed=7)
    options = _omit_options(trial.options, "finder", "keep") | {"against": str(path)}
    options |= {"measure": "containment", "finder": "join"} if part < 1 else {}
    run = trial.run_job("against", trial.paths, **options)
    found = list_stretches(run)
    hits = {name for name, each in excerpts.items() if (each.key, name) in found}
    trial.check(
        f"{len(hits):,} of {len(excerpts):,} test records are found in the corpus", len(hits) >= 0.98 * len(excerpts)
    )
    shares = [measure_overlap(found[excerpts[name].key, name], excerpts[name]) for name in hits]
    right = sum(share >= LEAST_OVERLAP for share in shares)
    trial.check(f"{right:,} of these are located where they were taken from", right >= 0.98 * len(hits))
    results = run.facts["results"]
    print(f"        {results['overlaps']:,} overlaps in {results['located']}; {len(found) - len(hits):,} other pairs")
    trial.check_on_spark(run, trial.paths, **options)


def list_stretches(run: Run) -> dict[tuple[Key, str], list[tuple[int, int]]]:
    """For each pair of a document and a test record, list the overlapping stretches of the document."""
    found: dict[tuple[Key, str], list[tuple[int, int]]] = {}
    for row in run.overlaps.to_pylist():
        pair = (row["left_source"], row["left_place"]), row["right_document"]
        found.setdefault(pair, []).append((row["left_start"], row["left_end"]))
    return found


def measure_overlap(found: Sequence[tuple[int, int]], excerpt: Excerpt) -> float:
    """Return the Jaccard overlap of an excerpt's span and the spans that were found."""
    marks = bytearray(max([excerpt.end, *(end for _, end in found)]))
    for start, end in found:
        marks[start:end] = b"\1" * (end - start)
    both = marks.count(1, excerpt.start, excerpt.end)
    return both / (marks.count(1) + excerpt.end - excerpt.start - both)


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 if all checks passed."""
    parser = argparse.ArgumentParser(prog="python -m replication.documents", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="*", help="files or folders, as the job takes them")
    parser.add_argument("--planted", type=int, metavar="SENTENCES", help="a planted corpus instead")
    parser.add_argument("--finder", default="minhash", choices=("minhash", "join"))
    parser.add_argument("--threshold", type=float, default=0.8)
    parser.add_argument("--records", type=int, default=200, help="records of the test set; 0 for no test set")
    parser.add_argument(
        "--part", type=float, default=1.0, help="the share of each document that goes into the test set"
    )
    parser.add_argument("--spark", action="store_true", help="compare with Spark, too")
    parser.add_argument("--keep-in", type=Path, help="a new folder for the runs")
    given = parser.parse_args(arguments)
    if bool(given.paths) == bool(given.planted):
        parser.error("name files or folders, or give --planted")
    with TemporaryDirectory(prefix="documents-") as scratch:
        folder = given.keep_in or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        paths = given.paths or [str(write_planted_corpus(folder / "planted.jsonl", given.planted, seed=3))]
        trial = Trial(paths, folder, {"finder": given.finder, "threshold": given.threshold}, given.spark)
        check_kept_documents(trial)
        if given.records:
            check_test_set(trial, given.records, given.part)
    print(f"{len(trial.failures)} broken" if trial.failures else "all checks passed")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main())
