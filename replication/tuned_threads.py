"""Runs `tune` on one half of labelled pairs and tests it on the other: learnt weights against words alone.

    python -m replication.tuned_threads threads.jsonl pairs.csv --measure f1
    python -m replication.tuned_threads qqp/threads.jsonl qqp/pairs.csv --measure accuracy --seeds 2

It runs a user's commands: `twicetold tune` on the one half, `twicetold threads --config` on all threads, and
`twicetold evaluate` with the other half. Threads that pairs connect are in the same half, so `tune` sees nothing of the
other.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

Pair = tuple[str, str, str]


def split_halves(pairs: list[Pair], seed: int) -> tuple[list[Pair], list[Pair]]:
    """Split pairs into two parts of about the same size that have no thread in common."""
    root: dict[str, str] = {}

    def find(name: str) -> str:
        while root.setdefault(name, name) != name:
            root[name] = root[root[name]]
            name = root[name]
        return name

    for left, right, _ in pairs:
        root[find(left)] = find(right)
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[find(pair[0])].append(pair)
    ordered = list(groups.values())
    random.Random(seed).shuffle(ordered)
    one: list[Pair] = []
    two: list[Pair] = []
    for group in ordered:
        (one if len(one) <= len(two) else two).extend(group)
    return one, two


def write_pairs(path: Path, pairs: list[Pair]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("left", "right", "duplicate"), *pairs])
    return path


def run_command(*words: str | Path) -> str:
    finished = subprocess.run([sys.executable, "-m", "twicetold", *map(str, words)], capture_output=True, text=True)
    if finished.returncode:
        raise SystemExit(finished.stderr)
    return finished.stdout


def judge_settings(
    folder: Path, threads: Path, train: Path, test: Path, measure: str, options: list[str]
) -> dict[str, float]:
    """Return what `evaluate` measures on the half that `tune` did not see, and what `tune` expected."""
    settings = folder / "tuned.toml"
    tuned = json.loads(
        run_command("tune", threads, "--truth", train, "-o", settings, "--measure", measure, "--json", *options)
    )
    run_command("threads", threads, "-o", folder / "run", "--config", settings, "--quiet")
    rows = [
        json.loads(line) for line in run_command("evaluate", folder / "run", "--truth", test, "--json").splitlines()
    ]
    measures = [row for row in rows if row["row"] == "measures"]
    pairs = next(row for row in measures if row["field"].startswith("labelled pairs"))
    return {**pairs, "expected": tuned["unseen"][tuned["method"]][measure], "threshold": tuned["threshold"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("threads", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--measure", default="f1", choices=["f1", "accuracy"])
    parser.add_argument("--seeds", type=int, default=1, help="number of ways to halve the pairs")
    parser.add_argument("--budget", default="2m")
    given = parser.parse_args()
    with given.truth.open(encoding="utf-8", newline="") as file:
        pairs = [(row["left"], row["right"], row["duplicate"]) for row in csv.DictReader(file)]
    print("| halves | features | f1 | accuracy | precision | recall | expected | threshold |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for seed in range(given.seeds):
        one, two = split_halves(pairs, seed)
        for name, options in (("all", []), ("words only", ["--words-only"])):
            with TemporaryDirectory() as made:
                folder = Path(made)
                train, test = write_pairs(folder / "train.csv", one), write_pairs(folder / "test.csv", two)
                measures = judge_settings(
                    folder, given.threads, train, test, given.measure, ["--budget", given.budget, *options]
                )
            figures = [measures[each] for each in ("f1", "accuracy", "precision", "recall", "expected", "threshold")]
            shown = " | ".join(f"{each:.3f}" for each in figures)
            print(f"| {len(one):,} / {len(two):,} (seed {seed}) | {name} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
