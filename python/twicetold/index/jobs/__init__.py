"""What an index must know of a job: a file here and a line in INDEXED_JOBS for each.

base.py        what that is
sentences.py   the job `sentences`
documents.py   the job `documents`
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from twicetold.errors import SettingsError
from twicetold.index.jobs.base import IndexedJob

INDEXED_JOBS = {
    "sentences": "twicetold.index.jobs.sentences:IndexedSentences",
    "documents": "twicetold.index.jobs.documents:IndexedDocuments",
}


@cache
def load_indexed_job(name: str) -> IndexedJob:
    """What an index must know of a job, by its name."""
    if name not in INDEXED_JOBS:
        raise SettingsError(f"there is no index for the job `{name}`", f"Available: {', '.join(INDEXED_JOBS)}")
    module, _, kind = INDEXED_JOBS[name].partition(":")
    job: IndexedJob = getattr(import_module(module), kind)()
    return job
