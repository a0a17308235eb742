"""Bands of a single stream: they cover the truth as often as they say, also where mistakes come together."""

import numpy as np
import pytest

from onlinelearn.numerics.block_bootstrap import window_intervals


def test_the_interval_of_equal_blocks_is_their_error() -> None:
    np.testing.assert_array_equal(window_intervals(np.full(12, 3), 20, 10), np.full((3, 2), 0.15))


def test_the_same_blocks_are_drawn_for_every_window_and_learner() -> None:
    mistakes = np.random.default_rng(0).integers(0, 50, 30)
    once, again = window_intervals(mistakes, 50, 10), window_intervals(mistakes[7:20], 50, 10)
    np.testing.assert_array_equal(once[7:11], again)
    twice = window_intervals(2 * mistakes, 100, 10)
    np.testing.assert_array_equal(once, twice)


def test_the_bands_cover_the_error_of_a_stream_whose_mistakes_come_together() -> None:
    # A chain that stays where it is with probability 0.8: neighbours depend on one another.
    rng = np.random.default_rng(1)
    windows, rounds = 400, 1000
    state = rng.uniform(size=windows) < 0.3
    counts = np.zeros((windows, 10), np.int64)
    for t in range(rounds):
        stays = rng.uniform(size=windows) < 0.8
        state = np.where(stays, state, rng.uniform(size=windows) < 0.3)
        counts[:, t // 100] += state
    ends = np.vstack([window_intervals(each, 100, 10) for each in counts])
    covered = ((ends[:, 0] <= 0.3) & (ends[:, 1] >= 0.3)).mean()
    assert 0.86 < covered < 0.97, "ten blocks give a little less than 95 %"
    alone = np.sqrt(0.3 * 0.7 / rounds)
    assert (ends[:, 1] - ends[:, 0]).mean() > 1.5 * 2 * 1.96 * alone, "wider than if rounds were independent"


@pytest.mark.parametrize("blocks", [4, 13])
def test_too_few_blocks_are_refused(blocks: int) -> None:
    with pytest.raises(ValueError, match="blocks"):
        window_intervals(np.zeros(12, np.int64), 10, blocks)
