"""The sample. Each finding has a number, a hash of the seed and its names; those with the smallest numbers are drawn.

So the sample depends neither on the order of the rows nor on the machine, a larger sample contains a smaller one, and
memory holds the sample alone, however large the run is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import NamedTuple

from twicetold.errors import SettingsError
from twicetold.label.base import LabelItem

STRATIFIERS = ("kind", "confidence")
BAND_STARTS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9)  # the bands of confidence, each up to the next


class SampledItem(NamedTuple):
    """A finding that was drawn; `stratum` has the number of its stratum, `population` how many findings that has."""

    item: LabelItem
    stratum: int
    population: int


def draw_sample(items: Iterable[LabelItem], count: int, seed: int, stratify: str = "") -> list[SampledItem]:
    """At most `count` findings in a random order: of all, or as many of each stratum as it has and there is room for.

    The numbers of the strata are in a random order too: they should not tell a reader what the program said.
    """
    kept: dict[str, list[tuple[int, LabelItem]]] = {}
    populations: Counter[str] = Counter()
    for item in items:
        stratum = _choose_stratum(item, stratify)
        populations[stratum] += 1
        drawn = kept.setdefault(stratum, [])
        drawn.append((_hash_names(seed, "draw", item.left, item.right), item))
        if len(drawn) >= 2 * count + 1_000:
            drawn[:] = sorted(drawn)[:count]
    if count < len(populations):
        hint = f"give -n {len(populations)} or more, better 20 for each"
        raise SettingsError(f"`-n {count}` is too few for {len(populations)} strata", hint)
    sizes = allocate_sample(populations, count)
    numbers = {name: number for number, name in enumerate(sorted(populations, key=lambda n: _hash_names(seed, n)), 1)}
    sample = [
        SampledItem(item, numbers[stratum], populations[stratum])
        for stratum, drawn in kept.items()
        for _, item in sorted(drawn)[: sizes[stratum]]
    ]
    return sorted(sample, key=lambda each: (_hash_names(seed, "order", *each.item[:2]), each.item[:2]))


def allocate_sample(populations: Mapping[str, int], count: int) -> dict[str, int]:
    """How many to draw of each stratum: equally many, and what a small one does not have goes to the others.

    `({"drift": 5, "template": 900, "copyedit": 100}, 60)` -> 5, 28, 27
    """
    sizes: dict[str, int] = {}
    left = count
    for place, name in enumerate(sorted(populations, key=lambda each: (populations[each], each))):
        sizes[name] = min(populations[name], left // (len(populations) - place))
        left -= sizes[name]
    return sizes


def find_band(confidence: float) -> float:
    """Where the band of a confidence begins: `0.93` -> 0.9"""
    return max(start for start in BAND_STARTS if start <= max(confidence, 0.0))


def _choose_stratum(item: LabelItem, stratify: str) -> str:
    if stratify == "kind":
        return item.said
    if stratify == "confidence":
        if item.confidence is None:
            raise SettingsError("these findings have no confidence", "use --stratify kind")
        return str(find_band(item.confidence))
    return ""


def _hash_names(seed: int, *names: str) -> int:
    """A number that is the same on every machine. Lengths are hashed too, so that no two lists of names agree."""
    parts = [str(seed), *(f"{len(name)}:{name}" for name in names)]
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")
