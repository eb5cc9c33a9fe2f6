"""Threads made of planted sentences, one in ten copied with edits, and the pairs of copy and source as truth."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random

from replication.features.plant import EDITS, edit_sentence
from replication.source import SEED, Source
from twicetold.demo import PlantedCorpus

COPY_EVERY = 10  # one thread in so many has a copy


def write_threads(source: Source) -> tuple[Path, Path]:
    """Write the threads and the labelled pairs: as many pairs that are copies as pairs that are not."""
    threads, truth = source.scratch / "planted-threads.jsonl", source.scratch / "planted-pairs.csv"
    if threads.exists():
        return threads, truth
    chance = Random(SEED)
    rows, pairs = [], []
    pages = PlantedCorpus(sentences=source.planted_sentences, seed=2).generate_pages()
    for page in pages:
        sentences = [text for paragraph in page.paragraphs for text in paragraph]
        if len(sentences) >= 6:
            rows.append(_build_thread(f"t{len(rows)}", sentences))
    others = [row["question"] for row in rows]
    for row in list(rows)[::COPY_EVERY]:
        copy = {"id": f"{row['id']}-copy"} | {
            field: edit_sentence(row[field], chance.choice(list(EDITS)), others, chance)
            for field in ("question", "description", "answer")
        }
        stranger = chance.choice([each for each in rows if each is not row])
        pairs += [(row["id"], copy["id"], 1), (row["id"], stranger["id"], 0)]
        rows.append(copy)
    threads.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with truth.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("left", "right", "duplicate"), *pairs])
    return threads, truth


def _build_thread(name: str, sentences: list[str]) -> dict[str, str]:
    question, description, answer = sentences[0], " ".join(sentences[1:3]), " ".join(sentences[3:6])
    return {"id": name, "question": question, "description": description, "answer": answer}
