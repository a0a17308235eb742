"""The majority class: the baseline that looks at labels alone."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import LinearLearner, look, score
from onlinelearn.learners.engine.primitives import Layer, Layers


class ClassCounts(NamedTuple):
    """In the place of weights: how often each class has come."""

    n: Floats  # (columns,), or (2,) for two classes


class Counting(NamedTuple):
    """The state."""

    W: Any  # a ClassCounts; to the step, weights of any form
    s: Floats  # (columns,)
    K: int


class Constants(NamedTuple):
    """There is nothing to choose."""


def step(state: Counting, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Predict the class that has come most often; then count this one."""
    score(state.W, x, state.s)
    _, _, eta = look(state.s, state.K, y)
    state.W.n[y] += 1.0
    return eta <= 0.0, True


def tally_score(W: ClassCounts, x: Floats, s: Floats) -> None:
    """A class scores how often it has come, whatever the example."""
    if s.shape[0] == 1:
        s[0] = W.n[1] - W.n[0]
        return
    for k in range(s.shape[0]):
        s[k] = W.n[k]


TALLY = Layer({geometry.score: tally_score})


class MajorityClass(LinearLearner):
    """Majority class: predict the class that has come most often so far, whatever the example.

    Where some classes are more frequent than others, compare a learner's error with this one's.

    References
    ----------
    R. C. Holte: Very simple classification rules perform well on most commonly used datasets. Machine
    Learning 11 (1993) 63-90: what the simplest rules are worth.

    Examples
    --------
    >>> from onlinelearn import MajorityClass
    >>> model = MajorityClass().fit([[1.0], [2.0], [3.0]], ["rain", "sun", "sun"])
    >>> model.predict([[1.0]]), model.n_mistakes_
    (array(['sun'], dtype='<U4'), 3)
    """

    name = "majority_class"
    step = staticmethod(step)
    grows = True
    linear = False
    poor_score = True
    learns_from_zero = True

    def constants(self) -> Constants:
        """None."""
        return Constants()

    def start(self, columns: int, n_features: int, key: Key) -> Counting:
        """No class has come yet."""
        _, s, _, K = super().start(columns, 0, key)
        return Counting(ClassCounts(np.zeros(2 if K == 1 else len(s))), s, K)

    def weight_layers(self) -> Layers:
        """Counts in the place of weights."""
        return (TALLY,)

    def model_numbers(self, state: Any) -> Floats:
        """The counts."""
        n: Floats = state.W.n
        return n

    def finite(self, state: Any, X: Any, order: Ints) -> bool:
        """Counts always are."""
        return True

    def weights(self, state: Any) -> Floats:
        """There are none."""
        return Learner.weights(self, state)
