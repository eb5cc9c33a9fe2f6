"""`twicetold plan --measure cosine`: which signatures find what share of the pairs, as text or JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from twicetold.config import Finding, Matching
from twicetold.finders.projection import RandomProjection
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.plan.presets import load_preset
from twicetold.plan.projection import PrefixScheme, ProjectionScheme, estimate_comparisons

CURVE = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99)
COMPARISONS_A_SECOND = 6e8  # of a core, about; see `projection.ROW_COST`


def choose_projection(similarity: float, recall: float, units: int, preset: str) -> ProjectionScheme:
    """The scheme that a run with these wishes would use."""
    own = SentenceSettings(finding=Finding(finder="projection", feature="vectors"), matching=Matching("cosine"))
    settings = load_preset(preset) if preset else own
    finding = replace(settings.finding, similarity=similarity, recall=recall)
    return RandomProjection.from_settings(finding, settings.matching, units).scheme


def render_projection_text(scheme: ProjectionScheme, similarity: float, units: int) -> str:
    """The scheme, what it finds of pairs of each cosine, and what it takes."""
    lines = [f"{scheme}", f"finds {scheme.compute_recall(similarity):.1%} of the pairs at cosine {similarity:g}", ""]
    lines += ["  cosine   found", *(f"  {each:6.2f}  {scheme.compute_recall(each):6.1%}" for each in CURVE), ""]
    if isinstance(scheme, PrefixScheme):
        seconds = estimate_comparisons(scheme, units) / COMPARISONS_A_SECOND
        lines.append(f"{units:,} sentences: {units * scheme.permutations:,} rows, about {seconds:,.0f} s of a core")
    else:
        lines.append("if signatures are spread evenly; those of real text are not, and less is found")
    return "\n".join(lines) + "\n"


def render_projection_json(scheme: ProjectionScheme, similarity: float, units: int) -> str:
    facts = {
        "measure": "cosine",
        "similarity": similarity,
        "recall": scheme.compute_recall(similarity),
        "scheme": {"name": str(scheme), **asdict(scheme)},
        "curve": [{"cosine": each, "found": scheme.compute_recall(each)} for each in CURVE],
        "sentences": units,
    }
    return json.dumps(facts) + "\n"
