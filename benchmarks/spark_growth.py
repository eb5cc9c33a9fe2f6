"""How the sentence job grows on Spark: seconds and shuffled bytes of each stage for N, 4N and 16N sentences.

    python -m benchmarks.spark_growth [FILE.jsonl.zst ...] [--sizes 50k,200k,800k] [--default] [--json]

Of FILEs, every 16th document, every 4th, and all of them; without a file planted text of the sizes given. Jaccard 0.8
on windows of 12 characters, `local[2]`, all sizes in one session after a small run that warms it up. Everything is
spread (`alone_bytes=0`), as it is where text is large; with `--default` what is small stays in one task.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.machine import processor
from benchmarks.shuffles import WatchedEngine

STEPS = (16, 4, 1)
FILES = 8  # JSON lines are one task a file
OPTIONS: dict[str, Any] = {"measure": "jaccard", "threshold": 0.8, "shingle": 12}


def write_corpora(files: Sequence[str], sizes: Sequence[int], folder: Path) -> Iterable[list[str]]:
    """Write the input files of each size."""
    if not files:
        from twicetold.demo import PlantedCorpus

        for size in sizes:
            yield cut_files(
                [PlantedCorpus(sentences=size, seed=7).write_jsonl(folder / f"{size}.jsonl")], 1, folder / str(size)
            )
        return
    for step in STEPS:
        yield cut_files([Path(each) for each in files], step, folder / f"every-{step}")


def cut_files(paths: Sequence[Path], step: int, folder: Path) -> list[str]:
    """Write every `step`-th line of the files, in turns to FILES files."""
    folder.mkdir()
    names = [folder / f"part-{number}.jsonl" for number in range(FILES)]
    parts = [name.open("wb") for name in names]
    number = 0
    for path in paths:
        with pa.input_stream(str(path), compression="detect") as stream:
            for line in read_lines(stream):
                if number % step == 0:
                    parts[number // step % FILES].write(line + b"\n")
                number += 1
    for part in parts:
        part.close()
    return [str(name) for name in names]


def read_lines(stream: Any) -> Iterable[bytes]:
    rest = b""
    while block := stream.read(1 << 20):
        *whole, rest = (rest + block).split(b"\n")
        yield from whole
    if rest:
        yield rest


class FolderPeak:
    """The highest number of bytes seen in a folder until `stop`."""

    def __init__(self, folder: Path) -> None:
        self.bytes = 0
        self._folder = folder
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(0.5):
            total = 0
            for path in self._folder.rglob("*"):
                with suppress(OSError):
                    total += path.stat().st_size
            self.bytes = max(self.bytes, total)

    def stop(self) -> int:
        self._over.set()
        self._thread.join()
        return self.bytes


def measure_run(files: Sequence[str], engine: WatchedEngine, folder: Path) -> dict[str, Any]:
    """Measure the time of each stage of a run, and the bytes that it moved."""
    from twicetold import sentences

    engine.saves.clear()
    load, fullest = os.getloadavg()[0], FolderPeak(folder)
    run = sentences(files, folder, engine=engine, **OPTIONS)
    disk = fullest.stop()
    stages = [
        {"name": name, "seconds": facts["seconds"], **asdict(found)}
        for (name, facts), found in zip(run.facts["stages"].items(), engine.saves, strict=True)
    ]
    named = ("sentences", "units", "candidates", "matches", "clusters", "members", "bands", "document_pairs")
    counts = {name: run.facts["results"][name] for name in named}
    texts = run.sentences["text"]
    characters = texts.nbytes / len(texts) - 4
    return {**counts, "characters": characters, "load": load, "run_folder_bytes": disk, "stages": stages}


def print_table(found: list[dict[str, Any]]) -> None:
    """Print the sizes beside each other, a line for each stage."""
    for each in found:
        counts = ", ".join(f"{each[name]:,} {name}" for name in ("sentences", "units", "candidates", "matches"))
        disk = f"run folder up to {each['run_folder_bytes'] / 1e6:,.0f} MB"
        print(f"{counts}, {each['bands']} bands; {disk}; load {each['load']:.1f}")
    header = "".join(f" {each['sentences']:,}: s | CPU s | MB | bytes each |" for each in found)
    print(f"\n| stage |{header} CPU grows by | bytes by |\n|" + " --- |" * (4 * len(found) + 3))
    last = found[-1]
    for number, stage in enumerate(last["stages"]):
        _print_line(stage["name"], found, [[each["stages"][number]] for each in found])
    _print_line("all", found, [each["stages"] for each in found])
    print("\n| stage | bytes each | driver s |\n| --- | --- | --- |")
    for stage in last["stages"]:
        print(f"| {stage['name']} | {stage['written'] / last['sentences']:.0f} | {stage['driver_seconds']:.2f} |")


def _print_line(name: str, found: list[dict[str, Any]], stages: list[list[dict[str, Any]]]) -> None:
    seconds = [sum(stage["seconds"] for stage in each) for each in stages]
    cpu = [sum(stage["cpu_seconds"] for stage in each) for each in stages]
    written = [sum(stage["written"] for stage in each) for each in stages]
    counts = [each["sentences"] for each in found]
    cells = "".join(
        f" {took:.1f} | {used:.1f} | {size / 1e6:,.1f} | {size / count:,.0f} |"
        for took, used, size, count in zip(seconds, cpu, written, counts, strict=True)
    )
    print(f"| {name} |{cells} {format_exponent(counts, cpu)} | {format_exponent(counts, written)} |")


def format_exponent(counts: Sequence[float], values: Sequence[float]) -> str:
    """Format how a value grows with the sentences from the first size to the last: 1.00 is in proportion."""
    if min(values) <= 0:
        return ""
    return f"{math.log(values[-1] / values[0]) / math.log(counts[-1] / counts[0]):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="JSON lines, a document each; plain or packed")
    parser.add_argument("--sizes", default="50k,200k,800k")
    parser.add_argument("--default", action="store_true", help="leave what is small in one task")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    from twicetold.config import Machine
    from twicetold.engines.spark import SparkLimits, create_session
    from twicetold.plan import parse_count

    machine = Machine(workers=2, memory_bytes=8 << 30)
    limits = None if options.default else SparkLimits(alone_bytes=0)
    engine = WatchedEngine(create_session(machine, "local[2]", {}), machine, limits=limits)
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (warm,) = write_corpora([], [20_000], folder)
        measure_run(warm, engine, folder / "warm")
        sizes = [parse_count(each) for each in options.sizes.split(",")]
        for number, files in enumerate(write_corpora(options.files, sizes, folder)):
            found.append(measure_run(files, engine, folder / f"run-{number}"))
            print(f"{found[-1]['sentences']:,} sentences are done", file=sys.stderr, flush=True)
    if options.json:
        print(json.dumps(found))
    else:
        print(f"{processor()}, {os.cpu_count()} threads")
        print_table(found)


if __name__ == "__main__":
    main()
