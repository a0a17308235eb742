"""Batch manifold regularization (Belkin, Niyogi & Sindhwani, JMLR 2006), beside online learners."""

from sys import maxsize
from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.kernels import Kernel
from onlinelearn.learners.engine.primitives import Layer, Layers
from onlinelearn.learners.manifold.batch_risk import minimum, problem
from onlinelearn.learners.manifold.buffer import empty
from onlinelearn.learners.manifold.manifold_learner import UNLABELED, Graph, Loss, ManifoldLearner, expanded


class Constants(NamedTuple):
    """There is nothing to choose."""


class RememberedExamples(NamedTuple):
    """The examples so far, or the last ones; they are a ring."""

    W: Floats  # (room, d): x_i
    y: Ints  # (room,): their labels, -1 for none
    rounds: Ints  # (1,): t
    s: Floats  # (1,): 0, since there is no f before the end
    K: int  # 1
    window: int  # how many examples at most


def step(state: RememberedExamples, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Remember the example: there is nothing yet to predict by, so that each label is a mistake."""
    place = state.rounds[0] % min(state.window, state.W.shape[0])
    for j in range(x.shape[0]):
        state.W[place, j] = x[j]
    state.y[place] = y
    state.rounds[0] += 1
    return y >= 0, True


def peek(W: Floats, x: Floats, s: Floats) -> None:
    """There is no f before the end."""
    s[0] = 0.0


NO_WEIGHTS = Layer({geometry.peek: peek})


class BatchManifold(ManifoldLearner):
    """Batch manifold regularization: the f of least risk on all examples, or the last ones, at once.

    It remembers while it streams, and solves when it is asked to score: what online learners are
    measured by. Within the stream it predicts nothing, and every round counts as a mistake.

    Parameters
    ----------
    graph : edges: "rbf", exp(-‖x - y‖²/(2·graph_width²)); "knn", 1 where either of two examples is
        among the nearest `neighbors` of the other, else 0.
    window : learn from the last so many examples; without it, from all.

    References
    ----------
    M. Belkin, P. Niyogi, V. Sindhwani: Manifold regularization. JMLR 7 (2006) 2399-2434.

    Examples
    --------
    >>> from onlinelearn import BatchManifold
    >>> X = [[0.0], [1.0], [0.1], [0.9], [0.2], [0.8]]
    >>> model = BatchManifold(width=0.3, graph_width=0.2).fit(X, [0, 1, -1, -1, -1, -1])
    >>> model.predict([[0.3], [0.7]]).tolist()
    [0, 1]
    """

    name = "batch_mr"
    predicts_online = False  # within a stream it predicts nothing
    step = staticmethod(step)

    def __init__(
        self,
        *,
        loss: Loss = "hinge",
        kernel: Kernel = "rbf",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        graph: Graph = "rbf",
        graph_width: Positive = 1.0,
        neighbors: Count = 10,
        lambda1: Positive = 0.001,
        lambda2: NonNegative = 0.1,
        window: Count | None = None,
    ) -> None:
        self.loss = loss
        self.kernel = kernel
        self.degree = degree
        self.offset = offset
        self.width = width
        self.graph = graph
        self.graph_width = graph_width
        self.neighbors = neighbors
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.window = window

    def constants(self) -> Constants:
        """None."""
        return Constants()

    def start(self, columns: int, n_features: int, key: Key) -> RememberedExamples:
        """Nothing to remember."""
        self.refuse_several(columns)
        self.risk()  # refuses what it can't be made of
        nothing, none = np.empty((0, n_features)), np.empty(0, np.int64)
        window = maxsize if self.window is None else int(self.window)
        return RememberedExamples(nothing, none, np.zeros(1, np.int64), np.zeros(1), 1, window)

    def reserve_rounds(self, state: RememberedExamples, rounds: int) -> RememberedExamples:
        """Room for an example more each round, and never for more than the window."""
        window, room = state.window, len(state.y)
        wanted = min(int(state.rounds[0]) + rounds, window)
        if wanted <= room:
            return state
        more = min(max(wanted, 2 * room), window) - room
        return state._replace(
            W=np.concatenate([state.W, np.zeros((more, state.W.shape[1]))]),
            y=np.concatenate([state.y, np.full(more, UNLABELED)]),
        )

    def model_numbers(self, state: RememberedExamples) -> Floats:
        """The examples and labels that it remembers."""
        X, y = self._remembered(state)
        return np.concatenate([X.ravel(), y])

    def scores(self, state: RememberedExamples, X: Floats) -> Floats:
        """f* of what it remembers."""
        rows, y = self._remembered(state)
        W = empty(rows.shape[1], self.risk().kernel)._replace(rows=rows)
        return expanded(self.kernel, W, minimum(problem(self, rows, y)).alpha, X)

    def _remembered(self, state: RememberedExamples) -> tuple[Floats, Ints]:
        """The examples in use, in the order of their places."""
        n = min(int(state.rounds[0]), state.window)
        return np.ascontiguousarray(state.W[:n]), state.y[:n]

    def weight_layers(self) -> Layers:
        """The step knows no kernel, and has no f to peek at."""
        return (NO_WEIGHTS,)

    def step_layers(self) -> Layers:
        """The step knows no loss: that is for scoring."""
        return ()
