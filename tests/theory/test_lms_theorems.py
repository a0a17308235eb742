"""LMS: what a step does, where many lead, and which rates are too large, on data that certify it."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats
from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Model
from onlinelearn.numerics.least_squares import LeastSquares

seeds = st.integers(0, 2**32)
part = st.floats(0.05, 0.95)


def learn(name: str, rate: float, X: Floats, t: Floats, passes: int = 1, start: Any = None) -> Floats:
    """The weights after some passes; targets are numbers, or ±1 for a classifier."""
    regression = name == "lms_regression"
    settled: dict[str, Any] = {"rate": rate}
    model = Model(registry()[name](**settled), 0 if regression else 2, X.shape[1])
    if start is not None:
        model.state.W[:, 0] = start
    y = t if regression else (t == 1).astype(np.int64)
    model.learn(X, y, np.tile(np.arange(len(t)), passes), np.zeros(len(t), np.bool_))
    weights: Floats = model.weights()[0]
    return weights


@st.composite
def exact(draw: st.DrawFn) -> tuple[Floats, Floats, Floats]:
    """Whole examples, whole weights u, and the targets u·x: no rounding is in them."""
    rng = np.random.default_rng(draw(seeds))
    d = draw(st.integers(1, 5))
    X, u = rng.integers(-9, 10, (draw(st.integers(1, 30)), d)), rng.integers(-5, 6, d)
    X = X[X.any(axis=1)]
    assume(len(X))
    return X.astype(float), (X @ u).astype(float), u.astype(float)


@given(exact(), part, st.booleans())
@settings(deadline=None)
def test_below_the_step_limit_each_step_comes_nearer_and_beyond_it_goes_away(
    data: tuple[Floats, Floats, Floats], share: float, beyond: bool
) -> None:
    """‖w - u‖² falls by ρe²(2 - ρ‖x‖²), e the error: a rise where ρ > 2/‖x‖², as it is for the longest."""
    X, t, u = data
    limit = LeastSquares(X, t).step_limit
    assert limit == 2.0 / (X * X).sum(axis=1).max()
    rate = limit / share if beyond else limit * share
    longest = int((X * X).sum(axis=1).argmax())
    w = np.zeros_like(u)
    for x, target in [(X[longest], t[longest])] if beyond else zip(X, t, strict=True):
        e = target - w @ x
        new = learn("lms_regression", rate, x[None], np.array([target]), start=w)
        fallen = (w - u) @ (w - u) - (new - u) @ (new - u)
        expected = rate * e * e * (2.0 - rate * (x @ x))
        assert fallen == pytest.approx(expected, rel=1e-6, abs=1e-9 * float(1.0 + (new - u) @ (new - u)))
        assert e == 0 or abs(expected) < 1e-9 or (fallen < 0) == beyond
        w = new


@st.composite
def contradictory(draw: st.DrawFn) -> tuple[Floats, Floats]:
    """Whole examples with signs, one of them with both: that no hyperplane parts them is certain.

    Together they span the space well, so that there is one solution, and passes soon lead to it.
    """
    rng = np.random.default_rng(draw(seeds))
    d, n = draw(st.integers(1, 4)), draw(st.integers(4, 20))
    X, t = rng.integers(-3, 4, (n, d)).astype(float), rng.choice([-1.0, 1.0], n)
    X, t = np.vstack([X, X[:1]]), np.append(t, -t[0])
    assume(X[0].any())
    eigenvalues = np.linalg.eigvalsh(X.T @ X / len(X))
    assume(eigenvalues[0] > 0.05 * eigenvalues[-1])
    return X, t


@given(contradictory())
@settings(deadline=None, max_examples=40)
def test_the_weights_settle_as_near_the_least_squares_solution_as_the_rate_is_small(
    data: tuple[Floats, Floats],
) -> None:
    """A quarter of the rate leaves a quarter of the distance, nearly: in the limit there is none."""
    X, t = data
    solution = np.linalg.lstsq(X, t)[0]
    R = X.T @ X / len(X)
    rate = 0.02 / (len(X) * np.linalg.eigvalsh(R)[-1])
    away = []
    for each in (rate, rate / 4):
        passes = int(40 / (each * len(X) * np.linalg.eigvalsh(R)[0]))
        away.append(np.linalg.norm(learn("lms", each, X, t, passes) - solution))
    assert away[1] <= 0.5 * away[0] + 1e-9
    assert away[0] <= 0.5 * (1.0 + np.linalg.norm(solution))


@given(contradictory(), part, st.booleans())
@settings(deadline=None, max_examples=60)
def test_on_average_a_step_contracts_just_below_two_over_the_largest_eigenvalue(
    data: tuple[Floats, Floats], share: float, beyond: bool
) -> None:
    """Over all examples the mean of the next w - w* is (I - ρR)(w - w*), along λ times 1 - ρλ."""
    X, t = data
    squares = LeastSquares(X, t)
    assert squares.solution is not None
    rate = squares.rate_limit / share if beyond else squares.rate_limit * share
    eigenvalues, vectors = np.linalg.eigh(X.T @ X / len(X))
    start = squares.solution + vectors[:, -1]
    after = [learn("lms", rate, X[[i]], t[[i]], start=start) for i in range(len(t))]
    error = np.mean(after, axis=0) - squares.solution
    np.testing.assert_allclose(error, (1 - rate * eigenvalues[-1]) * vectors[:, -1], atol=1e-6)
    assert (np.linalg.norm(error) > 1.0) == beyond
