"""The command that made the table in `english.py`, for any input that `twicetold split` reads.

python -m twicetold.plan.sample FILE [SENTENCES [SHINGLES]]
"""

from __future__ import annotations

import random
import sys
import unicodedata

from twicetold.api import split
from twicetold.plan.background import measure


def sample(path: str, sentences: int) -> tuple[list[str], list[str]]:
    """Distinct sentences of 40 to 600 characters, folded in case and white space, and the documents they are from."""
    found: dict[str, str] = {}
    table = split(path).sentences
    for text, document in zip(table["text"].to_pylist(), table["document"].to_pylist(), strict=True):
        folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
        if 40 <= len(folded) <= 600:
            found.setdefault(folded, document)
    chosen = sorted(found)
    random.Random(1).shuffle(chosen)
    chosen = chosen[:sentences]
    return chosen, [found[text] for text in chosen]


def main(path: str, sentences: str = "20000", shingles: str = "3,4,5,8,12") -> None:
    """Prints the table."""
    texts, documents = sample(path, int(sentences))
    lengths = sorted(len(text) for text in texts)
    print(f"# {len(texts)} sentences, mean {sum(lengths) / len(lengths):.1f} characters", flush=True)
    for shingle in shingles.split(","):
        print(f"{measure(texts, int(shingle), documents)!r},", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
