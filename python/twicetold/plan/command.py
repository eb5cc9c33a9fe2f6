"""`twicetold plan`: from options as people write them to text, JSON or a chart; `plan/` does the counting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twicetold.config import Machine
from twicetold.errors import SettingsError
from twicetold.plan import (
    BandScheme,
    Corpus,
    DrawScheme,
    Hardware,
    Plan,
    Scheme,
    Target,
    choose_plan,
    evaluate_scheme,
    parse_bytes,
    parse_count,
    render_plan_text,
    save_curve_chart,
)
from twicetold.plan.show import CURVE

MOST_FUNCTIONS = 1000  # to draw from, and
MOST_DRAWS = 10_000  # drawn in all: to find the recall of more would take minutes

# What the papers used: the scheme and the shingle length. The first does not say how many functions it drew from; 20 is
# what the second did with the same code. Its K and L are those it recommends for most good pairs.
PRESETS: Mapping[str, tuple[DrawScheme, int]] = {
    "ayhan2013": (DrawScheme(functions=20, length=8, signatures=10), 10),
    "weissman2015": (DrawScheme(functions=20, length=10, signatures=10), 12),
}


@dataclass(frozen=True)
class PlanOptions:
    """The options of `twicetold plan`. Without a scheme (preset, bands and rows, or draws) the cheapest is chosen."""

    similarity: float = 0.8
    recall: float = 0.99
    measure: str = "edit"
    shingle: int | None = None
    sentences: str = "1M"
    characters: int = 144
    dump_bytes: str = "0"
    workers: int = 0
    memory: str = "4GB"
    preset: str = ""
    bands: int | None = None
    rows: int | None = None
    draws: str = ""


def build_plan(options: PlanOptions) -> Plan:
    """`build_plan(PlanOptions(preset="weissman2015", measure="jaccard", similarity=0.9)).recall` -> 0.908"""
    corpus = Corpus(
        _check_range("--sentences", parse_count(options.sentences), 1, 10**15),
        _check_range("--characters", options.characters, 1, 10**6),
        _check_range("--dump-bytes", parse_bytes(options.dump_bytes), 0, 10**18),
    )
    cores = Machine(_check_range("--workers", options.workers, 0, 10**6)).worker_count
    hardware = Hardware(cores, _check_range("--memory", parse_bytes(options.memory), 1, 10**18))
    shingle = None if options.shingle is None else _check_range("--shingle", options.shingle, 1, 1000)
    scheme, usual = _parse_scheme(options)
    if scheme is None:
        return choose_plan(
            options.similarity, options.recall, options.measure, shingle=shingle, corpus=corpus, hardware=hardware
        )
    target = Target(options.similarity, options.recall, options.measure)
    return evaluate_scheme(scheme, target, shingle or usual, corpus, hardware)


def render_projection(options: PlanOptions, as_json: bool, chart_path: Path | None = None) -> str:
    """What `--finder projection` would use for this, and find."""
    from twicetold.plan.projection_show import choose_projection, render_projection_json, render_projection_text

    for name in ("bands", "rows", "draws", "shingle"):
        if getattr(options, name):
            hint = "leave it out: vectors have no bands, draws or shingles"
            raise SettingsError(f"`--{name}` does not work with `--measure cosine`", hint)
    if chart_path:
        raise SettingsError("`--chart` does not work with `--measure cosine`", "leave it out; `--json` has the curve")
    units = _check_range("--sentences", parse_count(options.sentences), 1, 10**15)
    scheme = choose_projection(options.similarity, options.recall, units, options.preset)
    return (render_projection_json if as_json else render_projection_text)(scheme, options.similarity, units)


def _parse_scheme(options: PlanOptions) -> tuple[Scheme | None, int]:
    """The scheme that was asked for, if any, and the shingle length that goes with it."""
    usual = 12 if options.measure == "jaccard" else 5
    by_bands = options.bands is not None or options.rows is not None
    if sum((bool(options.preset), by_bands, bool(options.draws))) > 1:
        raise SettingsError(
            "more than one scheme is given", "give only one of --preset, --draws, or --bands with --rows"
        )
    if options.preset:
        if options.preset not in PRESETS:
            raise SettingsError(f"unknown preset: `{options.preset}`", f"Available: {', '.join(PRESETS)}")
        return PRESETS[options.preset]
    if by_bands:
        if options.bands is None or options.rows is None:
            raise SettingsError("`--bands` and `--rows` must be given together", "for example --bands 47 --rows 4")
        bands, rows = (
            _check_range(name, value, 1, 10**5)
            for name, value in (("--bands", options.bands), ("--rows", options.rows))
        )
        return BandScheme(rows, bands), usual
    return (_parse_draws(options.draws), usual) if options.draws else (None, usual)


def _parse_draws(text: str) -> DrawScheme:
    """`"20,10,10"` -> `DrawScheme(20, 10, 10)`; a fourth number is the seed."""
    try:
        numbers = [int(each) for each in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 4):
        hint = "give N,K,M or N,K,M,seed: M signatures of K functions each, drawn from N, such as 20,10,10"
        raise SettingsError(f"`--draws {text}` is not three or four numbers", hint)
    for number in numbers[:3]:
        _check_range(f"--draws {text}", number, 1, MOST_FUNCTIONS)
    _check_range(f"--draws {text}", numbers[1] * numbers[2], 1, MOST_DRAWS)
    return DrawScheme(*numbers)


def _check_range(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        # A number of thousands of digits is not worth printing, and Python refuses to.
        told = str(value) if abs(value) < 10**30 else "that number"
        raise SettingsError(f"`{name}`: {told} is out of range", f"give a number from {least:,} to {most:,}")
    return value


def write_chart(plan: Plan, path: Path, force: bool = False) -> None:
    """Write the S-curve, unless the path is taken."""
    from twicetold.analyses import charts

    charts.check_suffix(path)
    if path.exists() and not force:
        raise SettingsError(f"`{path}` exists", "add --force to overwrite it")
    if not path.parent.is_dir():
        raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give --chart another path")
    save_curve_chart(plan, path)


def render_plan(plan: Plan, as_json: bool) -> str:
    """Return the plan as text, or as one line of JSON."""
    return json.dumps(_collect_facts(plan)) + "\n" if as_json else render_plan_text(plan)


def _collect_facts(plan: Plan) -> dict[str, Any]:
    estimate = plan.estimate
    return {
        "similarity": plan.target.similarity,
        "measure": plan.target.measure,
        "recall_asked": plan.target.recall,
        "recall": plan.recall,
        "is_enough": plan.is_enough,
        "shingle": plan.shingle,
        "scheme": {"name": str(plan.scheme), **asdict(plan.scheme)},
        "jaccards": list(plan.jaccards),
        "chance_candidates": plan.chance_candidates,
        "curve": [
            {
                "jaccard": each,
                "found": plan.scheme.compute_recall(each),
                "formula": plan.scheme.compute_formula_recall(each),
            }
            for each in CURVE
        ],
        "sentences": plan.corpus.sentences,
        "characters": plan.corpus.characters,
        "dump_bytes": plan.corpus.dump_bytes,
        "cores": plan.hardware.cores,
        "memory_allowed_bytes": plan.hardware.memory_bytes,
        "stages": [asdict(stage) for stage in estimate.stages],
        "seconds": estimate.seconds,
        "bytes": estimate.bytes,
        "memory_bytes": estimate.memory_bytes,
    }
