"""Cluster measures again, over every pair and every member: what one can see is right."""

from fractions import Fraction
from itertools import combinations


def pair_counts(found, truth):
    """Pairs of members: together as found, in both, in truth; and all there are."""
    pairs = list(combinations(truth, 2))
    one = [found[left] == found[right] for left, right in pairs]
    two = [truth[left] == truth[right] for left, right in pairs]
    both = sum(left and right for left, right in zip(one, two, strict=True))
    return sum(one), both, sum(two), len(pairs)


def adjusted_rand(found, truth):
    """By the four sorts of pairs, as Steinley (2004) writes it: another formula than ours."""
    together, both, true, every = pair_counts(found, truth)
    only_found, only_true = together - both, true - both
    neither = every - both - only_found - only_true
    below = (both + only_found) * (only_found + neither) + (both + only_true) * (only_true + neither)
    return Fraction(2 * (both * neither - only_found * only_true), below) if below else Fraction(1)


def b_cubed(found, truth):
    """The mean over members of how its two clusters overlap."""
    precision = recall = Fraction(0)
    for member in truth:
        own = {other for other in truth if found[other] == found[member]}
        true = {other for other in truth if truth[other] == truth[member]}
        precision += Fraction(len(own & true), len(own))
        recall += Fraction(len(own & true), len(true))
    return precision / len(truth), recall / len(truth)
