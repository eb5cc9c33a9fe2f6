"""Vectors that stand in the input to the texts that they are of.

A vector is of a record. So it serves records of one sentence that counts; of a longer record no sentence has a vector,
as nobody said what a part of it is like. Where two records say the same, the vector of the first counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.schema import GIVEN, OF_TEXTS
from twicetold.stages.folding import Identify

NAMES = ("document", "title")


def of_texts(vectors: Any, sentences: Any, folding: Folding, engine: Engine) -> Any:
    """The vectors of documents, and their sentences, to OF_TEXTS: each text once, in order."""
    said = engine.map(engine.map(sentences, Identify(folding)), Said())
    owned = engine.group(engine.union(vectors, said), NAMES, Owned())
    return engine.group(owned, ("text",), First())


@dataclass(frozen=True)
class Said:
    """Identified sentences as rows of GIVEN that have no vector."""

    schema: ClassVar[pa.Schema] = GIVEN

    def __call__(self, identified: pa.RecordBatch) -> pa.RecordBatch:
        none = pa.repeat(pa.scalar(b"", pa.binary()), identified.num_rows)
        columns = [*(identified[name] for name in (*NAMES, "text")), none]
        return pa.RecordBatch.from_arrays(columns, schema=GIVEN)


@dataclass(frozen=True)
class Owned:
    """Sentences and vectors grouped by document, to the text and the vector of each that has one of both."""

    schema: ClassVar[pa.Schema] = GIVEN

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        rows = []
        for (document, title), own in groupby(met.to_pylist(), key=itemgetter(*NAMES)):
            texts, vectors = [], set()
            for row in own:
                if row["vector"]:
                    vectors.add(row["vector"])
                else:
                    texts.append(row["text"])
            if len(texts) == len(vectors) == 1:
                rows.append({"document": document, "title": title, "text": texts[0], "vector": vectors.pop()})
        return pa.RecordBatch.from_pylist(rows, GIVEN)


@dataclass(frozen=True)
class First:
    """Rows grouped by text, then by document, to the first vector of each text."""

    schema: ClassVar[pa.Schema] = OF_TEXTS

    def __call__(self, owned: pa.RecordBatch) -> pa.RecordBatch:
        texts = owned["text"].to_pylist()
        first = [at for at, text in enumerate(texts) if at == 0 or text != texts[at - 1]]
        return owned.select(OF_TEXTS.names).take(pa.array(first, pa.int64()))
