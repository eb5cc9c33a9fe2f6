"""Vectors of words that the user has as a file: a text is the mean of its words, or with `sif` rare words count more.

SIF (Arora, Liang and Ma 2017) weighs a word a/(a+p), where p is how frequent it is; here p is the share of units that
it is in. Their second step, taking out the first principal component, is not done: it would need all vectors at once.
Of the file only the words of the corpus are kept, rounded to 16 bits of the largest component, so that sums are exact.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import InputError, SettingsError
from twicetold.features import lexicon as corpus
from twicetold.features.base import CorpusFeature, DenseFeature
from twicetold.features.stem_lookup import find_lookup_forms
from twicetold.features.word_vector_files import read_rows
from twicetold.tables.batches import Batch

SIF_CONSTANT = 1e-3  # the `a` above: a word of one unit in a thousand counts half
MOST_BYTES = 1 << 30  # of the rows that are kept, which go to every worker
LARGEST_INTEGER = 32767.0


@dataclass(frozen=True)
class WordVectors(DenseFeature, CorpusFeature):
    """A text without a known word has no vector."""

    path: str
    averaging: str = "mean"
    lookup: str = "words"
    dimensions: int = 0
    unknown_share: float = 0.0  # share of words, each once for each unit that it is in, which the file does not know
    table: bytes | None = None
    rows: bytes = b""

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> WordVectors:
        if not Path(finding.vectors).is_file():
            raise SettingsError(
                f"`vectors`: there is no file `{finding.vectors}`",
                "Available: hashed, hashed-grams, wordllama, minilm, or a file",
            )
        return cls(finding.vectors, finding.averaging, finding.lookup)

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "feature": "vectors",
            "vectors": self.path,
            "averaging": self.averaging,
            **({"lookup": self.lookup} if self.lookup != "words" else {}),
            "dimensions": self.dimensions,
            "unknown_words": round(self.unknown_share, 4),
        }

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        return corpus.count_words(units, engine)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> WordVectors:
        words, units = corpus.list_words(lexicon)
        counts = dict(zip(words.to_pylist(), units.to_pylist(), strict=True))
        forms = find_lookup_forms(list(counts), self.lookup)
        wanted: dict[str, int] = {}
        for word, form in forms.items():
            wanted[form] = wanted.get(form, 0) + counts[word]
        rows, values, dimensions = self._read_known_words(wanted, count)
        places = {form: place for place, form in enumerate(rows)}
        known = [word for word, form in forms.items() if form in places]
        every, found = (sum(counts[word] for word in some) for some in (forms, known))
        numbers = pa.array([places[forms[word]] for word in known], pa.uint32())
        return replace(
            self,
            dimensions=dimensions,
            unknown_share=1 - found / every if every else 0.0,
            table=_kernels.build_number_table(pa.array(known, pa.string()), numbers),
            rows=_round_values(values),
        )

    def _read_known_words(self, wanted: dict[str, int], count: int) -> tuple[list[str], array[float], int]:
        """The words of the file that are wanted, their rows one after another, and the length of a row."""
        known, values, dimensions = [], array("f"), 1
        for word, row in read_rows(self.path, wanted):
            known.append(word)
            values.extend(
                row
                if self.averaging == "mean"
                else _scale_row(row, SIF_CONSTANT / (SIF_CONSTANT + wanted[word] / count))
            )
            dimensions = len(row)
            if 2 * len(values) > MOST_BYTES:
                hint = "use vectors of fewer dimensions, or `--vectors hashed`"
                raise InputError(f"`{self.path}`: the words of the input need more than {MOST_BYTES >> 20} MB", hint)
        return known, values, dimensions

    def compute_vectors(self, texts: pa.Array) -> pa.Array:
        return _kernels.compute_text_vectors(texts, ("rows", (self.dimensions,), self.require_table(), self.rows))


def _scale_row(row: array[float], weight: float) -> array[float]:
    return array("f", [value * weight for value in row])


def _round_values(values: array[float]) -> bytes:
    """All values as 16-bit integers, the largest as 32767."""
    floats = pa.FloatArray.from_buffers(pa.float32(), len(values), [None, pa.py_buffer(values)]).cast(pa.float64())
    largest = pc.max(pc.abs(floats)).as_py() or 1.0
    integers = pc.round(pc.multiply(floats, LARGEST_INTEGER / largest)).cast(pa.int16())
    return bytes(integers.buffers()[1] or b"")[: 2 * len(values)]
