"""What was tuned, as a settings file that the job takes; words that were weighed stand in files beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import tomli_w

from twicetold.config import Aspect, to_dict
from twicetold.tune.threads import Learnt, Tuned


def write(tuned: Tuned, path: Path, measure: str) -> list[Path]:
    """Writes `path` and, for `tuned.toml`, files such as `tuned.question-grams3.tsv`. Gives all that were written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    files, aspects = [], []
    for learnt in tuned.chosen:
        aspect = learnt.aspect
        if learnt.factors:
            beside = path.with_name(f"{path.stem}.{aspect.field}-{aspect.feature}{aspect.shingle or ''}.tsv")
            beside.write_text(_table(learnt), encoding="utf-8")
            files.append(beside)
            aspect = replace(aspect, source=beside.name)
        aspects.append(aspect)
    path.write_text(_settings(tuned, aspects, measure), encoding="utf-8")
    return [path, *files]


def _settings(tuned: Tuned, aspects: list[Aspect], measure: str) -> str:
    best = next(each for each in tuned.tried if each.method == tuned.method)
    listed = [{name: value for name, value in to_dict(aspect).items() if value != ""} for aspect in aspects]
    told = (
        f"# Tuned on {tuned.pairs:,} labelled pairs ({tuned.duplicates:,} duplicates) by {tuned.method}:\n"
        f"# {measure} {best.mean:.3f} on folds that were not seen. Take it with `twicetold threads ... --config`.\n"
    )
    return told + tomli_w.dumps({"threading": {"least_score": tuned.threshold, "aspects": listed}})


def _table(learnt: Learnt) -> str:
    rows = [f"{token}\t{factor:g}" for token, factor in sorted(learnt.factors.items())]
    return "\n".join(["token\tfactor", *rows]) + "\n"
