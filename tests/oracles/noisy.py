"""Passages in noisy text again, slow and plain: letters, grams by comparison, chains, alignment in whole tables."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

GRAM, MOST_PLACES, LEAST_CHAIN, MOST_GAP = 7, 8, 18.0, 250
DROP, MOST_LOSS, LEAST_SCORE, LEAST_SHARE, BAND, NEVER = 40, 120, 80, 0.55, 12, -(2**30)
DIGITS = {"0": "o", "1": "l", "5": "s"}


class Span(NamedTuple):
    left: tuple[int, int]
    right: tuple[int, int]
    matches: int
    score: int


def fold(text: str) -> tuple[str, list[int]]:
    """The letters of a text without Chinese, and where each stands."""
    kept = [
        (DIGITS.get(each, unicodedata.normalize("NFKD", each)[0].lower()[0]), at)
        for at, each in enumerate(text)
        if each.isalnum()
    ]
    return "".join(letter for letter, _ in kept), [at for _, at in kept]


def hits(left: str, right: str) -> list[tuple[int, int]]:
    found = []
    for at in range(len(left) - GRAM + 1):
        same = [to for to in range(len(right) - GRAM + 1) if right[to : to + GRAM] == left[at : at + GRAM]]
        found += [(at, to) for to in same] if len(same) <= MOST_PLACES else []
    return found


def stretches(points: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Left, right and length of what is the same on one diagonal."""
    left = set(points)
    found = []
    for one, two in sorted(points):
        if (one, two) not in left:
            continue
        end = one
        while any((end + step, end + step - one + two) in left for step in range(1, GRAM + 1)):
            end = next(end + step for step in range(1, GRAM + 1) if (end + step, end + step - one + two) in left)
        left -= {(at, at - one + two) for at in range(one, end + 1)}
        found.append((one, two, end + GRAM - one))
    return sorted(found)


def step_cost(before: tuple[int, int, int], now: tuple[int, int, int]) -> float | None:
    (one, two, length), (left, right, own) = before, now
    if left <= one or right <= two:
        return None
    overlap = max(one + length - left, two + length - right, 0)
    gaps = left + overlap - one - length, right + overlap - two - length
    gap, drift = max(gaps), abs(gaps[0] - gaps[1])
    if overlap >= own or gap > MOST_GAP or drift > 6 + gap // 6:
        return None
    return overlap + 0.06 * gap + 0.5 * drift


def chains(every: list[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    scores: list[float] = []
    before: list[int | None] = []
    for at, now in enumerate(every):
        best: tuple[float, int | None] = float(now[2]), None
        for other in reversed(range(at)):
            cost = step_cost(every[other], now)
            if cost is not None and scores[other] + now[2] - cost > best[0]:
                best = scores[other] + now[2] - cost, other
        scores.append(best[0])
        before.append(best[1])
    used: set[int] = set()
    found = []
    for last in sorted((at for at in range(len(every)) if scores[at] >= LEAST_CHAIN), key=lambda at: (-scores[at], at)):
        own, at = [], last
        while at is not None and at not in used:
            own.append(at)
            at = before[at]
        if own and scores[last] - (scores[at] if at is not None else 0.0) >= LEAST_CHAIN:
            used |= set(own)
            found.append([every[each] for each in reversed(own)])
    return found


def align(left: str, right: str) -> tuple[int, int]:
    """Score and matches of both sides aligned whole within the band."""
    reach = BAND + abs(len(left) - len(right))

    @cache
    def cell(row: int, at: int) -> tuple[int, int]:
        if row and not max(row - reach, 0) <= at <= min(row + reach, len(right)):
            return NEVER, 0
        ways = [(0, 0)] if row == at == 0 else []
        if row and at:
            score, matches = cell(row - 1, at - 1)
            same = left[row - 1] == right[at - 1]
            ways.append((score + 2, matches + 1) if same else (score - 2, matches))
        if row:
            ways.append((cell(row - 1, at)[0] - 2, cell(row - 1, at)[1]))
        if at:
            ways.append((cell(row, at - 1)[0] - 2, cell(row, at - 1)[1]))
        return max(ways)

    for row in range(len(left)):
        cell(row, min(row, len(right)))  # not too deep at once
    return cell(len(left), len(right))


def extend(left: str, right: str) -> tuple[int, int, int, int]:
    """How far both sides go on together: letters of the left, of the right, matches, score."""
    best = (0, 0, 0, 0)
    above = {at: (-2 * at, 0) for at in range(len(right) + 1) if -2 * at >= -DROP}
    for row, letter in enumerate(left, start=1):
        now: dict[int, tuple[int, int]] = {}
        for at in range(len(right) + 1):
            ways = [(above[at][0] - 2, above[at][1])] if at in above else []
            ways += [(now[at - 1][0] - 2, now[at - 1][1])] if at - 1 in now else []
            if at - 1 in above:
                score, matches = above[at - 1]
                ways.append((score + 2, matches + 1) if right[at - 1] == letter else (score - 2, matches))
            if ways and max(ways)[0] >= best[3] - DROP:
                now[at] = max(ways)
                if now[at][0] > best[3]:
                    best = (row, at, now[at][1], now[at][0])
        above = now
    return best


def joined(left: str, right: str, chain: list[tuple[int, int, int]]) -> list[Span]:
    found: list[Span] = []
    for one, two, length in chain:
        new = Span((one, one + length), (two, two + length), length, 2 * length)
        if found:
            last = found[-1]
            overlap = max(last.left[1] - one, last.right[1] - two, 0)
            score, matches = align(left[last.left[1] : one + overlap], right[last.right[1] : two + overlap])
            if score > -MOST_LOSS:
                sums = last.matches + matches + length - overlap, last.score + score + 2 * (length - overlap)
                found[-1] = Span((last.left[0], one + length), (last.right[0], two + length), *sums)
                continue
        found.append(new)
    return found


def room(taken: list[tuple[int, int]], span: tuple[int, int], length: int) -> tuple[int, int] | None:
    if any(start < span[1] and span[0] < end for start, end in taken):
        return None
    return max([0, *(end for _, end in taken if end <= span[0])]), min(
        [length, *(start for start, _ in taken if start >= span[1])]
    )


def locate(left: str, right: str, least: int, either: bool) -> list[tuple[int, int, int, int, float]]:
    """The passages of two texts: start and end on both sides, similarity."""
    (one, ones), (two, twos) = fold(left), fold(right)
    kept: list[Span] = []
    for chain in chains(stretches(hits(one, two))):
        for span in joined(one, two, chain):
            rooms = (
                room([each.left for each in kept], span.left, len(one)),
                room([each.right for each in kept] if either else [], span.right, len(two)),
            )
            if rooms[0] is None or rooms[1] is None:
                continue
            after = extend(one[span.left[1] : rooms[0][1]], two[span.right[1] : rooms[1][1]])
            before = extend(one[rooms[0][0] : span.left[0]][::-1], two[rooms[1][0] : span.right[0]][::-1])
            new = Span(
                (span.left[0] - before[0], span.left[1] + after[0]),
                (span.right[0] - before[1], span.right[1] + after[1]),
                span.matches + before[2] + after[2],
                span.score + before[3] + after[3],
            )
            lengths = [
                places[end - 1] + 1 - places[start] for places, (start, end) in ((ones, new.left), (twos, new.right))
            ]
            if min(lengths) >= least and new.score >= LEAST_SCORE and share(new) >= LEAST_SHARE:
                kept.append(new)
    return sorted(
        (ones[a], ones[b - 1] + 1, twos[c], twos[d - 1] + 1, share(each))
        for each in kept
        for (a, b), (c, d) in [each[:2]]
    )


def share(span: Span) -> float:
    return 2 * span.matches / (span.left[1] - span.left[0] + span.right[1] - span.right[0])
