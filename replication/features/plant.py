"""Sentences drawn from real documents, and copies of some of them as a person would edit them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import pyarrow.parquet as pq
from benchmarks.texts import normalise

import twicetold

SHORTEST, LONGEST = 60, 400  # weight of a sentence; a Chinese or Japanese character counts three
WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
SPLIT_SHARE = 0.7  # the larger part of a sentence that is cut in two


@dataclass
class EditedCorpus:
    """Distinct sentences, and the pairs of an original and an edited copy, by number, with the kind of edit."""

    texts: list[str]
    planted: dict[tuple[int, int], str] = field(default_factory=dict)


def draw_sentences(path: str, count: int, seed: int) -> list[str]:
    """Draw `count` distinct sentences of prose, from whole documents in an order given by the seed."""
    documents: dict[tuple[str, str], list[str]] = {}
    for document, title, block, text in _read_sentences(path):
        if block == "prose" and SHORTEST <= len(text) + 2 * len(WIDE.findall(text)) <= LONGEST:
            documents.setdefault((document, title), []).append(text)
    names = sorted(documents)
    Random(seed).shuffle(names)
    found: dict[str, str] = {}
    for name in names:
        for text in documents[name]:
            found.setdefault(normalise(text), text)
        if len(found) >= count:
            break
    return list(found.values())[:count]


def _read_sentences(path: str) -> list[tuple[str, str, str, str]]:
    """Read sentences from a table that `twicetold split` made, or from any file that it can split."""
    columns = ["document", "title", "block", "text"]
    is_split = path.endswith(".parquet") and {*columns, "position"} <= set(pq.read_schema(path).names)
    table = pq.read_table(path, columns=columns) if is_split else twicetold.split(path).sentences.select(columns)
    return list(zip(*(table[name].to_pylist() for name in columns), strict=True))


def plant_copies(texts: Sequence[str], share: float, seed: int) -> EditedCorpus:
    """Add edited copies of a share of the texts, with every kind of edit equally likely."""
    random, corpus = Random(seed), EditedCorpus(list(texts))
    known = {normalise(text) for text in texts}
    for number in random.sample(range(len(texts)), int(share * len(texts))):
        kind = random.choice(list(EDITS))
        copy = edit_sentence(texts[number], kind, texts, random)
        if normalise(copy) not in known:
            known.add(normalise(copy))
            corpus.planted[number, len(corpus.texts)] = kind
            corpus.texts.append(copy)
    return corpus


def edit_sentence(text: str, kind: str, texts: Sequence[str], random: Random) -> str:
    """Edit a text one to three times in one way; new words are taken from other texts."""
    parts = _split_parts(text)
    others = [part for other in random.sample(texts, 3) for part in _split_parts(other)]
    for _ in range(1 if kind == "split" else random.randint(1, 3)):
        parts = EDITS[kind](parts, others, random)
    return ("" if _is_wide(text) else " ").join(parts)


def _split_parts(text: str) -> list[str]:
    """Split a text into words at blanks; in Chinese and Japanese, which have no blanks, into pairs of characters."""
    return re.findall(r"[A-Za-z0-9]+|\s+|\S\S?", text) if _is_wide(text) else text.split()


def _is_wide(text: str) -> bool:
    """Whether a text is written without blanks."""
    return len(WIDE.findall(text)) * 4 >= len(text)


Edit = Callable[[list[str], list[str], Random], list[str]]


def _replace(parts: list[str], others: list[str], random: Random) -> list[str]:
    at = random.randrange(len(parts))
    return [*parts[:at], random.choice(others), *parts[at + 1 :]]


def _drop(parts: list[str], others: list[str], random: Random) -> list[str]:
    at = random.randrange(len(parts))
    return [*parts[:at], *parts[at + 1 :]] if len(parts) > 4 else parts


def _insert(parts: list[str], others: list[str], random: Random) -> list[str]:
    at = random.randrange(len(parts) + 1)
    return [*parts[:at], random.choice(others), *parts[at:]]


def _swap(parts: list[str], others: list[str], random: Random) -> list[str]:
    """Swap two neighbouring stretches of one to three words."""
    at, one, two = random.randrange(len(parts)), random.randint(1, 3), random.randint(1, 3)
    return [*parts[:at], *parts[at + one : at + one + two], *parts[at : at + one], *parts[at + one + two :]]


def _split(parts: list[str], others: list[str], random: Random) -> list[str]:
    """Cut a sentence in two and keep the larger part, the first or the last."""
    kept = max(int(len(parts) * SPLIT_SHARE), 1)
    return parts[:kept] if random.random() < 0.5 else parts[-kept:]


EDITS: dict[str, Edit] = {"replace": _replace, "drop": _drop, "insert": _insert, "swap": _swap, "split": _split}
