"""All pairs of Jaccard 0.8 or more, exactly: ours by document and by term, next to peers, in one run:

    python -m benchmarks.join TEXTS ... --sizes 50k,200k,800k [--memory 500MB] [--peers-up-to 50k]

Windows of 12 characters; texts in memory to pairs (ours: verified matches and clusters). One text in ten is of those
most like another, so that there is something to find. Each piece of work is a process of its own, taken in turns. Up to
100,000 texts the pairs are compared with those of `truth.py`; above, with each other. At the largest size both ways
also run as commands, from JSON lines to a run folder, under `--memory`, and say what Eq. 2 and Eq. 3 ruled out.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks import texts as source
from benchmarks.command import PROGRAM, SETTINGS
from benchmarks.measure import measure
from benchmarks.peers import SHINGLE, THRESHOLD
from benchmarks.sentences import sized
from benchmarks.truth import cached
from benchmarks.windows import likeness

WORK = "benchmarks.join_work"
OURS = {"join by document": "by_document", "join by term": "by_term"}
PEERS = {"SetSimilaritySearch": "set_similarity_search", "scikit-learn": "scikit_learn"}
TRUE_UP_TO = 100_000


@dataclass(frozen=True)
class Row:
    """One line of the table. `verdict` says whether the pairs are the right ones."""

    size: int
    name: str
    seconds: float = float("nan")
    cpu_seconds: float = float("nan")
    peak_mb: float = float("nan")
    pairs: int = 0
    verdict: str = ""


def run(name: str, work: str, texts: Path, size: int, timeout_seconds: float) -> tuple[Row, bytes]:
    """One measurement, and the pairs as bytes; what fails is a row as well."""
    out = texts.with_suffix(".npy")
    try:
        got = measure(WORK, work, str(texts), str(out), "0", rounds=1, timeout_seconds=timeout_seconds)
    except subprocess.TimeoutExpired:
        return Row(size, name, verdict=f"over {timeout_seconds:.0f} s"), b""
    except subprocess.CalledProcessError as error:
        return Row(size, name, verdict="killed" if error.returncode < 0 else "failed"), b""
    row = Row(size, name, got.seconds, got.cpu_seconds, got.peak_mb, got.result)
    return row, np.ascontiguousarray(np.load(out), np.uint32).tobytes()


def compare(texts: list[str], folder: Path, options: argparse.Namespace, with_peers: bool) -> list[Row]:
    """Everything on these texts, in turns; of each the fastest round."""
    path = source.save(texts, folder / f"texts-{len(texts)}.txt")
    expected = b""
    if len(texts) <= TRUE_UP_TO:
        truth = cached(texts, "jaccard", THRESHOLD, SHINGLE, options.cache)
        expected = np.stack([np.asarray(truth["left"]), np.asarray(truth["right"])], axis=1).tobytes()
    best: dict[str, Row] = {}
    for _ in range(options.rounds):
        for name, work in (OURS | PEERS if with_peers else OURS).items():
            if name in best and (best[name].verdict.startswith("over") or name in PEERS):
                continue  # a peer takes minutes: once
            row, found = run(name, work, path, len(texts), options.timeout)
            if not row.verdict:
                expected = expected or found
                row = replace(row, verdict="the same pairs" if found == expected else "OTHER PAIRS")
            if name not in best or row.cpu_seconds < best[name].cpu_seconds:
                best[name] = row
    return list(best.values())


def commands(texts: list[str], folder: Path, memory: str) -> list[Row]:
    """Both ways as commands under a memory limit."""
    path = folder / "texts.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"id": str(at), "text": text}) + "\n" for at, text in enumerate(texts))
    rows = []
    for partition in ("document", "term"):
        output = folder / f"run-{partition}"
        given = "--finder", "join", "--partition", partition, "--memory", memory, "--blocks", "all"
        arguments = "command", PROGRAM, "sentences", str(path), "-o", str(output), *SETTINGS, *given
        got = measure("benchmarks.sentences_work", *arguments, rounds=1)
        facts = json.loads((output / "run.json").read_text(encoding="utf-8"))
        told = facts["results"]["crowds"]
        pruned = f"of {told['pairs']} pairs Eq. 2 pruned {told['pruned_by_eq2']}, Eq. 3 {told['pruned_by_eq3']}"
        verdict = f"digest {facts['digest'][:12]}; {pruned}"
        name = f"command by {partition}, {memory}"
        rows.append(
            Row(len(texts), name, got.seconds, got.cpu_seconds, got.result, facts["results"]["matches"], verdict)
        )
        shutil.rmtree(output)
    return rows


def show(rows: list[Row]) -> None:
    print(f"{'texts':>8}  {'':34}{'seconds':>9}{'CPU s':>9}{'peak MB':>9}{'pairs':>9}  times slower")
    for row in rows:
        own = next((each for each in rows if each.size == row.size and each.name == "join by document"), row)
        slower = f"{row.seconds / own.seconds:.1f} ({row.cpu_seconds / own.cpu_seconds:.1f} CPU)"
        print(
            f"{row.size:>8}  {row.name:34}{row.seconds:>9.2f}{row.cpu_seconds:>9.2f}{row.peak_mb:>9.0f}{row.pairs:>9}"
            f"  {slower if row.name in PEERS else '':20} {row.verdict}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "texts", nargs="+", help="Parquet with `text` (and `document`), JSON lines of strings, or lines"
    )
    parser.add_argument("--sizes", default="50k,200k,800k")
    parser.add_argument("--peers-up-to", default="50k")
    parser.add_argument("--memory", default="500MB")
    parser.add_argument("--min-length", type=int, default=40)
    parser.add_argument("--max-length", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one piece of work")
    parser.add_argument("--cache", help="folder that keeps the exact truth")
    options = parser.parse_args()

    from twicetold.plan import parse_count

    sizes = [parse_count(size) for size in options.sizes.split(",")]
    texts = source.sample(options.texts, max(10**9, *sizes), options.min_length, options.max_length)
    print(f"{len(texts)} real texts, the rest planted", file=sys.stderr)
    texts = source.topped_up(texts, max(sizes), options.min_length, options.max_length)
    alike = likeness(texts)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        for size in sizes:
            chosen, _ = sized(texts, alike, size)
            rows += compare(chosen, Path(place), options, size <= parse_count(options.peers_up_to))
        rows += commands(chosen, Path(place), options.memory)
    show(rows)


if __name__ == "__main__":
    main()
