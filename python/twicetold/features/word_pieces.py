"""Vectors from the package `wordllama`, which carries them: a text is the mean of its word pieces.

Its files are read from where the package is installed. Its own loader looks for the tokenizer in a folder that the
wheel does not have, and then asks the network; here nothing is downloaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.errors import MissingPackage, TwicetoldError
from twicetold.features.base import DenseFeature

WEIGHTS_FILE = "weights/l2_supercat_256.safetensors"
TOKENIZER_FILE = "tokenizers/l2_supercat_tokenizer_config.json"
DIMENSIONS = 256
LARGEST_INTEGER = 32767


@dataclass(frozen=True)
class WordPieces(DenseFeature):
    """A text without a piece, which is one without a character, has no vector."""

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> WordPieces:
        _find_files()
        return cls()

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "vectors", "vectors": "wordllama", "dimensions": DIMENSIONS}

    def compute_vectors(self, texts: pa.Array) -> pa.Array:
        tokenizer, rows = _load_model()
        given = texts.fill_null("").to_pylist()
        pieces = [found.ids for found in tokenizer.encode_batch(given, add_special_tokens=False)]
        return _kernels.sum_row_vectors(pa.array(pieces, pa.list_(pa.uint32())), rows, DIMENSIONS)


def _find_files() -> tuple[Path, Path]:
    """The files of the weights and of the tokenizer. The package is not imported for it."""
    found = find_spec("wordllama")
    if found is None or not found.submodule_search_locations:
        raise MissingPackage("wordllama", "embeddings")
    folder = Path(found.submodule_search_locations[0])
    for name in (WEIGHTS_FILE, TOKENIZER_FILE):
        if not (folder / name).is_file():
            hint = "version 0.3.9 has it: pip install 'twicetold[embeddings]'"
            raise TwicetoldError(f"the installed package `wordllama` has no file `{name}`", hint)
    return folder / WEIGHTS_FILE, folder / TOKENIZER_FILE


@lru_cache(maxsize=1)
def _load_model() -> tuple[Any, bytes]:
    """The tokenizer, and the rows as 16-bit integers, once for each process: 16 MB."""
    weights, tokenizer_file = _find_files()
    try:
        import numpy
        from safetensors import safe_open
        from tokenizers import Tokenizer
    except ImportError as error:
        raise MissingPackage(error.name or "wordllama", "embeddings") from None
    with safe_open(weights, framework="numpy") as file:
        (name,) = file.keys()
        values = file.get_tensor(name).astype(numpy.float64)
    rows = numpy.rint(values * (LARGEST_INTEGER / numpy.abs(values).max())).astype("<i2").tobytes()
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, rows
