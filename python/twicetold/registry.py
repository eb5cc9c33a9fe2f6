"""The menu: every name that a user can type, and the class behind it.

To add a member to a family, write its file and add its line here. Another package adds one by an entry point, such as
one in the group `twicetold.readers`; `load_class` looks up both. Nothing is imported until it is asked for, and entry
points are read only when a name is not built in or when the names of a family are listed.
"""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from twicetold.errors import SettingsError, TwicetoldError

MENU: dict[str, dict[str, str]] = {
    "reader": {
        "mediawiki": "twicetold.readers.mediawiki:MediaWikiReader",
        "jsonl": "twicetold.readers.jsonl:JsonlReader",
        "csv": "twicetold.readers.csv:CsvReader",
        "parquet": "twicetold.readers.parquet:ParquetReader",
        "text": "twicetold.readers.text:TextReader",
        "html": "twicetold.readers.html:HtmlReader",
        "tei": "twicetold.readers.tei:TeiReader",
        "alto": "twicetold.readers.alto:AltoReader",
        "page": "twicetold.readers.page_xml:PageXmlReader",
        "hocr": "twicetold.readers.hocr:HocrReader",
        "warc": "twicetold.readers.warc:WarcReader",
        "wikiextractor": "twicetold.readers.wikiextractor:WikiExtractorReader",
        "stackexchange": "twicetold.readers.stackexchange:StackExchangeReader",
    },
    "cleaner": {
        "wikitext": "twicetold.cleaners.wikitext:CleanWikitext",
        "html": "twicetold.cleaners.html:CleanHtml",
        "fragment": "twicetold.cleaners.html:CleanHtmlFragment",
        "plain": "twicetold.cleaners.plain:CleanPlainText",
    },
    "feature": {
        "characters": "twicetold.features.characters:Characters",
        "words": "twicetold.features.words:Words",
        "winnow": "twicetold.features.winnow:Winnow",
        "imatch": "twicetold.features.imatch:IMatch",
        "spotsigs": "twicetold.features.spotsigs:SpotSigs",
        "vectors": "twicetold.features.vectors:VectorFeature",
        "weighted": "twicetold.features.weighted_tokens:WeightedWords",
        "stems": "twicetold.features.weighted_tokens:WeightedStems",
        "grams": "twicetold.features.weighted_tokens:WeightedGrams",
    },
    "finder": {
        "minhash": "twicetold.finders.minhash:MinHash",
        "join": "twicetold.finders.join:ExactJoin",
        "scan": "twicetold.finders.scan:ExactScan",
        "projection": "twicetold.finders.projection:RandomProjection",
    },
    "measure": {
        "edit": "twicetold.measures.edit:EditSimilarity",
        "jaccard": "twicetold.measures.jaccard:JaccardSimilarity",
        "cosine": "twicetold.measures.cosine:CosineSimilarity",
        "dice": "twicetold.measures.dice:DiceSimilarity",
        "containment": "twicetold.measures.containment:Containment",
        "angular": "twicetold.measures.angular:AngularSimilarity",
    },
    "analysis": {
        "sizes": "twicetold.analyses.sizes:ClusterSizesAnalysis",
        "kinds": "twicetold.jobs.sentences.analyse_kinds:ClusterKindsAnalysis",
        "document_pairs": "twicetold.analyses.document_pairs:DocumentPairsAnalysis",
        "copied": "twicetold.analyses.copied_share:CopiedSentencesAnalysis",
        "templates": "twicetold.analyses.templates:TemplatesAnalysis",
        "copied_documents": "twicetold.analyses.copied_documents:CopiedDocumentsAnalysis",
        "lengths": "twicetold.analyses.lengths:SentenceLengthsAnalysis",
        "shared_text": "twicetold.jobs.passages.analyse_pairs:SharedTextAnalysis",
        "most_quoted": "twicetold.jobs.passages.analyse_quotations:QuotedDocumentsAnalysis",
        "passage_lengths": "twicetold.jobs.passages.analyse_lengths:PassageLengthsAnalysis",
        "passage_dates": "twicetold.jobs.passages.analyse_dates:PassageDatesAnalysis",
        "scores": "twicetold.jobs.threads.analyse_scores:MatchScoresAnalysis",
        "question_dates": "twicetold.jobs.threads.analyse_dates:QuestionDatesAnalysis",
        "copying_editors": "twicetold.jobs.history.analyse_editors:CopyingEditorsAnalysis",
        "sentence_survival": "twicetold.jobs.history.analyse_survival:SentenceSurvivalAnalysis",
        "contradiction_life": "twicetold.jobs.history.analyse_contradictions:ContradictionLifeAnalysis",
        "giving_pages": "twicetold.jobs.history.analyse_pages:GivingPagesAnalysis",
        "area_flow": "twicetold.jobs.history.analyse_flow:AreaFlowAnalysis",
        "copying_years": "twicetold.jobs.history.analyse_years:CopyingYearsAnalysis",
    },
    "job": {
        "sentences": "twicetold.jobs.sentences.job:SentencesJob",
        "passages": "twicetold.jobs.passages.job:PassagesJob",
        "documents": "twicetold.jobs.documents.job:DocumentsJob",
        "threads": "twicetold.jobs.threads.job:ThreadsJob",
        "history": "twicetold.jobs.history.job:HistoryJob",
    },
    "engine": {
        "local": "twicetold.engines.local:Local",
        "spark": "twicetold.engines.spark:Spark",
    },
}

PLUGIN_GROUPS = {
    "reader": "twicetold.readers",
    "cleaner": "twicetold.cleaners",
    "feature": "twicetold.features",
    "finder": "twicetold.finders",
    "measure": "twicetold.measures",
    "analysis": "twicetold.analyses",
    "job": "twicetold.jobs",
    "engine": "twicetold.engines",
}


def list_names(family: str) -> list[str]:
    """List the names of a family: the built-in ones in the order of the menu, then those of plugins by name."""
    return [*MENU[family], *find_plugins(family)]


def load_class(family: str, name: str) -> Any:
    """Load the class behind a name: `load_class("reader", "jsonl")`. An unknown name is an error that suggests one."""
    if name in MENU[family]:
        module, _, attribute = MENU[family][name].partition(":")
        return getattr(import_module(module), attribute)
    if name in find_plugins(family):
        return _load_plugin(family, find_plugins(family)[name])
    nearest = difflib.get_close_matches(name, list_names(family), n=1)
    meant = f"did you mean `{nearest[0]}`? " if nearest else ""
    raise SettingsError(f"unknown {family}: `{name}`", f"{meant}Available: {', '.join(sorted(list_names(family)))}")


@cache
def find_plugins(family: str) -> dict[str, EntryPoint]:
    """Find the members of a family that installed packages add, by name, without importing them.

    The answer is kept: a folder of 10,000 files asks for the readers 10,000 times, and each search takes milliseconds.
    """
    plugins: dict[str, EntryPoint] = {}
    for entry in sorted(
        entry_points(group=PLUGIN_GROUPS[family]), key=lambda entry: (entry.name, _name_package(entry))
    ):
        if entry.name in MENU[family]:
            raise SettingsError(
                f"the package {_name_package(entry)} adds a {family} called `{entry.name}`, which is a built-in name",
                "uninstall the package, or ask its authors to choose another name",
            )
        if entry.name in plugins and plugins[entry.name].value != entry.value:
            packages = f"{_name_package(plugins[entry.name])} and {_name_package(entry)}"
            raise SettingsError(
                f"the packages {packages} both add a {family} called `{entry.name}`", "uninstall one of them"
            )
        plugins[entry.name] = entry
    return plugins


def _load_plugin(family: str, entry: EntryPoint) -> Any:
    try:
        loaded = entry.load()
    except TwicetoldError:  # such as a missing optional package, which says itself what to do
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    else:
        if isinstance(loaded, type):
            return loaded
        reason = f"`{entry.value}` is not a class"
    raise SettingsError(
        f"the {family} `{entry.name}` of the package {_name_package(entry)} cannot be loaded: {reason}",
        "update or uninstall the package",
    )


def _name_package(entry: EntryPoint) -> str:
    return f"`{entry.dist.name} {entry.dist.version}`" if entry.dist else f"of `{entry.value}`"
