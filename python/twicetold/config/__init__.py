"""Settings: frozen dataclasses with every default, to and from TOML.

    sections.py    every setting and its default
    presets.py     those of the papers
    options.py     single ones by name
    files.py       to and from TOML

A user gives them as options, as a TOML file (`--config`), or in Python; what a run was made with stands in `run.json`.
"""

from twicetold.config.files import beside, from_dict, from_toml, to_dict, to_toml
from twicetold.config.options import DENSE_FINDERS, completed, setting_names, with_options
from twicetold.config.presets import PRESETS, with_preset
from twicetold.config.sections import (
    Aspect,
    Finding,
    Folding,
    Keeping,
    Locating,
    Machine,
    Matching,
    Reading,
    Settings,
    Threading,
)

__all__ = [
    "DENSE_FINDERS",
    "PRESETS",
    "Aspect",
    "Finding",
    "Folding",
    "Keeping",
    "Locating",
    "Machine",
    "Matching",
    "Reading",
    "Settings",
    "Threading",
    "beside",
    "completed",
    "from_dict",
    "from_toml",
    "setting_names",
    "to_dict",
    "to_toml",
    "with_options",
    "with_preset",
]
