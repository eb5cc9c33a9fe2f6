"""Other tools on noisy text, each run by a Python that has it: passim, and RETSim on windows of the documents."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from twicetold.evaluate.truth import PassageSpans

HERE = Path(__file__).parent
WINDOW, STEP = 512, 256  # characters; RETSim takes 512 at once
RETSIM_THRESHOLD = 0.8
PASSIM_WAYS = {"passim, defaults": [], "passim, floating 15-grams": ["-n", "15", "--floating-ngrams"]}
Found = dict[tuple[str, str], list[PassageSpans]]


def find_by_passim(python: str, source: str, documents: Path, settings: Sequence[str]) -> tuple[Found, float]:
    """What passim finds between the two series of a file, and its CPU seconds."""
    with tempfile.TemporaryDirectory() as place:
        rows, seconds = run_peer(
            [python, str(HERE / "passim_run.py"), source, str(documents), str(Path(place) / "out"), *settings]
        )
    found: Found = {}
    for one, begin, end, two, begin_two, end_two in rows:
        (target, own), (origin, other) = sorted([(one, (begin, end)), (two, (begin_two, end_two))], reverse=True)
        found.setdefault((target, origin), []).append(PassageSpans(own, other))
    return found, seconds


def find_by_retsim(python: str, targets: Path, sources: Path) -> tuple[Found, float]:
    """Windows of targets and sources that RETSim says are alike, those that overlap on both sides joined."""
    with tempfile.TemporaryDirectory() as place:
        paths = [write_windows(path, Path(place) / path.name) for path in (targets, sources)]
        rows, seconds = run_peer(
            [python, str(HERE / "nearest_texts.py"), "retsim", *map(str, paths), str(RETSIM_THRESHOLD)]
        )
    found: Found = {}
    for target, source in sorted((_parse_window(one), _parse_window(two)) for one, two in rows):
        (one, start), (two, begin) = target, source
        spans = PassageSpans((start, start + WINDOW), (begin, begin + WINDOW))
        own = found.setdefault((one, two), [])
        if own and _touch(own[-1][0], spans[0]) and _touch(own[-1][1], spans[1]):
            spans = PassageSpans(_join(own[-1][0], spans[0]), _join(own[-1][1], spans[1]))
            own.pop()
        own.append(spans)
    return found, seconds


def run_peer(command: list[str]) -> tuple[list[list[Any]], float]:
    """Run a script; gives the rows that it printed, and the CPU seconds of its last line."""
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    *rows, seconds = map(json.loads, said.splitlines())
    return rows, seconds


def write_windows(documents: Path, path: Path) -> Path:
    """The windows of documents as a file of their own; ids are `t3@512`."""
    with path.open("w", encoding="utf-8") as file:
        for line in documents.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            for start, text in _cut_windows(record["text"]):
                file.write(json.dumps({"id": f"{record['id']}@{start}", "text": text}) + "\n")
    return path


def _cut_windows(text: str) -> Iterator[tuple[int, str]]:
    for start in range(0, max(len(text) - STEP, 1), STEP):
        yield start, text[start : start + WINDOW]


def _parse_window(name: str) -> tuple[str, int]:
    document, _, start = name.partition("@")
    return document, int(start)


def _touch(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return one[0] <= two[1] and two[0] <= one[1]


def _join(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], two[0]), max(one[1], two[1])
