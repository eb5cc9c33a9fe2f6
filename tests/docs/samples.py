"""The files that the examples of the pages speak of, small. A page that needs others carries them itself."""

from __future__ import annotations

import bz2
import json
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa

from tests.runs.essays import essay
from tests.support.seven_zip import seven_zip
from tests.support.stack_dump import DUMP, LINKS
from twicetold.demo import PlantedCorpus

SUBJECTS = [
    "lake",
    "mill",
    "bridge",
    "harbour",
    "tower",
    "garden",
    "market",
    "station",
    "school",
    "river",
    "castle",
    "library",
    "museum",
    "theatre",
]
ASKED = (
    ("How deep is the {0} of {1}?", "How deep is the old {0} of {1} really?"),
    ("Who built the {0} near {1} and when?", "By whom was the {0} near {1} built?"),
    ("Where can I buy tickets for the {0} in {1}?", "Where does one buy tickets for the {0} in {1}?"),
)
TOWNS = ["Orrin", "Norland", "Tarn", "Vale", "Hale", "Korn", "Besk", "Mirren"]


def write_samples(folder: Path) -> None:
    """All of them."""
    PlantedCorpus(sentences=400, seed=3, duplicate_share=0.2).write(folder / "planted")
    dump = (folder / "planted" / "encyclopedia.xml").read_bytes()
    for name in ("dump.xml.bz2", "simplewiki.xml.bz2"):
        (folder / name).write_bytes(bz2.compress(dump))
    _articles(folder)
    _library(folder)
    _corpus(folder)
    _threads(folder)
    (folder / "ai.stackexchange.com.7z").write_bytes(seven_zip({"Posts.xml": DUMP, "PostLinks.xml": LINKS}))


def _articles(folder: Path) -> None:
    """Articles that share sentences, and labelled pairs of these."""
    told = [(f"{subject} of {town}", essay(number, 6)) for number, (subject, town) in enumerate(_places(60))]
    for number in range(0, 60, 2):
        words = told[number][1][2].split()
        told[number + 1][1][3] = " ".join([*words[:4], "indeed", *words[4:]])
    rows = [{"id": str(number), "title": title, "text": " ".join(text)} for number, (title, text) in enumerate(told)]
    _packed(folder / "articles.jsonl.zst", rows)
    _lines(folder / "articles.jsonl", rows)
    pairs = [f"{n}:2,{n + 1}:3,1" for n in range(0, 60, 2)] + [f"{n}:1,{n + 1}:1,0" for n in range(0, 60, 2)]
    _csv(folder / "sentence-pairs.csv", pairs)


def _library(folder: Path) -> None:
    """An essay that took a passage from a book."""
    book, own = essay(7, 12), essay(8, 6)
    texts = {"sources/book7.txt": book, "sources/book8.txt": essay(9, 12)}
    texts |= {"essays/essay1.txt": [*own[:3], *book[4:8], *own[3:]], "essays/essay2.txt": essay(10, 8)}
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(" ".join(text) + "\n", encoding="utf-8")


def _corpus(folder: Path) -> None:
    """Records of which some stand twice; and a set for training that holds one of the set for testing."""
    texts = [" ".join(essay(number, 10)) for number in range(20, 28)]
    near = texts[0].replace(".", ". Indeed.", 1)
    rows = [{"id": f"r{number}", "date": f"2024-01-0{number + 1}", "text": text} for number, text in enumerate(texts)]
    again = [{"id": "r8", "date": "2024-03-01", "text": near}, {"id": "r9", "date": "2024-03-02", "text": texts[1]}]
    for name in ("corpus", "train", "test"):
        (folder / name).mkdir()
    _packed(folder / "corpus" / "first.jsonl.zst", rows[:5])
    _packed(folder / "corpus" / "second.jsonl.zst", [*rows[5:], *again])
    _lines(folder / "train" / "train.jsonl", rows)
    _lines(folder / "test" / "test.jsonl", [{"id": "t1", "text": near}])


def _threads(folder: Path) -> None:
    """Questions, most of them asked twice in other words, and labelled pairs of these."""
    rows: list[dict[str, Any]] = []
    for number, (subject, town) in enumerate(_places(48)):
        answer = " ".join(essay(100 + number, 2))
        for turn, asked in enumerate(ASKED[number % len(ASKED)]):
            rows.append({"id": str(2 * number + turn), "question": asked.format(subject, town), "answer": answer})
    _lines(folder / "threads.jsonl", rows)
    alike = [f"{2 * n},{2 * n + 1},1" for n in range(48)]
    others = [f"{2 * n},{(2 * n + 7) % 96},0" for n in range(48)]
    _csv(folder / "pairs.csv", alike[:24] + others[:24])
    _csv(folder / "other-pairs.csv", alike[24:] + others[24:])


def _places(count: int) -> list[tuple[str, str]]:
    every = [(subject, town) for subject in SUBJECTS for town in TOWNS]
    return Random(1).sample(every, count)


def _csv(path: Path, rows: list[str]) -> None:
    path.write_text("\n".join(["left,right,duplicate", *rows, ""]), encoding="utf-8")


def _lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def _packed(path: Path, rows: list[dict[str, Any]]) -> None:
    with pa.CompressedOutputStream(str(path), "zstd") as file:
        file.write("".join(f"{json.dumps(row)}\n" for row in rows).encode())
