"""Vectors of the input (`--vector-field`), looked up by text; `matching/input_vectors.py` brings the two together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import InputError, SettingsError
from twicetold.features.base import CorpusFeature, DenseFeature
from twicetold.tables.batches import Batch

SETTING_NAME = "given"  # of the setting `vectors`
MOST_BYTES = 1 << 30  # of all vectors, which go to every worker


@dataclass(frozen=True)
class InputVectors(DenseFeature, CorpusFeature):
    """A text that no record with a vector says, and says alone, has none."""

    dimensions: int = 1
    table: bytes | None = None
    rows: bytes = b""

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> InputVectors:
        return cls()

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "vectors", "vectors": SETTING_NAME, "dimensions": self.dimensions}

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        hint = "add `--vector-field` and use JSONL or Parquet, or use other `--vectors`"
        raise SettingsError("the input has no vectors", hint)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> InputVectors:
        """From batches of TEXT_VECTORS."""
        texts: list[pa.Array] = []
        rows = bytearray()
        width = 0
        for batch in lexicon:
            texts.append(batch["text"])
            for vector in batch["vector"].to_pylist():
                width = width or len(vector)
                if len(vector) != width:
                    message = f"the vectors differ in length: {width // 2} and {len(vector) // 2} numbers"
                    raise InputError(message, "use a --vector-field whose vectors are all of the same length")
                rows += vector
            if len(rows) > MOST_BYTES:
                message = f"the vectors of the input need more than {MOST_BYTES >> 20} MB"
                raise InputError(message, "use fewer records, or `--vectors hashed`")
        every = pa.chunked_array(texts, pa.string()).combine_chunks()
        if not len(every):
            hint = "a vector is a list of numbers, in a record whose text is one sentence"
            raise InputError("no sentence has a vector", f"{hint}: use another --vector-field, or other --vectors")
        numbers = pa.array(range(len(every)), pa.uint32())
        table = _kernels.build_number_table(every, numbers)
        return replace(self, dimensions=max(width // 2, 1), table=table, rows=bytes(rows))

    def compute_vectors(self, texts: pa.Array) -> pa.Array:
        return _kernels.compute_text_vectors(texts, ("texts", (self.dimensions,), self.require_table(), self.rows))
