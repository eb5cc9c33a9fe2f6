"""Settings that an index can keep its promise with."""

from __future__ import annotations

from typing import Any

from twicetold.config import ComparisonSettings
from twicetold.errors import SettingsError
from twicetold.index.jobs import load_indexed_job
from twicetold.jobs.base import Job
from twicetold.jobs.flow import JobInputs


def check_index_settings(job: Job, settings: Any) -> ComparisonSettings:
    """The settings as an index stores them; an error where an index cannot keep the promise with them."""
    indexed = load_indexed_job(job.name)
    settings = indexed.complete_settings(settings)
    finding = settings.finding
    if finding.finder != "minhash":
        raise SettingsError(f"an index does not work with `--finder {finding.finder}`", "use `--finder minhash`")
    if finding.bucket_limit:
        raise SettingsError("an index does not work with `--bucket-limit`", "leave it out")
    if settings.reading.vector_field:
        raise SettingsError("an index does not work with `--vector-field`", "leave it out")
    prepared: ComparisonSettings = indexed.relax_settings(job.prepare_settings(settings, JobInputs(())))
    return prepared
