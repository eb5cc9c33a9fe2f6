"""How many functions a sketch has, and what a look at it loses."""

import numpy as np
import pytest

from twicetold.plan.recall import compute_band_recall
from twicetold.plan.sketches import MOST_FUNCTIONS, choose_sketched_bands, compute_least_shared, compute_lost_share


@pytest.mark.parametrize("similarity", [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0])
@pytest.mark.parametrize("recall", [0.9, 0.99, 0.999])
def test_bands_reach_the_recall_with_as_many_rows_as_fit(similarity, recall):
    bands = choose_sketched_bands(similarity, recall)
    assert bands.functions <= MOST_FUNCTIONS
    assert compute_band_recall(similarity, bands.rows, bands.bands) >= recall
    more = MOST_FUNCTIONS // (bands.rows + 1)
    assert bands.rows == 32 or compute_band_recall(similarity, bands.rows + 1, more) < recall


def test_what_no_bands_can_reach_has_none():
    assert choose_sketched_bands(0.01, 0.99) is None


def test_what_is_lost_is_the_chance_to_share_fewer_than_the_least():
    """Against drawing: pairs that share a byte as often as two sets of this similarity do."""
    functions, similarity, draws = 256, 0.5, 300_000
    least = compute_least_shared(functions, similarity)
    draw = np.random.default_rng(4).binomial(functions, similarity + (1 - similarity) / 256, draws)
    assert (draw < least).mean() == pytest.approx(compute_lost_share(functions, similarity), abs=2e-5)
    assert 0 < compute_lost_share(functions, similarity) < 1e-4


def test_few_functions_let_more_through():
    assert [compute_least_shared(functions, 0.8) for functions in (16, 64, 208)] == [6, 38, 143]
