"""The job `documents` on a corpus, and what it promises: `python -m replication.documents PATH... [--spark]`.

1. `documents` and `apply`: every record is kept, removed or rejected, and what is kept stands in its order.
2. The exact join on what was kept: with `--finder join` no two reach the threshold; of minhash it counts those missed.
3. Documents of the corpus with some words replaced, as a test set: the corpus `--against` it must find each, and
   locate it. `--part 0.5` takes the middle half of each and compares by containment.
4. With `--spark`, the digest of 1 and 3 once more.

`--planted SENTENCES` makes a corpus instead. The last line says whether all of it held; `--keep-in FOLDER` keeps runs.
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
from replication.document_corpora import Key, Taken, planted, test_set, texts
from twicetold.apply.command import apply_run
from twicetold.engines.base import Engine
from twicetold.run import Run

LOCATED = 0.9  # of the stretch that was taken and the one that was found, what both have of what either has

Value = TypeVar("Value")


@dataclass
class Trial:
    """A corpus, where its runs go, and what did not hold."""

    paths: list[str]
    folder: Path
    options: dict[str, Any]
    spark: bool = False
    broken: list[str] = field(default_factory=list)

    def hold(self, what: str, held: bool) -> None:
        print(f"{'holds ' if held else 'BROKEN'}  {what}")
        if not held:
            self.broken.append(what)

    def run(self, name: str, paths: Sequence[str], engine: Engine | None = None, **options: Any) -> Run:
        made = timed(name, lambda: twicetold.documents(paths, self.folder / name, engine=engine, **options))
        results = made.facts["results"]
        for figure in ("documents", "distinct", "candidates", "matches", "clusters", "kept", "removed", "recall"):
            print(f"        {figure} {results[figure]}")
        return made

    def same_on_spark(self, run: Run, paths: Sequence[str], **options: Any) -> None:
        """Whether Spark gives the same digest."""
        if self.spark:
            there = self.run(f"{run.folder.name}-spark", paths, spark(), **options)
            self.hold(f"{run.folder.name}: Spark gives the digest {run.digest[:16]}", there.digest == run.digest)


def spark() -> Engine:
    """Spark on this machine."""
    from twicetold.engines.spark import Spark, create_session

    return Spark(create_session(twicetold.Machine(), "local[2]", {"spark.ui.enabled": "false"}))


def timed(name: str, work: Callable[[], Value]) -> Value:
    began = time.perf_counter()
    done = work()
    print(f"{name}: {time.perf_counter() - began:.1f} s", flush=True)
    return done


def kept_once(trial: Trial) -> None:
    """1 and 2: what is kept, and that no two of it are alike."""
    run = trial.run("run", trial.paths, **trial.options)
    applied = timed("apply", lambda: apply_run(run.folder, trial.folder / "clean", force=True))
    counts = applied.counts
    rejected, read = run.count_rows("rejects"), run.count_rows("documents")
    told = f"{counts.kept:,} kept + {counts.removed:,} removed + {counts.rejected:,} rejected"
    trial.hold(f"{told} = {read + rejected:,} read", counts.kept + counts.removed + counts.rejected == read + rejected)
    gone = {_place(row) for row in run.members.to_pylist() if not row["kept"]}
    files = (path for path in sorted((trial.folder / "clean").rglob("*")) if path.is_file())
    clean = [str(path) for path in files if path.name != "removed.jsonl"]
    before = [text for key, text in texts(trial.paths) if key not in gone]
    trial.hold(
        "what was kept stands there, in its order and nothing else", before == [text for _, text in texts(clean)]
    )
    lines = (trial.folder / "clean" / "removed.jsonl").read_text(encoding="utf-8").splitlines()
    named = {_place(json.loads(line)) for line in lines}
    trial.hold(f"removed.jsonl names all {len(gone):,} that went", named == gone and len(lines) == len(gone))
    left = trial.run("left", clean, finder="join", keep="all", **_without(trial.options, "finder", "keep"))
    alike = left.count_rows("matches") + left.count_rows("documents") - left.facts["results"]["distinct"]
    missed = f"{alike:,} pairs of what was kept reach the threshold, by the exact join"
    trial.hold(missed, alike == 0 or trial.options.get("finder") != "join")
    trial.same_on_spark(run, trial.paths, **trial.options)


def _without(options: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


def _place(row: dict[str, Any]) -> Key:
    return row["source"], row["place"]


def contaminated(trial: Trial, records: int, part: float) -> None:
    """3: records of the corpus, edited, are found in it, and located."""
    path = trial.folder / "test.jsonl"
    taken = test_set(path, trial.paths, records, part, seed=7)
    options = _without(trial.options, "finder", "keep") | {"against": str(path)}
    options |= {"measure": "containment", "finder": "join"} if part < 1 else {}
    run = trial.run("against", trial.paths, **options)
    found = stretches(run)
    hits = {name for name, each in taken.items() if (each.key, name) in found}
    trial.hold(f"{len(hits):,} of {len(taken):,} test records are found in the corpus", len(hits) >= 0.98 * len(taken))
    shares = [located(found[taken[name].key, name], taken[name]) for name in hits]
    right = sum(share >= LOCATED for share in shares)
    trial.hold(f"{right:,} of these are located where they were taken from", right >= 0.98 * len(hits))
    results = run.facts["results"]
    print(f"        {results['overlaps']:,} overlaps in {results['located']}; {len(found) - len(hits):,} other pairs")
    trial.same_on_spark(run, trial.paths, **options)


def stretches(run: Run) -> dict[tuple[Key, str], list[tuple[int, int]]]:
    """Of each pair of a document and a test record, the stretches of the document."""
    found: dict[tuple[Key, str], list[tuple[int, int]]] = {}
    for row in run.overlaps.to_pylist():
        pair = (row["left_source"], row["left_place"]), row["right_document"]
        found.setdefault(pair, []).append((row["left_start"], row["left_end"]))
    return found


def located(found: Sequence[tuple[int, int]], taken: Taken) -> float:
    """What share of the stretch that was taken, and of those that were found, both have."""
    marks = bytearray(max([taken.end, *(end for _, end in found)]))
    for start, end in found:
        marks[start:end] = b"\1" * (end - start)
    both = marks.count(1, taken.start, taken.end)
    return both / (marks.count(1) + taken.end - taken.start - both)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all held."""
    parser = argparse.ArgumentParser(prog="python -m replication.documents", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="*", help="files or folders, as the job takes them")
    parser.add_argument("--planted", type=int, metavar="SENTENCES", help="a planted corpus instead")
    parser.add_argument("--finder", default="minhash", choices=("minhash", "join"))
    parser.add_argument("--threshold", type=float, default=0.8)
    parser.add_argument("--records", type=int, default=200, help="of the test set; 0 is none")
    parser.add_argument("--part", type=float, default=1.0, help="of each document that goes into it")
    parser.add_argument("--spark", action="store_true", help="compare with Spark, too")
    parser.add_argument("--keep-in", type=Path, help="a new folder for the runs")
    given = parser.parse_args(arguments)
    if bool(given.paths) == bool(given.planted):
        parser.error("name files or folders, or give --planted")
    with TemporaryDirectory(prefix="documents-") as scratch:
        folder = given.keep_in or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        paths = given.paths or [str(planted(folder / "planted.jsonl", given.planted, seed=3))]
        trial = Trial(paths, folder, {"finder": given.finder, "threshold": given.threshold}, given.spark)
        kept_once(trial)
        if given.records:
            contaminated(trial, given.records, given.part)
    print(f"{len(trial.broken)} broken" if trial.broken else "all of it holds")
    return 1 if trial.broken else 0


if __name__ == "__main__":
    sys.exit(main())
