"""Settings: each declared once, in frozen dataclasses with every default; to and from TOML and `run.json`.

    declare.py    how a setting is declared, and a job's settings listed
    groups.py     the groups of settings that jobs share
    base.py       what the settings of every job have
    options.py    single settings by name, presets, checks
    files.py      to and from TOML

The settings of a job are in `jobs/<job>/settings.py`. A user gives them as options, as a TOML file (`--config`), or in
Python; `run.json` keeps what a run was made with.
"""

from twicetold.config.base import ComparisonSettings, JobSettings
from twicetold.config.declare import Declaration, JobSetting, group, list_settings, setting
from twicetold.config.files import build_settings, convert_to_dict, read_settings_file, render_toml
from twicetold.config.groups import Finding, Folding, Locating, Machine, Matching, Reading
from twicetold.config.options import (
    DENSE_FINDERS,
    apply_options,
    apply_preset,
    apply_python_options,
    check_values,
    complete_settings,
    list_files,
    list_settings_classes,
)

__all__ = [
    "DENSE_FINDERS",
    "ComparisonSettings",
    "Declaration",
    "Finding",
    "Folding",
    "JobSetting",
    "JobSettings",
    "Locating",
    "Machine",
    "Matching",
    "Reading",
    "apply_options",
    "apply_preset",
    "apply_python_options",
    "build_settings",
    "check_values",
    "complete_settings",
    "convert_to_dict",
    "group",
    "list_files",
    "list_settings",
    "list_settings_classes",
    "read_settings_file",
    "render_toml",
    "setting",
]
