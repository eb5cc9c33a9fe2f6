"""The five presets on real text, on this machine and on Spark: one digest each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from replication import threads
from replication.base import Part, Table
from replication.source import ENGLISH, KATRINA, NEAR, Source
from replication.wu2011 import SEMEVAL
from replication.wu2011.planted_threads import write_threads

ARTICLES = 1000
SENTENCES = ("ayhan2013", "weissman2015", "meng2018")


def list_texts(source: Source) -> dict[str, tuple[str, str, Any]]:
    """List for each preset its job, the name of its text, and the path."""
    if source.is_planted:
        planted = str(source.planted_file)
        texts = dict.fromkeys(SENTENCES, ("sentences", "planted text", planted))
        asked = str(write_threads(source)[0])
        return {**texts, "zhang2010": ("passages", "planted text", planted), "wu2011": ("threads", "planted", asked)}
    dumps = [str(source.find(name)) for name in (NEAR, KATRINA)]
    threads.read_semeval(source.find(SEMEVAL)).write(source.scratch / "engines-semeval")
    articles = str(source.sample_articles(ENGLISH, ARTICLES))
    return {
        **dict.fromkeys(SENTENCES, ("sentences", "two of the authors' dumps", dumps)),
        "zhang2010": ("passages", f"{ARTICLES:,} articles of `{ENGLISH}`", articles),
        "wu2011": ("threads", f"threads of `{SEMEVAL}`", str(source.scratch / "engines-semeval" / "threads.jsonl")),
    }


def run(source: Source) -> Iterator[Part]:
    rows = []
    for preset, (job, name, data) in list_texts(source).items():
        here = source.run_job(job, f"engines-{preset}-local", data, preset=preset)
        digests = [here.digest]
        if source.spark is not None:
            there = source.run_job(job, f"engines-{preset}-spark", data, engine=source.spark, preset=preset)
            digests.append(there.digest)
        found = here.passages if job == "passages" else here.matches
        shown = [f"`{digest[:16]}`" for digest in digests] + ["not run"] * (2 - len(digests))
        same = "–" if len(digests) < 2 else "yes" if len(set(digests)) == 1 else "no"
        what = "passages" if job == "passages" else "matches"
        rows.append([f"`{preset}`", name, f"{found.num_rows:,} {what}", *shown, same])
    yield (
        "The paper wrote each method twice, for MapReduce and for Spark. Here a job is written once, and the digest of "
        "its tables is the same on both engines:"
    )
    yield Table(["preset", "text", "found", "local", "Spark", "same"], rows)
