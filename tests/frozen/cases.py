"""The runs whose digests are frozen: every job, with several finders and features, on texts that never change.

`make freeze` stores the digests again. `python -m tests.frozen.cases FOLDER` keeps the runs themselves, for a comparison
of their tables row by row.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import twicetold
from twicetold.demo import PlantedCorpus
from twicetold.demo.history import PlantedHistory

DIGESTS = Path(__file__).with_name("digests.json")


def drifting_records() -> list[dict[str, str]]:
    """Two articles that disagree, and a chain: each text resembles the next, the first does not resemble the last."""
    lake = (
        "Lake Orrin was dammed in {} by the engineer Ada Korn of Norland. The old mill was moved up the hill stone by "
        "stone. Its bell is rung on the first day of the ice fair. The lake is {} metres deep at the pier of the town."
    )
    words = [
        "the",
        "priest",
        "who",
        "came",
        "through",
        "the",
        "valley",
        "on",
        "foot",
        "drew",
        "the",
        "oldest",
        "map",
        "that",
        "shows",
        "the",
        "pier",
        "and",
        "he",
        "called",
        "the",
        "tower",
        "on",
        "the",
        "hill",
        "behind",
        "the",
        "church",
        "ancient",
        "already",
        "although",
        "its",
        "stones",
        "had",
        "been",
        "cut",
        "by",
        "masons",
        "of",
        "his",
        "own",
        "abbey",
    ]
    chain = []
    for step in range(6):
        chain.append(" ".join(words).capitalize() + ".")
        words[6 * step : 6 * step + 6] = [f"{word}{step}" for word in reversed(words[6 * step : 6 * step + 6])]
    return [
        {"id": "orrin", "title": "Lake Orrin", "text": lake.format(1905, 90)},
        {"id": "norland", "title": "Lakes of Norland", "text": lake.format(1911, 94)},
        *({"id": f"chain-{step}", "title": f"Pier {step}", "text": text} for step, text in enumerate(chain)),
    ]


def write_inputs(folder: Path) -> None:
    """Write the inputs of all cases: articles in two formats, essays and their sources, threads, a history."""
    corpus = PlantedCorpus(sentences=700, seed=7, duplicate_share=0.3)
    corpus.write(folder, truth=False)
    PlantedHistory(pages=20, revisions=250, seed=3).write(folder)
    articles = corpus.write_jsonl(folder / "articles.jsonl")
    records = [json.loads(line) for line in articles.read_text(encoding="utf-8").splitlines()] + drifting_records()
    articles.write_text("".join(json.dumps(row) + "\n" for row in records), encoding="utf-8")
    half = len(records) // 2
    # Each essay takes the second half of its text from a source; every third is a source with a few words changed.
    essays = [
        {**record, "text": record["text"][: len(record["text"]) // 2] + " " + source["text"]}
        for record, source in zip(records[:half], records[half:], strict=False)
    ]
    copies = [
        {**record, "id": f"copy-{record['id']}", "text": record["text"].replace(" the ", " a ", 2)}
        for record in records[half::3]
    ]
    threads = [
        {"id": f"{record['id']}-{copy}", "title": record["title"], "question": question, "description": first}
        | {"answer": rest + (" I hope that this helps." if copy else "")}
        for record in records
        for first, _, rest in [record["text"].partition(". ")]
        for copy, question in enumerate(
            (f"What is known of {record['title']}?", f"What is known of {record['title']} today?")
        )
    ]
    for name, rows in (
        ("essays", essays + copies),
        ("sources", records[half:]),
        ("threads", threads),
    ):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


Case = Callable[[Path, dict[str, Any]], twicetold.Run]


def sentences(name: str = "articles.jsonl", **options: Any) -> Case:
    return lambda folder, more: twicetold.sentences(folder / name, **options, **more)


def passages(**options: Any) -> Case:
    return lambda folder, more: twicetold.passages(folder / "essays.jsonl", **options, **more)


def passages_against(**options: Any) -> Case:
    return lambda folder, more: twicetold.passages(
        folder / "essays.jsonl", against=folder / "sources.jsonl", **options, **more
    )


def documents(**options: Any) -> Case:
    return lambda folder, more: twicetold.documents(folder / "essays.jsonl", **options, **more)


def documents_against(**options: Any) -> Case:
    return lambda folder, more: twicetold.documents(
        folder / "essays.jsonl", against=folder / "sources.jsonl", **options, **more
    )


def threads(**options: Any) -> Case:
    return lambda folder, more: twicetold.threads(folder / "threads.jsonl", **options, **more)


CASES: dict[str, Case] = {
    "split": lambda folder, more: twicetold.split(folder / "encyclopedia.xml", **more),
    "sentences": sentences("encyclopedia.xml"),
    "sentences join": sentences(finder="join", feature="words", measure="jaccard", threshold=0.6),
    "sentences join by term": sentences(
        finder="join", feature="words", measure="cosine", partition="term", threshold=0.6
    ),
    "sentences winnow": sentences(finder="join", feature="winnow", measure="dice", threshold=0.5),
    "sentences imatch": sentences(finder="join", feature="imatch", lexicons=3, measure="jaccard", threshold=0.3),
    "sentences spotsigs": sentences(finder="join", feature="spotsigs", measure="containment", threshold=0.5),
    "sentences stems": sentences(finder="join", feature="stems", measure="jaccard", threshold=0.5),
    "sentences draws": sentences(preset="weissman2015"),
    "sentences projection": sentences(finder="projection", threshold=0.8),
    "sentences windows": sentences(preset="meng2018"),
    "sentences scan": sentences(finder="scan", vectors="hashed-grams", threshold=0.8),
    "sentences across": sentences(relation="across", ignore_punctuation=True),
    "passages": passages(),
    "passages against": passages_against(),
    "passages by sentences": passages_against(by="sentences"),
    "passages zhang2010": passages(preset="zhang2010"),
    "documents": documents(threshold=0.6),
    "documents against": documents_against(measure="containment", threshold=0.4),
    "documents join": documents(finder="join", feature="characters", threshold=0.6, keep="first"),
    "documents projection": documents(finder="projection", feature="vectors", threshold=0.8),
    "threads": threads(),
    "threads minhash": threads(compare="fields", finder="minhash", answer_measure="jaccard", threshold=0.3),
    "threads wu2011": threads(preset="wu2011"),
    "history": lambda folder, more: twicetold.history(folder / "history.xml", **more),
}

ON_SPARK = (
    "split",
    "sentences",
    "sentences join by term",
    "sentences imatch",
    "sentences projection",
    "passages against",
    "passages by sentences",
    "documents",
    "documents against",
    "threads",
    "threads minhash",
    "history",
)


def keep_runs(folder: Path) -> dict[str, str]:
    """Run every case into a folder of its own, and give the digests."""
    inputs = folder / "inputs"
    inputs.mkdir(parents=True, exist_ok=True)
    write_inputs(inputs)
    return {name: case(inputs, {"output": folder / name.replace(" ", "-")}).digest for name, case in CASES.items()}


if __name__ == "__main__":
    print(json.dumps(keep_runs(Path(sys.argv[1])), indent=1))
