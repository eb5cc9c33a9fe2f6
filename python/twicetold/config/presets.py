"""The settings of the papers, by name."""

from __future__ import annotations

from typing import Any

from twicetold.config.options import with_options
from twicetold.config.sections import Settings
from twicetold.errors import SettingsError

# The papers' settings. They compared sentences of 75 to 600 shingles and called every shared key a duplicate; here the
# candidates are verified all the same.
PRESETS: dict[str, dict[str, Any]] = {
    "ayhan2013": {
        "signatures": "draws", "functions": 20, "drawn": 8, "draws": 10, "bits": 30, "shingle": 10,
        "min_length": 76, "max_length": 599, "measure": "jaccard", "threshold": 0.8,
    },
    "weissman2015": {
        "signatures": "draws", "functions": 20, "drawn": 10, "draws": 10, "bits": 60, "shingle": 12,
        "min_length": 76, "max_length": 599, "measure": "jaccard", "threshold": 0.8,
    },
    # As it was meant (Ture, Elsayed and Lin): orders of the bits of one signature. The paper gave it word vectors.
    "meng2018": {
        "finder": "projection", "signature_bits": 100, "permutations": 10, "sort_window": 10, "hamming": 5,
        "seed": 1123456, "measure": "cosine", "threshold": 0.9,
    },
    # The signatures that the paper settled for, and runs of three sentences.
    "zhang2010": {
        "finder": "join", "feature": "imatch", "idf_range": (0.1, 1.0), "measure": "jaccard", "threshold": 0.9,
        "by": "sentences", "min_sentences": 3, "max_gap": 0, "extend": False, "min_passage": 0,
    },
    # The weights that hill climbing gave, and Jaccard for every field. At that, the join by term takes less of all.
    "wu2011": {
        "partition": "term",
        "weights": (0.4, 0.2, 0.4), "least_score": 0.5,
        "question_feature": "words", "question_shingle": 3, "question_measure": "jaccard",
        "description_feature": "words", "description_shingle": 3, "description_measure": "jaccard",
        "answer_feature": "words", "answer_shingle": 3, "answer_measure": "jaccard",
    },
}  # fmt: skip


def with_preset(settings: Settings, preset: str) -> Settings:
    """Settings with those of a paper on top."""
    if preset not in PRESETS:
        raise SettingsError(f"unknown preset: `{preset}`", f"Available: {', '.join(PRESETS)}")
    return with_options(settings, PRESETS[preset])
