"""The counts of the authors' code on their small dumps, and those by the rules of 000."""

from __future__ import annotations

import json
from collections.abc import Iterator

from replication.base import Part, Table
from replication.minhash import figures, library
from replication.minhash.__main__ import COUNTS, EXPLAINED, EXPLANATION, HASHES, is_explained
from replication.minhash.first_paper import count_rules_of_000
from replication.minhash.tables import Figure, compare
from replication.source import DUMPS, KATRINA, NEAR, PART, Source

PARTS = {"wikiduper_neardup": NEAR, "wikiduper_katrina": KATRINA, "wikiduper_part": PART}


def run(source: Source) -> Iterator[Part]:
    counts, hashes = (json.loads(source.find(f"wikipedia/{name}").read_text("utf-8")) for name in (COUNTS, HASHES))
    bits = sorted({int(width) for values in hashes["hash"].values() for width in values})
    compared = {"hash values": compare(hashes, figures.compute_hash_values(hashes["hash"], bits))}
    explained = 0
    for name, dump in PARTS.items():
        compared[name] = compare(counts[name], figures.count_by_001(source.find(dump)))
        explained += sum(is_explained(name, figure) for figure in compared[name])
    equal = sum(figure.is_equal for own in compared.values() for figure in own)
    every = sum(map(len, compared.values()))
    yield (
        "The authors' code was repeated step by step, errors included, on their small dumps, and compared with what it "
        f"gave: {equal} of {every} figures are equal, and {explained} of the {len(EXPLAINED)} others differ by a known "
        "amount. `python -m replication.minhash FOLDER` prints all of them."
    )
    yield Table(["", "figures", "equal"], [_count_equal(name, own) for name, own in compared.items()])
    yield EXPLANATION[0].upper() + EXPLANATION[1:].replace("\n", " ")
    yield "What the library finds in the same dumps, with `--preset weissman2015` and with default settings:"
    rows = []
    for dump in DUMPS:
        for name, found in library.count_findings(source.find(dump)).items():
            rows.append([f"`{dump.rpartition('/')[2]}`", name, *found.values()])
    head = ["dump", "settings", "articles", "sentences", "distinct", "candidates", "matches", "clusters", "in clusters"]
    yield Table(head, rows)
    yield (
        "The rules of 000 (10 signatures of 8, shingles of 10, 30 bits, the first 20 sentences of a bucket) on the "
        "same dumps, with its byte packing and with every byte kept:"
    )
    columns = count_rules_of_000([text for dump in DUMPS for text in figures.read_dump_sentences(source.find(dump))[1]])
    names = list(next(iter(columns.values())))
    yield Table(["", *columns], [[name, *(column[name] for column in columns.values())] for name in names])


def _count_equal(name: str, own: list[Figure]) -> list[object]:
    return [f"`{name}`", len(own), sum(figure.is_equal for figure in own)]
