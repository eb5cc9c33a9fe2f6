"""`tune` on one half of labelled pairs, judged on the other: what learnt weights are worth, next to words alone.

    python -m replication.tuned_threads threads.jsonl pairs.csv --measure f1
    python -m replication.tuned_threads qqp/threads.jsonl qqp/pairs.csv --measure accuracy --seeds 2

All by the commands a user has: `twicetold tune` on the one half, `twicetold threads --config` on all threads, and
`twicetold evaluate` with the other half. Threads that pairs join are in one half, so nothing of the other is seen.
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


def halves(pairs: list[Pair], seed: int) -> tuple[list[Pair], list[Pair]]:
    """The pairs in two parts of about one size without a common thread."""
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


def write(path: Path, pairs: list[Pair]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("left", "right", "duplicate"), *pairs])
    return path


def command(*words: str | Path) -> str:
    told = subprocess.run([sys.executable, "-m", "twicetold", *map(str, words)], capture_output=True, text=True)
    if told.returncode:
        raise SystemExit(told.stderr)
    return told.stdout


def judged(folder: Path, threads: Path, train: Path, test: Path, measure: str, options: list[str]) -> dict[str, float]:
    """What `evaluate` says of the half that `tune` did not see, and what `tune` expected."""
    settings = folder / "tuned.toml"
    tuned = json.loads(
        command("tune", threads, "--truth", train, "-o", settings, "--measure", measure, "--json", *options)
    )
    command("threads", threads, "-o", folder / "run", "--config", settings, "--quiet")
    rows = [json.loads(line) for line in command("evaluate", folder / "run", "--truth", test, "--json").splitlines()]
    measures = [row for row in rows if row["row"] == "measures"]
    pairs = next(row for row in measures if row["field"].startswith("labelled pairs"))
    return {**pairs, "expected": tuned["unseen"][tuned["method"]][measure], "threshold": tuned["threshold"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("threads", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--measure", default="f1", choices=["f1", "accuracy"])
    parser.add_argument("--seeds", type=int, default=1, help="so many ways to halve the pairs")
    parser.add_argument("--budget", default="2m")
    given = parser.parse_args()
    with given.truth.open(encoding="utf-8", newline="") as file:
        pairs = [(row["left"], row["right"], row["duplicate"]) for row in csv.DictReader(file)]
    print("| halves | features | f1 | accuracy | precision | recall | expected | threshold |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for seed in range(given.seeds):
        one, two = halves(pairs, seed)
        for name, options in (("all", []), ("words only", ["--words-only"])):
            with TemporaryDirectory() as made:
                folder = Path(made)
                train, test = write(folder / "train.csv", one), write(folder / "test.csv", two)
                told = judged(folder, given.threads, train, test, given.measure, ["--budget", given.budget, *options])
            figures = [told[each] for each in ("f1", "accuracy", "precision", "recall", "expected", "threshold")]
            shown = " | ".join(f"{each:.3f}" for each in figures)
            print(f"| {len(one):,} / {len(two):,} (seed {seed}) | {name} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
