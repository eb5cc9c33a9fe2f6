"""The planted corpus: an encyclopedia of our own in which every duplicate is known.

It serves the demo, the tests and the benchmarks. `PlantedCorpus(sentences=20_000, seed=1).write("folder")` leaves a
MediaWiki dump and the truth as Parquet tables.

    command.py     `twicetold demo`: plant, find, and compare with the truth
    corpus.py      `PlantedCorpus`: a dump with its truth, or JSON lines
    words.py       common words, sentence frames and subjects, from `words.toml` and `frames.toml`
    names.py       invented names of places and people
    measures.py    numbers, dates and measures, as read and as typed
    pools.py       the texts that can fill a slot of a frame
    expand.py      frames made longer at their slots, in many ways
    sentences.py   sentences drawn from frames
    draws.py       random draws that are the same everywhere
    layout.py      in which block of pages a plant goes
    plants/        what is planted: members of clusters, facts, near misses, passages
    pages.py       articles, redirects and other pages
    wikitext.py    infoboxes, notes, tables and links
    dump.py        MediaWiki's export format
    history_command.py  `twicetold demo --history`: plant a history, trace it, and compare with the truth
    history_score.py    what was found of a planted history
    history.py     `PlantedHistory`: a wiki with every revision, in which it is known who copied what
    truth.py       what was planted, as tables
    similarity.py  the edit similarity of two texts
"""

from __future__ import annotations

from twicetold.demo.corpus import PlantedCorpus
from twicetold.demo.pages import PlantedPage

__all__ = [
    "PlantedCorpus",
    "PlantedPage",
]
