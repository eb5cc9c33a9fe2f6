"""Small inputs for every job: words of a made language, with sentences, documents and questions that are repeated."""

from __future__ import annotations

import json
import random
from pathlib import Path

JOBS = ("sentences", "documents", "passages", "threads", "history")
FAMILIES = "families"  # the job passages once more, on reprints with wrong letters and dates
_SYLLABLES = ("ba", "dor", "ke", "lun", "mi", "nar", "o", "per", "qua", "rel", "su", "tin", "ul", "ver", "wen", "yo")


def make_sentence(chances: random.Random) -> str:
    words = ["".join(chances.choices(_SYLLABLES, k=chances.randint(1, 3))) for _ in range(chances.randint(8, 16))]
    return f"{' '.join(words).capitalize()} {chances.randint(1000, 2030)}."


def make_text(chances: random.Random, known: list[str]) -> str:
    """A few sentences, a third of them known ones, some with a word changed."""
    sentences = []
    for _ in range(chances.randint(4, 12)):
        sentence = chances.choice(known) if chances.random() < 0.35 else make_sentence(chances)
        sentences.append(sentence.replace(" ", " old ", 1) if chances.random() < 0.1 else sentence)
    return " ".join(sentences)


def write_corpora(folder: Path, seed: int, documents: int = 150) -> None:
    """Write `texts.jsonl` for the jobs that read documents, `threads.jsonl`, and `history.jsonl`."""
    chances = random.Random(seed)
    known = [make_sentence(chances) for _ in range(max(documents // 4, 4))]
    with (folder / "texts.jsonl").open("w", encoding="utf-8") as file:
        text = ""
        for number in range(documents):
            text = text if number % 10 == 9 else make_text(chances, known)
            file.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")
    with (folder / "threads.jsonl").open("w", encoding="utf-8") as file:
        for number in range(documents):
            told = {"question": chances.choice(known), "description": make_text(chances, known)}
            file.write(json.dumps({"id": f"t{number}", **told}) + "\n")

    write_history(folder / "history.jsonl", chances, known, documents)
    write_pages(folder / "pages.jsonl", chances, documents)


def write_pages(path: Path, chances: random.Random, pages: int) -> None:
    """Write dated pages, each with one of a few texts in which one letter in twenty is wrong."""
    texts = [" ".join(make_sentence(chances) for _ in range(6)) for _ in range(max(pages // 15, 1))]
    with path.open("w", encoding="utf-8") as file:
        for number in range(pages):
            text = " ".join([make_sentence(chances), chances.choice(texts), make_sentence(chances)])
            noisy = "".join(chances.choice("aeiou nmrt") if chances.random() < 0.05 else letter for letter in text)
            date = f"18{10 + number // 12 % 90}-{number % 12 + 1:02}"
            file.write(json.dumps({"id": f"p{number}", "date": date, "text": noisy}) + "\n")


def write_history(path: Path, chances: random.Random, known: list[str], revisions: int) -> None:
    """Write revisions of ten pages, each with most of what its page had, and sentences that other pages have."""
    pages: dict[int, list[str]] = {}
    with path.open("w", encoding="utf-8") as file:
        for number in range(revisions):
            page = chances.randrange(10)
            own = pages.setdefault(page, [])
            own += [*chances.sample(known, 2), make_sentence(chances)]
            del own[: max(len(own) - 20, 0)]
            moment = f"20{10 + number // 300:02}-{number // 25 % 12 + 1:02}-{number % 25 + 1:02}T00:00:00Z"
            saved = {"page": f"p{page}", "revision": number, "timestamp": moment, "contributor": f"E{number % 7}"}
            file.write(json.dumps({**saved, "text": "\n\n".join(own)}) + "\n")


def build_command(job: str, run: str) -> list[str]:
    """The command of a job on its corpus."""
    if job == FAMILIES:
        return ["passages", "pages.jsonl", "--noise", "ocr", "--boilerplate", "100", "-o", run]
    return [job, f"{job}.jsonl" if job in ("threads", "history") else "texts.jsonl", "-o", run]
