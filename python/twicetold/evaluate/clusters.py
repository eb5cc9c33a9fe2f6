"""Clusters that were found against clusters that are known, over the members that have a label.

Three measures, from one table of how many members each found and each true cluster share: pairs (precision, recall,
F1), the adjusted Rand index (Hubert and Arabie 1985), and B-cubed (Bagga and Baldwin 1998), a mean over the members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import comb
from typing import NamedTuple

from twicetold.evaluate.findings import Link, Member, Merge, Pair, RunFindings, iterate_merges, order_pair
from twicetold.evaluate.pairs import Agreement, CurvePoint


class BCubed(NamedTuple):
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True)
class ClusterOverlaps:
    """How many members each found cluster, each true one, and each two of them have in common."""

    both: Counter[tuple[Hashable, Hashable]]
    found: Counter[Hashable]
    true: Counter[Hashable]


def count_overlaps(found: Mapping[Member, Hashable], truth: Mapping[Member, Hashable]) -> ClusterOverlaps:
    """The table. A member of the truth that has no cluster is alone in one."""
    both: Counter[tuple[Hashable, Hashable]] = Counter()
    for member, label in truth.items():
        both[found.get(member, ("alone", member)), label] += 1
    one: Counter[Hashable] = Counter()
    two: Counter[Hashable] = Counter()
    for (cluster, label), count in both.items():
        one[cluster] += count
        two[label] += count
    return ClusterOverlaps(both, one, two)


def count_pair_agreement(table: ClusterOverlaps) -> Agreement:
    """Over all pairs of members: together in both, in what was found, in the truth."""
    return Agreement(*(_count_pairs(counts.values()) for counts in (table.found, table.both, table.true)))


def compute_adjusted_rand(table: ClusterOverlaps) -> float:
    """1 for the same clusters, about 0 for what chance would give, down to -0.5 for less than that."""
    found, right, true = count_pair_agreement(table)
    every = comb(table.found.total(), 2)
    chance = found * true / every if every else 0.0
    most = (found + true) / 2
    return 1.0 if most == chance else (right - chance) / (most - chance)


def compute_b_cubed(table: ClusterOverlaps) -> BCubed:
    """For each member, the share of its found cluster that is of its label, and the reverse; the means of both."""
    members = table.found.total()
    if not members:
        return BCubed(1.0, 1.0)
    precision = sum(count * count / table.found[cluster] for (cluster, _), count in table.both.items())
    recall = sum(count * count / table.true[label] for (_, label), count in table.both.items())
    return BCubed(precision / members, recall / members)


def _count_pairs(counts: Iterable[int]) -> int:
    return sum(comb(count, 2) for count in counts)


LabelCounts = dict[Hashable, tuple[int, Member]]  # of a group, per label: how many members, and one of them


@dataclass(frozen=True)
class ClusterGrowth:
    """How the clusters grew along the score, and, for each merge of two labels, one pair that it wrongly joined."""

    points: list[CurvePoint]
    wrong: list[tuple[float, Pair]]


def trace_growth(found: RunFindings, truth: Mapping[Member, Hashable], errors: int) -> ClusterGrowth:
    """The curve over pairs of labelled members; those without a label only link others."""
    true = _count_pairs(Counter(truth.values()).values())
    held: dict[Member, LabelCounts] = {}
    points: list[CurvePoint] = []
    wrong: list[tuple[float, Pair]] = []
    count = right = 0
    every = iterate_merges(
        RunFindings(_keep_cluster_links(found), found.clusters)
    )  # clusters are chains, whatever a pair is
    for score, same in groupby(every, lambda merge: merge.score):
        for merge in same:
            large, small = _take_group_counts(held, merge.into, truth), _take_group_counts(held, merge.gone, truth)
            count += _count_members(large) * _count_members(small)
            right += sum(number * large[label][0] for label, (number, _) in small.items() if label in large)
            if len(wrong) < errors:
                wrong.extend(_find_wrong_pair(merge, large, small))
            held[merge.into] = _merge_label_counts(large, small)
        if count:
            points.append(CurvePoint(score, Agreement(count, right, true)))
    return ClusterGrowth(points, wrong)


def _keep_cluster_links(found: RunFindings) -> list[Link]:
    """The links that hold clusters together; one between two of them has joined nothing."""
    clusters = found.clusters
    return [link for link in found.links if link.left in clusters and clusters[link.left] == clusters.get(link.right)]


def find_split_pairs(found: Mapping[Member, Hashable], truth: Mapping[Member, Hashable]) -> Iterator[Pair]:
    """One miss for each part that a true cluster fell into: its first member, and the first of all."""
    firsts: dict[Hashable, dict[Hashable, Member]] = {}
    for member in sorted(truth):
        firsts.setdefault(truth[member], {}).setdefault(found.get(member, ("alone", member)), member)
    for parts in firsts.values():
        first, *others = parts.values()
        yield from (order_pair(first, other) for other in others)


def _take_group_counts(held: dict[Member, LabelCounts], group: Member, truth: Mapping[Member, Hashable]) -> LabelCounts:
    """A group that was not met yet is its one member."""
    return held.pop(group, {truth[group]: (1, group)} if group in truth else {})


def _count_members(held: LabelCounts) -> int:
    return sum(count for count, _ in held.values())


def _merge_label_counts(large: LabelCounts, small: LabelCounts) -> LabelCounts:
    for label, (count, one) in small.items():
        before = large.get(label, (0, one))
        large[label] = before[0] + count, before[1]
    return large


def _find_wrong_pair(merge: Merge, large: LabelCounts, small: LabelCounts) -> Iterator[tuple[float, Pair]]:
    for label, (_, one) in small.items():
        for other, (_, two) in large.items():
            if label != other:
                yield merge.score, order_pair(one, two)
                return
