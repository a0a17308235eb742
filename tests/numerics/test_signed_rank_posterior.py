"""The Bayesian signed-rank test: closed forms, an oracle that draws and counts, and what must not matter."""

import numpy as np
import pytest

from onlinelearn.base.arrays import Floats
from onlinelearn.numerics.signed_rank_posterior import DRAWS, signed_rank_posterior

CLOSE = 4 * 0.5 / DRAWS**0.5
"""Four standard errors of a probability."""


def test_one_difference_far_from_the_rope() -> None:
    """Only the pseudo-difference paired with itself is inside: w_0² < 1/2, with w_0 from Beta(1/2, 1)."""
    found = signed_rank_posterior([0.05], 0.01)
    assert found.above == pytest.approx(0.5**0.25, abs=CLOSE)
    assert found.below == 0.0


def test_one_difference_just_outside_the_rope() -> None:
    """Paired with the pseudo-difference it is inside: w_1² > 1/2 is needed, so w_0 < 1 - √(1/2)."""
    assert signed_rank_posterior([0.015], 0.01).above == pytest.approx((1 - 0.5**0.5) ** 0.5, abs=CLOSE)


def naive(differences: Floats, rope: float, draws: int) -> list[float]:
    """The definition, with NumPy's Dirichlet distribution and a sum over all pairs."""
    generator = np.random.default_rng(2017)
    z = [0.0, *differences]
    counts = [0, 0, 0]
    for w in generator.dirichlet([0.5] + [1.0] * len(differences), draws):
        shares = [0.0, 0.0, 0.0]
        for a, u in zip(z, w, strict=True):
            for b, v in zip(z, w, strict=True):
                shares[0 if a + b > 2 * rope else 2 if a + b < -2 * rope else 1] += u * v
        counts[shares.index(max(shares))] += 1
    return [count / draws for count in counts]


@pytest.mark.parametrize("n", [3, 6])
def test_the_probabilities_are_those_of_the_definition(n: int) -> None:
    differences = np.random.default_rng(n).normal(0.006, 0.02, n)
    found, draws = signed_rank_posterior(list(differences), 0.01), 3000
    expected = naive(differences, 0.01, draws)
    assert [found.above, found.inside, found.below] == pytest.approx(expected, abs=4 * 0.5 / draws**0.5)
    assert min(expected) > 0.01, "no probability is trivial"


def test_the_order_of_data_sets_and_the_sign_do_not_matter_beyond_chance() -> None:
    differences = [0.03, -0.01, 0.02, 0.012, -0.025]
    found, turned = signed_rank_posterior(differences, 0.01), signed_rank_posterior(differences[::-1], 0.01)
    assert turned.above == pytest.approx(found.above, abs=2 * CLOSE)
    opposite = signed_rank_posterior([-each for each in differences], 0.01)
    assert opposite.below == pytest.approx(found.above, abs=1e-9)


def test_equal_learners_are_alike_for_certain_and_a_wide_rope_holds_all() -> None:
    assert signed_rank_posterior([0.0] * 5, 0.01).inside == 1.0
    assert signed_rank_posterior([0.3, -0.2, 0.4], 1.0).inside == 1.0


def test_the_draws_have_the_same_bits_every_time() -> None:
    """A fixed number: another machine or NumPy must give it too."""
    assert signed_rank_posterior([0.05], 0.01).above == 0.83928
