"""Every setting with its default and meaning, from its declaration: the shared sections, and one of each job."""

from __future__ import annotations

import dataclasses
from typing import Any

import tomli_w
from docs.generate.markdown import UNKNOWN, code, table

from twicetold.config import Declaration, JobSetting, JobSettings, list_settings, list_settings_classes
from twicetold.config.declare import SHARED_SECTIONS
from twicetold.jobs.threads.settings import Aspect

HEAD = """\
# Settings

This page lists every setting with its default and its meaning. A settings file is TOML. It has two sections that all
jobs share, `[reading]` and `[machine]`, and a section for each job, so one file can serve several jobs. Options on the
command line override it. In Python, give a setting by its name, and a field without `_field`:
`twicetold.sentences("posts.jsonl", threshold=0.9, text="body")`.

    [reading]
    language = "de"

    [sentences]
    threshold = 0.9

    [documents]
    threshold = 0.7

Use it with `twicetold sentences dump.xml -o run --config settings.toml`. A setting that a job does not have is an
error. The settings of a run are in its `run.json`, in the same form.
"""
ABOUT = {"reading": "How files become documents.", "machine": "How much of this machine a job may use."}


def sections() -> dict[str, dict[str, JobSetting]]:
    """Every setting by section and name."""
    found: dict[str, dict[str, JobSetting]] = {"reading": {}, "machine": {}}
    for kind in list_settings_classes():
        for name, each in list_settings(kind).items():
            found.setdefault(each.section, {}).setdefault(name, each)
    return found


def page() -> str:
    kinds = {kind.job: kind for kind in list_settings_classes()}
    parts = [HEAD]
    for name, own in sections().items():
        about = ABOUT[name] if name in SHARED_SECTIONS else f"The settings of [{name}](commands.md#{name})."
        parts.append(f"## {name}\n\n{about}\n\n{_table(list(own.values()))}{_presets(kinds.get(name))}")
    parts.append(f"## threads.aspects\n\nEach of `[[threads.aspects]]`: {Aspect.__doc__}\n\n{_aspects()}")
    return "\n".join(parts)


def meaning(setting: JobSetting) -> str:
    """What a setting means, with the names that can be given."""
    return setting.help


def _table(settings: list[JobSetting]) -> str:
    rows = [(code(each.name), code(_value(each.default)), meaning(each) + _option(each)) for each in settings]
    return table(("setting", "default", "meaning"), [(name, value, said or UNKNOWN) for name, value, said in rows])


def _option(setting: JobSetting) -> str:
    """The option of a setting, where it is spelled differently."""
    spelled = setting.declaration.option
    return f" ({code(spelled[0])})" if spelled else ""


def _value(value: Any) -> str:
    """A value as TOML has it."""
    text = tomli_w.dumps({"it": value}).removeprefix("it = ")
    return " ".join(text.split()).replace("[ ", "[").replace(", ]", "]")


def _presets(kind: type[JobSettings] | None) -> str:
    if kind is None or not kind.presets:
        return ""
    rows = (
        (code(name), ", ".join(f"`{key} = {_value(value)}`" for key, value in own.items()))
        for name, own in kind.presets.items()
    )
    return f"\n`--preset NAME` uses the settings of a paper:\n\n{table(('preset', 'settings'), rows)}"


def _aspects() -> str:
    told: dict[str, Declaration] = {each.name: each.metadata["declaration"] for each in dataclasses.fields(Aspect)}
    rows = [(code(name), code(_value(getattr(Aspect(), name))), each.help) for name, each in told.items()]
    return table(("setting", "default", "meaning"), rows)
