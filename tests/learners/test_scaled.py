"""Weights that are scaled or mirrored: their means, their sums, and the ends of their ranges."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onlinelearn
from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.algorithms.pnorm_perceptron import PNormPerceptron
from onlinelearn.learners.engine import mirror, scaled
from onlinelearn.learners.engine.geometry import move, score, stretch
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.p_norms import P_NORM
from onlinelearn.numerics import powers
from tests.interpreted import interpreted


@given(x=st.floats(5e-324, 1.7e308))
def test_logarithms_are_the_c_librarys(x: float) -> None:
    assert powers.log(x) == pytest.approx(np.log(x), rel=1e-15, abs=1e-300)


@given(x=st.floats(1e-30, 1e30), p=st.floats(-10.0, 10.0))
def test_powers_are_too(x: float, p: float) -> None:
    assert powers.power(x, p) == pytest.approx(x**p, rel=1e-12)


def test_powers_at_the_ends() -> None:
    assert (powers.power(0.0, 2.0), powers.power(0.0, -1.0), powers.power(0.0, 0.0)) == (0.0, np.inf, 1.0)
    assert (powers.log(0.0), powers.log(np.inf), powers.log(1.0)) == (-np.inf, np.inf, 0.0)


@given(
    factors=st.lists(st.sampled_from([0.0, 1e-60, 0.3, 1.0, 2.5, 1e60]), min_size=1, max_size=12),
    seed=st.integers(0, 2**32),
)
@settings(deadline=None, max_examples=50)
def test_the_mean_of_scaled_weights_survives_any_factor(factors: list[float], seed: int) -> None:
    """Far up and down, where v is multiplied out, and through zero: against plain weights."""
    rng = np.random.default_rng(seed)
    W = scaled.averaged(mirror.mirror(np.zeros((3, 1)), 1, 2.0, first=0.0, each=0.0, scale=1.0))
    w, before = np.zeros(3), []
    with interpreted():
        run = link(one_round, "test", (P_NORM, mirror.MIRRORED_WEIGHTS))
        for factor in factors:
            x, tau = rng.normal(size=3), rng.normal()
            before.append(w)
            run(W, x, np.zeros(1), factor, tau)
            w = factor * w + tau * x
            np.testing.assert_allclose(W.scale * W.v[:, 0], w, rtol=1e-9, atol=1e-12 * abs(w).max())
    largest = np.abs(before).max()
    shown = scaled.predicting(W)
    np.testing.assert_allclose(
        shown.scale * shown.v[:, 0], np.mean(before, axis=0), rtol=1e-9, atol=1e-12 * largest
    )


def one_round(W: Any, x: Floats, s: Floats, factor: float, tau: float) -> None:
    score(W, x, s)
    stretch(W, factor)
    move(W, 0, -1, tau, x)


def test_p_2_is_the_perceptron_to_the_last_bit() -> None:
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(60, 5)), rng.integers(0, 3, 60)
    with interpreted():
        ours, plain = (Model(each, 3, 5) for each in (PNormPerceptron(p=2.0), Perceptron()))
        counts = [m.learn(X, y, np.arange(60), np.zeros(60, np.bool_)) for m in (ours, plain)]
    assert counts[0] == counts[1]
    assert ours.fingerprint() == plain.fingerprint()


@given(steps=st.lists(st.sampled_from([1e-8, 1e-3, 1.0, -1.0, 1e4, -1e4, 3e6]), min_size=1, max_size=20))
@settings(deadline=None, max_examples=50)
def test_the_sum_behind_the_scale_loses_no_digits(steps: list[float]) -> None:
    """Weights that grow by far and vanish again leave the others as they are."""
    W = mirror.mirror(np.zeros((4, 1)), 1, 3.0, first=0.0, each=0.0, scale=1.0)
    with interpreted():
        run = link(one_push, "test", (P_NORM, mirror.MIRRORED_WEIGHTS))
        for i, step in enumerate(steps):
            run(W, np.eye(4)[i % 2], step)
            run(W, np.eye(4)[2], 1e-6)
    total = (np.abs(W.theta) ** 3).sum()
    np.testing.assert_allclose(W.scale, total ** (-1 / 3), rtol=1e-9)


def one_push(W: Any, x: Floats, step: float) -> None:
    move(W, 0, -1, step, x)


@pytest.mark.parametrize(
    ("name", "settled", "x"),
    [
        ("pnorm_perceptron", {"p": 50.0}, 1e20),
        ("pnorm_perceptron", {"p": 50.0}, 1e-20),
        ("eg", {"rate": 1e3}, 1.0),
        ("romma", {}, 1e-160),
    ],
    ids=str,
)
def test_what_a_number_cannot_hold_is_an_error(name: str, settled: dict[str, Any], x: float) -> None:
    model = Model(registry()[name](**settled), 2, 2)
    with pytest.raises(LearnerError, match="overflowed"):
        model.learn(np.full((2, 2), x), np.array([0, 1]), np.arange(2), np.zeros(2, np.bool_))


@interpreted()
def test_a_model_keeps_its_norm() -> None:
    model = onlinelearn.PNormPerceptron().fit([[1.0, 2.0], [2.0, -1.0]], [0, 1]).set_params(p=6.0)
    with pytest.raises(ValueError, match=r"p was 4\.0 when this began, and now is 6\.0; fit starts anew"):
        model.partial_fit([[1.0, 0.0]], [1])
