"""The loss bounds of Passive-Aggressive, against streams with and without noise, and the slides' formulas."""

from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.theory import pa_bounds
from onlinelearn.learners.theory.known_target import KnownTarget
from tests.theory.streams import separable

seeds = st.integers(0, 2**32)
Cs = st.sampled_from([0.001, 0.1, 1.0, 100.0])


def learned(learner: PassiveAggressive, X: Floats, y: Ints) -> tuple[int, float]:
    """Mistakes and Σℓ² of a pass."""
    model = Model(learner, 2, X.shape[1], with_losses=True)
    counts = model.learn(X, (y == 1).astype(np.int64), np.arange(len(y)), np.zeros(len(y), np.bool_))
    return counts.mistakes, model.measures()["squared_loss"]


def noisy(seed: int, flips: float, *, unit: bool) -> tuple[Floats, Ints, KnownTarget]:
    """Examples of margin 0.1 and more, some with the wrong label; of norm 1, or up to 3."""
    rng = np.random.default_rng(seed)
    X, y = separable(rng, 120, 3, 0.1)
    y = np.where(rng.uniform(size=len(y)) < flips, -y, y)
    if not unit:
        X *= rng.uniform(0.1, 3.0, len(y))[:, None]
    norms = np.linalg.norm(X, axis=1)
    u = np.eye(3)[0]
    return X, y, KnownTarget(u, y * (X @ u), norms.max(), shortest=norms.min())


@given(seed=seeds, flips=st.sampled_from([0.0, 0.02, 0.3]))
@settings(deadline=None, max_examples=40)
def test_pa_loses_no_more_than_its_bound_on_examples_of_norm_one(seed: int, flips: float) -> None:
    X, y, known = noisy(seed, flips, unit=True)
    mistakes, squares = learned(PassiveAggressive(variant="PA"), X, y)
    assert mistakes <= squares <= pa_bounds.pa(known) < inf


@given(seed=seeds)
@settings(deadline=None, max_examples=30)
def test_pa_keeps_the_separable_bound_whatever_the_lengths(seed: int) -> None:
    X, y, known = noisy(seed, 0.0, unit=False)
    _, squares = learned(PassiveAggressive(variant="PA"), X, y)
    assert squares <= pa_bounds.pa(known) == pytest.approx((known.radius / known.margin) ** 2)


@given(seed=seeds, C=Cs, flips=st.sampled_from([0.0, 0.02, 0.3]), unit=st.booleans())
@settings(deadline=None, max_examples=60)
def test_pa_1_and_pa_2_keep_their_bounds_for_any_c(seed: int, C: float, flips: float, *, unit: bool) -> None:
    X, y, known = noisy(seed, flips, unit=unit)
    mistakes, _ = learned(PassiveAggressive(variant="PA-I", C=C), X, y)
    assert mistakes <= pa_bounds.pa_1(known, C)
    _, squares = learned(PassiveAggressive(variant="PA-II", C=C), X, y)
    assert squares <= pa_bounds.pa_2(known, C)


def test_an_orthonormal_basis_reaches_the_bound_of_pa() -> None:
    """Each e_i is new: ℓ = 1 in every round, and Σℓ² = d = 1/γ²."""
    d = 16
    _, squares = learned(PassiveAggressive(variant="PA"), np.eye(d), np.ones(d, np.int64))
    known = KnownTarget(np.full(d, 0.25), np.full(d, 0.25), 1.0)
    assert squares == d == pytest.approx(pa_bounds.pa(known), rel=1e-6)


@given(margins=st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=20), C=Cs)
@settings(deadline=None, max_examples=60)
def test_the_bounds_are_the_slides_at_the_best_length_of_u(margins: list[float], C: float) -> None:
    """Ours are in steps of 25 % at most, and a bound grows no faster than the square of the length."""
    m, R = np.array(margins), 1.0
    known = KnownTarget(np.ones(1), m, R)

    def slides(length: float) -> tuple[float, float, float]:
        losses = [max(0.0, 1 - length * each) for each in margins]
        squares = sum(each**2 for each in losses)
        return (
            (length + 2 * squares**0.5) ** 2,
            max(R**2, 1 / C) * (length**2 + 2 * C * sum(losses)),
            (R**2 + 1 / (2 * C)) * (length**2 + 2 * C * squares),
        )

    finest = np.array([slides(0.016 * 1.01**i) for i in range(1000)]).min(axis=0)
    ours = (pa_bounds.pa(known), pa_bounds.pa_1(known, C), pa_bounds.pa_2(known, C))
    for bound, best in zip(ours, finest, strict=True):
        assert best / 1.03 <= bound <= 1.25**2 * best


def test_each_variant_has_its_own_bound_and_none_where_there_is_none() -> None:
    known = KnownTarget(np.eye(2)[0], np.array([0.5, 0.2]), 1.0)
    wanted: dict[str, dict[str, float]] = {
        "PA": {"loss_bound": pa_bounds.pa(known)},
        "PA-I": {"mistake_bound": pa_bounds.pa_1(known, 0.1)},
        "PA-II": {"loss_bound": pa_bounds.pa_2(known, 0.1)},
    }
    for variant, bound in wanted.items():
        given: Any = {"variant": variant, "C": 0.1}
        assert Model(PassiveAggressive(**given), 2, 2).target_measures(known) == bound
        assert Model(PassiveAggressive(**given, margin=0.5), 2, 2).target_measures(known) == {}
        assert Model(KernelPassiveAggressive(**given), 2, 2).target_measures(known) == {}
    short = KnownTarget(np.eye(2)[0], np.array([0.5, -0.2]), 1.0, shortest=0.5)
    assert pa_bounds.pa(short) == inf
