"""`twicetold plan --preset NAME`: what the job with the preset of a paper runs, from the settings that the job has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from twicetold.config import ComparisonSettings, apply_preset, complete_settings
from twicetold.config.options import list_settings_classes
from twicetold.errors import SettingsError
from twicetold.jobs.stages import build_finder
from twicetold.jobs.threads.aspects import compute_recall, settle_aspects
from twicetold.jobs.threads.settings import ThreadSettings

Facts = Mapping[str, Any]


def list_presets() -> dict[str, type[ComparisonSettings]]:
    """List the presets of all jobs, each with the settings class of its job."""
    found = [each for each in list_settings_classes() if issubclass(each, ComparisonSettings)]
    return {name: each for each in found for name in each.presets}


def load_preset(preset: str) -> ComparisonSettings:
    """Load the settings of the job that a preset belongs to, with the preset applied."""
    presets = list_presets()
    if preset not in presets:
        raise SettingsError(f"unknown preset: `{preset}`", f"Available: {', '.join(presets)}")
    return complete_settings(apply_preset(presets[preset](), preset))


def choose_plan_defaults(preset: str) -> tuple[float, float, str]:
    """Choose similarity, recall and measure where they are not given: those of the preset, else 0.8, 0.99 and edit."""
    if not preset:
        return 0.8, 0.99, "edit"
    settings = load_preset(preset)
    finding, matching = settings.finding, settings.matching
    return finding.similarity or matching.threshold, finding.recall, matching.measure


def collect_join_facts(preset: str, similarity: float | None) -> dict[str, Any]:
    """Collect what a job with an exact join compares: each signature, the threshold, and what share is found."""
    settings = load_preset(preset)
    if similarity is not None:
        settings = replace(settings, matching=replace(settings.matching, threshold=similarity))
    if isinstance(settings, ThreadSettings):
        aspects = settle_aspects(settings)
        compared = {
            aspect.field: {"weight": aspect.weight, **_summarise_finder(aspect.finder.facts)} for aspect in aspects
        }
        recall = compute_recall(aspects)
    else:
        facts = build_finder(settings, 1000).facts
        compared, recall = {"sentence": _summarise_finder(facts)}, facts["recall"]
    return {
        "preset": preset,
        "job": settings.job,
        "finder": settings.finding.finder,
        "similarity": settings.matching.threshold,
        "recall": recall,
        "compared": compared,
    }


def _summarise_finder(facts: Facts) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name not in ("finder", "recall", "partition")}


def render_join(preset: str, similarity: float | None, as_json: bool) -> str:
    """Return what a job with an exact join finds, as text or as one line of JSON."""
    facts = collect_join_facts(preset, similarity)
    if as_json:
        return json.dumps(facts) + "\n"
    found = (
        "an unknown share: `--cap` drops pairs" if facts["recall"] is None else "every pair that reaches the threshold"
    )
    what = "score" if facts["job"] == "threads" else "similarity"
    lines = [
        ("job", f"twicetold {facts['job']} --preset {preset}"),
        ("threshold", f"{what} {facts['similarity']:g}"),
        *((field, _describe_signature(own)) for field, own in facts["compared"].items()),
        ("found", found),
        ("cost", "not estimated: it grows with the number of pairs that share a signature"),
    ]
    return "".join(f"{name:<14}{value}\n" for name, value in lines)


def _describe_signature(facts: Facts) -> str:
    """`{"weight": 0.4, "feature": "words", "shingle": 3, "scheme": "exact join ..."}` -> one line"""
    numbers = [f"{name} {_format_value(value)}" for name, value in facts.items() if name not in ("feature", "scheme")]
    return ", ".join([facts["feature"], *numbers, facts["scheme"]])


def _format_value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " to ".join(f"{each:g}" for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
