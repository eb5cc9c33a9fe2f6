"""Passages that documents share: the whole command next to text-matcher and to plain 8-word grams, in one run:

    python -m benchmarks.passages FOLDER --sizes 200,1k,4k [--peers-up-to 200] [--share 0.1] [--json FILE]

FOLDER holds text files; so many of them are drawn by a seed, and a passage of another is planted in each
(`planting.py`). Recall is the share of the planted characters that were found, on both sides. Each piece of work is a
process of its own, taken in turns, of each the round with the fewest CPU seconds. Ours is `twicetold passages` from
start to end; the others have their texts in memory. text-matcher compares a share of the pairs and is scaled up: its
row says so.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks import planting
from benchmarks.grams import Passage
from benchmarks.measure import WorkFailed, measure
from benchmarks.planting import FORMS, Planted
from twicetold.evaluate.truth import PassageSpans
from twicetold.plan import parse_count

OURS = "twicetold"
PEERS = {
    "8-word grams, every pair": "all_pairs",
    "8-word grams, by an index": "by_index",
    "text-matcher": "text_matcher",
}
ONCE = "text-matcher"  # takes minutes
COLUMNS = ("left_document", "right_document", "left_start", "left_end", "right_start", "right_end")


@dataclass(frozen=True)
class Case:
    """The files of one size in a folder, and what was planted in them."""

    folder: Path
    names: list[str]
    planted: list[Planted]
    megabytes: float

    @property
    def pairs(self) -> Path:
        return self.folder.with_suffix(".json")

    @property
    def size(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Row:
    """One line of the table. `note` says what is not measured but reckoned, or why there is no figure."""

    documents: int
    megabytes: float
    name: str
    seconds: float = float("nan")
    cpu_seconds: float = float("nan")
    peak_mb: float = float("nan")
    passages: int = 0
    recall: dict[str, float] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)
    note: str = ""


def prepare(folder: Path, size: int, place: Path) -> Case:
    """The files drawn, with their planted passages, in order of their names."""
    texts = dict(sorted(planting.read(folder, size).items()))
    changed, planted = planting.plant(list(texts.values()))
    case = Case(place / f"documents-{size}", list(texts), planted, sum(map(len, changed)) / 1e6)
    case.folder.mkdir()
    for name, text in zip(texts, changed, strict=True):
        (case.folder / name).write_bytes(text.encode("utf-8", errors="replace"))
    case.pairs.write_text(json.dumps([(each.source, each.target) for each in planted]), encoding="utf-8")
    return case


def ours(case: Case, options: tuple[str, ...], timeout_seconds: float) -> Row:
    """The command, from files to a run folder."""
    output = case.folder.with_suffix(".run")
    shutil.rmtree(output, ignore_errors=True)
    command = sys.executable, "-m", "twicetold", "passages", str(case.folder), "-o", str(output), "--quiet", *options
    got = measure("benchmarks.command_work", "command", *command, rounds=1, timeout_seconds=timeout_seconds)
    facts = json.loads((output / "run.json").read_text(encoding="utf-8"))
    numbers = {name: number for number, name in enumerate(case.names)}
    rows = pq.read_table(output / "passages.parquet", columns=list(COLUMNS)).to_pydict()
    found = (
        (numbers[Path(left).name], numbers[Path(right).name], *place)
        for left, right, *place in zip(*(rows[name] for name in COLUMNS), strict=True)
    )
    recall = planting.recalls(case.planted, by_pair(found))
    stages = {name: stage["seconds"] for name, stage in facts["stages"].items()}
    times = got.seconds, got.cpu_seconds, got.result
    return Row(case.size, case.megabytes, OURS, *times, facts["results"]["passages"], recall, stages)


def peer(name: str, case: Case, share: float, timeout_seconds: float) -> Row:
    """Another way, and what all pairs would take where it compared but a share of them."""
    out = case.folder.with_suffix(".found")
    arguments = PEERS[name], str(case.folder), str(case.pairs), str(out), str(share)
    got = measure("benchmarks.passages_work", *arguments, rounds=1, timeout_seconds=timeout_seconds)
    recall = planting.recalls(case.planted, by_pair(json.loads(out.read_text(encoding="utf-8"))))
    row = Row(
        case.size, case.megabytes, name, got.seconds, got.cpu_seconds, got.peak_mb, got.result["passages"], recall
    )
    return scaled(row, got.result) if "all_pairs" in got.result else row


def scaled(row: Row, facts: dict[str, Any]) -> Row:
    """Preparing each text once, and the pairs compared times how many more there are."""
    times = facts["all_pairs"] / facts["pairs"]
    once = facts["once"]
    return replace(
        row,
        seconds=once["seconds"] + times * (row.seconds - once["seconds"]),
        cpu_seconds=once["cpu_seconds"] + times * (row.cpu_seconds - once["cpu_seconds"]),
        passages=round(times * row.passages),
        note=f"scaled up from {facts['pairs']:,} of {facts['all_pairs']:,} pairs",
    )


def by_pair(passages: Iterable[Passage]) -> dict[tuple[int, int], list[PassageSpans]]:
    """The passages of every two documents, the lower number on the left."""
    found: dict[tuple[int, int], list[PassageSpans]] = {}
    for left, right, start, end, other, last in passages:
        if left < right:
            found.setdefault((left, right), []).append(PassageSpans((start, end), (other, last)))
        else:
            found.setdefault((right, left), []).append(PassageSpans((other, last), (start, end)))
    return found


def once(name: str, case: Case, given: argparse.Namespace) -> Row:
    """One measurement; a failure or running out of time is a row as well."""
    try:
        if name == OURS:
            return ours(case, tuple(given.options.split()), given.timeout)
        return peer(name, case, given.share, given.timeout)
    except WorkFailed as error:
        return Row(case.size, case.megabytes, name, note=str(error))


def compare(case: Case, given: argparse.Namespace) -> list[Row]:
    """All in turns; of each the round with the fewest CPU seconds."""
    few = case.size <= parse_count(given.peers_up_to)
    names = [OURS, *(PEERS if few else ())]
    best: dict[str, Row] = {}
    for _ in range(given.rounds if few else 1):
        for name in names:
            if name in best and (name == ONCE or not best[name].recall):
                continue
            row = once(name, case, given)
            print(f"  {row.documents} {name}: {row.seconds:.1f} s, {row.cpu_seconds:.1f} CPU s", file=sys.stderr)
            if name not in best or row.cpu_seconds < best[name].cpu_seconds:
                best[name] = row
    return list(best.values())


def show(rows: list[Row]) -> None:
    """Markdown: time and memory next to ours, recall by form, how ours grows, where its time goes."""
    print("| documents | MB | way | seconds | CPU s | peak MB | passages | times ours, seconds | CPU | |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        own = next(each for each in rows if each.documents == row.documents and each.name == OURS)
        times = f"{row.seconds / own.seconds:.2f} | {row.cpu_seconds / own.cpu_seconds:.2f}"
        print(
            f"| {row.documents:,} | {row.megabytes:.1f} | {row.name} | {row.seconds:.1f} | {row.cpu_seconds:.1f} | "
            f"{row.peak_mb:,.0f} | {row.passages:,} | {times} | {row.note} |"
        )
    print("\n| documents | way | recall |" + "".join(f" {form} |" for form in FORMS))
    print("| --- |" + " --- |" * (2 + len(FORMS)))
    for row in (row for row in rows if row.recall):
        shares = (f"{row.recall.get(name, math.nan):.4f}" for name in ("all", *FORMS))
        print(f"| {row.documents:,} | {row.name} | " + " | ".join(shares) + " |")
    for name in {row.name: None for row in rows}:
        growth([row for row in rows if row.name == name and row.recall])
    print("\nseconds of the stages of ours:")
    for row in (row for row in rows if row.stages):
        print(f"{row.documents:,}: " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in row.stages.items()))


def growth(rows: list[Row]) -> None:
    """How time, memory and passages grow: the exponent of the number of documents."""
    for one, two in pairwise(rows):
        grown = math.log(two.documents / one.documents)
        exponents = {name: math.log(getattr(two, name) / getattr(one, name)) / grown for name in GROWING}
        parts = ", ".join(f"{name.replace('_', ' ')} ^{exponent:.2f}" for name, exponent in exponents.items())
        print(f"\n{two.name}, {one.documents:,} to {two.documents:,} documents: {parts}")


GROWING = ("megabytes", "seconds", "cpu_seconds", "peak_mb", "passages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of text files")
    parser.add_argument("--sizes", default="200,1k,4k", help="documents")
    parser.add_argument("--peers-up-to", default="200", help="the largest size that the others run at")
    parser.add_argument("--share", type=float, default=0.1, help="of the pairs, for text-matcher")
    parser.add_argument("--options", default="", help="for `twicetold passages`")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one piece of work")
    parser.add_argument("--json", type=Path, help="a file for the rows")
    given = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        for size in map(parse_count, given.sizes.split(",")):
            case = prepare(given.folder, size, Path(place))
            print(f"{case.size} documents, {case.megabytes:.1f} MB, {len(case.planted)} planted", file=sys.stderr)
            rows += compare(case, given)
            shutil.rmtree(case.folder)
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    show(rows)


if __name__ == "__main__":
    main()
