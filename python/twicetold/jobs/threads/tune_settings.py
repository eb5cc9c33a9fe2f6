"""What was tuned, as a settings file that the job takes; words that were weighed are in files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import tomli_w

from twicetold.jobs.threads.settings import Aspect


@dataclass(frozen=True)
class LearntAspect:
    """An aspect with the factors of its words."""

    aspect: Aspect
    factors: dict[str, float]


def write_aspect_settings(
    path: Path, head: str, learnt: Sequence[LearntAspect], threshold: float, pair_threshold: float
) -> list[Path]:
    """Write `path` and, for `tuned.toml`, files such as `tuned.question-grams3.tsv`. Gives all that were written.

    `threshold` is that of matches in a whole forum, `pair_threshold` that of labelled pairs.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    files, aspects = [], []
    for each in learnt:
        aspect = each.aspect
        if each.factors:
            beside = path.with_name(f"{path.stem}.{aspect.field}-{aspect.feature}{aspect.shingle or ''}.tsv")
            beside.write_text(_format_factors(each), encoding="utf-8")
            files.append(beside)
            aspect = replace(aspect, source=beside.name)
        aspects.append(aspect)
    listed = [{name: value for name, value in asdict(aspect).items() if value != ""} for aspect in aspects]
    values = {"compare": "fields", "threshold": threshold, "pair_threshold": pair_threshold, "aspects": listed}
    path.write_text(head + tomli_w.dumps({"threads": values}), encoding="utf-8")
    return [path, *files]


def _format_factors(learnt: LearntAspect) -> str:
    rows = [f"{token}\t{factor:g}" for token, factor in sorted(learnt.factors.items())]
    return "\n".join(["token\tfactor", *rows]) + "\n"
