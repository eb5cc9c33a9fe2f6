"""twicetold: where does a body of text repeat itself, and do the copies still agree?

Names are imported when they are used: `import twicetold` takes milliseconds, so that Ctrl-C in the first second of a
command finds the program ready for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twicetold.api import cluster, compare_passages, documents, history, passages, sentences, split, threads, unique
    from twicetold.config import Machine, Reading
    from twicetold.errors import InputError, MissingPackage, RunError, SettingsError, TwicetoldError
    from twicetold.index import Index
    from twicetold.jobs.documents.settings import DocumentSettings
    from twicetold.jobs.history.settings import HistorySettings
    from twicetold.jobs.passages.settings import PassageSettings
    from twicetold.jobs.sentences.settings import SentenceSettings
    from twicetold.jobs.split.settings import SplitSettings
    from twicetold.jobs.threads.settings import ThreadSettings
    from twicetold.run import Run

__all__ = [
    "DocumentSettings",
    "HistorySettings",
    "Index",
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
    "history",
    "passages",
    "sentences",
    "split",
    "threads",
    "unique",
]

__version__: str
_MODULES = {
    "config": ("Machine", "Reading"),
    "errors": ("InputError", "MissingPackage", "RunError", "SettingsError", "TwicetoldError"),
    "index": ("Index",),
    "jobs.documents.settings": ("DocumentSettings",),
    "jobs.history.settings": ("HistorySettings",),
    "jobs.passages.settings": ("PassageSettings",),
    "jobs.sentences.settings": ("SentenceSettings",),
    "jobs.split.settings": ("SplitSettings",),
    "jobs.threads.settings": ("ThreadSettings",),
    "run": ("Run",),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("twicetold._kernels").VERSION
    if name not in __all__:
        raise AttributeError(f"module `twicetold` has no attribute `{name}`")
    found = getattr(import_module(f"twicetold.{_PLACES.get(name, 'api')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
