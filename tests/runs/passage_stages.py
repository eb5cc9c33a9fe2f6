"""The stages of the job `passages` after the splitter, on works in memory.

A work is a dictionary with the columns of GATHERED, but with its sentences as dictionaries.
"""

import pyarrow as pa

from twicetold.config.groups import BLOCK_NAMES
from twicetold.engines.local import Local
from twicetold.engines.steps import PassRows, SelectColumns
from twicetold.jobs.passages import boilerplate, families, links, pair_documents
from twicetold.jobs.passages.locate import build_passage_tables, locate_passages
from twicetold.jobs.stages import build_finder, cluster_units, fold_sentences, match_units
from twicetold.matching.document_sentences import (
    DOCUMENT_ORDER,
    UNNUMBERED_SENTENCE_LISTS,
    ListOccurrences,
    list_sentences,
)
from twicetold.tables.sentence_lists import SENTENCE_LISTS, SENTENCE_LISTS_WITH_SECTIONS


def planted(document, made, is_against=False, kin=0):
    """A work of these sentences, with a blank between them."""
    sentences, start = [], 0
    for text in made:
        sentences.append({"text": text, "start": start, "end": start + len(text), "block": "prose"})
        start += len(text) + 1
    own = {"document": document, "title": "", "source": document, "place": "0", "is_against": is_against, "kin": kin}
    return own | {"sentences": sentences}


def gathered(works):
    """Works as the splitter gives them."""
    rows = [
        {name: work[name] for name in ("document", "title", "is_against", "source", "place", "kin")}
        | {name: work.get(name, "") for name in ("timestamp", "series")}
        | {"text": "".join(each["text"] for each in work["sentences"])}
        | {"cuts": [len(each["text"].encode()) for each in work["sentences"]]}
        | {"starts": [each["start"] for each in work["sentences"]], "ends": [each["end"] for each in work["sentences"]]}
        | {"blocks": [BLOCK_NAMES.index(each["block"]) for each in work["sentences"]]}
        | {"sections": [""] * len(work["sentences"])}
        for work in works
    ]
    return pa.Table.from_pylist(rows, SENTENCE_LISTS_WITH_SECTIONS)


def in_memory(works, asked, engine=None):
    """The stages of the job `passages` after the splitter, on tables in memory."""
    engine = engine or Local(asked.machine)
    every = engine.load_rows(gathered(works))
    numbered = engine.group(
        engine.map(every, SelectColumns(UNNUMBERED_SENTENCE_LISTS)),
        DOCUMENT_ORDER,
        PassRows(SENTENCE_LISTS),
        number="number",
    )
    kept = engine.collect({"sentences": engine.map(every, list_sentences), "works": numbered})

    def load(name):
        return engine.load_rows(kept[name])

    kept |= engine.collect({"units": fold_sentences(load("sentences"), asked, engine)})
    finder = build_finder(asked, kept["units"].num_rows)
    kept |= engine.collect(match_units(load("units"), finder, asked, engine))
    kept |= engine.collect(cluster_units(load("units"), load("verified"), finder, asked, engine))
    kept |= engine.collect(boilerplate.find_places(load, ListOccurrences(asked.folding), asked.locating, engine))
    kept |= engine.collect(pair_documents.find_document_pairs(load, asked.locating, engine))
    kept |= engine.collect(locate_passages(load, asked.locating, asked.folding.min_characters, engine))
    kept |= engine.collect(build_passage_tables(load, engine))
    kept |= engine.collect(links.link_places(load, engine))
    return kept | engine.collect(families.build_family_tables(load, asked.locating.min_passage, engine))
