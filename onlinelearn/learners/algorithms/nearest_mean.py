"""The nearest running mean: a baseline that knows of each class where its middle is."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import LinearLearner, look, score
from onlinelearn.learners.engine.primitives import Layer, Layers


class Means(NamedTuple):
    """In the place of weights: the sum of each class's examples, and how many there were."""

    sums: Floats  # (d, columns), or (d, 2) for two classes
    n: Floats  # (columns,), or (2,)
    squares: Floats  # the same: ‖sum‖² of each class
    products: Floats  # the same: sum·x of the round


class Middles(NamedTuple):
    """The state."""

    W: Any  # Means; to the step, weights of any form
    s: Floats  # (columns,)
    K: int


class Constants(NamedTuple):
    """There is nothing to choose."""


def step(state: Middles, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Predict the class with the nearest mean; then add the example to its own class."""
    score(state.W, x, state.s)
    _, _, eta = look(state.s, state.K, y)
    add(state.W, y, x)
    return eta <= 0.0, True


def add(W: Means, k: int, x: Floats) -> None:
    """One example more of class k, after its scores: ‖sum + x‖² = ‖sum‖² + 2 sum·x + ‖x‖²."""
    W.squares[k] += 2.0 * W.products[k] + geometry.squared_norm(W.sums, 1, x)
    W.n[k] += 1.0
    geometry.move_one(W.sums, k, 1.0, x)


def means_score(W: Means, x: Floats, s: Floats) -> None:
    """μ·x - ‖μ‖²/2 is the larger, the nearer μ is to x; a class without examples has its mean at zero."""
    geometry.score(W.sums, x, W.products)
    if s.shape[0] == 1:
        s[0] = nearness(W, 1) - nearness(W, 0)
        return
    for k in range(s.shape[0]):
        s[k] = nearness(W, k)


def nearness(W: Means, k: int) -> float:
    """μ·x - ‖μ‖²/2 = (‖x‖² - ‖x - μ‖²)/2 for class k."""
    n = max(W.n[k], 1.0)
    return float(W.products[k] / n - 0.5 * (W.squares[k] / n) / n)


MEANS = Layer({geometry.score: means_score})


class NearestMean(LinearLearner):
    """Nearest mean: predict the class whose mean of all examples so far is nearest.

    A second pass over the data teaches it nothing new. If the classes are round clouds of one size, no
    other learner is needed.

    References
    ----------
    T. Mensink, J. Verbeek, F. Perronnin, G. Csurka: Distance-based image classification: generalizing
    to new classes at near-zero cost. IEEE Transactions on Pattern Analysis and Machine Intelligence
    35 (2013) 2624-2637.

    Examples
    --------
    >>> from onlinelearn import NearestMean
    >>> model = NearestMean().fit([[0.0], [2.0], [7.0]], ["low", "low", "high"])
    >>> model.predict([[3.9], [4.1]]).tolist()
    ['low', 'high']
    """

    name = "nearest_mean"
    step = staticmethod(step)
    grows = True
    linear = False
    learns_from_zero = True

    def constants(self) -> Constants:
        """None."""
        return Constants()

    def start(self, columns: int, n_features: int, key: Key) -> Middles:
        """Every mean is zero."""
        sums, products, _, _ = super().start(max(columns, 2), n_features, key)
        _, s, _, K = super().start(columns, 0, key)
        return Middles(Means(sums, np.zeros_like(products), np.zeros_like(products), products), s, K)

    def weight_layers(self) -> Layers:
        """Means in the place of weights."""
        return (MEANS,)

    def weight_rows(self, state: Any, features: Ints) -> Floats:
        """The sums of these features."""
        rows: Floats = state.W.sums[features]
        return rows

    def model_numbers(self, state: Any) -> Floats:
        """Sums, counts and squares."""
        return np.concatenate([state.W.sums.ravel(), state.W.n, state.W.squares])

    def finite(self, state: Any, X: Any, order: Ints) -> bool:
        """The sums of what was seen, and their squares."""
        return super().finite(state, X, order) and bool(np.isfinite(state.W.squares).all())

    def scoring_weights(self, state: Any) -> Means:
        """The means, with new room for what scoring writes to."""
        means: Means = state.W
        return means._replace(products=np.empty_like(means.products))

    def weights(self, state: Any) -> Floats:
        """There are none: scores have a threshold for each class."""
        return Learner.weights(self, state)
