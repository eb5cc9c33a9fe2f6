"""twicetold: where does a body of text repeat itself, and do the copies still agree?"""

from twicetold._kernels import VERSION
from twicetold.api import cluster, compare_passages, documents, passages, sentences, split, threads, unique
from twicetold.config import Machine, Reading
from twicetold.errors import InputError, MissingPackage, RunError, SettingsError, TwicetoldError
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.split.settings import SplitSettings
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.run import Run

__all__ = [
    "DocumentSettings",
    "InputError",
    "Machine",
    "MissingPackage",
    "PassageSettings",
    "Reading",
    "Run",
    "RunError",
    "SentenceSettings",
    "SettingsError",
    "SplitSettings",
    "ThreadSettings",
    "TwicetoldError",
    "cluster",
    "compare_passages",
    "documents",
    "passages",
    "sentences",
    "split",
    "threads",
    "unique",
]
__version__ = VERSION
