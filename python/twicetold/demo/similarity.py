"""Exact edit similarity for the truth tables, without a library.

Levenshtein by bit vectors (Myers 1999, in Hyyrö's form): Python's long integers hold a whole column of the matrix, so a
pair of sentences takes about 0.1 ms.
"""

from __future__ import annotations


def compute_distance(left: str, right: str) -> int:
    """Insertions, deletions and substitutions that turn one text into the other: `("mill", "mile")` -> 1"""
    if left == right:
        return 0
    if not left or not right:
        return len(left) + len(right)
    size = len(left)
    full = (1 << size) - 1
    last = 1 << (size - 1)
    places: dict[str, int] = {}
    for number, character in enumerate(left):
        places[character] = places.get(character, 0) | 1 << number
    up, down, score = full, 0, size
    for character in right:
        match = places.get(character, 0)
        diagonal = (((match & up) + up) ^ up) | match | down
        rise = down | ~(diagonal | up) & full
        fall = up & diagonal
        if rise & last:
            score += 1
        elif fall & last:
            score -= 1
        rise = rise << 1 | 1
        fall <<= 1
        up = (fall | ~(diagonal | rise)) & full
        down = rise & diagonal & full
    return score


def compute_edit_similarity(left: str, right: str) -> float:
    """1 - distance / length of the longer: `("mill", "mile")` -> 0.75; two empty texts are equal, 1.0"""
    longer = max(len(left), len(right))
    return 1.0 - compute_distance(left, right) / longer if longer else 1.0
