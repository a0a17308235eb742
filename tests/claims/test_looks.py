"""The looks of `auto`: how often they find a wrong verdict, over many draws at once."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import stdtr

from onlinelearn.base.arrays import Bools, Floats
from onlinelearn.claims.inference import all_below_zero, below_zero
from onlinelearn.claims.verdict import Levels, Verdict, decide_cells
from onlinelearn.experiment.run import LOOKS
from onlinelearn.numerics.paired_tests import sign_test
from tests.claims.made import claim

N_DRAWS = 4000
LEVELS = Levels(looks=len(LOOKS))
BORDER = 0.2


def allowed(alpha: float = LEVELS.alpha, n: int = N_DRAWS) -> float:
    return alpha + 3 * float(np.sqrt(alpha * (1 - alpha) / n))


def p_below(d: Floats, shift: float = 0.0) -> Floats:
    """The p-value, for each draw and look, that the mean of d is below the shift."""
    sizes = np.array(LOOKS)
    sums, squares = np.cumsum(d, axis=1)[:, sizes - 1], np.cumsum(d * d, axis=1)[:, sizes - 1]
    means = sums / sizes
    errors = np.sqrt((squares - sizes * means**2) / (sizes - 1) / sizes)
    return np.asarray(stdtr(sizes - 1, (means - shift) / errors))


def first_is(kind: Bools, others: Bools) -> float:
    """The share of draws whose first decided look decides for `kind`."""
    decided = kind | others
    first = decided.argmax(axis=1)
    return float((decided.any(axis=1) & kind[np.arange(len(kind)), first]).mean())


def normal(mean: float, seed: int) -> Floats:
    return np.random.default_rng(seed).normal(mean, 1.0, (N_DRAWS, LOOKS[-1]))


def test_looks_reach_some_hundreds() -> None:
    assert LOOKS == (20, 40, 80, 160, 320)


def test_the_statistics_here_are_those_of_the_verdicts() -> None:
    d = normal(0.1, 7)[:5]
    for draw, row in zip(d, p_below(d), strict=True):
        for look, p in zip(LOOKS, row, strict=True):
            found = below_zero(list(draw[:look]), strict=True, level=LEVELS.interval)
            assert found.holds == pytest.approx(p, rel=1e-9)


def test_looking_often_does_not_find_what_is_not_there() -> None:
    p = p_below(normal(0.0, 2009))
    assert first_is(p <= LEVELS.each, p >= 1 - LEVELS.each) <= allowed()
    assert first_is(p >= 1 - LEVELS.each, p <= LEVELS.each) <= allowed()


def one_minus_exponential(rng: np.random.Generator) -> Floats:
    return 1 - rng.exponential(1.0, (N_DRAWS, LOOKS[-1]))


def few_much_above(rng: np.random.Generator) -> Floats:
    """15 % of the orders are 0.3 above zero; the others are so much below that the mean is zero."""
    above = rng.uniform(size=(N_DRAWS, LOOKS[-1])) < 0.15
    return np.where(above, 0.3, -0.3 * 0.15 / 0.85) + rng.normal(0.0, 0.01, above.shape)


@pytest.mark.parametrize(
    ("draw", "below", "above"),
    [(one_minus_exponential, 0.01, 0.08), (few_much_above, 0.10, 0.01)],
    ids=["1 - Exp", "few orders much above"],
)
def test_in_skewed_data_a_verdict_is_wrong_in_less_than_one_case_of_ten(
    draw: Callable[[np.random.Generator], Floats], below: float, above: float
) -> None:
    """Student's t is not exact there. Away from the long tail it exceeds its level, as the docs say."""
    p = p_below(draw(np.random.default_rng(1)))
    assert first_is(p <= LEVELS.each, p >= 1 - LEVELS.each) <= below
    assert first_is(p >= 1 - LEVELS.each, p <= LEVELS.each) <= above


def test_each_look_ranks_anew() -> None:
    """More permutations add no data sets, but move the means: a rank needs its share of the level too."""
    n_datasets = 12
    steps = np.diff([0, *LOOKS])
    sums = np.random.default_rng(8).normal(size=(N_DRAWS, n_datasets, len(LOOKS))) * np.sqrt(steps)
    wins = (np.cumsum(sums, axis=2) < 0).sum(axis=1)
    p = np.array([sign_test(k, n_datasets - k) for k in range(n_datasets + 1)])[wins]
    assert float((p <= LEVELS.each).any(axis=1).mean()) <= allowed()
    assert float((p <= LEVELS.alpha).any(axis=1).mean()) > allowed()


def test_equivalence_is_not_found_at_its_border() -> None:
    d = normal(0.5, 3)
    equal = np.maximum(p_below(d, 0.5), p_below(-d, 0.5)) <= LEVELS.each
    assert first_is(equal, np.zeros_like(equal)) <= allowed()


def test_what_is_beyond_the_border_is_not_called_on_it() -> None:
    d = normal(BORDER, 4)
    near = np.maximum(p_below(d, BORDER), p_below(-d, BORDER)) <= LEVELS.each
    assert 0.0 < first_is(near, np.zeros_like(near)) <= allowed()


def test_what_is_on_the_border_is_mostly_said_to_be() -> None:
    """At the boundary itself, 320 runs show it nearer than a fifth of a standard deviation."""
    d = normal(0.0, 5)[:40]
    last = [all_below_zero([list(draw)], strict=True, level=0.95, border=[BORDER] * len(draw)) for draw in d]
    verdicts = [verdict for each in last for verdict in decide_cells([each], LEVELS)]
    assert verdicts.count(Verdict.ON_THE_BORDER) > 20


def test_one_look_at_full_level_would_be_fooled_more_often() -> None:
    """The same looks without adjusted levels exceed the level: the adjustment is needed."""
    p = p_below(normal(0.0, 6))
    assert float((p <= LEVELS.alpha).any(axis=1).mean()) > allowed()


def test_runs_that_were_looked_at_before_leave_a_share_of_the_level() -> None:
    """A p-value of one in a hundred is a finding at first sight, and none at the fourth."""
    d = np.linspace(-1.0, 1.0, 20)
    cell = below_zero(list(d - 0.33), strict=True, level=0.95)
    assert cell.holds is not None
    assert 0.025 / 4 < cell.holds < 0.025
    once, four_times = (replace(claim("a.test_error < b.test_error"), looks=n) for n in (1, 4))
    assert decide_cells([cell], Levels().of(once)) == [Verdict.REPRODUCED]
    assert decide_cells([cell], Levels().of(four_times)) == [Verdict.UNDECIDED]
    assert Levels(looks=7).of(four_times).each == pytest.approx(0.025 / 28)
