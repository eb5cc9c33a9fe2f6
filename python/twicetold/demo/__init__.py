"""The planted corpus: an encyclopedia of our own in which every duplicate is known.

It serves the demo, the tests and the scale tests. `PlantedCorpus(sentences=20_000, seed=1).write("folder")` leaves a
MediaWiki dump and the truth as Parquet tables. Reading order: `frames/`, `sentences.py`, `layout.py`, `plant.py`,
`pages.py`, `truth.py`.
"""

from __future__ import annotations

from twicetold.demo.corpus import PlantedCorpus
from twicetold.demo.pages import PlantedPage

__all__ = [
    "PlantedCorpus",
    "PlantedPage",
]
