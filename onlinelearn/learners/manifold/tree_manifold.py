"""Online manifold regularization on a random-projection tree (Goldberg, Li & Zhu, ECML PKDD 2008)."""

from sys import maxsize
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, NonNegative, Positive, Seed
from onlinelearn.learners.engine.geometry import dot, look
from onlinelearn.learners.engine.kernels import Kernel
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.manifold import leaf_splits as nodes
from onlinelearn.learners.manifold import leaves as gaussians
from onlinelearn.learners.manifold.buffer import Buffer, admit, receive, situate
from onlinelearn.learners.manifold.leaf_splits import Splits, divide, route
from onlinelearn.learners.manifold.leaves import (
    COVARIANCES,
    EDGES,
    Leaves,
    copy,
    found,
    halve,
    include,
    variance_along,
    weigh_leaves,
)
from onlinelearn.learners.manifold.manifold_learner import Loss, Risk
from onlinelearn.learners.manifold.manifold_round import Round, begin, descend, differentiate, eta
from onlinelearn.learners.manifold.online_manifold_learner import OnlineManifoldLearner
from onlinelearn.learners.manifold.representer_projection import leave
from onlinelearn.numerics import rng

BESIDE = 3
"""Rows that a round needs beside those of the leaves: its example, and the halves of a leaf."""


class Constants(NamedTuple):
    """The numbers that the step reads."""

    risk: Risk
    rate: float  # c
    decreasing: bool  # whether η_t = c/√t, or c
    full: float  # examples of a leaf that is split


class TreeState(NamedTuple):
    """See `manifold_round.Descending`; the rows of W are the leaves' means."""

    W: Buffer
    s: Floats
    K: int  # 1
    round: Round
    rounds: Ints
    labels: Ints
    risks: Floats
    leaves: Leaves
    splits: Splits
    key: Ints  # what the directions are drawn by
    sigma2: float  # σ² of the graph, which leaves keep factors of
    most: int  # leaves


def step(state: TreeState, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """f_{t+1} = f_t - η_t ∂J_t; then x falls into a leaf. y = -1 for an example without a label."""
    t = begin(state)
    W, risk = state.W, constants.risk
    state.s[0] = receive(W, x)
    if risk.lambda2 > 0.0:
        weigh_leaves(W, state.leaves, state.round.w, state.sigma2)
    rate = eta(constants.rate, constants.decreasing, t)
    differentiate(state, risk, t, rate, risk.lambda2, y)
    moved = descend(state, 1.0 - rate * risk.lambda1)
    fall(state, constants, t, x)
    return y >= 0 and look(state.s, 1, y)[2] <= 0.0, moved


def fall(state: TreeState, constants: Constants, t: int, x: Floats) -> None:
    """The example, which stands behind the leaves, joins one of them, or is one of its own."""
    W, leaves, splits = state.W, state.leaves, state.splits
    n = W.used[0]
    admit(W, t, False)
    if n == 0:
        found(leaves, 0, state.sigma2)
        return
    leaf, above, side, depth = route(splits, x)
    W.work[0] += depth * x.shape[0]
    splitting = leaves.size[leaf] >= constants.full and n < state.most
    v = splits.direction[splits.used[0]] if splitting else splits.direction[0]
    if splitting and variance_along(leaves, leaf, v) == 0.0:
        here, there = dot(v, W.rows[leaf]), dot(v, x)
        if here != there:  # a leaf that is a point: no half of it is another one
            found(leaves, n, state.sigma2)
            first, second = (leaf, n) if here < there else (n, leaf)
            divide(splits, above, side, 0.5 * (here + there), first, second)
            return
        splitting = False
    merge(state, leaf, x, t)
    if splitting and variance_along(leaves, leaf, v) > 0.0:
        part(state, leaf, above, side, v, t)


def merge(state: TreeState, leaf: int, x: Floats, t: int) -> None:
    """A new mean in the place of the leaf's and of the example, which are projected on it and the others."""
    W = state.W
    n = W.used[0]  # the example is n - 1
    include(state.leaves, leaf, W.rows[leaf], x, W.rows[n], state.sigma2)
    situate(W, n)
    admit(W, t, False)
    leave(W, n - 1, state.round)
    leave(W, leaf, state.round)


def part(state: TreeState, leaf: int, above: int, side: int, v: Floats, t: int) -> None:
    """Two halves in the place of a leaf: the first in a new place, the second in its own."""
    W, leaves = state.W, state.leaves
    n = W.used[0]
    threshold = dot(v, W.rows[leaf])
    halve(leaves, leaf, W.rows[leaf], v, W.rows[n], W.rows[n + 1], state.sigma2)
    for half in range(2):
        situate(W, n + half)
        admit(W, t, False)
    copy(leaves, leaf, n)
    leave(W, leaf, state.round)
    divide(state.splits, above, side, threshold, n, leaf)


class TreeManifold(OnlineManifoldLearner):
    """Online manifold regularization with clusters in the place of examples.

    A tree of random hyperplanes clusters the stream; each leaf is a Gaussian, and f a sum over their
    means. Edges lead from an example to clusters. What a mean that moves, or a leaf that is split,
    changes in f is projected on the leaves, as for an example that leaves a buffer.

    The edges of a round stand for the edges to all earlier examples. So their part of the step grows like
    t·η_t·λ₂, and after some t the steps are too long. In a stream n times as long, divide `rate` by √n.

    Parameters
    ----------
    graph_width : σ of the graph's weights exp(-‖x - y‖²/(2σ²)).
    leaves : the most leaves; without it there may be as many as examples.
    leaf_size : a leaf of so many examples is split when it gets another; 1 is the full graph.
    covariance : of the leaves: "diagonal", or "full".
    edges : weights: "exact", the expectation over the leaf; "cheap", that of its mean.
    atoms : on how many leaves a mean that is given up is projected.
    seed : which random directions; an experiment draws others for each permutation.

    References
    ----------
    A. Goldberg, M. Li, X. Zhu: Online manifold regularization: a new learning setting and empirical
    study. ECML PKDD 2008.
    S. Dasgupta, Y. Freund: Random projection trees and low dimensional manifolds. STOC 2008.

    Examples
    --------
    >>> from onlinelearn import TreeManifold
    >>> X = [[0.0], [1.0], [0.1], [0.9], [0.2], [0.8]]
    >>> model = TreeManifold(width=0.3, graph_width=0.2, leaves=4, leaf_size=1).fit(X, [0, 1, -1, -1, -1, -1])
    >>> model.predict([[0.3], [0.7]]).tolist(), model.n_support_size_
    ([0, 1], 4)
    """

    name = "tree_mr"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        loss: Loss = "hinge",
        kernel: Kernel = "rbf",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        graph_width: Positive = 1.0,
        lambda1: NonNegative = 0.001,
        lambda2: NonNegative = 0.1,
        label_rate: Annotated[float, Field(gt=0, le=1)] | None = None,
        rate: Positive = 0.3,
        schedule: Literal["constant", "sqrt"] = "sqrt",
        leaves: Count | None = 300,
        leaf_size: Count = 5,
        covariance: Literal["diagonal", "full"] = "diagonal",
        edges: Literal["exact", "cheap"] = "exact",
        atoms: Count = 5,
        decides: Literal["average", "last"] = "average",
        seed: Seed = 0,
    ) -> None:
        self.loss = loss
        self.kernel = kernel
        self.degree = degree
        self.offset = offset
        self.width = width
        self.graph_width = graph_width
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.label_rate = label_rate
        self.rate = rate
        self.schedule = schedule
        self.leaves = leaves
        self.leaf_size = leaf_size
        self.covariance = covariance
        self.edges = edges
        self.atoms = atoms
        self.decides = decides
        self.seed = seed

    def constants(self) -> Constants:
        """The step's rate, and when a leaf is split."""
        return Constants(self.risk(), float(self.rate), self.schedule == "sqrt", float(self.leaf_size))

    def start(self, columns: int, n_features: int, key: Key) -> TreeState:
        """f = 0: no leaf."""
        begun = self.opened(columns, n_features)
        drawn = np.array([rng.START, self.seed, *key], np.uint64).view(np.int64)
        tree = gaussians.empty(n_features, self.covariance == "full"), nodes.empty(n_features), drawn
        sigma2 = float(self.graph_width * self.graph_width)
        most = maxsize if self.leaves is None else int(self.leaves)
        made: TreeState = TreeState._make([*begun, *tree, sigma2, most])
        return made

    def reserve_rounds(self, state: TreeState, rounds: int) -> Any:
        """Room for a leaf more each round, and never for more than there may be."""
        room = self.room(state, rounds, state.most, BESIDE)
        if room == 0:
            return state
        return self.widened(state, room)._replace(
            leaves=gaussians.grown(state.leaves, room),
            splits=nodes.grown(state.splits, room, tuple(state.key.tolist())),
        )

    def step_layers(self) -> Layers:
        """The kinds of leaves and edges too."""
        return (*super().step_layers(), COVARIANCES[self.covariance], EDGES[self.covariance, self.edges])

    def model_numbers(self, state: TreeState) -> Floats:
        """The means too."""
        return np.concatenate([super().model_numbers(state), state.W.rows[: state.W.used[0]].ravel()])
