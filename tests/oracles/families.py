"""The best text of copies again, slow and plain: whole tables of alignment, a vote at each letter and between letters."""

from __future__ import annotations

from collections.abc import Sequence


def align(core: str, own: str) -> list[tuple[int, int]]:
    """Which letters stand side by side where both texts are aligned whole: a letter wins 1 or loses 1, a gap loses 1."""
    scores = [[0] * (len(own) + 1) for _ in range(len(core) + 1)]
    for row in range(len(core) + 1):
        for column in range(len(own) + 1):
            if row == 0 or column == 0:
                scores[row][column] = -(row + column)
                continue
            same = 1 if core[row - 1] == own[column - 1] else -1
            scores[row][column] = max(
                scores[row - 1][column - 1] + same, scores[row - 1][column] - 1, scores[row][column - 1] - 1
            )
    pairs, row, column = [], len(core), len(own)
    while row and column:
        same = 1 if core[row - 1] == own[column - 1] else -1
        if scores[row][column] == scores[row - 1][column - 1] + same:
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif scores[row][column] == scores[row - 1][column] - 1:
            row -= 1
        else:
            column -= 1
    return pairs[::-1]


def vote(length: int, ballots: Sequence[tuple[str, Sequence[tuple[int, int]], int]]) -> str:
    """The text that ballots elect: a text, which of its letters stand beside which of the common text, and a weight."""
    text = ""
    for at in range(length):
        votes: dict[str, int] = {}
        added: dict[str, int] = {}
        without = 0
        for own, pairs, weight in ballots:
            if not pairs or not pairs[0][0] <= at <= pairs[-1][0]:
                continue
            beside = dict(pairs)
            letter = own[beside[at]] if at in beside else ""
            votes[letter] = votes.get(letter, 0) + weight
            if at < pairs[-1][0]:
                last = max(core for core, _ in pairs if core <= at)
                following = min(core for core, _ in pairs if core > at)
                between = own[beside[last] + 1 : beside[following]] if last == at else ""
                if between:
                    added[between] = added.get(between, 0) + weight
                else:
                    without += weight
        if votes:
            text += max(votes, key=lambda letter: votes[letter])
        if added:
            best = max(added, key=lambda letters: added[letters])
            text += best if added[best] > without else ""
    return text
