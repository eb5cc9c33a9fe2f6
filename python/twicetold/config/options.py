"""Single settings by name, whichever section they stand in; and what some of them bring with them."""

from __future__ import annotations

import dataclasses
import difflib
from typing import Any

from twicetold.config.sections import Finding, Matching, Settings
from twicetold.errors import SettingsError

DENSE_FINDERS = ("scan", "projection")  # those that compare vectors


def with_options(settings: Settings, options: dict[str, Any]) -> Settings:
    """Settings with single ones replaced by name, in whichever section: `{"language": "de", "threads": 2}`"""
    sections = {each.name: getattr(settings, each.name) for each in dataclasses.fields(settings)}
    known = {each.name for section in sections.values() for each in dataclasses.fields(section)}
    for name in options:
        if name not in known:
            nearest = difflib.get_close_matches(name, known, n=1)
            raise SettingsError(f"unknown setting: `{name}`", f"did you mean `{nearest[0]}`?" if nearest else "")
    for name, section in sections.items():
        own = {each.name: options[each.name] for each in dataclasses.fields(section) if each.name in options}
        sections[name] = dataclasses.replace(section, **own)
    return dataclasses.replace(settings, **sections)


def completed(settings: Settings) -> Settings:
    """What a finder of vectors needs, where nothing else was asked for: the feature `vectors`, and cosine."""
    if settings.reading.vector_field:
        settings = _with_given_vectors(settings)
    if settings.finding.finder not in DENSE_FINDERS:
        return settings
    finding, matching = settings.finding, settings.matching
    if finding.feature == Finding.feature:
        finding = dataclasses.replace(finding, feature="vectors")
    if matching.measure == Matching.measure:
        matching = dataclasses.replace(matching, measure="cosine")
    return dataclasses.replace(settings, finding=finding, matching=matching)


def _with_given_vectors(settings: Settings) -> Settings:
    """Vectors of the input need a finder of vectors, and leave no choice of others."""
    finding = settings.finding
    if finding.vectors not in (Finding.vectors, "given"):
        raise SettingsError(f"vector_field and vectors `{finding.vectors}`", "give one of them")
    finder = "projection" if finding.finder == Finding.finder else finding.finder
    return dataclasses.replace(settings, finding=dataclasses.replace(finding, finder=finder, vectors="given"))


def setting_names() -> dict[str, Any]:
    """Every setting with its default, whichever section it stands in."""
    sections = [getattr(Settings(), each.name) for each in dataclasses.fields(Settings)]
    return {each.name: getattr(section, each.name) for section in sections for each in dataclasses.fields(section)}
