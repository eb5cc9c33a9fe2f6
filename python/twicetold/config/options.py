"""Settings from single ones by name, from the preset of a paper, and checked; and what some of them bring with them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from twicetold import registry
from twicetold.config.base import ComparisonSettings, JobSettings
from twicetold.config.declare import list_settings, suggest_name
from twicetold.config.groups import Finding, Matching
from twicetold.errors import SettingsError

DENSE_FINDERS = ("scan", "projection")  # those that compare vectors

AnySettings = TypeVar("AnySettings", bound=JobSettings)
AnyComparison = TypeVar("AnyComparison", bound=ComparisonSettings)


def apply_options(settings: AnySettings, options: Mapping[str, Any]) -> AnySettings:
    """Replace single settings by name, in whichever group they are: `{"language": "de", "workers": 2}`."""
    known, groups = list_settings(type(settings)), dict[str, dict[str, Any]]()
    for name, value in options.items():
        if name not in known:
            raise SettingsError(*explain_unknown_setting(type(settings), name))
        known[name].check_value(value)
        groups.setdefault(known[name].group, {})[name] = value
    replaced = {group: dataclasses.replace(getattr(settings, group), **own) for group, own in groups.items()}
    return dataclasses.replace(settings, **replaced)


def name_python_option(setting: str) -> str:
    """The name of a setting as an option of a Python function: a field is given without `_field`, `text="body"`."""
    return setting.removesuffix("_field")


def apply_python_options(settings: AnySettings, options: Mapping[str, Any]) -> AnySettings:
    """Replace single settings by their names in Python; a list may be given for a tuple."""
    known = {name_python_option(name): name for name in list_settings(type(settings))}
    for name in options:
        if name_python_option(name) != name and name in known.values():
            python = name_python_option(name)
            raise SettingsError(f"`{name}` is called `{python}` in Python", f'write `{python}="..."`')
    named = {
        known.get(name, name): tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    return apply_options(settings, named)


def explain_unknown_setting(kind: type[JobSettings], name: str) -> tuple[str, str]:
    """Give the error and the hint for a setting that a job does not have."""
    owners = [other.job for other in list_settings_classes() if name in list_settings(other)]
    if owners:
        return f"`{kind.job}` has no setting `{name}`", f"it is a setting of {', '.join(f'`{job}`' for job in owners)}"
    return f"unknown setting: `{name}`", suggest_name(name, list_settings(kind))


def list_settings_classes() -> list[type[JobSettings]]:
    """List the settings classes of all jobs."""
    return [registry.load_class("job", name).settings for name in registry.list_names("job")]


def apply_preset(settings: AnySettings, preset: str) -> AnySettings:
    """Put the settings of a paper on top of these."""
    if preset in settings.presets:
        return apply_options(settings, settings.presets[preset])
    for other in list_settings_classes():
        if preset in other.presets:
            hint = f"use it with `twicetold {other.job}`"
            raise SettingsError(f"the preset `{preset}` belongs to the job `{other.job}`, not `{settings.job}`", hint)
    available = ", ".join(settings.presets) or "none for this job"
    raise SettingsError(f"unknown preset: `{preset}`", f"Available: {available}")


def check_values(settings: JobSettings) -> None:
    """Raise an error for the first setting whose value is not allowed, or that the job does not use."""
    known = list_settings(type(settings))
    for name, each in known.items():
        each.check_value(getattr(getattr(settings, each.group), name))
    for place in dataclasses.fields(settings):
        given, default = getattr(settings, place.name), place.default
        for name in (own.name for own in dataclasses.fields(given) if own.name not in known):
            if getattr(given, name) != getattr(default, name):
                hint = f"leave it out; `twicetold {settings.job} --help-all` lists what the job uses"
                raise SettingsError(f"`{settings.job}` does not use the setting `{name}`", hint)


def complete_settings(settings: AnyComparison) -> AnyComparison:
    """Give a finder of vectors what it needs, where nothing else was asked for: the feature `vectors`, and cosine."""
    if settings.reading.vector_field:
        settings = _use_input_vectors(settings)
    if settings.finding.finder not in DENSE_FINDERS:
        return settings
    finding, matching = settings.finding, settings.matching
    if finding.feature == Finding.feature:
        finding = dataclasses.replace(finding, feature="vectors")
    if matching.measure == Matching.measure:
        matching = dataclasses.replace(matching, measure="cosine")
    return dataclasses.replace(settings, finding=finding, matching=matching)


def _use_input_vectors(settings: AnyComparison) -> AnyComparison:
    """Vectors of the input need a finder of vectors, and leave no choice of others."""
    finding = settings.finding
    if finding.vectors not in (Finding.vectors, "given"):
        raise SettingsError(
            f"`vector_field` and `vectors` (`{finding.vectors}`) are both given", "leave out one of them"
        )
    finder = "projection" if finding.finder == Finding.finder else finding.finder
    return dataclasses.replace(settings, finding=dataclasses.replace(finding, finder=finder, vectors="given"))


def list_files(settings: JobSettings) -> list[str]:
    """List the values of settings that may name a file, such as word weights; those in lists, too."""
    found: list[str] = []
    for name, each in list_settings(type(settings)).items():
        value = getattr(getattr(settings, each.group), name)
        found += [value] if each.declaration.is_file else _list_nested_files(value)
    return [each for each in dict.fromkeys(found) if each]


def _list_nested_files(value: Any) -> Iterable[str]:
    for item in value if isinstance(value, tuple) else ():
        for each in dataclasses.fields(item) if dataclasses.is_dataclass(item) else ():
            if each.metadata["declaration"].is_file:
                yield getattr(item, each.name)
