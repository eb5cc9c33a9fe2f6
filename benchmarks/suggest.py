"""How many of a site's own links are among the first suggestions for a question, next to BM25, in one run:

    python -m benchmarks.suggest SITE ... [--meaning minilm] [--json rows.json]

SITE is a Stack Exchange dump, as `twicetold threads` takes it. Each link between two questions of the site counts once
in each direction, and all other threads are candidates. BM25 is that of `bm25s` over stems of title (three times) and
description. With `--meaning`, ours is also measured with that model, and how many of the first five that comparing all
threads would give are found among the 200 best of each score. MRR is the mean of 1/rank, 0 for what is not among
the first 100.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

DEPTH = 100
RANKS = (1, 5, 10)
WORD = re.compile(r"[^\W_]+")

Ranking = Mapping[str, list[str]]  # of each thread the others, the best first


def rank_with_ours(site: str, run: Path, meaning: Any = "none") -> Ranking:
    """The suggestions of `twicetold threads`, by the ids of threads."""
    import twicetold

    twicetold.threads(site, run, top=DEPTH, meaning=meaning, keep_index=True, progress=False)
    ranking: dict[str, list[str]] = {}
    for row in pq.read_table(run / "suggestions.parquet", columns=["document", "rank", "other_document"]).to_pylist():
        ranking.setdefault(row["document"], []).append(row["other_document"])
    return ranking


def measure_cut(run: Path, meaning: str, top: int = 5) -> float:
    """The share of the best by comparing all threads that is found among the 200 best of each score."""
    from twicetold import _kernels
    from twicetold.jobs.threads.ranking import COMPARED, build_index

    terms = pq.read_table(run / "terms.parquet").combine_chunks().to_batches()[0]
    index = build_index(_kernels.ThreadFrequencies(iter([terms]), 2), iter([terms]), meaning)
    cut, every = (
        index.find_best(terms, most, True, compared) for most, compared in ((top, COMPARED), 2 * (terms.num_rows,))
    )
    pairs = set(zip(cut["thread"].to_pylist(), cut["other"].to_pylist(), strict=True))
    best: dict[int, list[int]] = {}
    for thread, other in zip(every["thread"].to_pylist(), every["other"].to_pylist(), strict=True):
        best.setdefault(thread, []).append(other)
    wanted = [(thread, other) for thread, others in best.items() for other in others[:top]]
    return sum(pair in pairs for pair in wanted) / max(len(wanted), 1)


def rank_with_bm25(run: Path) -> Ranking:
    """The ranking of BM25 over the threads of a run."""
    import bm25s
    import numpy as np
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    threads = pq.read_table(run / "threads.parquet", columns=["document", "question", "description"]).to_pylist()
    ids = [row["document"] for row in threads]
    texts = [" ".join([*[row["question"]] * 3, row["description"]]) for row in threads]
    tokens = [stemmer.stemWords(WORD.findall(text.lower())) for text in texts]
    index = bm25s.BM25()
    index.index(tokens, show_progress=False)
    ranking = {}
    for number, query in enumerate(tokens):
        scores = index.get_scores(list(query)) if query else np.zeros(len(ids))
        scores[number] = -1
        ranking[ids[number]] = [ids[other] for other in np.argsort(-scores, kind="stable")[:DEPTH]]
    return ranking


def measure_ranking(ranking: Ranking, links: list[tuple[str, str]]) -> dict[str, float]:
    """Recall among the first 1, 5 and 10, and MRR."""
    directed = [pair for link in links for pair in (link, link[::-1])]
    ranks = [ranking[one].index(other) + 1 if other in ranking.get(one, ()) else 0 for one, other in directed]
    found = {f"recall@{most}": sum(0 < rank <= most for rank in ranks) / max(len(ranks), 1) for most in RANKS}
    return found | {"MRR": sum(1 / rank for rank in ranks if rank) / max(len(ranks), 1)}


def measure_site(site: str, meaning: str = "none") -> list[dict[str, Any]]:
    """Every ranking of one site on its links and on its duplicates."""
    with tempfile.TemporaryDirectory() as place:
        run = Path(place) / "run"
        rankings = {"ours": rank_with_ours(site, run)}
        if meaning != "none":
            rankings[f"ours with {meaning}"] = rank_with_ours(site, Path(place) / "meaning", meaning)
            found = measure_cut(Path(place) / "meaning", meaning)
            print(f"  the 200 best of each score have {found:.4f} of the best five")
        rankings["BM25"] = rank_with_bm25(run)
        known = pq.read_table(run / "links.parquet").to_pylist()
    rows = []
    for name, ranking in rankings.items():
        for kind in ("links", "duplicates"):
            links = [
                (row["left_document"], row["right_document"])
                for row in known
                if kind == "links" or row["known"] == "duplicate"
            ]
            rows.append({"site": site, "name": name, "of": kind, "pairs": len(links)} | measure_ranking(ranking, links))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", metavar="SITE", help="a dump of Stack Exchange")
    parser.add_argument("--meaning", default="none", help="also measure ours with this model: minilm or wordllama")
    parser.add_argument("--json", type=Path, help="a file for the rows")
    options = parser.parse_args()
    rows = []
    for site in options.sites:
        print(site)
        for row in measure_site(site, options.meaning):
            figures = " ".join(f"{name} {row[name]:.3f}" for name in (*(f"recall@{most}" for most in RANKS), "MRR"))
            print(f"  {row['name']}: {row['of']} {figures} ({row['pairs']} pairs)")
            rows.append(row)
        sys.stdout.flush()
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
