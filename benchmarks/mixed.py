"""Text that resembles other text in its chance similarity, in any size: the words of real sentences, mixed.

    python -m benchmarks.mixed FILE SENTENCES OUT.jsonl [SEED]    write JSON lines, a document of 50 sentences each
    python -m benchmarks.mixed compare FILE [SENTENCES]           chance candidates: real, planted and mixed text

A sentence is a walk: each word is one that follows the last word somewhere in FILE, as often as it does there, and a
sentence has as many words as a real one. So pairs and triples of letters, common words and their neighbours are as
frequent as in FILE, but nothing is copied. Planted text is made of few words at random, and resembles no language.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.plan_tables import sample
from twicetold.config import Finding, complete_settings
from twicetold.demo import PlantedCorpus
from twicetold.engines.local import Local
from twicetold.finders.minhash import MinHash
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder
from twicetold.tables.matching import UNITS

DOCUMENT_SENTENCES = 50
BLOCK_SENTENCES = 100_000
UNIT_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])


@dataclass(frozen=True)
class WordWalk:
    """Which words follow which, as numbers of `words`; number 0 begins and ends a sentence."""

    words: list[str]
    starts: np.ndarray  # of the followers of each word
    followers: np.ndarray
    lengths: np.ndarray  # of real sentences, in words

    @classmethod
    def from_sentences(cls, sentences: list[str]) -> WordWalk:
        numbers: dict[str, int] = {"": 0}
        rows = [[numbers.setdefault(word, len(numbers)) for word in text.split()] for text in sentences]
        before = np.array([number for row in rows for number in (0, *row)], np.int32)
        after = np.array([number for row in rows for number in (*row, 0)], np.int32)
        order = np.argsort(before, kind="stable")
        starts = np.searchsorted(before[order], np.arange(len(numbers) + 1))
        return cls(list(numbers), starts, after[order], np.array([len(row) for row in rows], np.int32))

    def write_sentences(self, count: int, seed: int) -> Iterator[str]:
        """Yield sentences: the same seed gives the same ones."""
        dice = np.random.default_rng(seed)
        for first in range(0, count, BLOCK_SENTENCES):
            rows = min(BLOCK_SENTENCES, count - first)
            lengths = dice.choice(self.lengths, rows)
            state = np.zeros(rows, np.int32)
            steps = []
            for _ in range(int(lengths.max())):
                state = self._follow(state, dice)
                # The end of a real sentence is no end here: the walk goes on as from the beginning of another.
                state = np.where(state == 0, self._follow(np.zeros(rows, np.int32), dice), state)
                steps.append(state)
            walked = np.stack(steps, axis=1)
            for row, length in zip(walked, lengths, strict=True):
                yield " ".join(self.words[number] for number in row[:length])

    def _follow(self, state: np.ndarray, dice: np.random.Generator) -> np.ndarray:
        first, end = self.starts[state], self.starts[state + 1]
        chosen: np.ndarray = self.followers[first + (dice.random(len(state)) * (end - first)).astype(np.int64)]
        return chosen


def write(path: str, sentences: str, out: str, seed: str = "1") -> None:
    """Write mixed text as JSON lines."""
    walk = WordWalk.from_sentences(sample(path, 10**9)[0])
    with Path(out).open("w", encoding="utf-8") as file:
        held: list[str] = []
        for number, sentence in enumerate(walk.write_sentences(int(sentences), int(seed)), 1):
            held.append(f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}.")
            if len(held) == DOCUMENT_SENTENCES or number == int(sentences):
                text = "\n".join(held)
                file.write(json.dumps({"id": str(number), "text": text}, ensure_ascii=False) + "\n")
                held = []


def compare(path: str, sentences: str = "100000") -> None:
    """Print how many candidates a sentence has in real, planted and mixed text, before and after their letters."""
    count = int(sentences)
    real = sample(path, 10**9)[0]
    texts = {
        "real": real[:count],
        "planted": write_planted(count),
        "mixed": list(WordWalk.from_sentences(real).write_sentences(count, 1)),
    }
    print(f"| {count} sentences, 46 bands of 4 rows | {' | '.join(texts)} |\n| --- |{' --- |' * len(texts)}")
    for name, least in {"every candidate": 0.0, "possible by their letters": 0.8}.items():
        shares = [f"{2 * count_candidates(each, least) / count:.2f}" for each in texts.values()]
        print(f"| {name} for each | {' | '.join(shares)} |")


def count_candidates(texts: list[str], least: float) -> int:
    """Count the pairs that share a key, with `least` those whose letters allow that edit similarity."""
    settings = complete_settings(SentenceSettings(finding=Finding(rows=4, bands=46, shingle=5)))
    finder, engine = build_finder(settings, len(texts)), Local(settings.machine)
    assert isinstance(finder, MinHash)
    rows = pa.table([pa.array(range(len(texts)), pa.uint32()), pa.array(texts)], schema=UNIT_TEXTS)
    found = replace(finder, least=least).find_candidates(engine.load_rows(rows), engine)
    return int(engine.collect({"pairs": found.pairs})["pairs"].num_rows)


def write_planted(count: int) -> list[str]:
    """The distinct sentences of a planted encyclopedia."""
    with tempfile.TemporaryDirectory() as folder:
        path = PlantedCorpus(sentences=count, seed=7, duplicate_share=0).write_jsonl(Path(folder) / "planted.jsonl")
        return sample(str(path), count)[0]


if __name__ == "__main__":
    compare(*sys.argv[2:]) if sys.argv[1] == "compare" else write(*sys.argv[1:])
