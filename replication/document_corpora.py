"""Corpora for `replication.documents`: any path as texts, a planted one with copies, a test set made of some of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from twicetold.demo import PlantedCorpus
from twicetold.engines.local import Local
from twicetold.jobs.front import read_documents
from twicetold.jobs.split.settings import SplitSettings
from twicetold.readers.inputs import find_inputs

LEAST = 1_000  # characters: what a document needs to be taken into a test set
EDITS = 0.01  # of the words of a record
_WORD = re.compile(r"\w+")

Key = tuple[str, str]  # source and place


@dataclass(frozen=True)
class Taken:
    """What a record of the test set was made of: a document, and the stretch of its text."""

    key: Key
    start: int
    end: int


def texts(paths: Sequence[str]) -> Iterator[tuple[Key, str]]:
    """Every document that can be read, in order, with where it stands."""
    settings, engine = SplitSettings(), Local()
    documents = read_documents(find_inputs(list(paths), settings.reading), settings, engine)
    for (batch,) in engine.stream_batches(documents):
        for row in batch.select(["source", "place", "status", "text"]).to_pylist():
            if row["status"] == "read":
                yield (row["source"], row["place"]), row["text"]


def edited(text: str, share: float, chance: random.Random) -> str:
    """The text with this share of its words replaced, wherever they stand."""
    words = list(_WORD.finditer(text))
    done, reached = [], 0
    for number in sorted(chance.sample(range(len(words)), int(share * len(words)))):
        done += [text[reached : words[number].start()], f"o{chance.randrange(1000)}"]
        reached = words[number].end()
    return "".join([*done, text[reached:]])


def planted(path: Path, sentences: int, seed: int) -> Path:
    """A planted encyclopedia; every fifth article stands there up to four times, with ever more words replaced."""
    chance = random.Random(seed)
    PlantedCorpus(sentences=sentences, seed=seed).write_jsonl(path)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records[::5]:
        for copy in range(chance.randrange(1, 4)):
            text = edited(record["text"], 0.008 * copy, chance)
            records.append(record | {"id": f"{record['id']}.{copy}", "text": text})
    chance.shuffle(records)
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8")
    return path


def test_set(path: Path, paths: Sequence[str], records: int, part: float, seed: int) -> dict[str, Taken]:
    """Writes documents of a corpus, or the middle part of each, with some of the words replaced."""
    chance = random.Random(seed)
    firsts: dict[int, Key] = {}  # a text that stands there twice is known by its first place
    for key, text in texts(paths):
        if len(text) >= LEAST:
            firsts.setdefault(hash(text), key)
    chosen = set(chance.sample(list(firsts.values()), min(records, len(firsts))))
    taken: dict[str, Taken] = {}
    with path.open("w", encoding="utf-8") as file:
        for key, text in texts(paths):
            if key in chosen:
                name, stretch = f"test-{len(taken)}", _middle(text, part)
                taken[name] = Taken(key, *stretch)
                said = edited(text[slice(*stretch)], EDITS, chance)
                file.write(json.dumps({"id": name, "text": said}, ensure_ascii=False) + "\n")
    return taken


def _middle(text: str, part: float) -> tuple[int, int]:
    """The middle of a text, from the beginning of a word to the end of one."""
    words = list(_WORD.finditer(text))
    first = int(len(words) * (1 - part) / 2)
    return words[first].start(), words[len(words) - 1 - first].end()
