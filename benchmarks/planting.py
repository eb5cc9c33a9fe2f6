"""Documents with planted passages: stretches of one put into another, and where they then stand in both.

A stretch is three to ten sentences of running text. It is planted as it is or with a few words replaced; whole, or from
the middle of a sentence into the middle of another. Every document gets one. What `stretches` calls a sentence is
found by a plain pattern of its own, not by the splitter that is measured.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from twicetold.evaluate.truth import PassageSpans, Span
from twicetold.jobs.passages.plagdet import measure_coverage

SEED = 20130401
FORMS = ("verbatim", "edited", "verbatim, mid-sentence", "edited, mid-sentence")
LEAST, MOST = 3, 10  # sentences
REPLACED = 0.05  # of the words of an edited stretch
END = re.compile(r"(?<=[a-z0-9)\]\"][.!?])\s+(?=[A-Z\"(])")
WORD = re.compile(r"[A-Za-z]{3,}|[\u4e00-\u9fff]")
NO_PROSE = re.compile(r"\f|\[Page|\.\.\.|---|===|\+-|\||copyright|rfc ?2119", re.IGNORECASE)


@dataclass(frozen=True)
class Planted:
    """A stretch of the document `source`, put into the document `target`; where, in the texts as they then are."""

    form: str
    source: int
    target: int
    place: PassageSpans  # left in the source, right in the target


@dataclass(frozen=True)
class Plan:
    """A stretch of the source and a place in the target, in the texts as they were."""

    form: str
    source: int
    target: int
    stretch: Span
    at: int
    before: str
    text: str
    after: str

    @property
    def whole(self) -> str:
        return self.before + self.text + self.after


def read(folder: Path, count: int) -> dict[str, str]:
    """`count` files by name, drawn by a seed: fewer are a part of more. What is not UTF-8 is taken for Latin-1."""
    names = sorted(path.name for path in folder.iterdir() if path.suffix == ".txt")
    random.Random(SEED).shuffle(names)
    return {name: decoded((folder / name).read_bytes()) for name in names[:count]}


def decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def plant(texts: Sequence[str], seed: int = SEED) -> tuple[list[str], list[Planted]]:
    """The texts with a stretch of another in each that has room for one."""
    draw = random.Random(seed)
    ends = [[match.end() for match in END.finditer(text)] for text in texts]
    sources = list(range(len(texts)))
    draw.shuffle(sources)
    plans: list[Plan] = []
    for target in range(len(texts)):
        plan = planned(texts, ends, sources[target], target, FORMS[target % len(FORMS)], draw)
        if plan:
            plans.append(plan)
    kept = {plan.target: plan for plan in without_clash(plans)}
    changed = [inserted(text, kept.get(number)) for number, text in enumerate(texts)]
    return changed, [placed(plan, kept.get(plan.source)) for plan in kept.values()]


def planned(
    texts: Sequence[str], ends: Sequence[list[int]], source: int, target: int, form: str, draw: random.Random
) -> Plan | None:
    """A stretch and its place; None where either document has no running text to offer."""
    found = stretch(texts[source], ends[source], draw)
    if found is None or source == target or not ends[target]:
        return None
    at, before, after = draw.choice(ends[target]), "\n\n   ", "\n\n"
    if "mid" in form:
        begun = mid(texts[source], found, draw)
        inside = re.compile(r"\s").search(texts[target], min(at + 40, len(texts[target]) - 1))
        found, at, before, after = begun, inside.end() if inside else at, "", " "
    text = texts[source][slice(*found)]
    text = edited(text, texts[target], draw) if form.startswith("edited") else text
    return Plan(form, source, target, found, at, before, text, after)


def stretch(text: str, ends: list[int], draw: random.Random) -> Span | None:
    """Some sentences of running text; what stands near a document's head and foot is everybody's, so not from there."""
    inner = [end for end in ends if 0.15 * len(text) < end < 0.85 * len(text)]
    for _ in range(40):
        count = draw.randint(LEAST, MOST)
        if len(inner) <= count:
            return None
        first = draw.randrange(len(inner) - count)
        start, end = inner[first], inner[first + count]
        if is_prose(text[start:end]):
            return start, start + len(text[start:end].rstrip())
    return None


def is_prose(text: str) -> bool:
    """Whether most of it is letters, and nothing in it of a table, a figure or a page's end."""
    seen = "".join(text.split())
    letters = sum(map(str.isalpha, seen))
    return 150 <= len(seen) <= 3000 and letters >= 0.85 * len(seen) and not NO_PROSE.search(text)


def mid(text: str, found: Span, draw: random.Random) -> Span:
    """The stretch from the third to sixth word on."""
    words = [match.start() for match in WORD.finditer(text, *found)]
    return words[min(draw.randint(3, 6), len(words) - 1)], found[1]


def edited(text: str, other: str, draw: random.Random, share: float = REPLACED) -> str:
    """With a few words (Chinese: characters) replaced by words of another text, two at least."""
    words = list(WORD.finditer(text))
    chosen = draw.sample(words, min(len(words), max(2, round(share * len(words)))))
    own = WORD.findall(other) or ["other"]
    for match in sorted(chosen, key=lambda match: -match.start()):
        text = text[: match.start()] + draw.choice(own) + text[match.end() :]
    return text


def without_clash(plans: Sequence[Plan]) -> list[Plan]:
    """Those that do not put text into the midst of a stretch that another one takes."""
    taken = {plan.source: plan.stretch for plan in plans}
    return [plan for plan in plans if not (span := taken.get(plan.target)) or not span[0] < plan.at < span[1]]


def inserted(text: str, plan: Plan | None) -> str:
    return text[: plan.at] + plan.whole + text[plan.at :] if plan else text


def placed(plan: Plan, into_source: Plan | None) -> Planted:
    """Where both sides stand once all is put in."""
    moved = len(into_source.whole) if into_source and into_source.at <= plan.stretch[0] else 0
    start = plan.at + len(plan.before)
    left = plan.stretch[0] + moved, plan.stretch[1] + moved
    return Planted(plan.form, plan.source, plan.target, PassageSpans(left, (start, start + len(plan.text))))


def recalls(planted: Sequence[Planted], found: dict[tuple[int, int], list[PassageSpans]]) -> dict[str, float]:
    """The share of planted characters that were found, on both sides, for each form and for all.

    `found` has the passages of two documents, the lower number on the left.
    """
    shares: dict[str, list[tuple[float, int]]] = {}
    for each in planted:
        place, pair = each.place, (each.source, each.target)
        if each.source > each.target:
            place, pair = PassageSpans(place.right, place.left), (each.target, each.source)
        length = sum(end - start for start, end in place)
        share = measure_coverage(place, found.get(pair, []))[0]
        for name in ("all", each.form):
            shares.setdefault(name, []).append((share * length, length))
    return {name: sum(one for one, _ in own) / sum(two for _, two in own) for name, own in shares.items()}
