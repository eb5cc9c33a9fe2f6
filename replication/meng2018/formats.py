"""Tables 1 to 4 of paper 002: input and output, and the options of both methods beside those of the presets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from replication.base import Part, Table
from replication.source import Source
from twicetold.jobs.sentences.settings import SentenceSettings

# The option of the paper, what it is, its value there, and the setting here.
MINHASH = (
    ("hashfuncs", "hash functions", 20, "functions"),
    ("hashbits", "hash bits", 60, "bits"),
    ("siglen", "functions of a signature", 10, "drawn"),
    ("draw", "signatures", 10, "draws"),
    ("shingle", "characters of a shingle", 12, "shingle"),
    ("rseed", "random seed", 1123456, "seed"),
    ("max", "length of a sentence, below", 600, "max_length"),
    ("min", "length of a sentence, above", 75, "min_length"),
)
PROJECTION = (
    ("veclen", "dimensions", 400, "dimensions"),
    ("siglen", "bits of a signature", 100, "signature_bits"),
    ("permutate", "permutations", 10, "permutations"),
    ("threshold", "differing bits, below", 5, "hamming"),
    ("window", "sliding window", 10, "sort_window"),
    ("rseed", "random seed", 1123456, "seed"),
)
BOUND_OFFSETS = {"max": -1, "min": 1, "threshold": -1}  # the paper excludes its bound, the setting includes it


def run(source: Source) -> Iterator[Part]:
    yield "Tables 1 and 2. Both methods compare the same sentences of any input, and write the same tables:"
    rows = [
        ["MinHash", "(document, article)", "documents, split to `sentences`", "(signature, sentence)", "`matches`"],
        ["random projection", "(document, sentence)", "the same", "(distance, sentence)", "`matches`"],
    ]
    yield Table(["", "paper: input", "here", "paper: output", "here"], rows)
    yield (
        "A signature or a distance is not a result here: every candidate is verified, and `matches` has its "
        "similarity. [Tables](../reference/tables.md) describes all columns; `twicetold export --format wikiduper` "
        "writes the authors' format."
    )
    for name, preset, options in (("3", "weissman2015", MINHASH), ("4", "meng2018", PROJECTION)):
        yield f"Table {name}, beside `--preset {preset}`:"
        yield Table(["paper", "meaning", "value", "setting here", "value", "equal"], compare(preset, options))
    yield 'A bound that the paper excludes is included here: "below 600" is a `max_length` of 599.'


def compare(preset: str, options: tuple[tuple[str, str, int, str], ...]) -> list[list[Any]]:
    """Build a row for each option: the paper's value, ours, and whether they mean the same."""
    settings = SentenceSettings.presets[preset]
    default = {"seed": SentenceSettings().finding.seed}
    rows = []
    for name, what, value, setting in options:
        ours = settings.get(setting, default.get(setting))
        same = ours == value + BOUND_OFFSETS.get(name, 0)
        rows.append([f"`{name}`", what, str(value), f"`{setting}`", str(ours), "yes" if same else "no"])
    return rows
