"""`twicetold plan`: from options as people write them to text, JSON or a chart; `plan/` does the counting."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twicetold import registry
from twicetold.config import Machine
from twicetold.errors import SettingsError
from twicetold.plan import (
    Bands,
    Corpus,
    Draws,
    Hardware,
    Plan,
    Scheme,
    Target,
    chart,
    choose,
    evaluate,
    parse_bytes,
    parse_count,
    plan_text,
)
from twicetold.plan.cluster import Cluster, on_cluster
from twicetold.plan.cluster_show import cluster_facts, cluster_text
from twicetold.plan.show import CURVE, found_text
from twicetold.run import publish

CORE_BYTES = 4_000_000_000  # of memory for each core of an executor, as machines for hire have it
MOST_FUNCTIONS = 1000  # to draw from, and
MOST_DRAWN = 10_000  # drawn in all: to find the recall of more would take minutes

# What the papers used: the scheme and the shingle length. The first does not say how many functions it drew from; 20 is
# what the second did with the same code. Its K and L are those it recommends for most good pairs.
PRESETS: Mapping[str, tuple[Draws, int]] = {
    "ayhan2013": (Draws(functions=20, length=8, signatures=10), 10),
    "weissman2015": (Draws(functions=20, length=10, signatures=10), 12),
}


@dataclass(frozen=True)
class Wanted:
    """The options of `twicetold plan`. Without a scheme (preset, bands and rows, or draws) the cheapest is chosen."""

    similarity: float = 0.8
    recall: float = 0.99
    measure: str = "edit"
    shingle: int | None = None
    sentences: str = "1M"
    characters: int = 144
    dump_bytes: str = "0"
    threads: int = 0
    memory: str = ""  # 4 GB, or 4 GB for each core of an executor
    engine: str = "local"
    executors: int | None = None
    cores: int | None = None
    preset: str = ""
    bands: int | None = None
    rows: int | None = None
    draws: str = ""


def plan_for(wanted: Wanted) -> Plan:
    """`plan_for(Wanted(preset="weissman2015", measure="jaccard", similarity=0.9)).recall` -> 0.908"""
    corpus = Corpus(
        _within("--sentences", parse_count(wanted.sentences), 1, 10**15),
        _within("--characters", wanted.characters, 1, 10**6),
        _within("--dump-bytes", parse_bytes(wanted.dump_bytes), 0, 10**18),
    )
    cores = Machine(_within("--threads", wanted.threads, 0, 10**6)).workers
    hardware = Hardware(cores, _within("--memory", parse_bytes(wanted.memory or "4GB"), 1, 10**18))
    shingle = None if wanted.shingle is None else _within("--shingle", wanted.shingle, 1, 1000)
    scheme, usual = _scheme(wanted)
    if scheme is None:
        return choose(
            wanted.similarity, wanted.recall, wanted.measure, shingle=shingle, corpus=corpus, hardware=hardware
        )
    target = Target(wanted.similarity, wanted.recall, wanted.measure)
    return evaluate(scheme, target, shingle or usual, corpus, hardware)


def projection_shown(wanted: Wanted, as_json: bool, chart_path: Path | None = None) -> str:
    """What `--finder projection` would use for this, and find."""
    from twicetold.plan.projection_show import projection_for, projection_json, projection_text

    for name in ("bands", "rows", "draws", "shingle", "executors", "cores"):
        if getattr(wanted, name):
            raise SettingsError(f"`--{name}` by cosine", "vectors have none; `--preset meng2018`, or what is chosen")
    if wanted.engine != "local" or chart_path:
        raise SettingsError(
            "a cluster or a chart by cosine", "leave out `--engine` and `--chart`; `--json` has the curve"
        )
    units = _within("--sentences", parse_count(wanted.sentences), 1, 10**15)
    scheme = projection_for(wanted.similarity, wanted.recall, units, wanted.preset)
    return (projection_json if as_json else projection_text)(scheme, wanted.similarity, units)


def cluster_for(wanted: Wanted) -> Cluster | None:
    """The executors that were asked for; None for an engine without any."""
    if wanted.engine not in registry.names("engine"):
        registry.load("engine", wanted.engine)
    if wanted.engine != "spark":
        if wanted.executors is not None or wanted.cores is not None:
            raise SettingsError("`--executors` and `--cores` are for Spark", "add --engine spark")
        return None
    executors = _within("--executors", 4 if wanted.executors is None else wanted.executors, 1, 10**5)
    cores = _within("--cores", 4 if wanted.cores is None else wanted.cores, 1, 10**3)
    memory = parse_bytes(wanted.memory) if wanted.memory else cores * CORE_BYTES
    return Cluster(executors, cores, _within("--memory", memory, 1, 10**18))


def _scheme(wanted: Wanted) -> tuple[Scheme | None, int]:
    """The scheme that was asked for, if any, and the shingle length that goes with it."""
    usual = 12 if wanted.measure == "jaccard" else 5
    by_bands = wanted.bands is not None or wanted.rows is not None
    if sum((bool(wanted.preset), by_bands, bool(wanted.draws))) > 1:
        raise SettingsError("more than one scheme", "give one of --preset, --draws, or --bands with --rows")
    if wanted.preset:
        if wanted.preset not in PRESETS:
            raise SettingsError(f"unknown preset: `{wanted.preset}`", f"Available: {', '.join(PRESETS)}")
        return PRESETS[wanted.preset]
    if by_bands:
        if wanted.bands is None or wanted.rows is None:
            raise SettingsError("--bands and --rows go together", "for example --bands 47 --rows 4")
        bands, rows = (
            _within(name, value, 1, 10**5) for name, value in (("--bands", wanted.bands), ("--rows", wanted.rows))
        )
        return Bands(rows, bands), usual
    return (_draws(wanted.draws), usual) if wanted.draws else (None, usual)


def _draws(text: str) -> Draws:
    """`"20,10,10"` -> `Draws(20, 10, 10)`; a fourth number is the seed."""
    try:
        numbers = [int(each) for each in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 4):
        hint = "give N,K,M or N,K,M,seed: M signatures of K functions each, drawn from N, such as 20,10,10"
        raise SettingsError(f"`--draws {text}` is not three or four numbers", hint)
    for number in numbers[:3]:
        _within(f"--draws {text}", number, 1, MOST_FUNCTIONS)
    _within(f"--draws {text}", numbers[1] * numbers[2], 1, MOST_DRAWN)
    return Draws(*numbers)


def _within(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        # A number of thousands of digits is not worth printing, and Python refuses to.
        told = str(value) if abs(value) < 10**30 else "that number"
        raise SettingsError(f"`{name}`: {told} is out of range", f"give a number from {least:,} to {most:,}")
    return value


def write_chart(plan: Plan, path: Path, force: bool = False) -> None:
    """The S-curve as a file that appears only whole."""
    from twicetold.analyses import charts

    charts.checked(path)
    if path.exists() and not force:
        raise SettingsError(f"`{path}` exists", "add --force to overwrite it")
    if not path.parent.is_dir():
        raise SettingsError(f"`{path.parent}` is not a folder", "make it first, or give --chart another path")
    with tempfile.TemporaryDirectory(prefix="twicetold-") as folder:
        drawn = Path(folder) / f"plan{path.suffix.lower()}"
        chart(plan, drawn)
        with publish(path) as part:
            shutil.copyfile(drawn, part)


def shown(plan: Plan, as_json: bool, cluster: Cluster | None = None) -> str:
    """The plan as `plan_text` says it, or as one line of JSON; with a cluster, what it takes there."""
    if cluster is None:
        return json.dumps(_facts(plan)) + "\n" if as_json else plan_text(plan)
    planned = on_cluster(plan, cluster)
    if as_json:
        return json.dumps({**_facts(plan), "cluster": cluster_facts(planned)}) + "\n"
    return f"{found_text(plan)}\n\n{cluster_text(planned)}"


def _facts(plan: Plan) -> dict[str, Any]:
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
            {"jaccard": each, "found": plan.scheme.recall(each), "formula": plan.scheme.naive(each)} for each in CURVE
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
