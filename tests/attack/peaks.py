"""Peak memory of every job on N, 4 N and 16 N: on ordinary text, near-copies, giant components, one giant document.

`python -m tests.attack.peaks --documents 1000 --limit 400MB --limit 1GB` prints the table of all of them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.attack.corpora import JOBS, build_command, make_sentence, make_text, write_corpora
from tests.attack.workshop import Ended, Workshop, import_everything

LIMITS = ("400MB", "1GB", "4GB")
SIZES = (1, 4, 16)
DOCUMENTS = 200  # N, in the attack
COPIES = 16
SENTENCES = 8  # of a document
CHAIN_WORDS = 24  # of a sentence, all but one of which the next has as well
TEMPLATE = "The old mill by the river {} was sold to a family from the {} in the spring of {}."


def write_near_copies(folder: Path, seed: int, documents: int) -> None:
    """Articles of each of which there are 16, all a little different."""
    chances = random.Random(seed)
    texts: list[str] = []
    while len(texts) < documents:
        article = [make_sentence(chances) for _ in range(SENTENCES)]
        texts += (" ".join(_change_word(each, chances) for each in article) for _ in range(COPIES))
    write_texts(folder, texts[:documents])


def write_chain(folder: Path, seed: int, documents: int) -> None:
    """Sentences of which each resembles the next, so that all hang together."""
    chances = random.Random(seed)
    names = [make_sentence(chances).split()[0] for _ in range(documents * SENTENCES + CHAIN_WORDS)]
    sentences = [" ".join(names[place : place + CHAIN_WORDS]) + "." for place in range(documents * SENTENCES)]
    write_texts(folder, [" ".join(sentences[number::documents]) for number in range(documents)])


def write_template(folder: Path, seed: int, documents: int) -> None:
    """Sentences of one template, a document each: a quarter of all pairs match."""
    chances = random.Random(seed)
    names = [make_sentence(chances).split()[0] for _ in range(200)]
    slots = ((chances.choice(names), chances.choice(names), chances.randint(1000, 2000)) for _ in range(documents))
    write_texts(folder, [TEMPLATE.format(*each) for each in slots])


def write_giant(folder: Path, seed: int, documents: int) -> None:
    """All text in one document."""
    chances = random.Random(seed)
    known = [make_sentence(chances) for _ in range(max(documents // 4, 4))]
    write_texts(folder, ["\n\n".join(make_text(chances, known) for _ in range(documents)), make_text(chances, known)])


def write_texts(folder: Path, texts: list[str]) -> None:
    """The same texts as documents, as threads, and as revisions of ten pages."""
    names = ("texts", "threads", "history")
    with (
        (folder / f"{names[0]}.jsonl").open("w", encoding="utf-8") as documents,
        (folder / f"{names[1]}.jsonl").open("w", encoding="utf-8") as threads,
        (folder / f"{names[2]}.jsonl").open("w", encoding="utf-8") as history,
    ):
        for number, text in enumerate(texts):
            documents.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")
            told = {"question": text.partition(".")[0], "description": text}
            threads.write(json.dumps({"id": f"t{number}", **told}) + "\n")
            moment = f"2001-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
            saved = {"page": f"p{number % 10}", "revision": number, "timestamp": moment, "contributor": "E"}
            history.write(json.dumps({**saved, "text": text}) + "\n")


def _change_word(sentence: str, chances: random.Random) -> str:
    words = sentence.split()
    if chances.random() < 0.5:
        words[chances.randrange(1, len(words) - 1)] = chances.choice(["old", "new", "low", "high"])
    return " ".join(words)


KINDS: Mapping[str, Callable[[Path, int, int], None]] = {
    "ordinary": write_corpora,
    "near-copies": write_near_copies,
    "one chain": write_chain,
    "one template": write_template,
    "one document": write_giant,
}

DENSE = ("one template",)  # their matches grow with the square of the text


def attack_memory(shop: Workshop) -> Iterator[None]:
    """Measure a job on N and on 4 or 16 N; above the limit is a failure."""
    tally = shop.open_tally("Bounded memory", "peak of a job on N, 4 N or 16 N of five kinds of text, 400 MB to 4 GB")
    while True:
        for kind, job in itertools.product(KINDS, JOBS):
            limit, size = shop.random.choice(LIMITS), shop.random.choice(SIZES[:2] if kind in DENSE else SIZES)
            ended = measure_job(shop, job, kind, size * DOCUMENTS, limit)
            tally.count += 1
            faults = ended.list_faults((0, 1, 2))
            if ended.peak_bytes > parse_limit(limit):
                faults.append(f"{ended.peak_bytes >> 20} MB under {limit}")
            tally.failures += [f"{job}, {kind}, {size} N: {fault}" for fault in faults]
            yield


def measure_job(shop: Workshop, job: str, kind: str, documents: int, limit: str) -> Ended:
    """Run a job on a text of a kind that is written anew."""
    folder = shop.folder / "peak"
    folder.mkdir(exist_ok=True)
    KINDS[kind](folder, shop.seed, documents)
    name, file, *rest = build_command(job, "peak-run")
    return shop.run(name, folder / file, *rest, "--memory", limit, "--force")


def parse_limit(limit: str) -> int:
    """`400MB` -> 400,000,000"""
    return int(limit[:-2]) * {"MB": 10**6, "GB": 10**9}[limit[-2:]]


def main() -> None:
    """Print a row for each job, text, size and limit, as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.peaks")
    parser.add_argument("--documents", type=int, default=1_000, help="N")
    parser.add_argument("--job", action="append", choices=JOBS)
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    parser.add_argument("--limit", action="append", choices=LIMITS)
    parser.add_argument("--size", action="append", type=int, choices=SIZES)
    wanted = parser.parse_args()
    import_everything()
    print("| job | text | limit | documents | peak | seconds |\n| --- | --- | --- | ---: | ---: | ---: |", flush=True)
    with tempfile.TemporaryDirectory(prefix="twicetold-peaks-") as folder:
        shop = Workshop(Path(folder), 25, hang_seconds=1_500)
        for job, kind, limit, size in itertools.product(
            wanted.job or JOBS, wanted.kind or KINDS, wanted.limit or LIMITS, wanted.size or SIZES
        ):
            ended = measure_job(shop, job, kind, size * wanted.documents, limit)
            said = "" if ended.code in (0, 1) else f" ({ended.err.strip().splitlines()[0]})"
            row = (job, kind, limit, f"{size * wanted.documents:,}", f"{ended.peak_bytes / 1e6:,.0f} MB{said}")
            print(f"| {' | '.join(row)} | {ended.seconds:.0f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
