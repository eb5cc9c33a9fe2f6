"""The stages of the job `passages` after the splitter, on works in memory.

A work is a dictionary with the columns of GATHERED, but with its sentences as dictionaries.
"""

import pyarrow as pa

from twicetold import flow
from twicetold.engines.local import Local
from twicetold.engines.steps import Same, Select
from twicetold.schema import GATHERED, WORKS
from twicetold.stages.folding import BLOCKS
from twicetold.stages.passages import meeting, places
from twicetold.stages.passages.locating import located, told
from twicetold.stages.passages.works import NAMES, UNNUMBERED, Occurrences, Spread


def planted(document, made, side=0, kin=0):
    """A work of these sentences, with a blank between them."""
    sentences, start = [], 0
    for text in made:
        sentences.append({"text": text, "start": start, "end": start + len(text), "block": "prose"})
        start += len(text) + 1
    own = {"document": document, "title": "", "source": document, "place": "0", "side": side, "kin": kin}
    return own | {"sentences": sentences}


def gathered(works):
    """Works as the splitter gives them."""
    rows = [
        {name: work[name] for name in ("document", "title", "side", "source", "place", "kin")}
        | {"text": "".join(each["text"] for each in work["sentences"])}
        | {"cuts": [len(each["text"].encode()) for each in work["sentences"]]}
        | {"starts": [each["start"] for each in work["sentences"]], "ends": [each["end"] for each in work["sentences"]]}
        | {"blocks": [BLOCKS.index(each["block"]) for each in work["sentences"]]}
        | {"sections": [""] * len(work["sentences"])}
        for work in works
    ]
    return pa.Table.from_pylist(rows, GATHERED)


def in_memory(works, asked, engine=None):
    """The stages of the job `passages` after the splitter, on tables in memory."""
    engine = engine or Local(asked.machine)
    every = engine.table(gathered(works))
    numbered = engine.group(engine.map(every, Select(UNNUMBERED)), NAMES, Same(WORKS), number="number")
    kept = engine.collect({"sentences": engine.map(every, Spread()), "works": numbered})

    def load(name):
        return engine.table(kept[name])

    kept |= engine.collect({"units": flow.units(load("sentences"), asked, engine)})
    finder = flow.finder_of(asked, kept["units"].num_rows)
    kept |= engine.collect(flow.match(load("units"), finder, asked, engine))
    kept |= engine.collect(flow.clusters(load("units"), load("verified"), finder, asked, engine))
    kept |= engine.collect(places.placed(load, Occurrences(asked.folding), asked.locating, engine))
    kept |= engine.collect(meeting.points(load, asked.locating, asked.matching, engine))
    kept |= engine.collect(located(load, asked.locating, asked.folding.min_characters, engine))
    return kept | engine.collect(told(load, engine))
