"""The menu: every name a user can type, and the file behind it.

To add a member to a family: write its file, add its line here. Nothing heavy is imported until it is asked for.
"""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

from twicetold.errors import SettingsError

MENU: dict[str, dict[str, str]] = {
    "reader": {
        "mediawiki": "twicetold.readers.mediawiki:MediaWiki",
        "jsonl": "twicetold.readers.jsonl:Jsonl",
        "csv": "twicetold.readers.csv:Csv",
        "parquet": "twicetold.readers.parquet:Parquet",
        "text": "twicetold.readers.text:Text",
        "html": "twicetold.readers.html:Html",
        "warc": "twicetold.readers.warc:Warc",
        "wikiextractor": "twicetold.readers.wikiextractor:WikiExtractor",
        "stackexchange": "twicetold.readers.stackexchange:StackExchange",
    },
    "cleaner": {
        "wikitext": "twicetold.cleaners.wikitext:Wikitext",
        "html": "twicetold.cleaners.html:Html",
        "fragment": "twicetold.cleaners.html:Fragment",
        "plain": "twicetold.cleaners.plain:Plain",
    },
    "splitter": {
        "sentences": "twicetold.splitters.sentences:Sentences",
    },
    "feature": {
        "characters": "twicetold.features.characters:Characters",
        "words": "twicetold.features.words:Words",
        "winnow": "twicetold.features.winnow:Winnow",
        "imatch": "twicetold.features.imatch:IMatch",
        "spotsigs": "twicetold.features.spotsigs:SpotSigs",
        "vectors": "twicetold.features.vectors:Vectors",
        "weighted": "twicetold.features.weighted:Weighted",
        "stems": "twicetold.features.weighted:Stems",
        "grams": "twicetold.features.weighted:Grams",
    },
    "finder": {
        "minhash": "twicetold.finders.minhash:MinHash",
        "join": "twicetold.finders.join:Join",
        "scan": "twicetold.finders.scan:Scan",
        "projection": "twicetold.finders.projection:RandomProjection",
    },
    "analysis": {
        "sizes": "twicetold.analyses.sizes:Sizes",
        "kinds": "twicetold.analyses.kinds:Kinds",
        "document_pairs": "twicetold.analyses.document_pairs:DocumentPairs",
        "copied": "twicetold.analyses.copied:Copied",
        "templates": "twicetold.analyses.templates:Templates",
        "copied_documents": "twicetold.analyses.copied_documents:CopiedDocuments",
        "lengths": "twicetold.analyses.lengths:Lengths",
        "scores": "twicetold.analyses.scores:Scores",
    },
    "engine": {
        "local": "twicetold.engines.local:Local",
        "spark": "twicetold.engines.spark:Spark",
    },
}


def names(family: str) -> list[str]:
    """The names of a family, in the order of the menu."""
    return list(MENU[family])


def load(family: str, name: str) -> Any:
    """The class behind a name: `load("reader", "jsonl")`. An unknown name gets the nearest one as a hint."""
    entries = MENU[family]
    if name not in entries:
        nearest = difflib.get_close_matches(name, entries, n=1)
        meant = f"did you mean `{nearest[0]}`? " if nearest else ""
        raise SettingsError(f"unknown {family}: `{name}`", f"{meant}Available: {', '.join(sorted(entries))}")
    module, _, attribute = entries[name].partition(":")
    return getattr(import_module(module), attribute)
