"""Bands of a single stream: they cover the truth as often as they say, also where mistakes come together."""

import numpy as np
import pytest

from onlinelearn.numerics.block_bootstrap import window_intervals


def test_the_interval_of_equal_blocks_is_their_error() -> None:
    found = window_intervals(np.full(12, 3), np.full(12, 20), 10)
    np.testing.assert_allclose(found, np.full((3, 2), 0.15))


def test_blocks_of_unequal_length_count_by_their_rounds() -> None:
    rounds = np.array([1, 2] * 6)
    np.testing.assert_array_equal(window_intervals(rounds, rounds, 10), np.ones((3, 2)))


def test_the_same_blocks_are_drawn_for_every_window_and_learner() -> None:
    mistakes, rounds = np.random.default_rng(0).integers(0, 50, 30), np.full(30, 50)
    once, twice = window_intervals(mistakes, rounds, 10), window_intervals(2 * mistakes, 2 * rounds, 10)
    np.testing.assert_array_equal(once, twice)
    # Of a part of the stream all are as much wider or narrower, by the correlation in it.
    again = window_intervals(mistakes[7:20], rounds[7:20], 10)
    means = np.convolve(mistakes / rounds, np.full(10, 0.1), "valid")[7:11, None]
    ratios = (again - means) / (once[7:11] - means)
    np.testing.assert_allclose(ratios, ratios[0, 0])


@pytest.mark.parametrize("blocks", [5, 7, 10])
def test_the_bands_cover_the_error_of_a_stream_whose_mistakes_come_together(blocks: int) -> None:
    # A chain that stays where it is with probability 0.8: neighbours depend on one another.
    rng = np.random.default_rng(1)
    windows, per_block = 2000, 200
    state = rng.uniform(size=windows) < 0.3
    counts = np.zeros((windows, blocks), np.int64)
    for t in range(blocks * per_block):
        stays = rng.uniform(size=windows) < 0.8
        state = np.where(stays, state, rng.uniform(size=windows) < 0.3)
        counts[:, t // per_block] += state
    rounds = np.full(blocks, per_block)
    ends = np.vstack([window_intervals(each, rounds, blocks) for each in counts])
    covered = ((ends[:, 0] <= 0.3) & (ends[:, 1] >= 0.3)).mean()
    assert covered == pytest.approx(0.95, abs=0.02)
    alone = np.sqrt(0.3 * 0.7 / (blocks * per_block))
    assert (ends[:, 1] - ends[:, 0]).mean() > 1.5 * 2 * 1.96 * alone, "wider than if rounds were independent"


@pytest.mark.parametrize(("rho", "least", "most"), [(0.0, 0.93, 0.97), (0.5, 0.90, 0.96), (0.7, 0.88, 0.95)])
def test_the_bands_cover_the_error_where_neighbouring_blocks_are_correlated(
    rho: float, least: float, most: float
) -> None:
    """Of independent blocks' bands, 75 % cover it with a correlation of 0.5, and 58 % with 0.7."""
    rng = np.random.default_rng(5)
    covered = []
    for _ in range(150):
        state = rng.normal(size=100)
        for t in range(1, 100):  # an autoregression of order one
            state[t] = rho * state[t - 1] + np.sqrt(1 - rho**2) * state[t]
        mistakes = np.round(1000 * (0.3 + 0.05 * state)).astype(np.int64)
        ends = window_intervals(mistakes, np.full(100, 1000), 10)
        covered.append(((ends[:, 0] <= 0.3) & (ends[:, 1] >= 0.3)).mean())
    assert least <= np.mean(covered) <= most


def test_a_stream_that_changes_once_has_wide_bands_and_no_infinite_ones() -> None:
    """Its blocks are nearly the same as their neighbours: the correlation of 0.97 is taken for 0.95."""
    mistakes = np.repeat([100, 400], 50)
    mistakes = mistakes + np.resize([1, -1], 100)
    ends = window_intervals(mistakes, np.full(100, 1000), 10)
    alone = window_intervals(mistakes[:50], np.full(50, 1000), 10)  # neighbours differ: no widening
    widths = (ends[:, 1] - ends[:, 0])[:41] / (alone[:, 1] - alone[:, 0])
    np.testing.assert_allclose(widths, np.sqrt(1.95 / 0.05))


@pytest.mark.parametrize("blocks", [4, 13])
def test_too_few_blocks_are_refused(blocks: int) -> None:
    with pytest.raises(ValueError, match="blocks"):
        window_intervals(np.zeros(12, np.int64), np.full(12, 10), blocks)
