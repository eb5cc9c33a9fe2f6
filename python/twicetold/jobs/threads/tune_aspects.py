"""The aspects in which threads might be compared: what the tuner chooses from."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.util import find_spec

from twicetold.features.encoded_texts import has_model
from twicetold.jobs.threads.settings import Aspect
from twicetold.jobs.threads.tables import FIELDS
from twicetold.jobs.threads.tune_labels import LabelledThreads

LEAST_PRESENCE = 0.1  # a field that fewer pairs have is left alone
SPACELESS_SCRIPTS = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")  # Chinese, Japanese, Thai
MANY_PAIRS = 1000  # labelled pairs from which on more aspects of a question are tried; few choose better among few
SAMPLE_TEXTS = 200  # texts by which the script is told


def list_word_aspects(labelled: LabelledThreads) -> list[Aspect]:
    """Shingles of words, as in the paper; of longer texts also how much of one is in the other."""
    return [
        Aspect(field, "words", length, measure)
        for field in select_fields(labelled)
        for length, measure in ((1, "jaccard"), (2, "jaccard"), (3, "jaccard"), (1, "containment"))
    ]


def list_broader_aspects(labelled: LabelledThreads, vectors: str = "") -> list[Aspect]:
    """What sees through wording: weighted words, stems, character n-grams, vectors."""
    found = []
    for field in select_fields(labelled):
        found += [Aspect(field, "words", 1), Aspect(field, "words", 2), Aspect(field, "weighted")]
        found += [Aspect(field, "stems")] if has_spaces(labelled, field) else []
        found += [Aspect(field, "grams", length) for length in choose_gram_lengths(labelled, field)]
        found += [Aspect(field, "vectors", 0, "angular", 1.0, vectors)] if vectors else []
    if len(labelled.labels) < MANY_PAIRS:
        return found
    sets = [aspect for aspect in found if aspect.field == "question" and aspect.feature != "vectors"]
    return found + [replace(aspect, measure="containment") for aspect in sets]


def list_learnable_aspects(labelled: LabelledThreads) -> list[Aspect]:
    """Those whose words can be weighed by what the pairs say; of a question more, if many pairs say it."""
    found = []
    for field in select_fields(labelled):
        lengths, is_spaced = choose_gram_lengths(labelled, field), has_spaces(labelled, field)
        found += [Aspect(field, "stems" if is_spaced else "weighted")]
        found += [Aspect(field, "grams", length) for length in lengths[:2]]
        if field == "question" and len(labelled.labels) >= MANY_PAIRS:
            found += [Aspect(field, "weighted")] if is_spaced else []
            found += [Aspect(field, "grams", length) for length in (lengths[2], lengths[2] + 1)]
    return found


def select_fields(labelled: LabelledThreads) -> list[str]:
    return [field for field in FIELDS if labelled.measure_presence(field) >= LEAST_PRESENCE]


def choose_gram_lengths(labelled: LabelledThreads, field: str) -> tuple[int, ...]:
    """Of character n-grams: two Chinese characters say what a word does."""
    return (3, 4, 5) if has_spaces(labelled, field) else (1, 2, 3)


def has_spaces(labelled: LabelledThreads, field: str) -> bool:
    texts = [text for text in labelled.select_sides(field)[0].slice(0, SAMPLE_TEXTS).to_pylist() if text]
    return sum(bool(SPACELESS_SCRIPTS.search(text)) for text in texts) * 2 < len(texts)


def find_packaged_vectors() -> str:
    """Vectors that are installed as a package, or "" for none."""
    return "minilm" if has_model() else "wordllama" if find_spec("wordllama") else ""
