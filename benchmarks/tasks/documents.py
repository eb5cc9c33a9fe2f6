"""Near-duplicate whole documents: Jaccard 0.8 on five words in a row, texts in memory to pairs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpus import corpus
from benchmarks.peers.base import DOCUMENTS
from benchmarks.results import Task
from benchmarks.running import BANDS, Contender, all_sizes, once
from benchmarks.sized import EXACT_DOCUMENTS, Case, prepare_words
from benchmarks.tasks.base import Given
from benchmarks.texts import read_rows as rows_of
from benchmarks.whole_documents import drawn, topped_up

USUAL_SIZE = "50k"
PEERS = "benchmarks.peers"
TRUTH = (
    "every pair of this Jaccard, by prefixes and a sparse product, nothing hashed; "
    f"above {EXACT_DOCUMENTS:,} documents every pair that touches a sample"
)
CONTENDERS = (
    Contender("twicetold", "benchmarks.ours:documents"),
    Contender("rensa", f"{PEERS}.rensa:pairs", BANDS),
    Contender("FastSketchLSH", f"{PEERS}.fastsketch:pairs", ((32, 4), (16, 8))),
    Contender("Daft", f"{PEERS}.daft:pairs", BANDS),
    Contender("gaoya", f"{PEERS}.gaoya:pairs", BANDS),
    Contender("datasketch", f"{PEERS}.datasketch:pairs", ((20, 5),)),
    Contender("DuckDB, minhash in SQL", f"{PEERS}.duckdb:pairs", ((20, 5),)),
    Contender("datatrove", f"{PEERS}.datatrove:pairs", ((20, 5),), "datatrove"),
    Contender("text-dedup", f"{PEERS}.text_dedup:pairs", ((20, 5),), "text-dedup"),
    Contender("Spark MLlib", f"{PEERS}.mllib:pairs", ((3,),), power=0.5),  # of few texts most is overhead
    Contender("SetSimilaritySearch, exact", f"{PEERS}.exact:set_similarity_search", power=1.5),
    Contender("scikit-learn, exact", f"{PEERS}.exact:scikit_learn", power=1.5),
)


def run(given: Given) -> Task:
    texts = gathered(given)
    rows = all_sizes(cases(given, texts), given.chosen(CONTENDERS), given.pace, once("words", given.pace))
    what = "Near-duplicate documents: Jaccard 0.8 on shingles of 5 words, texts in memory to pairs."
    return Task(what, "documents", rows, TRUTH)


def gathered(given: Given) -> list[str]:
    """Distinct real documents in plain words; where there are too few, more made of pieces of them."""
    made = None if given.files else corpus(given.cache)
    files = given.files or (str(made.documents) if made else "",)
    texts = drawn((row for path in files for row in rows_of(path)), given.size)
    real = len(texts)
    texts = topped_up(texts, given.size)
    facts = made.facts if made else {"what": ", ".join(Path(path).name for path in given.files)}
    size = round(sum(map(len, texts)) / 1e6, 1)
    given.data["documents"] = facts | {"drawn": real, "made of pieces": len(texts) - real, "megabytes": size}
    print(
        f"{real:,} real documents, {len(texts) - real:,} made of their pieces, {size} MB", file=sys.stderr, flush=True
    )
    return texts


def cases(given: Given, texts: list[str]) -> Iterator[Case]:
    """The first documents: whole folders, in which near-duplicates stand side by side."""
    for size in given.sizes:
        case = prepare_words(texts[:size], DOCUMENTS, given.folder, given.cache / "truth")
        yield case
        case.path.unlink()
