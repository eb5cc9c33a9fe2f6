"""The data that experiments run on: a data folder laid out as its README describes, or planted text.

Runs are kept for the whole command, so that two experiments that need the same run share it.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import twicetold
from replication.documents import start_spark
from replication.min_sentences import read_texts
from twicetold.demo import PlantedCorpus
from twicetold.engines.base import Engine
from twicetold.errors import TwicetoldError
from twicetold.run import Run

ENGLISH, CHINESE = "wikipedia/enwiki-articles.jsonl.zst", "wikipedia/zhwiki-articles.jsonl.zst"
PART = "wikipedia/wikidump.part.xml.bz2"
NEAR, KATRINA = "wikipedia/near-duplicate-wiki-articles.xml.bz2", "wikipedia/katrina.xml.bz2"
DUMPS = (NEAR, KATRINA, PART)
PLANTED_SENTENCES = 10_000
PLANTED = "planted encyclopedia"
SEED = 2010


@dataclass
class Source:
    """The data folder if there is one, a folder for runs, and how much planted text replaces the data."""

    folder: Path | None
    scratch: Path
    planted_sentences: int = PLANTED_SENTENCES
    with_spark: bool = True
    seconds: dict[str, float] = field(default_factory=dict)
    _runs: dict[str, Run] = field(default_factory=dict)

    @property
    def is_planted(self) -> bool:
        return self.folder is None

    def list_missing(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """List those of the files that the data folder does not have."""
        return tuple(name for name in names if self.folder is None or not (self.folder / name).exists())

    def find(self, name: str) -> Path:
        """Return the path of a file of the data folder, or of the planted encyclopedia if there is no data folder."""
        return self.planted_file if self.folder is None else self.folder / name

    def name_corpus(self, name: str) -> str:
        """Name the text as a page does: the file, or the planted encyclopedia."""
        if self.folder is not None:
            return f"`{name}`"
        return f"the {PLANTED} (`twicetold demo`, {self.planted_sentences:,} sentences, seed 1)"

    @cached_property
    def planted_file(self) -> Path:
        path = self.scratch / "planted.jsonl"
        return PlantedCorpus(sentences=self.planted_sentences, seed=1).write_jsonl(path)

    @cached_property
    def spark(self) -> Engine | None:
        """Spark on this machine, or None if PySpark or Java is missing."""
        if not self.with_spark:
            return None
        try:
            return start_spark()
        except (ImportError, TwicetoldError):
            return None

    def run_job(self, job: str, name: str, data: Any, engine: Engine | None = None, **options: Any) -> Run:
        """Run a job, once for each name; `seconds[name]` is how long it took."""
        if name not in self._runs:
            began = time.perf_counter()
            made = getattr(twicetold, job)(data, self.scratch / name, engine=engine, progress=False, **options)
            self.seconds[name] = time.perf_counter() - began
            self._runs[name] = made
        return self._runs[name]

    def run_articles(self, name: str, job: str = "sentences", **options: Any) -> Run:
        """Run a job over all English articles, or the planted ones."""
        return self.run_job(job, name, str(self.find(ENGLISH)), **options)

    def sample_articles(self, name: str, count: int, longest: int = 0) -> Path:
        """Write some articles of a file as JSONL, always the same ones for a count; all if there are fewer."""
        path = self.scratch / f"{Path(name).name.partition('.')[0]}-{count}-{longest}.jsonl"
        if not path.exists():
            texts = self.read_articles(name)
            if longest:
                texts = {key: text for key, text in texts.items() if longest / 10 <= len(text) <= longest}
            order = sorted(texts)
            random.Random(SEED).shuffle(order)
            lines = (json.dumps({"id": key, "text": texts[key]}, ensure_ascii=False) for key in order[:count])
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def read_articles(self, name: str) -> dict[str, str]:
        """Read the texts of a file of articles, by id."""
        return read_texts(str(self.find(name)))
