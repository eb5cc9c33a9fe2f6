"""How good threads are by the labels of public sets, a line for each:

    python -m benchmarks.suggest_labelled FOLDER [--meaning minilm] [--only english-se semeval] [--tuned [--seed 1]]

FOLDER is as `suggest_sets.py` says. By default, without labels:

english-se    F1 of the labelled pairs alone, as `twicetold evaluate` has it, at the threshold that the run chose
semeval       MAP of related questions, by shares learnt on all other sets but LCQMC and QQP, which have no lists

With `--tuned`, `twicetold tune` learns on one half of the pairs of english-se, LCQMC and QQP, and the other half is
judged (`replication/tuned_threads.py`): minutes for each. `--vectors` says which vectors `tune` may use: `none`,
`wordllama` or `minilm`. `--pairs 2000` takes so many of the pairs, to be done sooner.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from replication.tuned_threads import judge_settings, run_command, split_halves, write_pairs

from benchmarks.suggest_sets import PARTS, ThreadSet, read_sets
from benchmarks.suggest_train import LabelledSet, format_shares, learn_shares

TUNED = {"english-se": "f1", "lcqmc": "f1", "qqp": "accuracy"}


def write_files(threads: ThreadSet, folder: Path) -> tuple[Path, Path]:
    """The set as `twicetold threads` and `twicetold evaluate` take it."""
    rows, truth = folder / "threads.jsonl", folder / "pairs.csv"
    with rows.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({**row, "id": str(place)}) + "\n" for place, row in enumerate(threads.rows))
    with truth.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("left", "right", "duplicate"), *threads.pairs])
    return rows, truth


def measure_default(threads: ThreadSet, meaning: str) -> str:
    """F1 of the labelled pairs alone, without labels."""
    with tempfile.TemporaryDirectory() as place:
        rows, truth = write_files(threads, Path(place))
        run = Path(place) / "run"
        run_command("threads", rows, "-o", run, "--quiet", "--meaning", meaning)
        said = [json.loads(line) for line in run_command("evaluate", run, "--truth", truth, "--json").splitlines()]
    found = next(row for row in said if row["row"] == "measures" and row["field"].startswith("labelled pairs"))
    return f"default F1 {found['f1']:.3f} (precision {found['precision']:.3f}, recall {found['recall']:.3f})"


def measure_tuned(threads: ThreadSet, measure: str, given: argparse.Namespace) -> str:
    """What `tune` on one half gives on the other."""
    if given.pairs:
        threads = threads.take_pairs(given.pairs)
    pairs = [(str(left), str(right), str(label)) for left, right, label in threads.pairs]
    one, two = split_halves(pairs, given.seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        rows, _ = write_files(threads, folder)
        train, test = write_pairs(folder / "train.csv", one), write_pairs(folder / "test.csv", two)
        options = ["--budget", given.budget, "--vectors", given.vectors]
        found = judge_settings(folder, rows, train, test, measure, options)
    return (
        f"tuned {measure} {found[measure]:.3f} on {len(two):,} pairs that it did not see (`--vectors {given.vectors}`)"
    )


def list_lines(sets: list[ThreadSet], given: argparse.Namespace) -> Iterator[str]:
    meaning = given.meaning
    for threads in sets:
        if threads.name == "english-se" and not given.tuned:
            yield f"{threads.name}: {measure_default(threads, meaning)}"
        if threads.name == "semeval" and not given.tuned:
            labelled = [LabelledSet(each, meaning) for each in sets if each.name not in ("lcqmc", "qqp")]
            (own,) = (each for each in labelled if each.name == "semeval")
            parts = len(PARTS) - (meaning == "none")
            shares = learn_shares([each for each in labelled if each is not own], parts)
            yield f"{threads.name}: MAP {own.judge(shares)[1]:.3f} with {format_shares(shares)} of other sets"
        if given.tuned and threads.name in TUNED:
            yield f"{threads.name}: {measure_tuned(threads, TUNED[threads.name], given)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--meaning", default="none")
    parser.add_argument("--only", nargs="*", default=[], help="sets to read; all by default")
    parser.add_argument("--tuned", action="store_true")
    parser.add_argument("--budget", default="60s")
    parser.add_argument("--vectors", default="auto")
    parser.add_argument("--seed", type=int, default=0, help="which halves")
    parser.add_argument("--pairs", type=int, default=0, help="take so many pairs; all by default")
    options = parser.parse_args()
    for line in list_lines(list(read_sets(options.folder, options.only)), options):
        print(line, flush=True)


if __name__ == "__main__":
    main()
