"""Where everything planted goes, by arithmetic alone.

A corpus is cut into blocks of 50 articles and 1,000 sentences. Members of clusters are numbered through; a number times
a constant, modulo the count, is a slot; slots are shared out over the blocks. So a block knows what is planted in it
without a list of all, and the members of a cluster lie far apart. Sizes of clusters repeat like a deck of cards, in
an order in which every stretch has the published shares; only the largest clusters, one in a hundred, are listed.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import gcd

BLOCK_SENTENCES = 1_000
PAGE_LENGTHS = (
    4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 20, 20,
    21, 22, 22, 23, 24, 25, 26, 27, 28, 30, 31, 33, 35, 38, 42, 47, 62, 76,
)  # fmt: skip
"""Sentences in the 50 articles of a block, 1,000 in all."""

DECK: dict[str, dict[int, int]] = {
    "identical": {2: 168, 3: 36, 4: 13, 5: 7, 6: 3, 7: 2, 8: 1, 9: 1, 10: 1},
    "template": {2: 122, 3: 60, 4: 34, 5: 22, 6: 13, 7: 10, 8: 8, 9: 6, 10: 5},
    "copyedit": {2: 102, 3: 10, 4: 4},
    "reference": {2: 9, 3: 4, 4: 2},
    "other": {2: 42, 3: 3},
}
"""Clusters of each kind and size in a deck of 688. Beside it there are 90 facts and some 222 clusters of passages."""
_TAIL_KINDS = ("template", "template", "identical", "template", "template", "reference", "template", "template")
_PASSAGES_PER_DECK = 40
_FACTS_PER_DECK = 90
PASSAGE_LENGTHS = (3, 5, 4, 8, 3, 6, 4, 3, 12, 5, 3, 7, 4, 6, 10, 3, 5, 9, 4, 7)


@lru_cache(maxsize=1)
def _build_deck() -> tuple[tuple[tuple[str, int], ...], tuple[int, ...]]:
    """The deck as (kind, size), each sort spread evenly, and the number of members before each card."""
    cards = []
    for kind, sizes in DECK.items():
        for size, count in sizes.items():
            cards += [((2 * rank + 1) * 1_000_000 // (2 * count), kind, size) for rank in range(count)]
    order = tuple((kind, size) for _, kind, size in sorted(cards))
    return order, tuple(accumulate((size for _, size in order), initial=0))


@dataclass(frozen=True)
class Layout:
    """Where clusters, passages and near misses go in a corpus of `sentences`, `duplicate_share` of them in clusters."""

    sentences: int
    duplicate_share: float

    @property
    def blocks(self) -> int:
        return -(-self.sentences // BLOCK_SENTENCES)

    @cached_property
    def cluster_count(self) -> int:
        """Clusters in all, so that their members are the wanted share of the sentences."""
        wanted = self.sentences * self.duplicate_share
        _, starts = _build_deck()
        estimate = wanted / 3
        for _ in range(20):
            tail = sum(_compute_tail_sizes(round(estimate / 100)))
            per_cluster = (starts[-1] + 2 * _FACTS_PER_DECK + 2 * 5.55 * _PASSAGES_PER_DECK) / 1000
            clusters = max(0.0, (wanted - tail) / per_cluster) + round(estimate / 100)
            estimate = (estimate + clusters) / 2
        return round(estimate)

    @cached_property
    def tail(self) -> tuple[int, ...]:
        """Sizes of the largest clusters, largest first; at 100 million sentences the first has about 40,000."""
        return tuple(_compute_tail_sizes(round(self.cluster_count / 100)))

    @cached_property
    def tail_starts(self) -> tuple[int, ...]:
        return tuple(accumulate(self.tail, initial=0))

    @cached_property
    def passages(self) -> int:
        """Copied passages; none where no block is whole, since a short corpus has no room."""
        return round(self.cluster_count * _PASSAGES_PER_DECK / 1000) if self.sentences >= BLOCK_SENTENCES else 0

    @cached_property
    def deck_clusters(self) -> int:
        return max(0, round((self.cluster_count - len(self.tail)) * len(_build_deck()[0]) / 1000))

    @cached_property
    def members(self) -> int:
        """Members of all clusters that are not part of a passage."""
        order, starts = _build_deck()
        decks, rest = divmod(self.deck_clusters, len(order))
        return self.tail_starts[-1] + decks * starts[-1] + starts[rest]

    @cached_property
    def near_misses(self) -> int:
        """Pairs that look alike and are not: one for every 500 sentences."""
        return self.sentences // 500

    @cached_property
    def facts(self) -> int:
        """Pairs of sentences that state one fact: contradictions, updates, and what looks like them."""
        return round(self.cluster_count * _FACTS_PER_DECK / 1000)

    @property
    def first_fact_cluster(self) -> int:
        return len(self.tail) + self.deck_clusters

    @property
    def first_passage_cluster(self) -> int:
        return self.first_fact_cluster + self.facts

    def locate_member(self, member: int) -> tuple[int, int]:
        """The cluster of a member, and its number in it."""
        if member < self.tail_starts[-1]:
            cluster = bisect_right(self.tail_starts, member) - 1
            return cluster, member - self.tail_starts[cluster]
        order, starts = _build_deck()
        deck, place = divmod(member - self.tail_starts[-1], starts[-1])
        card = bisect_right(starts, place) - 1
        return len(self.tail) + deck * len(order) + card, place - starts[card]

    def find_kind_and_size(self, cluster: int) -> tuple[str, int]:
        """For clusters that are not part of a passage."""
        if cluster < len(self.tail):
            return _TAIL_KINDS[cluster % len(_TAIL_KINDS)], self.tail[cluster]
        order, _ = _build_deck()
        return order[(cluster - len(self.tail)) % len(order)]

    def list_members(self, block: int) -> list[tuple[int, int]]:
        """(cluster, member) of the cluster members in this block."""
        return [self.locate_member(number) for number in _list_block_numbers(self.members, block, self.sentences)]

    def list_passages(self, block: int) -> list[tuple[int, int]]:
        """(passage, end) in this block; end 0 is where it comes from, end 1 the copy."""
        whole = self.sentences // BLOCK_SENTENCES * BLOCK_SENTENCES
        return [divmod(number, 2) for number in _list_block_numbers(2 * self.passages, block, whole)]

    def list_facts(self, block: int) -> list[int]:
        """The facts in this block; both sides of one are."""
        return sorted(_list_block_numbers(self.facts, block, self.sentences))

    def list_near_misses(self, block: int) -> list[tuple[int, int]]:
        """(pair, side) of the near misses in this block."""
        return [divmod(number, 2) for number in _list_block_numbers(2 * self.near_misses, block, self.sentences)]


def _list_block_numbers(count: int, block: int, sentences: int) -> list[int]:
    """Which of `count` numbers lie in this block of a corpus of so many sentences; neighbours lie far apart."""
    if not count or block * BLOCK_SENTENCES >= sentences:
        return []
    first = count * block * BLOCK_SENTENCES // sentences
    last = count * min((block + 1) * BLOCK_SENTENCES, sentences) // sentences
    factor = _compute_scatter_factor(count)
    return [slot * factor % count for slot in range(first, last)]


@lru_cache(maxsize=16)
def _compute_scatter_factor(count: int) -> int:
    """The factor that maps slots to numbers one to one, modulo `count`."""
    factor = max(1, count * 618_034 // 1_000_000)
    while gcd(factor, count) != 1:
        factor += 1
    return pow(factor, -1, count)


def _compute_tail_sizes(count: int) -> list[int]:
    """A power law: `count` 2 -> [21, 11], 1,710 -> [9560, 5091, ...]"""
    return [round(11 * (count / rank) ** (1 / 1.1)) for rank in range(1, count + 1)]
