"""twicetold: where does a body of text repeat itself, and do the copies still agree?"""

from twicetold._kernels import VERSION
from twicetold.api import cluster, documents, passages, sentences, split, threads, unique
from twicetold.config import Machine, Reading, Settings
from twicetold.errors import InputError, MissingPackage, RunError, SettingsError, TwicetoldError
from twicetold.run import Run

__all__ = [
    "InputError",
    "Machine",
    "MissingPackage",
    "Reading",
    "Run",
    "RunError",
    "Settings",
    "SettingsError",
    "TwicetoldError",
    "cluster",
    "documents",
    "passages",
    "sentences",
    "split",
    "threads",
    "unique",
]
__version__ = VERSION
