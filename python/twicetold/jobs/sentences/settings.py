"""The settings of `sentences`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from twicetold.config import ComparisonSettings, Reading, group, setting
from twicetold.config.groups import THREAD_FIELDS


@dataclass(frozen=True)
class Naming:
    """What is known of names besides what the corpus says."""

    aliases: str = setting(
        "", "A CSV file with two names of one thing on each line: changing one to the other contradicts nothing.",
        "Input", common=True, is_file=True,
    )  # fmt: skip


@dataclass(frozen=True)
class Cutting:
    """What documents are cut into."""

    unit: str = setting(
        "sentence",
        "What is compared: sentences, the lines of a file, or its paragraphs, which blank lines separate.",
        "Input", common=True, choices=("sentence", "paragraph", "line"),
    )  # fmt: skip


@dataclass(frozen=True)
class SentenceSettings(ComparisonSettings):
    """Everything that `sentences` needs to know besides its inputs."""

    job: ClassVar[str] = "sentences"
    # The papers called every shared key a duplicate; here the candidates are verified all the same. A cohesion of about
    # 0 keeps connected components whole, as theirs were. docs/presets.md compares each preset with its paper.
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        # N = 10 signatures, K = 8, L = 10 and the second filter, an edit distance of at most .25.
        "ayhan2013": {
            "signatures": "draws", "functions": 20, "drawn": 8, "draws": 10, "bits": 30, "shingle": 10,
            "min_length": 76, "max_length": 599, "outside": "discard", "bucket_limit": 20,
            "measure": "edit", "threshold": 0.75, "cohesion": 0.0001,
        },
        "weissman2015": {
            "signatures": "draws", "functions": 20, "drawn": 10, "draws": 10, "bits": 60, "shingle": 12,
            "min_length": 76, "max_length": 599, "outside": "discard",
            "measure": "jaccard", "threshold": 0.8, "cohesion": 0.0001,
        },
        # As it was meant (Ture, Elsayed and Lin): orders of the bits of one signature, fewer than 5 of 100 different.
        # `lookup` and 400 dimensions are for a file of word vectors; without one, words are hashed to 400 dimensions.
        "meng2018": {
            "finder": "projection", "signature_bits": 100, "permutations": 10, "sort_window": 10, "hamming": 4,
            "seed": 1123456, "dimensions": 400, "lookup": "stems",
            "measure": "cosine", "threshold": 0.9, "cohesion": 0.0001,
        },
    }  # fmt: skip

    reading: Reading = group(Reading(), without=("series", *THREAD_FIELDS))
    cutting: Cutting = group(Cutting())
    naming: Naming = group(Naming())
