"""Corpora for `replication.documents`: the texts of any path, a planted corpus with copies, and a test set."""

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

SHORTEST_DOCUMENT = 1_000  # characters of a document in a test set
EDITED_SHARE = 0.01  # the share of a record's words that is replaced
_WORD = re.compile(r"\w+")

Key = tuple[str, str]  # source and place


@dataclass(frozen=True)
class Excerpt:
    """The document that a record of the test set was taken from, and the stretch of its text."""

    key: Key
    start: int
    end: int


def read_texts(paths: Sequence[str]) -> Iterator[tuple[Key, str]]:
    """Yield every readable document in order, with its source and place."""
    settings, engine = SplitSettings(), Local()
    documents = read_documents(find_inputs(list(paths), settings.reading), settings, engine)
    for (batch,) in engine.stream_batches(documents):
        for row in batch.select(["source", "place", "status", "text"]).to_pylist():
            if row["status"] == "read":
                yield (row["source"], row["place"]), row["text"]


def edit_text(text: str, share: float, chance: random.Random) -> str:
    """Replace a share of the words of a text, at random places."""
    words = list(_WORD.finditer(text))
    parts, end = [], 0
    for number in sorted(chance.sample(range(len(words)), int(share * len(words)))):
        parts += [text[end : words[number].start()], f"o{chance.randrange(1000)}"]
        end = words[number].end()
    return "".join([*parts, text[end:]])


def write_planted_corpus(path: Path, sentences: int, seed: int) -> Path:
    """Write a planted encyclopedia. Every fifth article has up to three copies, each with more words replaced."""
    chance = random.Random(seed)
    PlantedCorpus(sentences=sentences, seed=seed).write_jsonl(path)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records[::5]:
        for copy in range(chance.randrange(1, 4)):
            text = edit_text(record["text"], 0.008 * copy, chance)
            records.append(record | {"id": f"{record['id']}.{copy}", "text": text})
    chance.shuffle(records)
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8")
    return path


def write_test_set(path: Path, paths: Sequence[str], records: int, part: float, seed: int) -> dict[str, Excerpt]:
    """Write a sample of a corpus, or the middle part of each document, with some of the words replaced."""
    chance = random.Random(seed)
    firsts: dict[int, Key] = {}  # a text that occurs several times has the key of its first place
    for key, text in read_texts(paths):
        if len(text) >= SHORTEST_DOCUMENT:
            firsts.setdefault(hash(text), key)
    sampled = set(chance.sample(list(firsts.values()), min(records, len(firsts))))
    excerpts: dict[str, Excerpt] = {}
    with path.open("w", encoding="utf-8") as file:
        for key, text in read_texts(paths):
            if key in sampled:
                name, stretch = f"test-{len(excerpts)}", _find_middle(text, part)
                excerpts[name] = Excerpt(key, *stretch)
                edited = edit_text(text[slice(*stretch)], EDITED_SHARE, chance)
                file.write(json.dumps({"id": name, "text": edited}, ensure_ascii=False) + "\n")
    return excerpts


def _find_middle(text: str, part: float) -> tuple[int, int]:
    """Return the span of the middle part of a text, from the beginning of a word to the end of one."""
    words = list(_WORD.finditer(text))
    first = int(len(words) * (1 - part) / 2)
    return words[first].start(), words[len(words) - 1 - first].end()
