"""Finds alike texts by a tool of others: `python nearest_texts.py retsim|rensa LEFT RIGHT THRESHOLD`, JSONL files.

It runs in an environment that has `unisim` (RETSim, whose weights come with it) or `rensa`. Each line is a pair of ids
as JSON, and the last one the CPU seconds. For each text of LEFT, RETSim gives those of RIGHT whose vectors have at
least this cosine; rensa those whose sets of 5 characters share a band of their MinHash and are estimated to have at
least this Jaccard similarity.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

BATCH = 64
NEIGHBOURS = 5  # of each text, at most, by RETSim
SHINGLE = 5
PERMUTATIONS, BANDS = 128, 32


def find_by_retsim(left: list[str], right: list[str], threshold: float) -> list[tuple[int, int]]:
    import numpy
    from unisim import TextSim  # type: ignore[import-not-found]

    model = TextSim(verbose=0)

    def embed(texts: list[str]) -> Any:
        parts = [model.embed(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
        vectors = numpy.concatenate(parts)
        return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)

    lefts, rights = embed(left), embed(right)
    found = []
    for at in range(0, len(left), BATCH):
        cosines = lefts[at : at + BATCH] @ rights.T
        best = numpy.argsort(-cosines, axis=1)[:, :NEIGHBOURS]
        for row, columns in enumerate(best):
            found += [(at + row, int(column)) for column in columns if cosines[row, column] >= threshold]
    return found


def find_by_rensa(left: list[str], right: list[str], threshold: float) -> list[tuple[int, int]]:
    from rensa import RMinHash, RMinHashLSH

    def sketch(text: str) -> Any:
        minhash = RMinHash(num_perm=PERMUTATIONS, seed=42)
        small = " ".join(text.lower().split())
        minhash.update([small[at : at + SHINGLE] for at in range(max(len(small) - SHINGLE + 1, 1))])
        return minhash

    index = RMinHashLSH(threshold=threshold, num_perm=PERMUTATIONS, num_bands=BANDS)
    sketches = [sketch(text) for text in right]
    for number, each in enumerate(sketches):
        index.insert(number, each)
    found = []
    for number, text in enumerate(left):
        own = sketch(text)
        found += [(number, other) for other in index.query(own) if own.jaccard(sketches[other]) >= threshold]
    return found


def read_records(path: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def main(tool: str, left: str, right: str, threshold: str) -> None:
    lefts, rights = read_records(left), read_records(right)
    find = {"retsim": find_by_retsim, "rensa": find_by_rensa}[tool]
    texts = [each["text"] for each in lefts], [each["text"] for each in rights]
    for one, two in find(texts[0], texts[1], float(threshold)):
        print(json.dumps([lefts[one]["id"], rights[two]["id"]]))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps(used.ru_utime + used.ru_stime))


if __name__ == "__main__":
    main(*sys.argv[1:])
