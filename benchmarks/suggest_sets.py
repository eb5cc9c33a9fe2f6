"""Threads and labelled pairs of the public sets, and the parts of our score for their pairs.

FOLDER has `english-se.jsonl` with `english-se-truth.csv`, `semeval2016-cqa-train.xml.xz`, `lcqmc-dev.csv`,
`qqp-dev.tsv.xz` and folders of Stack Exchange sites, each with `Posts.xml.xz`. What is missing is left out.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from replication import threads as forms
from twicetold import _kernels
from twicetold.jobs.threads.ranking import HIGHEST_SCORE, CountThreadTerms
from twicetold.jobs.threads.tables import ORDERED_THREADS
from twicetold.tables.batches import build_batch_of_rows

Floats = npt.NDArray[np.float64]
PARTS = ("whole", "question", "words", "meaning")
COLUMNS = ("whole", "asked", "title", "meaning")  # the same as the kernel names them
EVEN = 0.25
PAIR_FILES = (
    ("lcqmc", "lcqmc-dev.csv", ("sentence1", "sentence2", "label")),
    ("qqp", "qqp-dev.tsv.xz", ("2", "3", "1")),
)


@dataclass(frozen=True)
class ThreadSet:
    """Threads with pairs of their rows and labels; of a site, the pairs are its links, and any other pair is wrong."""

    name: str
    rows: list[dict[str, Any]]
    pairs: list[tuple[int, int, int]]
    is_site: bool = False

    def take_pairs(self, count: int) -> ThreadSet:
        """The first pairs, with their threads alone."""
        pairs = self.pairs[:count]
        kept = sorted({row for left, right, _ in pairs for row in (left, right)})
        places = {row: place for place, row in enumerate(kept)}
        numbered = [(places[left], places[right], label) for left, right, label in pairs]
        return replace(self, rows=[self.rows[row] for row in kept], pairs=numbered)

    def count_terms(self, meaning: str) -> Any:
        empty = dict.fromkeys(ORDERED_THREADS.names, "")
        known = [{name: row[name] for name in row if name in empty} for row in self.rows]
        numbered = [empty | row | {"number": place} for place, row in enumerate(known)]
        return CountThreadTerms(meaning)(build_batch_of_rows(numbered, ORDERED_THREADS))

    def measure_pairs(self, meaning: str) -> Floats:
        """The four parts of the score, each between 0 and 1, of each pair."""
        terms, index = self._build_index(meaning)
        left = terms.take(pa.array([pair[0] for pair in self.pairs], pa.int64()))
        return read_parts(index.compare(left, [pair[1] for pair in self.pairs]))

    def measure_all(self, meaning: str) -> npt.NDArray[np.float64]:
        """The parts of every two threads: rows, rows, parts."""
        terms, index = self._build_index(meaning)
        count = len(self.rows)
        found = index.find_best(terms, count, True, count)
        whole = np.zeros((count, count, len(PARTS)))
        whole[np.array(found["thread"]), np.array(found["other"])] = read_parts(found)
        return whole

    def _build_index(self, meaning: str) -> tuple[Any, _kernels.ThreadRanking]:
        terms = self.count_terms(meaning)
        frequencies = _kernels.ThreadFrequencies(iter([terms]), 2)
        share = EVEN if meaning != "none" else 0.0
        return terms, _kernels.ThreadRanking(frequencies, iter([terms]), (EVEN, EVEN, EVEN), share)


def read_parts(found: Any) -> Floats:
    """The parts of scores that had even shares."""
    parts: Floats = np.column_stack([np.array(found[name]) for name in COLUMNS]) / (HIGHEST_SCORE * EVEN)
    return parts


def read_sets(folder: Path, only: Sequence[str] = ()) -> Iterator[ThreadSet]:
    """Every set that is in the folder, sites first, or those of these names."""

    def is_wanted(name: str, path: Path) -> bool:
        return path.is_file() and (not only or name in only)

    for site in sorted(folder.iterdir()):
        if is_wanted(name_site(site), site / "Posts.xml.xz"):
            yield read_site(site)
    english = folder / "english-se.jsonl"
    if is_wanted("english-se", english):
        rows = [json.loads(line) for line in english.read_text(encoding="utf-8").splitlines()]
        with (folder / "english-se-truth.csv").open(encoding="utf-8", newline="") as file:
            pairs = [(row["left"], row["right"], int(row["duplicate"])) for row in csv.DictReader(file)]
        yield number_pairs("english-se", {str(row["id"]): row for row in rows}, pairs)
    related = folder / "semeval2016-cqa-train.xml.xz"
    if is_wanted("semeval", related):
        converted = forms.read_semeval(related)
        yield number_pairs("semeval", converted.threads, converted.pairs)
    for name, file_name, columns in PAIR_FILES:
        if is_wanted(name, folder / file_name):
            converted = forms.read_pair_table(folder / file_name, *columns)
            yield number_pairs(name, converted.threads, converted.pairs)


def number_pairs(name: str, threads: dict[str, Any], pairs: list[tuple[str, str, int]]) -> ThreadSet:
    rows = {thread: row for row, thread in enumerate(threads)}
    return ThreadSet(name, list(threads.values()), [(rows[one], rows[two], label) for one, two, label in pairs])


def read_site(folder: Path) -> ThreadSet:
    """The threads of a site and its links."""
    import tempfile

    import twicetold

    with tempfile.TemporaryDirectory() as place:
        twicetold.threads(str(folder), Path(place) / "run", progress=False)
        rows = pq.read_table(Path(place) / "run" / "threads.parquet").to_pylist()
        links = pq.read_table(Path(place) / "run" / "links.parquet").to_pylist()
    numbers = {row["document"]: row["number"] for row in rows}
    pairs = [(numbers[link["left_document"]], numbers[link["right_document"]], 1) for link in links]
    return ThreadSet(name_site(folder), rows, pairs, is_site=True)


def name_site(folder: Path) -> str:
    """`ai.SE-2017-02` -> `ai`"""
    return folder.name.partition(".SE")[0]
