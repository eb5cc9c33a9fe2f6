"""What a job gives to be judged: links between members with scores, and the clusters that they made.

From these come the pairs that were found and how sure each is. The score of two members that no link joins directly is
that of the weakest link on the best way between them: at a threshold above it they would not be together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Member = tuple[str, int]  # a document and a position in it; 0 where documents are what is compared
Pair = tuple[Member, Member]  # in order, see `pair_of`


class Link(NamedTuple):
    score: float
    left: Member
    right: Member


@dataclass(frozen=True)
class RunFindings:
    """What one way of comparing found. A member without a cluster is alone.

    Where `chained`, all members of a cluster are pairs; otherwise only those that have a link.
    """

    links: Sequence[Link]
    clusters: Mapping[Member, int] = field(default_factory=dict)
    is_chained: bool = True
    name: str = ""  # of a field, where a job compares several


class Merge(NamedTuple):
    """From this score on, every member of `small` is paired with every one of `large`.

    `into` and `gone` name the two groups; the sets change when the next merge is asked for.
    """

    score: float
    into: Member
    gone: Member
    large: set[Member]
    small: set[Member]


def order_pair(one: Member, two: Member) -> Pair:
    return (one, two) if one <= two else (two, one)


def iterate_merges(found: RunFindings) -> Iterator[Merge]:
    """How the pairs come about, the best first: links a-b 0.9 and b-c 0.8 give {a}+{b}, then {a, b}+{c}."""
    links = sorted(found.links, key=lambda link: (-link.score, link.left, link.right))
    return merge_groups(links) if found.is_chained else merge_single_links(links)


def merge_groups(links: Sequence[Link]) -> Iterator[Merge]:
    """Groups that grow together; the smaller one always joins the larger, so n members are moved n log n times."""
    group: dict[Member, Member] = {}
    groups: dict[Member, set[Member]] = {}
    for score, left, right in links:
        for member in (left, right):
            if member not in group:
                group[member] = member
                groups[member] = {member}
        into, gone = group[left], group[right]
        if into == gone:
            continue
        if len(groups[into]) < len(groups[gone]):
            into, gone = gone, into
        yield Merge(score, into, gone, groups[into], groups[gone])
        small = groups.pop(gone)
        group.update(dict.fromkeys(small, into))
        groups[into] |= small


def merge_single_links(links: Sequence[Link]) -> Iterator[Merge]:
    """Each link alone; of two between the same members the better one."""
    seen: set[Pair] = set()
    for score, left, right in links:
        pair = order_pair(left, right)
        if left != right and pair not in seen:
            seen.add(pair)
            yield Merge(score, left, right, {left}, {right})
