"""The commands that made the tables in `plan/english.py` and `plan/copies.py`, for any input.

    python -m benchmarks.plan_tables background FILE [SENTENCES]    how similar sentences are by chance
    python -m benchmarks.plan_tables near FILE [SENTENCES]          every pair with edit similarity >= 0.8, as JSONL
    python -m benchmarks.plan_tables copies PAIRS.jsonl ...         what Jaccard such pairs have

FILE is anything that `twicetold split` reads; a line of PAIRS has `left` and `right`.
"""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path

from twicetold.api import split
from twicetold.plan.background import measure_background
from twicetold.plan.copies import measure_copies

SHINGLES = (3, 4, 5, 8, 12)


def background(path: str, sentences: str = "20000") -> None:
    """Prints how similar sentences are by chance."""
    texts, documents = sample(path, int(sentences))
    print(f"# {len(texts)} sentences, mean {sum(map(len, texts)) / len(texts):.1f} characters", flush=True)
    for shingle in SHINGLES:
        print(f"{measure_background(texts, shingle, documents)!r},", flush=True)


def near(path: str, sentences: str = "80000") -> None:
    """Prints every pair of near sentences, by brute force: n² / 10 comparisons of about a microsecond."""
    from rapidfuzz import process  # for development only
    from rapidfuzz.distance import Levenshtein

    texts = sorted(sample(path, int(sentences))[0], key=lambda text: (len(text), text))
    for place, left in enumerate(texts):
        last = bisect_right(texts, len(left) / 0.8 + 1e-9, lo=place, key=len)  # a longer one has too many insertions
        others = texts[place + 1 : last]
        scorer = Levenshtein.normalized_similarity
        for right, _, _ in process.extract(left, others, scorer=scorer, score_cutoff=0.8, limit=None):
            print(json.dumps({"left": left, "right": right}), flush=True)


def copies(*paths: str) -> None:
    """Prints how similar edited copies are."""
    lines = [line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]
    pairs = [(folded(pair["left"]), folded(pair["right"])) for pair in map(json.loads, lines)]
    for shingle in SHINGLES:
        for step, values in measure_copies(pairs, shingle).items():
            print(f'({shingle}, {step}): "{" ".join(f"{100 * value:.0f}" for value in values)}",')


def sample(path: str, sentences: int) -> tuple[list[str], list[str]]:
    """Distinct sentences of 40 to 600 characters, and the documents they are from."""
    found: dict[str, str] = {}
    table = split(path).sentences
    for text, document in zip(table["text"].to_pylist(), table["document"].to_pylist(), strict=True):
        if 40 <= len(folded(text)) <= 600:
            found.setdefault(folded(text), document)
    chosen = sorted(found)
    random.Random(1).shuffle(chosen)
    chosen = chosen[:sentences]
    return chosen, [found[text] for text in chosen]


def folded(text: str) -> str:
    """Without differences of case and white space, as sentences are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


COMMANDS: dict[str, Callable[..., None]] = {"background": background, "near": near, "copies": copies}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
