"""Vectors that stand in the input to the texts that they are of.

A vector is of a record. So it serves records of one sentence that counts; of a longer record no sentence has a vector,
as nobody said what a part of it is like. Where two records say the same, the vector of the first counts.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import pyarrow as pa

from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.matching.fold import IdentifySentences
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows
from twicetold.tables.matching import TEXT_VECTORS
from twicetold.tables.reading import INPUT_VECTORS

DOCUMENT_NAMES = ("document", "title")


def attach_vectors(vectors: Table, sentences: Table, folding: Folding, engine: Engine) -> Table:
    """The vectors of documents, and their sentences, to TEXT_VECTORS: each text once, in order."""
    said = engine.map(engine.map(sentences, IdentifySentences(folding)), list_sentence_texts)
    owned = engine.group(engine.union(vectors, said), DOCUMENT_NAMES, pair_texts_with_vectors)
    return engine.group(owned, ("text",), keep_first_vectors)


@make_step(INPUT_VECTORS)
def list_sentence_texts(identified: Batch) -> Batch:
    """Identified sentences as rows of INPUT_VECTORS that have no vector."""
    none = pa.repeat(pa.scalar(b"", pa.binary()), identified.num_rows)
    columns = [*(identified[name] for name in (*DOCUMENT_NAMES, "text")), none]
    return build_batch(columns, INPUT_VECTORS)


@make_step(INPUT_VECTORS)
def pair_texts_with_vectors(joined: Batch) -> Batch:
    """Sentences and vectors grouped by document, to the text and the vector of each that has one of both."""
    rows = []
    for (document, title), own in groupby(joined.to_pylist(), key=itemgetter(*DOCUMENT_NAMES)):
        texts, vectors = [], set()
        for row in own:
            if row["vector"]:
                vectors.add(row["vector"])
            else:
                texts.append(row["text"])
        if len(texts) == len(vectors) == 1:
            rows.append({"document": document, "title": title, "text": texts[0], "vector": vectors.pop()})
    return build_batch_of_rows(rows, INPUT_VECTORS)


@make_step(TEXT_VECTORS)
def keep_first_vectors(owned: Batch) -> Batch:
    """Rows grouped by text, then by document, to the first vector of each text."""
    texts = owned["text"].to_pylist()
    first = [at for at, text in enumerate(texts) if at == 0 or text != texts[at - 1]]
    return owned.select(TEXT_VECTORS.names).take(pa.array(first, pa.int64()))
