"""Parameters of a feature for one field: `--question-feature spotsigs:antecedents=the,a:spot_chain=2`.

Each is a setting of `twicetold threads` that then counts for this field alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from twicetold.config import Finding
from twicetold.config.declare import list_types, suggest_name
from twicetold.errors import SettingsError

# The settings that a feature reads, files apart: those go with an aspect, so that a run knows what is in them.
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "winnow": ("winnow_window", "winnow_of"),
    "imatch": ("idf_range", "lexicons", "lexicon_share"),
    "spotsigs": ("antecedents", "spot_distance", "spot_chain"),
    "vectors": ("dimensions", "averaging", "lookup"),
    "stems": ("stemming",),
}


def apply_feature(finding: Finding, text: str) -> Finding:
    """Use a feature, with the parameters that follow its name: `apply_feature(finding, "imatch:idf_range=0.2,0.8")`."""
    feature, *parts = text.split(":")
    known = PARAMETERS.get(feature, ())
    changes: dict[str, Any] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or name not in known:
            available = suggest_name(name, known, "Available: ") if known else "it has none"
            raise SettingsError(f"`{part}` is not a parameter of the feature `{feature}`", available)
        changes[name] = _parse_value(part, name, value)
    return replace(finding, feature=feature, **changes)


def _parse_value(part: str, name: str, value: str) -> Any:
    kind = list_types(Finding)[name]
    try:
        if kind in (int, float, str):
            return kind(value)
        return tuple(float(each) for each in value.split(","))
    except ValueError as error:
        hint = "give two numbers, such as `idf_range=0.1,0.9`" if name == "idf_range" else "give a number"
        raise SettingsError(f"`{part}`: `{value}` is not a number", hint) from error
