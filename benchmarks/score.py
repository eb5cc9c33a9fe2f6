"""Recall and precision of pairs or flags against an exact truth, of all texts or of a sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


@dataclass(frozen=True)
class Score:
    """`recall` is the share of true pairs found, `precision` the share of found pairs that are true; nan for none."""

    recall: float
    precision: float
    true: int


def join_numbers(left: NDArray[np.uint32], right: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Join two columns to a number for each pair: `(1, 2)` -> 2^32 + 2"""
    return np.asarray(left, np.uint64) << np.uint64(32) | np.asarray(right, np.uint64)


def list_keys(table: pa.Table) -> NDArray[np.uint64]:
    return join_numbers(np.asarray(table["left"]), np.asarray(table["right"]))


def score_pairs(found: NDArray[np.uint32], truth: pa.Table, sample: NDArray[np.int64] | None = None) -> Score:
    """Score pairs, one in a row; with a `sample`, only pairs with a side in it count."""
    if sample is not None:
        found = found[np.isin(found, sample).any(axis=1)]
    own, true = join_numbers(found[:, 0], found[:, 1]), list_keys(truth)
    right = len(np.intersect1d(own, true))
    return Score(_compute_share(right, len(true)), _compute_share(right, len(own)), len(true))


def score_flags(flags: NDArray[np.bool_], truth: pa.Table, sample: NDArray[np.int64] | None = None) -> Score:
    """Score flags: a text is rightly flagged if it is in a true pair."""
    in_pair = np.zeros(len(flags), bool)
    in_pair[np.asarray(truth["left"])] = True
    in_pair[np.asarray(truth["right"])] = True
    if sample is not None:
        flags, in_pair = flags[sample], in_pair[sample]
    right = int((flags & in_pair).sum())
    return Score(_compute_share(right, int(in_pair.sum())), _compute_share(right, int(flags.sum())), int(in_pair.sum()))


def score_findings(
    found: NDArray[np.uint32] | NDArray[np.bool_], truth: pa.Table, sample: NDArray[np.int64] | None = None
) -> Score:
    if found.dtype == np.bool_:
        return score_flags(np.asarray(found, np.bool_), truth, sample)
    return score_pairs(np.asarray(found, np.uint32), truth, sample)


def _compute_share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
