"""Near-duplicate sentences: Jaccard 0.8 on windows of 12 characters, texts in memory to pairs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import texts as source
from benchmarks.corpus import corpus
from benchmarks.results import Task
from benchmarks.running import BANDS, Contender, all_sizes, once
from benchmarks.sized import EXACT_UP_TO, Case, prepare, sized
from benchmarks.tasks.base import Given
from benchmarks.windows import estimate_similarity

USUAL_SIZE = "400k"
SHORTEST, LONGEST = 60, 600
POOL = 4  # times the size: where those most like another are looked for
PEERS = "benchmarks.peers"
FLAGS = "says which texts have a near-duplicate, not which one"
CONTENDERS = (
    Contender("twicetold", "benchmarks.ours:minhash"),
    Contender("rensa", f"{PEERS}.rensa:pairs", BANDS),
    Contender("rensa at 10 x 10, the papers' form", f"{PEERS}.rensa:pairs", ((10, 10),)),
    Contender("rensa, flags only", f"{PEERS}.rensa:flags", BANDS, note=FLAGS),
    Contender("rensa by an expert, flags only", f"{PEERS}.rensa:expert_flags", BANDS, note=FLAGS),
    Contender("FastSketchLSH", f"{PEERS}.fastsketch:pairs", ((32, 4), (16, 8))),
    Contender("FastSketchLSH by an expert", f"{PEERS}.fastsketch:expert", ((32, 4), (16, 8))),
    Contender("Daft", f"{PEERS}.daft:pairs", BANDS),
    Contender("gaoya", f"{PEERS}.gaoya:pairs", BANDS),
    Contender("datasketch", f"{PEERS}.datasketch:pairs", ((20, 5),)),
    Contender("DuckDB, minhash in SQL", f"{PEERS}.duckdb:pairs", ((20, 5),)),
    Contender("datatrove", f"{PEERS}.datatrove:pairs", ((20, 5),), "datatrove"),
    Contender("text-dedup", f"{PEERS}.text_dedup:pairs", ((20, 5),), "text-dedup"),
    Contender("Spark MLlib", f"{PEERS}.mllib:pairs", ((3,),), power=0.5),  # of few texts most is overhead
    Contender("SetSimilaritySearch, exact", f"{PEERS}.exact:set_similarity_search", power=1.5),
    Contender("scikit-learn, exact", f"{PEERS}.exact:scikit_learn", power=2),
)


def run(given: Given) -> Task:
    texts, alike = gathered(given, SHORTEST, LONGEST)
    rows = all_sizes(cases(given, texts, alike), given.chosen(CONTENDERS), given.pace, once("characters", given.pace))
    what = "Near-duplicate sentences: Jaccard 0.8 on windows of 12 characters, texts in memory to pairs."
    truth = (
        f"every pair of this Jaccard by a sparse product; above {EXACT_UP_TO:,} texts every pair that touches a sample"
    )
    return Task(what, "sentences", rows, truth)


def gathered(given: Given, shortest: int, longest: int) -> tuple[list[str], NDArray[np.float64]]:
    """Distinct real sentences, planted ones after them where there are too few; and how like another each is."""
    made = None if given.files else corpus(given.cache)
    files = given.files or (str(made.sentences) if made else "",)
    texts = source.sample(files, POOL * given.size, shortest, longest)
    real = len(texts)
    texts = source.top_up(texts, given.size, shortest, longest)
    facts = made.facts if made else {"what": ", ".join(Path(path).name for path in given.files)}
    given.data["sentences"] = facts | {"drawn": real, "planted": len(texts) - real}
    print(f"{real:,} real sentences, {len(texts) - real:,} planted", file=sys.stderr, flush=True)
    return texts, estimate_similarity(texts)


def cases(given: Given, texts: list[str], alike: NDArray[np.float64]) -> Iterator[Case]:
    """A tenth of each size is of those most like another, so that there is something to find."""
    for size in given.sizes:
        case = prepare(*sized(texts, alike, size), given.folder, str(given.cache / "truth"))
        yield case
        case.path.unlink()
