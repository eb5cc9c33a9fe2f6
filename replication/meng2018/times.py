"""Table 6 of paper 002: the time of MinHash and of random projection, on this machine and on Spark."""

from __future__ import annotations

from collections.abc import Iterator

from replication.base import Part, Table
from replication.source import ENGLISH, PART, Source

METHODS = {"MinHash": "weissman2015", "random projection": "meng2018"}
PAPER = {"MinHash": ("5.8 s", "7.0 s"), "random projection": ("37.9 s", "41.8 s")}
ARTICLES = 1000


def run(source: Source) -> Iterator[Part]:
    texts = {"the test dump of the paper": str(source.find(PART))}
    if source.is_planted:
        texts = {source.name_corpus(PART): str(source.planted_file)}
    elif not source.list_missing((ENGLISH,)):
        texts[f"{ARTICLES:,} articles of `{ENGLISH}`"] = str(source.sample_articles(ENGLISH, ARTICLES))
    if source.spark is not None:  # the first run of all warms Java, and is not counted
        source.run_job("sentences", "times-warm", str(source.planted_file), engine=source.spark)
    rows = []
    for number, (name, path) in enumerate(texts.items()):
        for method, preset in METHODS.items():
            runs = {}
            for engine in ("local", "spark"):
                if engine == "local" or source.spark is not None:
                    runs[engine] = source.run_job(
                        "sentences",
                        f"times-{number}-{preset}-{engine}",
                        path,
                        engine=source.spark if engine == "spark" else None,
                        preset=preset,
                    )
            seconds = [f"{source.seconds[f'times-{number}-{preset}-{engine}']:.1f} s" for engine in runs]
            digests = {made.digest for made in runs.values()}
            results = runs["local"].facts["results"]
            same = "–" if len(runs) < 2 else "yes" if len(digests) == 1 else "no"
            theirs = PAPER[method] if number == 0 and not source.is_planted else ("", "")
            rows.append(
                [
                    name,
                    results["sentences"],
                    method,
                    seconds[0],
                    seconds[1] if len(seconds) > 1 else "not run",
                    same,
                    f"`{runs['local'].digest[:16]}`",
                    results["matches"],
                    results["clusters"],
                    *theirs,
                ]
            )
    ratio = source.seconds["times-0-meng2018-local"] / source.seconds["times-0-weissman2015-local"]
    head = ["text", "sentences", "method", "local", "Spark", "same digest", "digest", "matches", "clusters"]
    yield (
        "Seconds from the compressed text to the tables of a run, on two cores, once each, beside other work on the "
        "machine; Spark is `local[2]`, its start is not counted, and a first run warms it. Both methods also read, "
        "split and fold the sentences; references, lists and captions are among them here, and not in the paper."
    )
    yield Table([*head, "paper: MapReduce", "paper: Spark"], rows)
    yield (
        f"Projection takes {ratio:.1f} times as long as MinHash here, on this machine, and {37.927 / 5.766:.1f} times "
        "in the paper, on MapReduce. The paper looks up 400 dimensions for each word, and its projection on Spark did "
        "not sort and gave nothing; here words are hashed."
    )
