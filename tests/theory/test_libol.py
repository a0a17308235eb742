"""Where the code of LIBOL parts from the papers that it follows, and a slip in its experiments."""

from math import sqrt
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.algorithms.romma import ROMMA
from onlinelearn.learners.algorithms.scw import libol_root, root, sharpened
from onlinelearn.learners.algorithms.sop import SOP
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted

DATASETS, EXAMPLES, VALUES = 300, 60, 9
"""As many values as LIBOL tries of its parameter C."""


def test_a_sop_that_keeps_every_example_changes_where_it_was_right() -> None:
    """Right in rounds two and three, ours stays; A = I + Σxxᵀ over all rounds lowers its scores."""
    X, y = np.array([[1.0, 0.0], [1.0, 0.1], [1.0, 0.2]]), np.ones(3, np.int64)
    model, every = Model(SOP(a=1.0), 2, 2), Model(SOP(a=1.0, keep="every"), 2, 2)
    weights = []
    with interpreted():
        for i in range(3):
            model.learn(X, y, np.array([i]), np.zeros(3, np.bool_))
            weights.append(model.weights()[0])
        every.learn(X, y, np.arange(3), np.zeros(3, np.bool_))
    A, theirs = np.eye(2), []
    for x in X:
        A = A + np.outer(x, x)
        theirs.append(np.linalg.solve(A, X[0]))
    np.testing.assert_allclose(weights[0], theirs[0])
    np.testing.assert_array_equal(weights[0], weights[2])
    np.testing.assert_allclose(every.weights()[0], theirs[2])
    assert theirs[2] @ X[0] < 0.6 * theirs[0] @ X[0]


@given(m=st.floats(-2.0, 0.3), v=st.floats(0.1, 1.5), phi=st.floats(0.7, 1.5), C=st.floats(0.1, 10.0))
def test_the_printed_root_of_scw_ii_misses_its_equation(m: float, v: float, phi: float, C: float) -> None:
    """m + αn = φ√u holds for our α; not for the one with v·2 and φ·2 under the root."""
    n = v + 0.5 / C

    def missed(alpha: float) -> float:
        return m + alpha * n - phi * sharpened(v, alpha * phi)

    if m < phi * sqrt(v):
        assert missed(root(m, v, phi, n)) == pytest.approx(0.0, abs=1e-9)
        assert abs(missed(libol_root(m, v, phi, n))) > 1e-3


def test_where_c_is_negative_the_example_alone_has_shorter_weights() -> None:
    """w = (0.5, 0) and x = (1, 0.1): margin 0.5, ‖x‖²‖w‖² = 0.2525. The corner is longer, and c < 0."""
    w, x = np.array([0.5, 0.0]), np.array([1.0, 0.1])
    s, both = w @ x, (x @ x) * (w @ w)
    c, d = (both - s) / (both - s**2), (w @ w) * (1 - s) / (both - s**2)
    alone = x / (x @ x)
    assert c < 0
    assert alone @ w >= w @ w
    assert np.linalg.norm(alone) < np.linalg.norm(c * w + d * x)
    model = Model(ROMMA(aggressive=True), 2, 2)
    X, y = np.array([[2.0, 0.0], x]), np.ones(2, np.int64)
    with interpreted():
        model.learn(X, y, np.arange(1), np.zeros(2, np.bool_))
        np.testing.assert_allclose(model.weights()[0], w)
        model.learn(X, y, np.array([1]), np.zeros(2, np.bool_))
    np.testing.assert_allclose(model.weights()[0], alone)


def test_a_clock_of_rounds_freezes_iellips_shape_before_it_has_learnt() -> None:
    """After a hundred right rounds a mistake leaves the shape as it is; not with a clock of updates."""
    easy, hard = np.array([1.0, 0.0]), np.array([-0.6, 0.8])
    X, y = np.vstack([np.tile(easy, (100, 1)), hard]), np.ones(101, np.int64)
    terms = []
    clocks: list[Literal["update", "round"]] = ["update", "round"]
    for decay in clocks:
        model = Model(IELLIP(b=0.3, c=0.1, decay=decay), 2, 2)
        with interpreted():
            model.learn(X, y, np.arange(101), np.zeros(101, np.bool_))
        terms.append(int(model.state.shape.form[0]))
    assert terms == [2, 1], "terms of the shape: one for each mistake, or for the first alone"


def test_mistakes_on_the_examples_that_chose_a_parameter_are_too_few() -> None:
    """The learner follows one of nine features, its parameter; the labels are tosses of a coin."""
    rng = np.random.default_rng(0)
    reported, tested = [], []
    for _ in range(DATASETS):
        X, X_test = rng.choice([-1, 1], (2, EXAMPLES, VALUES))
        y, y_test = rng.choice([-1, 1], (2, EXAMPLES))
        chosen = int(np.argmin([np.sum(X[:, value] != y) for value in range(VALUES)]))
        orders = [rng.permutation(EXAMPLES) for _ in range(20)]
        reported.append(np.mean([np.mean(X[order, chosen] != y[order]) for order in orders]))
        tested.append(np.mean(X_test[:, chosen] != y_test))
    error = 0.5 / sqrt(DATASETS * EXAMPLES)
    assert abs(np.mean(tested) - 0.5) < 4 * error
    assert np.mean(reported) < 0.5 - 20 * error
