"""Every setting with its default and meaning, from its declaration: the shared sections and that of each job."""

from __future__ import annotations

import dataclasses
from typing import Any

import tomli_w
from docs.generate.markdown import UNKNOWN, build_table, mark_code

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


def list_sections() -> dict[str, dict[str, JobSetting]]:
    """List every setting by section and name."""
    found: dict[str, dict[str, JobSetting]] = {"reading": {}, "machine": {}}
    for kind in list_settings_classes():
        for name, each in list_settings(kind).items():
            found.setdefault(each.section, {}).setdefault(name, each)
    return found


def build_page() -> str:
    kinds = {kind.job: kind for kind in list_settings_classes()}
    parts = [HEAD]
    for name, own in list_sections().items():
        about = ABOUT[name] if name in SHARED_SECTIONS else f"The settings of [{name}](commands.md#{name})."
        parts.append(
            f"## {name}\n\n{about}\n\n{_build_settings_table(list(own.values()))}{_build_presets(kinds.get(name))}"
        )
    parts.append(f"## threads.aspects\n\nEach of `[[threads.aspects]]`: {Aspect.__doc__}\n\n{_build_aspects()}")
    return "\n".join(parts)


def find_meaning(setting: JobSetting) -> str:
    """Find the meaning of a setting, with the names that can be given."""
    return setting.help


def _build_settings_table(settings: list[JobSetting]) -> str:
    rows = [
        (mark_code(each.name), mark_code(_write_value(each.default)), find_meaning(each) + _write_option(each))
        for each in settings
    ]
    return build_table(
        ("setting", "default", "meaning"), [(name, value, meaning or UNKNOWN) for name, value, meaning in rows]
    )


def _write_option(setting: JobSetting) -> str:
    """Write the option of a setting if it is spelled differently."""
    spelled = setting.declaration.option
    return f" ({mark_code(spelled[0])})" if spelled else ""


def _write_value(value: Any) -> str:
    """Write a value as TOML does."""
    text = tomli_w.dumps({"it": value}).removeprefix("it = ")
    return " ".join(text.split()).replace("[ ", "[").replace(", ]", "]")


def _build_presets(kind: type[JobSettings] | None) -> str:
    if kind is None or not kind.presets:
        return ""
    rows = (
        (mark_code(name), ", ".join(f"`{key} = {_write_value(value)}`" for key, value in own.items()))
        for name, own in kind.presets.items()
    )
    return f"\n`--preset NAME` uses the settings of a paper:\n\n{build_table(('preset', 'settings'), rows)}"


def _build_aspects() -> str:
    declarations: dict[str, Declaration] = {
        each.name: each.metadata["declaration"] for each in dataclasses.fields(Aspect)
    }
    rows = [
        (mark_code(name), mark_code(_write_value(getattr(Aspect(), name))), each.help)
        for name, each in declarations.items()
    ]
    return build_table(("setting", "default", "meaning"), rows)
