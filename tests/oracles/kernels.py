"""The sentence job again, plain and slow: the version one can see is right.

Every two units are compared, so there is no finder here and nothing to miss. Rows are dictionaries with the columns of
`schema`; `job` takes those of `sentences` and gives those of the result.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pyarrow as pa

from tests.oracles import kinds as reference_kinds
from twicetold import _kernels
from twicetold.config import ComparisonSettings, Folding
from twicetold.features import split_words
from twicetold.jobs.sentences.tables import UNCLASSIFIED_MATCHES

Row = dict[str, Any]
Match = tuple[int, int, float]  # two units, the smaller first; their similarity
LEAST_WEIGHT = 40


@dataclass
class Unit:
    """A distinct text and the sentences that read so, in order of document, title and position."""

    text: str
    members: list[Row] = field(default_factory=list)

    @property
    def first(self) -> tuple[str, str, int]:
        return place_of(self.members[0])

    @property
    def documents(self) -> list[tuple[str, str]]:
        return [(row["document"], row["title"]) for row in self.members]


def place_of(row: Row) -> tuple[str, str, int]:
    return row["document"], row["title"], row["position"]


# ---- folding ----

INVISIBLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E),
    (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xE0000, 0xE0FFF),
]  # fmt: skip
WHITE = re.compile(
    "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"
)  # as Unicode has it; Python has more


def normal(text: str, folding: Folding) -> str:
    r"""The form in which texts are compared: `"  The ﬁrst\xa0line. "` -> `"the first line."`"""
    letters = unicodedata.normalize("NFKD", text)
    letters = "".join(each for each in letters if not any(first <= ord(each) <= last for first, last in INVISIBLE))
    if folding.ignore_case:
        letters = "".join(each.lower() for each in letters).replace("ς", "σ")  # each alone: no final sigma
    letters = unicodedata.normalize("NFKC", letters)
    if folding.ignore_punctuation:
        letters = "".join(" " if unicodedata.category(each)[0] == "P" else each for each in letters)
    return " ".join(part for part in WHITE.split(letters) if part)


def weight(text: str) -> int:
    """Characters; a Chinese or Japanese one counts three."""
    wide = [(0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)]
    return sum(3 if any(first <= ord(each) <= last for first, last in wide) else 1 for each in text)


def fold(sentences: list[Row], folding: Folding) -> list[Unit]:
    """The units, in the order of their hashes."""
    units: dict[str, Unit] = {}
    for row in sorted(sentences, key=place_of):
        text = normal(row["text"], folding)
        if text and counts(text, row["block"], folding):
            units.setdefault(text, Unit(text)).members.append(row)
    return [units[text] for text in sorted(units, key=hash_of)]


def counts(text: str, block: str, folding: Folding) -> bool:
    """Whether a sentence counts: its block does, and it is long enough for where it stands."""
    least = folding.min_characters if block in ("prose", "list") else max(folding.min_characters, folding.min_aside)
    return weight(text) >= least and (not folding.blocks or block in folding.blocks)


def hash_of(text: str) -> tuple[int, int]:
    """The 128 bits that number units. By the kernel: they are a published hash, not an idea of ours."""
    hashes = _kernels.identify_texts(pa.array([text], pa.string()), 0, False, False).to_pylist()[0]
    return hashes["high"], hashes["low"]


# ---- similarities ----


def features(text: str, kind: str, length: int) -> list[Any]:
    """Windows of characters or words; a short text has one, of all it has."""
    parts: Any = text if kind == "characters" else words(text)
    if not parts:
        return []
    return [tuple(parts[at : at + length]) for at in range(max(len(parts) - length, 0) + 1)]


def words(text: str) -> list[str]:
    """By the kernel: they are Unicode's rules and dictionaries, not an idea of ours."""
    return split_words(text)


def jaccard(left: str, right: str, kind: str, length: int) -> float:
    ours, theirs = set(features(left, kind, length)), set(features(right, kind, length))
    union = ours | theirs
    return len(ours & theirs) / len(union) if union else float(left == right)


def edit_similarity(left: str, right: str) -> float:
    """`kitten`, `sitting` -> 4/7: three edits in seven."""
    row = list(range(len(right) + 1))
    for at, letter in enumerate(left, 1):
        before, row[0] = row[0], at
        for to, other in enumerate(right, 1):
            before, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, before + (letter != other))
    longer = max(len(left), len(right))
    return (longer - row[-1]) / longer if longer else 1.0


def matches(units: list[Unit], settings: ComparisonSettings, shingle: int) -> list[Match]:
    """Every two units that are compared at all and reach the threshold."""
    matching, kind = settings.matching, settings.finding.feature
    found = []
    for left, right in combinations(range(len(units)), 2):
        one, two = units[left], units[right]
        if not (
            is_compared(one, settings, shingle)
            and is_compared(two, settings, shingle)
            and related(one, two, matching.relation)
        ):
            continue
        is_edit = matching.measure == "edit"
        alike = edit_similarity(one.text, two.text) if is_edit else jaccard(one.text, two.text, kind, shingle)
        if alike >= matching.threshold:
            found.append((left, right, alike))
    return found


def is_compared(unit: Unit, settings: ComparisonSettings, shingle: int) -> bool:
    """Whether a unit has the length that the settings ask for; others are only folded."""
    finding, count = settings.finding, len(features(unit.text, settings.finding.feature, shingle))
    if not finding.min_length and weight(unit.text) < LEAST_WEIGHT:
        return False
    return (finding.min_length or 1) <= count <= (finding.max_length or 10**9)


def related(one: Unit, two: Unit, relation: str) -> bool:
    ours, theirs = set(one.documents), set(two.documents)
    return {"any": True, "across": len(ours | theirs) > 1, "within": bool(ours & theirs)}[relation]


# ---- clusters ----


def components(pairs: list[tuple[int, int]]) -> dict[int, int]:
    """Each unit of the pairs, and the smallest that it can be reached from."""
    found = {unit: unit for pair in pairs for unit in pair}
    changed = True
    while changed:
        changed = False
        for pair in pairs:
            least = min(found[unit] for unit in pair)
            for unit in pair:
                changed |= found[unit] != least
                found[unit] = least
    return found


def break_chains(units: list[Unit], found: list[Match], settings: ComparisonSettings, shingle: int) -> list[set[int]]:
    """Who has the most matches becomes a core; it takes what resembles it and hangs together by matches; and again."""
    matching = settings.matching
    cohesion = matching.cohesion or matching.threshold
    links: dict[int, dict[int, float]] = defaultdict(dict)
    for left, right, alike in found:
        links[left][right] = links[right][left] = alike

    def similarity(one: int, two: int) -> float:
        if matching.measure == "edit":
            return edit_similarity(units[one].text, units[two].text)
        return jaccard(units[one].text, units[two].text, settings.finding.feature, shingle)

    def standing(unit: int) -> tuple[int, int, int]:
        left = [value for other, value in links[unit].items() if other in rest]
        return len(left), sum(map(counted, left)), -unit

    rest, clusters = set(links), []
    while rest:
        core = max(rest, key=standing)
        alike = {unit for unit in rest if unit == core or similarity(core, unit) >= cohesion}
        cluster, edge = {core}, [core]
        while edge:
            reached = [unit for unit in links[edge.pop()] if unit in alike and unit not in cluster]
            cluster.update(reached)
            edge += reached
        rest -= cluster
        if len(cluster) > 1:
            clusters.append(cluster)
    return clusters


def counted(similarity: float) -> int:
    """A similarity, rounded to single precision, in steps of 2^-32: sums then do not depend on the order of adding."""
    return int(struct.unpack("f", struct.pack("f", similarity))[0] * 2**32)


def weakest_link(cluster: set[int], links: list[tuple[float, int, int]]) -> float:
    """The highest similarity at which the cluster still hangs together."""
    for bound, *_ in sorted(links, reverse=True):
        joined = components([(left, right) for value, left, right in links if value >= bound])
        if set(joined) == cluster and len(set(joined.values())) == 1:
            return bound
    return 1.0


def repeats(unit: Unit, relation: str) -> bool:
    """Whether a unit that matches no other is a cluster by its copies."""
    copies = Counter(unit.documents)
    several = len(unit.members) > 1
    return several and {"any": True, "across": len(copies) > 1, "within": max(copies.values()) > 1}[relation]


# ---- the job ----


def job(
    sentences: list[Row],
    settings: ComparisonSettings,
    shingle: int,
    found: set[tuple[str, str]] | None = None,
    documents: Sequence[Row] = (),
) -> dict[str, list[Row]]:
    """The tables of the result. With `found`, only these pairs of texts are candidates."""
    units = fold(sentences, settings.folding)
    matched = matches(units, settings, shingle)
    if found is not None:
        matched = [pair for pair in matched if (units[pair[0]].text, units[pair[1]].text) in found]
    clusters = clusters_of(units, matched, settings, shingle)
    number = {unit: at for at, cluster in enumerate(clusters) for unit in cluster}
    members = [row for at, cluster in enumerate(clusters) for row in members_of(at, cluster, units)]
    named = [named_match(pair, units, number) for pair in matched]
    value = {pair[:2]: pair[2] for pair in matched}
    pairs = reference_kinds.document_pairs(members, settings.matching.document_limit)
    within = Counter(row["left_cluster"] for row in named if is_inside(row))
    classified = []
    for pair, row in zip(matched, named, strict=True):
        if is_inside(row):
            left, right = (units[each].members for each in in_place(pair, units))
            told = reference_kinds.told(inside(row), left, right, pairs, within[row["left_cluster"]], members)
            classified.append(reference_kinds.classified(told))
    classified = in_order(classified, *UNCLASSIFIED_MATCHES.names)
    return {
        "clusters": [
            cluster_row(at, each, units, value)
            | reference_kinds.leading([row for row in classified if row["cluster"] == at])
            for at, each in enumerate(clusters)
        ],
        "members": members,
        "matches": [reference_kinds.match_row(row) for row in classified],
        "bridges": in_order([row for row in named if not is_inside(row)]),
        "document_pairs": pairs,
        "contradictions": reference_kinds.contradictions(classified, list(documents)),
        "aliases": [],  # `oracles/aliases.py` finds them; the texts of the tests that use this have none
    }


def clusters_of(units: list[Unit], matched: list[Match], settings: ComparisonSettings, shingle: int) -> list[set[int]]:
    """The clusters in order: those of matches, and units that repeat without any."""
    clusters = break_chains(units, matched, settings, shingle)
    taken = set().union(*clusters)
    clusters += [
        {each} for each, unit in enumerate(units) if each not in taken and repeats(unit, settings.matching.relation)
    ]
    return sorted(clusters, key=lambda cluster: order_of([units[each] for each in cluster]))


def order_of(cluster: list[Unit]) -> tuple[int, tuple[str, str, int]]:
    """Largest first, ties by first member."""
    return -sum(len(unit.members) for unit in cluster), min(unit.first for unit in cluster)


def members_of(number: int, cluster: set[int], units: list[Unit]) -> list[Row]:
    variants = sorted(cluster, key=lambda each: units[each].first)
    rows = [
        {"cluster": number, **row, "variant": variant}
        for variant, each in enumerate(variants)
        for row in units[each].members
    ]
    return sorted(rows, key=place_of)


def cluster_row(number: int, cluster: set[int], units: list[Unit], value: dict[tuple[int, int], float]) -> Row:
    members = members_of(number, cluster, units)
    links = [(value[pair], *pair) for pair in combinations(sorted(cluster), 2) if pair in value]
    return {
        "cluster": number,
        "size": len(members),
        "documents": len({(row["document"], row["title"]) for row in members}),
        "variants": len(cluster),
        "similarity": weakest_link(cluster, links),
        "example": members[0]["text"],
    }


def named_match(pair: Match, units: list[Unit], number: dict[int, int]) -> Row:
    """A match by the first members of its texts; on the left the one that stands first."""
    left, right = in_place(pair, units)
    row = {"left_cluster": number.get(left), "right_cluster": number.get(right)}
    for side, each in (("left", left), ("right", right)):
        row |= {f"{side}_document": units[each].first[0], f"{side}_position": units[each].first[2]}
    return row | {"similarity": pair[2]}


def in_place(pair: Match, units: list[Unit]) -> list[int]:
    """The two units of a match, the one that stands first first."""
    return sorted(pair[:2], key=lambda each: units[each].first)


def is_inside(row: Row) -> bool:
    return row["left_cluster"] is not None and row["left_cluster"] == row["right_cluster"]


def inside(row: Row) -> Row:
    rest = {name: value for name, value in row.items() if not name.endswith("_cluster")}
    return {"cluster": row["left_cluster"], **rest}


def in_order(rows: list[Row], *by: str) -> list[Row]:
    """By these columns, or by every one; no cluster comes after all clusters."""
    return sorted(rows, key=lambda row: [2**32 if row[name] is None else row[name] for name in by or row])
