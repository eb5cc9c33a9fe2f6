"""Documents with planted passages and noise as scanners make it, from any clean texts; the truth is exact.

Half of the texts are sources, the others targets; two passages of 250 to 1,500 characters of sources are planted in
every target. Texts that share a run of six words with an earlier one are left out. Then noise: of a hundred wrong
characters 60 look like the right one, 13 are lost, 10 are put in, 9 are blanks that are lost and 8 blanks that are put
in.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

SEED = 22
LENGTHS = 5_000, 25_000  # characters of a text that is used
PASSAGE = 250, 1_500  # characters of a planted one
RUN = 6  # words that no two texts may share
DOCUMENTS = 200

_LOOK_ALIKES = (
    "ceo", "ao", "un", "il1", "lI1", "tfr", "hb", "mnr", "sa5", "gq9", "vyw", "dcl", "kh", "pn", "xz", "z2", "j;i",
    "O0Q", "S5", "B8R", "E", "FP", "CG", "MNH", "TI", "DO", ".,", ";:", "'\"", "3a", "68", "4A",
)  # fmt: skip
_LIKE = {
    letter: "".join(sorted({other for group in _LOOK_ALIKES if letter in group for other in group} - {letter}))
    for letter in "".join(_LOOK_ALIKES)
}
_ADDED = "etaoinsrhl.,'-"
_BLANKS = 1 / 6  # of all characters, about: so that of all noise the right share is blanks that are lost
_SHARES = {"alike": 60, "lost": 13, "added": 10, "blank": 8}  # of the noise in letters
_LOST_BLANKS = 9


@dataclass(frozen=True)
class PlantedPassage:
    """A passage: the numbers of target and source, and its characters in both."""

    target: int
    source: int
    target_span: tuple[int, int]
    source_span: tuple[int, int]


@dataclass(frozen=True)
class NoiseCorpus:
    sources: list[str]
    targets: list[str]
    planted: list[PlantedPassage]

    def write(self, folder: Path) -> None:
        """`sources.jsonl`, `targets.jsonl` and `all.jsonl` with both; ids are s0, s1 ... and t0, t1 ..."""
        folder.mkdir(parents=True, exist_ok=True)
        sides = {"sources": ("s", self.sources), "targets": ("t", self.targets)}
        lines = {
            name: [
                json.dumps({"id": f"{first}{at}", "series": name, "text": text}) + "\n" for at, text in enumerate(texts)
            ]
            for name, (first, texts) in sides.items()
        }
        for name, own in {**lines, "all": [*lines["sources"], *lines["targets"]]}.items():
            (folder / f"{name}.jsonl").write_text("".join(own), encoding="utf-8")


def choose_texts(folder: Path, count: int = DOCUMENTS) -> list[str]:
    """So many texts of a folder, drawn by the seed, that share nothing."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    random.Random(SEED).shuffle(files)
    texts: list[str] = []
    seen: set[int] = set()
    for path in files:
        text = " ".join(path.read_text(encoding="utf-8", errors="replace").split())
        if not LENGTHS[0] <= len(text) <= LENGTHS[1]:
            continue
        runs = set(_list_runs(text))
        if runs.isdisjoint(seen):
            seen |= runs
            texts.append(text)
        if len(texts) == count:
            break
    return texts


def _list_runs(text: str) -> Iterable[int]:
    words = re.findall(r"\w+", text.lower())
    return (hash(tuple(words[at : at + RUN])) for at in range(len(words) - RUN + 1))


def plant_passages(texts: Sequence[str]) -> NoiseCorpus:
    """A clean corpus: two passages of sources in every target, before a sentence of it."""
    draw = random.Random(SEED + 1)
    sources, targets = list(texts[: len(texts) // 2]), []
    planted: list[PlantedPassage] = []
    for number, text in enumerate(texts[len(texts) // 2 :]):
        marks = r"[.!?] " if len(re.findall(r"[.!?] ", text)) > 1 else " "
        starts = [found.end() for found in re.finditer(marks, text)]
        made, last = "", 0
        for place in sorted(draw.sample(starts, 2)):
            made += text[last:place]
            last = place
            chosen = draw.randrange(len(sources))
            start, end = _choose_span(sources[chosen], draw)
            piece = sources[chosen][start:end]
            planted.append(PlantedPassage(number, chosen, (len(made), len(made) + len(piece)), (start, end)))
            made += piece + " "
        targets.append(made + text[last:])
    return NoiseCorpus(sources, targets, planted)


def _choose_span(text: str, draw: random.Random) -> tuple[int, int]:
    """A stretch of whole words."""
    length = draw.randint(*PASSAGE)
    start = text.find(" ", draw.randrange(len(text) - length - 200)) + 1
    end = text.find(" ", start + length)
    return start, end if end > 0 else len(text)


def add_noise_to_corpus(clean: NoiseCorpus, rate: float, both: bool) -> NoiseCorpus:
    """The corpus with noise in its targets, or in both sides; the planted passages are where the noise moved them."""
    draw = random.Random(f"{SEED} {rate} {both}")
    sources = [add_noise(text, rate if both else 0.0, draw) for text in clean.sources]
    targets = [add_noise(text, rate, draw) for text in clean.targets]
    planted = [
        replace(
            each,
            target_span=_move(each.target_span, targets[each.target][1]),
            source_span=_move(each.source_span, sources[each.source][1]),
        )
        for each in clean.planted
    ]
    return NoiseCorpus([text for text, _ in sources], [text for text, _ in targets], planted)


def _move(span: tuple[int, int], places: Sequence[int]) -> tuple[int, int]:
    return places[span[0]], places[span[1]]


def add_noise(text: str, rate: float, draw: random.Random) -> tuple[str, list[int]]:
    """The text with this share of its characters wrong; and where each of them, and the end, is in it."""
    kinds, weights = list(_SHARES), list(_SHARES.values())
    in_blanks = rate * _LOST_BLANKS / 100 / _BLANKS
    in_letters = rate * sum(weights) / 100 / (1 - _BLANKS)
    parts, places, length = [], [], 0
    for letter in text:
        places.append(length)
        part = letter
        if letter == " ":
            part = "" if draw.random() < in_blanks else letter
        elif draw.random() < in_letters:
            kind = draw.choices(kinds, weights)[0]
            if kind == "alike":
                part = draw.choice(_LIKE.get(letter) or _ADDED)
            elif kind == "lost":
                part = ""
            else:
                part = letter + (" " if kind == "blank" else draw.choice(_ADDED))
        parts.append(part)
        length += len(part)
    return "".join(parts), [*places, length]
