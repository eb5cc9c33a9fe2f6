"""`twicetold plan`: from options as people write them to text, JSON or a chart; `plan/` does the counting."""

from __future__ import annotations

import json
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


@dataclass(frozen=True)
class PlanOptions:
    """The options of `twicetold plan`. Without a scheme (preset, bands and rows, or draws) the cheapest is chosen.

    Similarity, recall and measure that are not given are those of the preset, else 0.8, 0.99 and `edit`.
    """

    similarity: float | None = None
    recall: float | None = None
    measure: str = ""
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
    """`build_plan(PlanOptions(preset="weissman2015", similarity=0.9)).recall` -> 0.908"""
    target = Target(*settle_wishes(options))
    corpus = Corpus(
        _check_range("--sentences", parse_count(options.sentences), 1, 10**15),
        _check_range("--characters", options.characters, 1, 10**6),
        _check_range("--dump-bytes", parse_bytes(options.dump_bytes), 0, 10**18),
    )
    cores = Machine(_check_range("--workers", options.workers, 0, 10**6)).worker_count
    hardware = Hardware(cores, _check_range("--memory", parse_bytes(options.memory), 1, 10**18))
    shingle = None if options.shingle is None else _check_range("--shingle", options.shingle, 1, 1000)
    scheme, usual = _parse_scheme(options, target)
    if scheme is None:
        return choose_plan(
            target.similarity, target.recall, target.measure, shingle=shingle, corpus=corpus, hardware=hardware
        )
    return evaluate_scheme(scheme, target, shingle or usual, corpus, hardware)


def settle_wishes(options: PlanOptions) -> tuple[float, float, str]:
    """Settle similarity, recall and measure of the pairs to find: as given, else as the preset has them."""
    from twicetold.plan.presets import choose_plan_defaults

    similarity, recall, measure = choose_plan_defaults(options.preset)
    return (
        similarity if options.similarity is None else options.similarity,
        recall if options.recall is None else options.recall,
        options.measure or measure,
    )


def find_planned_finder(options: PlanOptions) -> str:
    """Find which finder is planned for: that of the preset, else `projection` for cosine and `minhash` for others."""
    from twicetold.plan.presets import load_preset

    if not options.preset:
        return "projection" if options.measure == "cosine" else "minhash"
    finding, matching = (settings := load_preset(options.preset)).finding, settings.matching
    if options.measure not in ("", matching.measure) and "cosine" in (options.measure, matching.measure):
        message = f"the preset `{options.preset}` compares by `{matching.measure}`, not `{options.measure}`"
        raise SettingsError(message, "leave out `--measure`")
    return finding.finder


def render_exact_join(options: PlanOptions, as_json: bool, chart_path: Path | None = None) -> str:
    """What a preset with an exact join compares, and finds."""
    from twicetold.plan.presets import render_join

    _refuse_options(options, chart_path, "bands", "rows", "draws", "shingle", "measure", "recall")
    return render_join(options.preset, options.similarity, as_json)


def _refuse_options(options: PlanOptions, chart_path: Path | None, *names: str) -> None:
    """Raise an error for an option that a plan of vectors or of an exact join does not use."""
    with_what = f"`--preset {options.preset}`" if options.preset else f"`--measure {options.measure}`"
    for name in (each for each in names if getattr(options, each)):
        raise SettingsError(f"`--{name}` does not work with {with_what}", "leave it out")
    if chart_path:
        raise SettingsError(f"`--chart` does not work with {with_what}", "leave it out; `--json` has all figures")


def render_projection(options: PlanOptions, as_json: bool, chart_path: Path | None = None) -> str:
    """What `--finder projection` would use for this, and find."""
    from twicetold.plan.projection_show import choose_projection, render_projection_json, render_projection_text

    _refuse_options(options, chart_path, "bands", "rows", "draws", "shingle")
    units = _check_range("--sentences", parse_count(options.sentences), 1, 10**15)
    similarity, recall, _ = settle_wishes(options)
    scheme = choose_projection(similarity, recall, units, options.preset)
    return (render_projection_json if as_json else render_projection_text)(scheme, similarity, units)


def _parse_scheme(options: PlanOptions, target: Target) -> tuple[Scheme | None, int]:
    """The scheme that was asked for, if any, and the shingle length that goes with it."""
    usual = 12 if target.measure == "jaccard" else 5
    by_bands = options.bands is not None or options.rows is not None
    if sum((bool(options.preset), by_bands, bool(options.draws))) > 1:
        raise SettingsError(
            "more than one scheme is given", "give only one of --preset, --draws, or --bands with --rows"
        )
    if options.preset:
        from twicetold.plan.presets import load_preset

        finding = load_preset(options.preset).finding
        return DrawScheme(finding.functions, finding.drawn, finding.draws, finding.seed), finding.shingle
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
        "possible_candidates": plan.possible_candidates,
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
        "disk_bytes": estimate.disk_bytes,
        "memory_bytes": estimate.memory_bytes,
    }
