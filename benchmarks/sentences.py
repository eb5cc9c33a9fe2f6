"""Near-duplicate sentences, ours next to the peers' and to the floor, in one run:

    python -m benchmarks.sentences TEXTS ... --sizes 50k,800k,3m [--jsonl FILE] [--json]

Jaccard 0.8 on windows of 12 characters; texts in memory to pairs (ours: verified matches and clusters). Each piece of
work is a process of its own, taken in turns, the best of three (of one above a million texts). A peer runs at those of
its settings that are fastest at recall >= 0.98 for the first size. Peers come from `pip install 'twicetold[bench]'`.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks import texts as source
from benchmarks.command import whole_command
from benchmarks.floor import floor
from benchmarks.measure import Measured, measure
from benchmarks.peers import SHINGLE, THRESHOLD
from benchmarks.score import score
from benchmarks.sentences_table import print_tables
from benchmarks.truth import cached, jaccard_pairs_of
from benchmarks.windows import likeness

WORK = "benchmarks.sentences_work"
EXACT_UP_TO = 100_000  # texts: above, the truth is of a sample
SAMPLE = 2_000
ENOUGH = 0.98
DENSE_SHARE = 10  # one in so many texts is of those most like another


@dataclass(frozen=True)
class Contender:
    """A library as it is used. `settings` are (bands, rows) to choose from; beyond `largest` texts it is not run."""

    name: str
    work: str
    settings: tuple[tuple[int, int], ...] = ((20, 5), (16, 6), (16, 8))
    largest: int = 10**9


CONTENDERS = (
    Contender("twicetold", "twicetold", ((0, 0),)),
    Contender("rensa", "rensa"),
    Contender("rensa at 20 x 5", "rensa", ((20, 5),)),
    Contender("rensa at 10 x 10, the papers' form", "rensa", ((10, 10),)),
    Contender("rensa, flags only", "rensa_flags"),
    Contender("rensa by an expert, flags only", "rensa_expert"),
    Contender("FastSketchLSH", "fastsketch", ((32, 4), (16, 8))),
    Contender("FastSketchLSH by an expert", "fastsketch_expert", ((32, 4), (16, 8))),
    Contender("Daft", "daft"),
    Contender("gaoya", "gaoya"),
    Contender("datasketch", "datasketch", ((20, 5),), EXACT_UP_TO),
    Contender("sparse product of scipy, exact", "sparse_product", ((0, 0),), EXACT_UP_TO),
)


@dataclass(frozen=True)
class Row:
    """One line of the table. `failure` says why there is no figure."""

    size: int
    name: str
    setting: tuple[int, int] = (0, 0)
    seconds: float = float("nan")
    cpu_seconds: float = float("nan")
    peak_mb: float = float("nan")
    found: int = 0
    recall: float = float("nan")
    precision: float = float("nan")
    failure: str = ""


@dataclass(frozen=True)
class Case:
    """Texts of one size in a file, and what is true of them (or of the pairs that touch `sample`)."""

    path: Path
    size: int
    truth: pa.Table
    sample: NDArray[np.int64] | None


def run(contender: Contender, setting: tuple[int, int], case: Case, timeout_seconds: float) -> Row:
    """One measurement; a failure, running out of memory or of time is a row as well."""
    row = Row(case.size, contender.name, setting)
    out = case.path.with_suffix(".npy")
    arguments = contender.work, str(case.path), str(out), *map(str, setting)
    try:
        measured: Measured = measure(WORK, *arguments, rounds=1, timeout_seconds=timeout_seconds)
    except subprocess.TimeoutExpired:
        return replace(row, failure=f"over {timeout_seconds:.0f} s")
    except subprocess.CalledProcessError as error:
        return replace(row, failure="killed" if error.returncode < 0 else "failed")
    found = np.load(out)
    right = score(found, case.truth, case.sample)
    count = int(found.sum()) if found.dtype == np.bool_ else len(found)
    times = measured.seconds, measured.cpu_seconds, measured.peak_mb
    return Row(case.size, contender.name, setting, *times, count, right.recall, right.precision)


def tuned(contender: Contender, case: Case, rounds: int, timeout_seconds: float) -> tuple[int, int]:
    """The fastest of its settings that finds enough; where none does, the one that finds most."""
    if len(contender.settings) == 1:
        return contender.settings[0]
    tries = [replace(contender, settings=(setting,)) for setting in contender.settings]
    rows = compare(case, {each: each.settings[0] for each in tries}, rounds, timeout_seconds)
    for row in rows:
        print(f"  tried {row.name} {row.setting}: {row.seconds:.2f} s, recall {row.recall:.4f}", file=sys.stderr)
    enough = [row for row in rows if row.recall >= ENOUGH]
    best = min(enough, key=lambda row: row.seconds) if enough else max(rows, key=lambda row: np.nan_to_num(row.recall))
    return best.setting


def compare(case: Case, settings: dict[Contender, tuple[int, int]], rounds: int, timeout_seconds: float) -> list[Row]:
    """All contenders in turns; of each the fastest round."""
    best: dict[Contender, Row] = {}
    for _ in range(rounds):
        for contender, setting in settings.items():
            before = best.get(contender)
            if case.size > contender.largest or (before and before.failure):
                continue
            row = run(contender, setting, case, timeout_seconds)
            if before is None or not row.seconds >= before.seconds:
                best[contender] = row
    return list(best.values())


def sized(texts: list[str], alike: NDArray[np.float64], size: int) -> tuple[list[str], NDArray[np.float64]]:
    """`size` texts in an order of their own, a tenth of them those most like another, and how alike.

    A random part of a corpus has few near-duplicates, their number going with the square of its size; so each size
    has about as many for a text as the others.
    """
    ranked = np.argsort(-alike, kind="stable")
    dense, rest = ranked[: size // DENSE_SHARE], ranked[size // DENSE_SHARE :]
    draw = np.random.default_rng(source.SEED)
    order = draw.permutation(np.concatenate([dense, draw.permutation(rest)[: size - len(dense)]]))
    return [texts[number] for number in order], alike[order]


def prepare(texts: list[str], alike: NDArray[np.float64], folder: Path, cache: str | None) -> Case:
    """The texts in a file, with their truth. The sample is half of texts that are like another, half of any."""
    size = len(texts)
    path = source.save(texts, folder / f"texts-{size}.txt")
    if size <= EXACT_UP_TO:
        return Case(path, size, cached(texts, "jaccard", THRESHOLD, SHINGLE, cache), None)
    draw = np.random.default_rng(source.SEED)
    likely = draw.permutation(np.flatnonzero(alike >= 0.5))[: SAMPLE // 2]
    others = draw.permutation(np.setdiff1d(np.arange(size), likely))[: SAMPLE - len(likely)]
    sample = np.sort(np.concatenate([likely, others]))
    return Case(path, size, jaccard_pairs_of(sample, texts, THRESHOLD, SHINGLE), sample)


def chosen(names: str | None) -> Iterable[Contender]:
    """Those whose name begins with one of the names given, separated by commas."""
    return [each for each in CONTENDERS if names is None or each.name.startswith(tuple(names.split(",")))]


def without_nan(value: Any) -> Any:
    """JSON has no nan: `{"recall": nan}` -> `{"recall": None}`"""
    if isinstance(value, dict):
        return {key: without_nan(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "texts", nargs="+", help="Parquet with `text` (and `document`), JSON lines of strings, or lines"
    )
    parser.add_argument("--sizes", default="50k,800k")
    parser.add_argument("--only", help="contenders by the beginnings of their names: rensa,Daft")
    parser.add_argument("--min-length", type=int, default=75)
    parser.add_argument("--max-length", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=900, help="seconds for one piece of work")
    parser.add_argument("--cache", help="folder that keeps the exact truth")
    parser.add_argument("--jsonl", help="documents for the whole command, from this file to a run folder")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    from twicetold.plan import parse_count

    sizes = [parse_count(size) for size in options.sizes.split(",")]
    texts = source.sample(options.texts, max(10**9, *sizes), options.min_length, options.max_length)
    real = len(texts)
    texts = source.topped_up(texts, max(sizes), options.min_length, options.max_length)
    facts = {"real": real, "planted": len(texts) - real, "files": [Path(path).name for path in options.texts]}
    alike = likeness(texts)
    rows: list[Row] = []
    floors: list[dict[str, object]] = []
    settings: dict[Contender, tuple[int, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            case = prepare(*sized(texts, alike, size), Path(folder), options.cache)
            print(f"{size} texts, {case.truth.num_rows} true pairs", file=sys.stderr)
            settings = settings or {
                each: tuned(each, case, options.rounds, options.timeout) for each in chosen(options.only)
            }
            rounds = options.rounds if size <= 1_000_000 else 1
            rows += compare(case, settings, rounds, options.timeout)
            floors += floor(case.path, size, rounds)
            case.path.unlink()
        command = whole_command(options.jsonl, Path(folder), options.rounds) if options.jsonl else {}
    found = {"facts": facts, "rows": [asdict(row) for row in rows], "floors": floors, "command": command}
    if options.json:
        print(json.dumps(without_nan(found), allow_nan=False))
    else:
        print_tables(found)


if __name__ == "__main__":
    main()
