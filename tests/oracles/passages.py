"""The runs of `src/passages/match_runs.rs` again in plain slow Python: the version one can see is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Match = tuple[int, int, float]
Run = tuple[int, int, int, int, int, float]  # left first and last, right first and last, sentences, similarity


def diagonals(
    matches: Sequence[Match], min_sentences: int, max_gap: int, left_short: Sequence[int], right_short: Sequence[int]
) -> list[Run]:
    """Again and again the longest chain of what is left, until none is long enough."""
    best: dict[tuple[int, int], float] = {}
    for left, right, similarity in matches:
        best[left, right] = max(similarity, best.get((left, right), similarity))
    free = sorted(best)
    runs = []
    while free:
        chain = longest(free, max_gap, set(left_short), set(right_short))
        lefts, rights = {left for left, _ in chain}, {right for _, right in chain}
        if len(lefts) + len(rights) < 2 * max(min_sentences, 1):
            break
        sentences = min(len(lefts), len(rights))
        if sentences >= min_sentences:
            similarity = sum(best[each] for each in chain) / len(chain)
            runs.append((min(lefts), max(lefts), min(rights), max(rights), sentences, similarity))
        free = [each for each in free if each[0] not in lefts and each[1] not in rights]
    return sorted(runs)


def longest(
    free: list[tuple[int, int]], max_gap: int, left_short: set[int], right_short: set[int]
) -> list[tuple[int, int]]:
    """The chain with most sentences on both sides; of equals the one that ends first."""
    totals: dict[tuple[int, int], int] = {}
    chains: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place in free:
        totals[place], chains[place] = 2, [place]
        for before in steps_to(place, free, max_gap, left_short, right_short):
            total = totals[before] + (before[0] < place[0]) + (before[1] < place[1])
            if total >= totals[place]:  # of equals the nearest
                totals[place], chains[place] = total, [*chains[before], place]
    end = max(free, key=lambda place: (totals[place], (-place[0], -place[1])))
    return chains[end]


def steps_to(
    place: tuple[int, int], free: list[tuple[int, int]], max_gap: int, left_short: set[int], right_short: set[int]
) -> Iterator[tuple[int, int]]:
    """The matches from which a chain may go on to this one."""

    def between(first: int, last: int, short: set[int]) -> int:
        return sum(each not in short for each in range(first + 1, last))

    for before in free:
        goes_on = before[0] <= place[0] and before[1] <= place[1] and before != place
        if (
            goes_on
            and between(before[0], place[0], left_short) <= max_gap
            and between(before[1], place[1], right_short) <= max_gap
        ):
            yield before
